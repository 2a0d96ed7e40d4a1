/** Archives of files, written and read; their libraries are loaded with it. */

export {
  type Archive,
  LongLine,
  linesOf,
  maxLine,
  openAllowance,
  openArchive,
  TooLong,
  wrongIn,
} from './read-archive.ts'
export { type ArchiveEntry, type ArchivePart, archiveOf } from './write-archive.ts'
