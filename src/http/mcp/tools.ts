import { derived } from '../../define/base/objects.ts'
import type { Endpoint, Route } from '../../operations/index.ts'

/** The form of a result: a page of a list, a record, or what the operation returns by itself. */
type ResultForm = 'list' | 'record' | 'plain'

/** An operation of the API as a tool. */
export type Tool = {
  name: string
  /** The word for what it does, which its name begins with: search, get, create, update, delete … */
  action: string
  endpoint: Endpoint
  method: string
  path: string
  isRead: boolean
  form: ResultForm
}

/** Every tool by its name, in the order of the routes. */
export const toolsOf = derived((routes: readonly Route[]): ReadonlyMap<string, Tool> => {
  const all = routes.flatMap(({ path, endpoints }) =>
    endpoints.flatMap(endpoint => (endpoint.tool ? [toolOf(endpoint.tool, path, endpoint)] : [])),
  )
  return new Map(all.map(tool => [tool.name, tool]))
})

function toolOf(name: string, path: string, endpoint: Endpoint): Tool {
  const { methods, verb, params } = endpoint
  return {
    name,
    action: name.split('_', 1).join(),
    endpoint,
    // of the methods of an update, PATCH
    method: methods.at(-1) ?? 'GET',
    path,
    // an operation of its own writes nothing
    isRead: verb === undefined || verb === 'list' || verb === 'read',
    form: 'per_page' in params ? 'list' : verb ? 'record' : 'plain',
  }
}
