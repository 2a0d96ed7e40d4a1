import { lstat, readFile, rm } from 'node:fs/promises'
import { basename, join, normalize, sep } from 'node:path'
import { codeOf } from '../define/objects.ts'
import { digestOf, namesIn } from '../outside/copied-files.ts'
import { databaseIn } from '../outside/data-folder.ts'
import { checkForDamage } from '../store/sqlite/damage.ts'
import { contentError } from '../store/sqlite/snapshot.ts'
import {
  type Backup,
  type BackupDamage,
  type BackupOptions,
  type BackupPlace,
  checksums,
  manifest,
  type Packed,
  unfinished,
} from './backup.ts'
import { isIntact, unpack } from './packed.ts'

type Opening = BackupOptions & {
  /** The key that opens it, if it is encrypted. */
  key: Buffer | undefined
  /** A folder with room for the unpacked files. */
  work: string
}

export const isPackedBackup = (backup: Backup): backup is Backup & { packed: Packed } =>
  backup.packed !== undefined

/**
 * Reads every file of a backup again, and looks for damage in its database and whether this program can read it. A file that was not backed up
 * is wrong too.
 */
export async function verifyBackup(
  backup: Backup,
  place: BackupPlace,
  opening: Opening,
): Promise<BackupDamage[]> {
  return withFiles(backup, place, opening, (_, damage) => damage)
}

/** The verified files of a backup in a folder, unpacked if they are packed; the damage says whether they may be used. */
export async function withFiles<T>(
  backup: Backup,
  place: BackupPlace,
  { work, ...opening }: Opening,
  use: (folder: string, damage: BackupDamage[]) => T | Promise<T>,
): Promise<T> {
  if (!isPackedBackup(backup))
    return use(backup.path, await verifyFolder(backup.path, backup, opening))
  const folder = join(work, `.unpacked-${process.pid}-${Date.now()}${unfinished}`)
  try {
    const { file, isEncrypted } = backup.packed
    // without the key, it can still be compared with its checksum
    if (isEncrypted && !opening.key && !(await isIntact(backup.packed, place)))
      return await use(folder, [{ file, reason: 'changed' }])
    const outcome = await unpack(backup, place, folder, opening)
    if (outcome !== 'complete') return await use(folder, [{ file, reason: outcome }])
    const files = join(folder, 'files')
    return await use(files, await verifyFolder(files, backup, opening))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function verifyFolder(
  path: string,
  { events }: Pick<Backup, 'events'>,
  { progress, signal }: BackupOptions,
): Promise<BackupDamage[]> {
  const damage: BackupDamage[] = []
  const listed = await listedIn(path)
  if (!listed.some(({ name }) => name === basename(databaseIn(path))))
    return [{ file: checksums, reason: 'missing' }]
  for (const [at, { digest, name }] of listed.entries()) {
    signal?.throwIfAborted()
    const reason = await damageOf(join(path, name), digest)
    if (reason) damage.push({ file: name, reason })
    progress('verify', at + 1, listed.length)
  }
  const expected = new Set([checksums, manifest, ...listed.map(({ name }) => name)])
  for (const name of await namesIn(path))
    if (!expected.has(name)) damage.push({ file: name, reason: 'added' })
  if (damage.length > 0) return damage
  const database = databaseIn(path)
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
