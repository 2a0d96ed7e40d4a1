/** The values of the administration. */

export { bulkNames, fieldValues, hours, maxAtOnce, minutes } from './many.ts'
export { flag, numberOrNull, time, word } from './parts.ts'
export { countNames, countParams, triedParams } from './records.ts'
export { schemas } from './schemas.ts'
export { findingLevels, type Status } from './status.ts'
export { anyRecord } from './versions.ts'
