import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A data folder that cannot be used. `code` is `FOLDER_` and the error of the system. */
export class FolderError extends Error {
  readonly code: string
  constructor(cause: unknown) {
    const { code = 'EACCES', message = '' } = (cause ?? {}) as NodeJS.ErrnoException
    super(message, { cause })
    this.code = `FOLDER_${code}`
  }
}

/** Is there a calendar in this folder? */
export const hasCalendar = (folder: string) => existsSync(join(folder, 'almanac.db'))

/** Creates the data folder with its folder of images where they are missing, and makes sure that they can be written to. */
export function prepareFolder(folder: string) {
  try {
    for (const each of [folder, join(folder, 'uploads')]) {
      create(each)
      accessSync(each, constants.R_OK | constants.W_OK | constants.X_OK)
    }
  } catch (error) {
    throw new FolderError(error)
  }
}

/** One folder at a time: where the system refuses without a reason, as under /proc, `recursive` tries for ever. */
function create(folder: string) {
  const isThere = existsSync(folder)
  if (isThere && statSync(folder).isDirectory()) return
  if (isThere) throw Object.assign(new Error(folder), { code: 'EEXIST' })
  if (dirname(folder) !== folder) create(dirname(folder))
  mkdirSync(folder, { mode: 0o750 })
}
