import { constants, copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { shapes } from '../calendar/schema/shapes.ts'
import { databaseOf } from '../data/database.ts'
import { codeOf } from '../define/base/objects.ts'
import {
  databaseIn,
  hasCalendar,
  isMarkedMoving,
  markMoving,
  prepareFolder,
  unmarkMoving,
} from '../outside/data-folder.ts'
import { keyFile, sync } from '../outside/index.ts'
import { copyTables } from '../store/copy/copy.ts'
import { sqliteSource } from '../store/copy/sqlite.ts'
import { DatabaseError, lockFolder } from '../store/index.ts'
import { BackupError, type BackupOptions, unfinished } from './backup.ts'
import { exists, unlessAbsent } from './snapshot.ts'
import { listedIn } from './verify.ts'

/** The files of a calendar in a data folder; lists and search are built from it. */
const databaseParts = [
  'almanac.db',
  'almanac.db-wal',
  'almanac.db-shm',
  // of a move that was killed
  'almanac.db-journal',
  'almanac.search.db',
  'almanac.search.db-wal',
  'almanac.search.db-shm',
]
const otherParts = ['secret.key', 'uploads']
const before = 'before-restore'
/** The schema of PostgreSQL that takes what was there. */
export const schemaBefore = 'before_restore'
const isPart = (name: string) =>
  [...databaseParts, ...otherParts].includes(name) || name.startsWith('uploads/')

type Restoring = BackupOptions & {
  dataFolder: string
  /** Empty: a file in the data folder. */
  databaseUrl: string
}

type Restored = {
  /** The folder of the files that were there before. */
  previous: string | undefined
  /** The schema that has the tables that were there before. */
  previousSchema: string | undefined
}

/**
 * Puts the verified files of a backup into a data folder and database that no service uses. Earlier files go to `before-restore`, and on PostgreSQL
 * to the schema `before_restore`. The files are copied first and then exchanged; a process that ends during the exchange leaves a folder that no
 * service opens, and the restoration is repeated.
 */
export async function restoreFiles(
  path: string,
  { dataFolder, databaseUrl, progress, signal }: Restoring,
): Promise<Restored> {
  prepareFolder(dataFolder, false)
  const lock = lockFolder(dataFolder)
  try {
    const draft = join(dataFolder, `.restoring${unfinished}`)
    await rm(draft, { recursive: true, force: true })
    const names = (await listedIn(path)).map(({ name }) => name).filter(isPart)
    const copy = async (name: string) => {
      await mkdir(dirname(join(draft, name)), { recursive: true })
      await copyWithTimes(join(path, name), join(draft, name))
      await sync(join(draft, name))
    }
    for (let at = 0; at < names.length; at += abreast) {
      signal?.throwIfAborted()
      const some = names.slice(at, at + abreast)
      await Promise.all(some.map(copy))
      progress('restore', at + some.length, names.length)
    }
    await mkdir(join(draft, 'uploads'), { recursive: true })
    // before anything is put aside: what cannot be brought to this version is not restored
    await bringUpToDate(draft, databaseUrl !== '').catch(error => {
      throw new BackupError('BACKUP_FORM', { reason: reasonOf(error), dataFolder }, error)
    })
    if (databaseUrl) return await ontoServer(draft, { dataFolder, databaseUrl, progress, signal })
    const parts = [...databaseParts, ...otherParts]
    const previous = await exchange(dataFolder, draft, parts)
    unmarkMoving(dataFolder)
    return { previous, previousSchema: undefined }
  } finally {
    lock.release()
  }
}

/** Files that wait for the disk at once: it writes many of them in one go. */
const abreast = 16

/** With its times: they are in responses. */
async function copyWithTimes(from: string, to: string) {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const { atime, mtime } = await stat(from)
  await utimes(to, atime, mtime)
}

const exchange = (...of: Parameters<typeof exchangeFiles>) =>
  exchangeFiles(...of).catch(error => {
    const [dataFolder] = of
    const params = { reason: reasonOf(error), previous: join(dataFolder, before), dataFolder }
    throw new BackupError('BACKUP_EXCHANGE', params, error)
  })

/** The mark stays until `unmarkMoving`: from here on the folder is no calendar. */
async function exchangeFiles(
  dataFolder: string,
  draft: string,
  parts: readonly string[],
  wasStarted = false,
): Promise<string | undefined> {
  const aside = join(dataFolder, before)
  const isAgain = wasStarted || isMarkedMoving(dataFolder)
  if (!isAgain) await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { recursive: true, mode: 0o750 })
  markMoving(dataFolder)
  const hasKey = await exists(keyFile(draft))
  for (const name of parts.filter(each => hasKey || each !== 'secret.key')) {
    // what a first try has put aside is what was there
    if (await exists(join(aside, name)))
      await rm(join(dataFolder, name), { recursive: true, force: true })
    else await rename(join(dataFolder, name), join(aside, name)).catch(unlessAbsent)
  }
  for (const name of await readdir(draft)) await rename(join(draft, name), join(dataFolder, name))
  await rm(draft, { recursive: true })
  await sync(dataFolder)
  prepareFolder(dataFolder, parts.includes('almanac.db'))
  if (hasCalendar(aside) || (await exists(keyFile(aside)))) return aside
  await rm(aside, { recursive: true })
  return undefined
}

/** The rows of the backup as a move to PostgreSQL brings them. In the same transaction the tables that were there are put aside; files are exchanged just before its end. */
async function ontoServer(
  draft: string,
  { dataFolder, databaseUrl, progress, signal }: Restoring,
): Promise<Restored> {
  const { postgresTarget } = await import('../store/copy/postgres.ts')
  const files = join(draft, 'files')
  await mkdir(files)
  for (const name of otherParts)
    await rename(join(draft, name), join(files, name)).catch(unlessAbsent)
  const target = await postgresTarget(databaseUrl, shapes)
  const source = sqliteSource(databaseIn(draft))
  try {
    // an earlier version exchanged the files before the rows
    const wasStarted = await target.isUnfinished()
    const previousSchema = await target.setAside(schemaBefore).catch(refusedSchema)
    let previous: string | undefined
    await copyTables(source, target, shapes, {
      observer: { progress: (_, done, total) => progress('rows', done, total), signal },
      async compared() {
        previous = await exchange(dataFolder, files, otherParts, wasStarted)
      },
    })
    unmarkMoving(dataFolder)
    return { previous, previousSchema }
  } finally {
    await source.close()
    await target.close()
    await rm(draft, { recursive: true, force: true })
  }
}

/** The copy of the database in the form of this version: a backup of an earlier version has that of its own. A service makes derived rows by itself. */
async function bringUpToDate(folder: string, needsDerived: boolean) {
  const engine = await databaseOf({ databaseUrl: '', dataFolder: folder }).open()
  try {
    await engine.prepare(shapes)
    if (needsDerived) await engine.rebuild(() => {})
  } finally {
    await engine.close()
  }
  // a copy of the copy, as it was
  await rm(join(folder, 'before-update'), { recursive: true, force: true })
}

/** Of an error of the database what it names, such as missing columns, without its code. */
const reasonOf = (error: unknown) =>
  error instanceof DatabaseError
    ? Object.values(error.params).join(', ')
    : error instanceof Error
      ? error.message
      : String(error)

/** The owner of a database may create schemas; others may not. */
function refusedSchema(error: unknown): never {
  if (codeOf(error) !== '42501') throw error
  throw new BackupError('BACKUP_SCHEMA', { schema: schemaBefore }, error)
}
