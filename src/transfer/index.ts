/** What goes into a calendar and out of it as a whole: imports, exports, archives, moves to another engine, erasures. */

export { completeErasuresIn, erasePersonIn } from './erasure.ts'
export { ExportError, type ExportFormat, openExport } from './exports.ts'
export {
  endFeed,
  feedNamed,
  feedsOf,
  type ImportReport,
  importArchive,
  importFormats,
  importInto,
  intervals,
  isInterrupted,
  isUrl,
  pastImports,
  ReadError,
  runStateNames,
  subscribeTo,
  undoPastImport,
} from './imports.ts'
export {
  type Checked,
  check,
  type Moved,
  type MoveStep,
  move,
  nameOf,
  nameOfImages,
  type Place,
} from './move.ts'
