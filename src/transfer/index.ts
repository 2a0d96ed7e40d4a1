import { service } from '../calendar/index.ts'
import {
  completeUnfinished,
  type Erasure,
  type ErasureReport,
  erasePerson,
} from '../calendar/people/erase-person.ts'
import type { openDataFolder } from '../data/index.ts'

type Opened = Pick<Awaited<ReturnType<typeof openDataFolder>>, 'context' | 'accounts'>

/** Erases what is stored of a person, in the name of the service. */
export const erasePersonIn = (
  { context, accounts }: Opened,
  erasure: Omit<Erasure, 'actor'>,
): Promise<ErasureReport> => erasePerson(context, accounts, { ...erasure, actor: service })

/** Completes erasures whose process has ended. */
export const completeErasuresIn = ({ context, accounts }: Opened): Promise<number> =>
  completeUnfinished(context, accounts)

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
