/** What can be called: method, path, parameters, results, errors, of every operation. */

export { type ApiKey, apiOperations } from './api/api-operations.ts'
export type { Operation, ParamsOf, Returned } from './api/operation.ts'
export { nameIn, namesInPath, openPaths, segmentsOf, templateOf } from './api/paths.ts'
export { deletedName, schemaName } from './api/resource-operations.ts'
export { captures, type Endpoint, type RecordAction, type Route, routesOf } from './api/routes.ts'
