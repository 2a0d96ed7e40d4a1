import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, mkdir, readFile, rm, utimes } from 'node:fs/promises'
import { basename, dirname, join, normalize, sep } from 'node:path'
import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { codeOf } from '../define/base/objects.ts'
import { type Archive, openAllowance, openArchive, TooLong } from '../outside/archive/index.ts'
import { databaseIn } from '../outside/data-folder.ts'
import { digestOf, namesIn } from '../outside/index.ts'
import { checkForDamage, contentError, lockFolder } from '../store/index.ts'
import {
  type Backup,
  type BackupDamage,
  type BackupOptions,
  type BackupPlace,
  checksums,
  manifest,
  prefix,
  unfinished,
} from './backup.ts'
import { type PackedBackup, zipFileOf } from './packed.ts'
import { refuseWithoutSpace } from './snapshot.ts'

type Opening = BackupOptions & {
  /** The key that opens it, if it is encrypted. */
  key: Buffer | undefined
  /** A folder with room for the unpacked files. */
  work: string
}

const isPacked = (backup: Backup): backup is PackedBackup => backup.packed !== undefined

const isDatabase = (name: string) => name === basename(databaseIn(''))

/**
 * Reads every file of a backup again, and looks for damage in its database and whether this program can read it. A file that was not backed up
 * is wrong too.
 */
export async function verifyBackup(
  backup: Backup,
  place: BackupPlace,
  opening: Opening,
): Promise<BackupDamage[]> {
  if (!isPacked(backup)) return verifyFolder(backup.path, backup, opening)
  return inWork(opening.work, folder => readPacked(backup, place, folder, opening, isDatabase))
}

/** The verified files of a backup in a folder; the damage says whether they may be used. */
export async function withFiles<T>(
  backup: Backup,
  place: BackupPlace,
  opening: Opening,
  use: (folder: string, damage: BackupDamage[]) => T | Promise<T>,
): Promise<T> {
  if (!isPacked(backup)) return use(backup.path, await verifyFolder(backup.path, backup, opening))
  return inWork(opening.work, async folder =>
    use(join(folder, 'files'), await readPacked(backup, place, folder, opening, () => true)),
  )
}

