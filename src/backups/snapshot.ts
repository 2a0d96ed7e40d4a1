import { statSync } from 'node:fs'
import { open, readFile, stat, statfs, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { shapes } from '../calendar/schema/shapes.ts'
import { databaseOf } from '../data/database.ts'
import { codeOf } from '../define/base/objects.ts'
import type { ArchivePart } from '../outside/archive/index.ts'
import { databaseIn, hasCalendar } from '../outside/data-folder.ts'
import { keyFile, namesIn } from '../outside/index.ts'
import { copyTables } from '../store/copy/copy.ts'
import { sqliteTarget } from '../store/copy/sqlite.ts'
import { copyDatabase } from '../store/index.ts'
import { BackupError, type BackupOptions } from './backup.ts'

/** The source of a backup. */
export type BackupSource = {
  dataFolder: string
  /** Empty: a file in the data folder. */
  databaseUrl: string
  /** Not empty: the images are in that bucket, and not in the backup. */
  imageStore: string
}

/** Bytes that stay free: the service writes to the same disk, as a rule. */
const reserve = 100_000_000

/** The name of the key in a backup. */
export const keyName = basename(keyFile(''))

/**
 * The files of a calendar, one after another, also while a service writes to it. Images first, then the database in one state, then the images that
 * have come meanwhile: an image that is in the database is there, unless it is deleted at that moment. The database is copied into `draft`.
 */
export async function* filesOf(
  draft: string,
  { dataFolder, databaseUrl, imageStore }: BackupSource,
  options: BackupOptions,
): AsyncGenerator<ArchivePart> {
  const there = new Set<string>()
  if (!imageStore) yield* imagesIn(dataFolder, there)
  const database = databaseIn(draft)
  // only the owner may read it, whatever the umask of the process
  await writeFile(database, '', { mode: 0o600 })
  if (databaseUrl) await copyServer(databaseUrl, database, options)
  else await copyDatabase(databaseIn(dataFolder), database)
  yield {
    name: basename(database),
    level: 1,
    parts: async () => (await open(database)).createReadStream(),
  }
  if (!imageStore) yield* imagesIn(dataFolder, there)
  const key = await readFile(keyFile(dataFolder)).catch(unlessAbsent)
  if (key) yield { name: keyName, parts: () => only(key) }
}

async function* only(bytes: Uint8Array) {
  yield bytes
}

/** Files of images never change. One that is deleted meanwhile is left out. */
async function* imagesIn(dataFolder: string, there: Set<string>): AsyncGenerator<ArchivePart> {
  for (const image of await namesIn(join(dataFolder, 'uploads'))) {
    const name = `uploads/${image}`
    if (there.has(name)) continue
    there.add(name)
    const file = await open(join(dataFolder, name)).catch(unlessAbsent)
    if (!file) continue
    const { mtime } = await file.stat()
    // images are compressed already; their times are in responses
    yield { name, level: 0, time: mtime.getTime(), parts: async () => file.createReadStream() }
  }
}

/**
 * The bytes of a calendar. A backup must not fill the disk on which the service writes: it is refused where it could. A server says nothing of how large
 * the copy of the database will be.
 */
export async function sizeWithin(
  folder: string,
  { dataFolder, databaseUrl, imageStore }: BackupSource,
  isWrittenThere: boolean,
): Promise<number> {
  const database = databaseUrl ? 0 : sizeOf(databaseIn(dataFolder))
  let size = database
  if (!imageStore)
    for (const name of await namesIn(join(dataFolder, 'uploads')))
      size += sizeOf(join(dataFolder, 'uploads', name))
  await refuseWithoutSpace(folder, database + (isWrittenThere ? size : 0) + reserve)
  return size
}

export async function refuseWithoutSpace(folder: string, needed: number) {
  const { bavail, bsize } = await statfs(folder)
  // some file systems say nothing
  if (bsize === 0 || bavail * bsize >= needed) return
  const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)
  const params = { folder, free: megabytes(bavail * bsize), needed: megabytes(needed) }
  throw new BackupError('BACKUP_SPACE', params)
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** A calendar on PostgreSQL as an SQLite file, in one state; processes go on reading and writing. */
async function copyServer(url: string, file: string, { progress, signal }: BackupOptions) {
  const { postgresSnapshot } = await import('../store/copy/postgres.ts')
  const source = await postgresSnapshot(url)
  try {
    const target = sqliteTarget(file, shapes)
    try {
      await copyTables(source, target, shapes, {
        observer: { progress: (_, done, total) => progress('database', done, total), signal },
      })
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

export function unlessAbsent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

export const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

export async function refuseNothing({ dataFolder, databaseUrl }: BackupSource) {
  if (databaseUrl) {
    if (await databaseOf({ databaseUrl, dataFolder }).hasCalendar()) return
  } else if (hasCalendar(dataFolder)) return
  throw new BackupError('BACKUP_NOTHING', { dataFolder })
}
