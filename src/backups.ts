import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { version } from './config/version.ts'
import { codeOf } from './define/objects.ts'
import { digestOf, namesIn, sync } from './outside/copied-files.ts'
import {
  databaseIn,
  hasCalendar,
  isMarkedMoving,
  markMoving,
  prepareFolder,
  unmarkMoving,
} from './outside/data-folder.ts'
import { keyFile } from './outside/secret-key.ts'
import { checkForDamage } from './store/sqlite/damage.ts'
import { lockFolder } from './store/sqlite/folder-lock.ts'
import { copyDatabase, eventsIn, versionOf } from './store/sqlite/snapshot.ts'

/**
 * Backups of a calendar in SQLite. Each is a folder with the database, the key, the images, a manifest, and the checksums of all
 * files as `sha256sum` writes and checks them. It has its name once it is whole.
 */
export type Backup = {
  name: string
  path: string
  /** ISO 8601, UTC. */
  created: string
  /** Of the program that made it. */
  version: string
  databaseVersion: number
  events: number
  files: number
  bytes: number
  /** Is the key in it? Not where it is a setting. */
  hasKey: boolean
}

export type BackupFlaw = {
  file: string
  reason: 'missing' | 'changed' | 'added' | 'damaged' | 'unreadable'
}

export type BackupStep = 'backup' | 'verify' | 'restore'
export type BackupOptions = {
  progress(step: BackupStep, done: number, total: number): void
  signal?: AbortSignal
}

/** A place where no backup is, or that cannot take one. The code has its sentence in the words of the command line. */
export class BackupError extends Error {
  readonly code: 'BACKUP_NOTHING' | 'BACKUP_THERE' | 'BACKUP_NONE'
  readonly params: Record<string, string>

  constructor(code: BackupError['code'], params: Record<string, string>) {
    super(code)
    this.code = code
    this.params = params
  }
}

const prefix = 'almanac-'
const unfinished = '.writing'
const checksums = 'files.sha256'
const manifest = 'manifest.json'

const inTime = (date: Date) => date.toISOString().replace(/\.\d+/, '')
const nameFor = (date: Date) => prefix + inTime(date).replaceAll(':', '-')

type Creation = BackupOptions & {
  dataFolder: string
  to: string
  keep?: number | undefined
  date: Date
}

/**
 * Backs up a data folder, also while a service writes to it. Images first, then the database in one state, then the images that have
 * come meanwhile: an image of which the database knows is there, unless it is deleted at that moment.
 */