async function inWork<T>(work: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(work, `${prefix}${process.pid}-${Date.now()}${unfinished}`)
  await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 })
  // the next backup removes what a killed process has left
  const lock = lockFolder(folder)
  try {
    return await use(folder)
  } finally {
    lock.release()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Reads the one file of a backup, and writes the files of it that are wanted into the folder `files`. */
async function readPacked(
  backup: PackedBackup,
  place: BackupPlace,
  folder: string,
  opening: Opening,
  isWanted: (name: string) => boolean,
): Promise<BackupDamage[]> {
  const whole = (reason: 'missing' | 'changed') => [{ file: backup.packed.file, reason }]
  const opened = await zipFileOf(backup, place, folder, opening)
  if ('reason' in opened) return whole(opened.reason)
  const archive = await openArchive(opened.zip)
  if (!archive) return whole('changed')
  try {
    const names = archive.names()
    if (names.length > backup.files + 2 || !names.includes(checksums)) return whole('changed')
    const wanted = names.filter(isWanted).map(archive.sizeOf)
    await refuseWithoutSpace(
      folder,
      wanted.reduce((total, size) => total + size, 0),
    )
    return await readArchive(archive, join(folder, 'files'), backup, opening, isWanted)
  } catch (error) {
    if (error instanceof TooLong) return whole('changed')
    throw error
  } finally {
    archive.close()
  }
}

/** Bytes of names, checksums and the manifest, which the total of a backup does not count, for each file. */
const perFile = 2000

/** No more than the manifest says comes out of it, whatever it declares. Its names cannot lead out of the folder: the reader refuses those. */
async function readArchive(
  archive: Archive,
  folder: string,
  { bytes, files, events }: Backup,
  { signal, progress }: BackupOptions,
  isWanted: (name: string) => boolean,
): Promise<BackupDamage[]> {
  const allowed = openAllowance(bytes + perFile * (files + 2))
  /** Its checksum. */
  async function read(name: string, isWritten: boolean): Promise<string> {
    const sum = createHash('sha256')
    const file = join(folder, name)
    if (isWritten) await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await pipeline(
      Readable.from(allowed(await archive.stream(name)), { objectMode: false }),
      new Transform({
        transform(part: Buffer, _, next) {
          sum.update(part)
          next(null, part)
        },
      }),
      isWritten
        ? createWriteStream(file, { mode: 0o600 })
        : new Writable({ write: (_, __, next) => next() }),
      { signal },
    )
    const time = archive.timeOf(name)
    if (isWritten && time !== undefined) await utimes(file, new Date(time), new Date(time))
    return sum.digest('hex')
  }
  const unlessOurs = (error: unknown): 'unreadable' => {
    if (signal?.aborted || isOfDisk(error) || error instanceof TooLong) throw error
    return 'unreadable'
  }
  await read(checksums, true).catch(unlessOurs)
  const listed = await listedIn(folder)
  if (!listed.some(({ name }) => isDatabase(name))) return [{ file: checksums, reason: 'missing' }]
  const damage: BackupDamage[] = []
  const there = new Set(archive.names())
  for (const [at, { digest, name }] of listed.entries()) {
    const found = there.has(name) ? await read(name, isWanted(name)).catch(unlessOurs) : 'missing'
    if (found === 'unreadable' || found === 'missing') damage.push({ file: name, reason: found })
    else if (found !== digest) damage.push({ file: name, reason: 'changed' })
    progress('verify', at + 1, listed.length)
  }
  damage.push(...added(there, listed))
  return damage.length > 0 ? damage : damageOfDatabase(folder, events)
}

const isOfDisk = (error: unknown) =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string'

/** A backup that an earlier version has made as a folder. */
async function verifyFolder(
  path: string,
  { events }: Pick<Backup, 'events'>,
  { progress, signal }: BackupOptions,
): Promise<BackupDamage[]> {
  const damage: BackupDamage[] = []
  const listed = await listedIn(path)
  if (!listed.some(({ name }) => isDatabase(name))) return [{ file: checksums, reason: 'missing' }]
  for (const [at, { digest, name }] of listed.entries()) {
    signal?.throwIfAborted()
    const reason = await damageOf(join(path, name), digest)
    if (reason) damage.push({ file: name, reason })
    progress('verify', at + 1, listed.length)
  }
  damage.push(...added(await namesIn(path), listed))
  return damage.length > 0 ? damage : damageOfDatabase(path, events)
}

function added(names: Iterable<string>, listed: readonly { name: string }[]): BackupDamage[] {
  const expected = new Set([checksums, manifest, ...listed.map(({ name }) => name)])
  return [...names]
    .filter(name => !expected.has(name))
    .map(name => ({ file: name, reason: 'added' }))
}

async function damageOfDatabase(folder: string, events: number): Promise<BackupDamage[]> {
  const database = databaseIn(folder)
  const reason = (await isDamaged(database)) ? 'damaged' : contentError(database, events)
  return reason ? [{ file: basename(database), reason }] : []
}

/** The files of a backup with their checksums. */
export async function listedIn(path: string): Promise<{ digest: string; name: string }[]> {
  const lines = (await readFile(join(path, checksums), 'utf8').catch(() => '')).split('\n')
  return lines.flatMap(line => {
    const [, digest, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    return digest && name && isPlain(name) ? [{ digest, name }] : []
  })
}

/** A list of checksums that was changed must not lead out of the backup. */
const isPlain = (name: string) =>
  normalize(name).replaceAll(sep, '/') === name && !name.startsWith('/') && !name.startsWith('..')

/** A link in the place of a file is not followed: it could lead anywhere. */
async function damageOf(file: string, digest: string): Promise<BackupDamage['reason'] | undefined> {
  try {
    if (!(await lstat(file)).isFile()) return 'unreadable'
    return (await digestOf(file)).digest === digest ? undefined : 'changed'
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'missing' : 'unreadable'
  }
}

/** The process that looks for damage keeps no other alive; this one waits for it. */
export async function isDamaged(database: string): Promise<boolean> {
  const awake = setInterval(() => {}, 60_000)
  try {
    return (await checkForDamage(database).damage) !== undefined
  } finally {
    clearInterval(awake)
  }
}
