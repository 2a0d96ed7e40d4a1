/** What is loaded at the first write, or soon after the start: a start reads, and the first lists come before all this. */

export { activity } from '../activity/activity.ts'
export {
  beginBulk,
  bulkOf,
  carryOutBulk,
  isBulkUndoable,
  isLong,
  readBulk,
  takeOver,
} from '../activity/bulk.ts'
export { type ImportOptions, runImport } from '../imports/import.ts'
export { undoClaimed, undoRun } from '../imports/undo-run.ts'
export {
  completeUnfinished,
  type Erasure,
  type ErasureReport,
  erasePerson,
} from '../people/erase-person.ts'
export { openSchedule } from '../schedule/schedule.ts'
export { inOneWrite, writeBySource } from '../write/one-write.ts'
export { copiesOf } from '../write/text-images.ts'
export { emptyTrash } from '../write/trash.ts'
export { previewRecurrence } from '../write/try-event.ts'
export { changeRecord, createRecord, removeRecord, upload } from '../write/write-verbs.ts'
