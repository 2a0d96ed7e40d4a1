import { statSync } from 'node:fs'
import { constants, copyFile, link, mkdir, stat, statfs, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { shapes } from '../calendar/shapes.ts'
import { version } from '../config/version.ts'
import { codeOf } from '../define/objects.ts'
import { digestOf, namesIn, sync } from '../outside/copied-files.ts'
import { databaseIn, hasCalendar } from '../outside/data-folder.ts'
import { keyFile } from '../outside/secret-key.ts'
import { copyDatabase, eventsIn, versionOf } from '../store/sqlite/snapshot.ts'
import {
  BackupError,
  type BackupFacts,
  type BackupOptions,
  checksums,
  inSeconds,
  manifest,
} from './backup.ts'

/** The source of a backup. */
export type BackupSource = {
  dataFolder: string
  /** Empty: a file in the data folder. */
  databaseUrl: string
  /** Not empty: the images are in that bucket, and not in the backup. */
  imageStore: string
}

type Snapshot = BackupOptions & {
  source: BackupSource
  date: Date
  /** True if a file of an image may be the same file as in the data folder: not in a backup that stays. */
  isPassing: boolean
}

/** Bytes that stay free: the service writes to the same disk, as a rule. */
const reserve = 100_000_000

/**
 * Copies a calendar into a folder, also while a service writes to it. Images first, then the database in one state, then the images that
 * have come meanwhile: an image that is in the database is there, unless it is deleted at that moment.
 */
export async function fillSnapshot(
  folder: string,
  { source, date, isPassing, ...options }: Snapshot,
) {
  const { dataFolder, databaseUrl, imageStore } = source
  const images = join(dataFolder, 'uploads')
  const copies = join(folder, 'uploads')
  await mkdir(copies, { recursive: true, mode: 0o700 })
  await refuseWithoutSpace(folder, source, isPassing)
  const copyNew = async () => {
    if (!imageStore) await copyImages(images, copies, { isPassing, ...options })
  }
  await copyNew()
  // only the owner may read it, whatever the umask of the process
  await writeFile(databaseIn(folder), '', { mode: 0o600 })
  if (databaseUrl) await copyServer(databaseUrl, databaseIn(folder), options)
  else await copyDatabase(databaseIn(dataFolder), databaseIn(folder))
  await copyNew()
  await copyFile(keyFile(dataFolder), keyFile(folder)).catch(unlessAbsent)
  await describe(folder, date, options)
}

/** A backup must not fill the disk on which the service writes. A server says nothing of how large the copy will be. */
async function refuseWithoutSpace(
  folder: string,
  { dataFolder, databaseUrl, imageStore }: BackupSource,
  isPassing: boolean,
) {
  let needed = databaseUrl ? 0 : sizeOf(databaseIn(dataFolder))
  if (!imageStore && !isPassing)
    for (const name of await namesIn(join(dataFolder, 'uploads')))
      needed += sizeOf(join(dataFolder, 'uploads', name))
  const { bavail, bsize } = await statfs(folder)
  // some file systems say nothing
  if (bsize === 0 || bavail * bsize >= needed + reserve) return
  const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)
  const params = { folder, free: megabytes(bavail * bsize), needed: megabytes(needed + reserve) }
  throw new BackupError('BACKUP_SPACE', params)
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** A calendar on PostgreSQL as an SQLite file, in one state; processes go on reading and writing. */
async function copyServer(url: string, file: string, { progress, signal }: BackupOptions) {
  const [{ copyTables }, { postgresSnapshot }, { sqliteTarget }] = await Promise.all([
    import('../store/copy/copy.ts'),
    import('../store/copy/postgres.ts'),
    import('../store/copy/sqlite.ts'),
  ])
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

export function unlessAbsent(error: unknown) {
  if (codeOf(error) !== 'ENOENT') throw error
}

export const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Files of images never change. One that is deleted meanwhile is left out. */
async function copyImages(
  from: string,
  to: string,
  { progress, signal, isPassing }: BackupOptions & Pick<Snapshot, 'isPassing'>,
) {
  const there = new Set(await namesIn(to))
  const names = (await namesIn(from)).filter(name => name === '.taken' || !there.has(name))
  for (const [at, name] of names.entries()) {
    signal?.throwIfAborted()
    await mkdir(dirname(join(to, name)), { recursive: true, mode: 0o700 })
    await copyOne(join(from, name), join(to, name), isPassing).catch(unlessAbsent)
    progress('backup', at + 1, names.length)
  }
}

async function copyOne(from: string, to: string, isPassing: boolean) {
  if (isPassing) {
    const isLinked = await link(from, to).then(
      () => true,
      error => {
        unlessLinkless(error)
        return false
      },
    )
    if (isLinked) return
  }
  await copyWithTimes(from, to)
}

/** With its times: they are in responses. */
export async function copyWithTimes(from: string, to: string) {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const { atime, mtime } = await stat(from)
  await utimes(to, atime, mtime)
}

/** Another disk, or a file system without links. */
function unlessLinkless(error: unknown) {
  if (!['EXDEV', 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(codeOf(error))) throw error
}

/** Files that wait for the disk at once: it writes many of them in one go. */
export const abreast = 16

async function finished(file: string) {
  const digest = await digestOf(file)
  await sync(file)
  return digest
}

async function describe(folder: string, date: Date, { signal, progress }: BackupOptions) {
  const database = databaseIn(folder)
  const lines: string[] = []
  let bytes = 0
  const names = await namesIn(folder)
  for (let at = 0; at < names.length; at += abreast) {
    signal?.throwIfAborted()
    const some = names.slice(at, at + abreast)
    const files = await Promise.all(some.map(name => finished(join(folder, name))))
    for (const [of, file] of files.entries()) {
      lines.push(`${file.digest}  ${some[of]}\n`)
      bytes += file.bytes
    }
    progress('backup', at + some.length, names.length)
  }
  const facts: BackupFacts = {
    created: inSeconds(date),
    version,
    databaseVersion: versionOf(database),
    events: eventsIn(database),
    hasKey: await exists(keyFile(folder)),
    files: lines.length,
    bytes,
  }
  const write = (name: string, text: string) =>
    writeFile(join(folder, name), text, { mode: 0o600, flush: true })
  await write(checksums, lines.join(''))
  await write(manifest, `${JSON.stringify({ format: 1, ...facts }, null, 2)}\n`)
  await sync(folder)
}

export async function refuseNothing({ dataFolder, databaseUrl }: BackupSource) {
  if (databaseUrl) {
    const { databaseOf } = await import('../database.ts')
    if (await databaseOf({ databaseUrl, dataFolder }).hasCalendar()) return
  } else if (hasCalendar(dataFolder)) return
  throw new BackupError('BACKUP_NOTHING', { dataFolder })
}