export async function createBackup({ dataFolder, to, keep, date, ...options }: Creation): Promise<{
  backup: Backup
  removed: string[]
}> {
  if (!hasCalendar(dataFolder)) throw new BackupError('BACKUP_NOTHING', { dataFolder })
  process.umask(0o077)
  await mkdir(to, { recursive: true })
  const path = join(to, nameFor(date))
  if (await exists(path)) throw new BackupError('BACKUP_THERE', { path })
  const draft = path + unfinished
  await mkdir(join(draft, 'uploads'), { recursive: true })
  try {
    await fill(draft, dataFolder, options)
    await describe(draft, date)
    await rename(draft, path)
    await sync(to)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  const removed = keep === undefined ? [] : await removeOldest(to, keep)
  return { backup: await readBackup(path), removed }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

async function fill(draft: string, dataFolder: string, options: BackupOptions) {
  const images = join(dataFolder, 'uploads')
  await copyImages(images, join(draft, 'uploads'), options)
  await copyDatabase(databaseIn(dataFolder), databaseIn(draft))
  await copyImages(images, join(draft, 'uploads'), options)
  await copyFile(keyFile(dataFolder), keyFile(draft)).catch(unlessAbsent)
}

function unlessAbsent(error: unknown) {
  if (codeOf(error) !== 'ENOENT') throw error
}

/** Files of images never change. One that is deleted meanwhile is left out. */
async function copyImages(from: string, to: string, { progress, signal }: BackupOptions) {
  const there = new Set(await namesIn(to))
  const names = (await namesIn(from)).filter(name => name === '.taken' || !there.has(name))
  for (const [at, name] of names.entries()) {
    signal?.throwIfAborted()
    await mkdir(dirname(join(to, name)), { recursive: true })
    await copyFile(join(from, name), join(to, name)).catch(unlessAbsent)
    progress('backup', at + 1, names.length)
  }
}

async function describe(draft: string, date: Date) {
  const database = databaseIn(draft)
  const facts = {
    format: 1,
    created: inTime(date),
    version,
    databaseVersion: versionOf(database),
    events: eventsIn(database),
    hasKey: await exists(keyFile(draft)),
  }
  const lines: string[] = []
  let bytes = 0
  for (const name of await namesIn(draft)) {
    const file = await digestOf(join(draft, name))
    lines.push(`${file.digest}  ${name}\n`)
    bytes += file.bytes
    await sync(join(draft, name))
  }
  await writeFile(join(draft, checksums), lines.join(''))
  const all = { ...facts, files: lines.length, bytes }
  await writeFile(join(draft, manifest), `${JSON.stringify(all, null, 2)}\n`)
  for (const name of [checksums, manifest, '']) await sync(join(draft, name))
}

/** The backups in a folder, newest first; what else is in it is none. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    unlessAbsent(error)
    return []
  })
  const backups: Backup[] = []
  for (const name of names.filter(each => each.startsWith(prefix) && !each.endsWith(unfinished))) {
    const found = await readBackup(join(folder, name)).catch(() => undefined)
    if (found) backups.push(found)
  }
  return backups.toSorted((one, other) => (one.name < other.name ? 1 : -1))
}

async function removeOldest(folder: string, keep: number): Promise<string[]> {
  const old = (await listBackups(folder)).slice(Math.max(1, keep))
  for (const { path } of old) await rm(path, { recursive: true })
  return old.map(({ name }) => name)
}

type Manifest = Omit<Backup, 'name' | 'path'>

const isManifest = (value: unknown): value is Manifest & { format: number } =>
  typeof value === 'object' &&
  value !== null &&
  'format' in value &&
  'databaseVersion' in value &&
  'created' in value

async function readBackup(path: string): Promise<Backup> {
  const text = await readFile(join(path, manifest), 'utf8').catch(() => {
    throw new BackupError('BACKUP_NONE', { path })
  })
  const value = parsed(text)
  if (!isManifest(value) || value.format !== 1) throw new BackupError('BACKUP_NONE', { path })
  const { created, databaseVersion, events, files, bytes, hasKey } = value
  return {
    name: basename(path),
    path,
    created,
    version: value.version,
    databaseVersion,
    events,
    files,
    bytes,
    hasKey,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A backup by its path, or by its name in the folder of backups; without either, the newest there. */
export async function findBackup(named: string | undefined, folder: string): Promise<Backup> {
  if (named !== undefined) {
    const isName = !/[/\\]/.test(named) && (await exists(join(folder, named)))
    return readBackup(isName ? join(folder, named) : resolve(named))
  }
  const [newest] = await listBackups(folder)
  if (newest === undefined) throw new BackupError('BACKUP_NONE', { path: folder })
  return newest
}

/** The files of a backup with their checksums. */
async function listedIn(path: string): Promise<{ digest: string; name: string }[]> {
  const lines = (await readFile(join(path, checksums), 'utf8').catch(() => '')).split('\n')
  return lines.flatMap(line => {
    const [, digest, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    return digest && name && isWithin(path, name) ? [{ digest, name }] : []
  })
}

/** Reads every file of a backup again, and looks for damage in its database. A file that was not backed up is wrong too. */
export async function verifyBackup(
  { path }: Backup,
  { progress, signal }: BackupOptions,
): Promise<BackupFlaw[]> {
  const flaws: BackupFlaw[] = []
  const listed = await listedIn(path)
  if (!listed.some(({ name }) => name === basename(databaseIn(path))))
    return [{ file: checksums, reason: 'missing' }]
  for (const [at, { digest, name }] of listed.entries()) {
    signal?.throwIfAborted()
    const reason = await flawOf(join(path, name), digest)
    if (reason) flaws.push({ file: name, reason })
    progress('verify', at + 1, listed.length)
  }
  const known = new Set([checksums, manifest, ...listed.map(({ name }) => name)])
  for (const name of await namesIn(path))
    if (!known.has(name)) flaws.push({ file: name, reason: 'added' })
  if (flaws.length === 0 && (await isDamaged(databaseIn(path))))
    flaws.push({ file: basename(databaseIn(path)), reason: 'damaged' })
  return flaws
}

/** The process that looks for damage keeps no other alive; this one waits for it. */
export async function isDamaged(database: string): Promise<boolean> {
  const awake = setInterval(() => {}, 60_000)
  try {
    return (await checkForDamage(database).found) !== undefined
  } finally {
    clearInterval(awake)
  }
}

/** A list of checksums that was changed must not lead out of the backup. */
const isWithin = (folder: string, name: string) =>
  !relative(folder, resolve(folder, name)).startsWith('..')

async function flawOf(file: string, digest: string): Promise<BackupFlaw['reason'] | undefined> {
  try {
    return (await digestOf(file)).digest === digest ? undefined : 'changed'
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'missing' : 'unreadable'
  }
}

/** What a data folder has of a calendar; lists and search are built from it. */
const parts = [
  'almanac.db',
  'almanac.db-wal',
  'almanac.db-shm',
  'almanac.search.db',
  'almanac.search.db-wal',
  'almanac.search.db-shm',
  'secret.key',
  'uploads',
]
const before = 'before-restore'
const isPart = (name: string) => parts.includes(name) || name.startsWith('uploads/')

/**
 * Puts a verified backup into a data folder that no service uses. What was there goes to `before-restore`, whose path comes back. The
 * files are copied first and then exchanged; a process that ends in between leaves a folder that no service opens, and the
 * restoration is repeated.
 */
export async function restoreBackup(
  { path }: Backup,
  { dataFolder, progress, signal }: BackupOptions & { dataFolder: string },
): Promise<string | undefined> {
  prepareFolder(dataFolder, false)
  const lock = lockFolder(dataFolder)
  try {
    const draft = join(dataFolder, `.restoring${unfinished}`)
    await rm(draft, { recursive: true, force: true })
    const names = (await listedIn(path)).map(({ name }) => name).filter(isPart)
    for (const [at, name] of names.entries()) {
      signal?.throwIfAborted()
      await mkdir(dirname(join(draft, name)), { recursive: true })
      await copyFile(join(path, name), join(draft, name))
      await sync(join(draft, name))
      progress('restore', at + 1, names.length)
    }
    await mkdir(join(draft, 'uploads'), { recursive: true })
    return await exchange(dataFolder, draft)
  } finally {
    lock.release()
  }
}

async function exchange(dataFolder: string, draft: string): Promise<string | undefined> {
  const aside = join(dataFolder, before)
  const isAgain = isMarkedMoving(dataFolder)
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
  unmarkMoving(dataFolder)
  prepareFolder(dataFolder)
  if (hasCalendar(aside)) return aside
  await rm(aside, { recursive: true })
  return undefined
}
