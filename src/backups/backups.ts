import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { codeOf } from '../define/base/objects.ts'
import { lockFolder } from '../store/index.ts'
import {
  type Backup,
  BackupError,
  type BackupOptions,
  type BackupPlace,
  factsIn,
  isName,
  manifest,
  nameFor,
  prefix,
  unfinished,
} from './backup.ts'
import { pack, packedName, sidecarName } from './packed.ts'
import { folderPlace } from './place.ts'
import { type BackupSource, exists, refuseNothing, sizeWithin } from './snapshot.ts'
import { verifyBackup } from './verify.ts'

type Creation = BackupOptions & {
  source: BackupSource
  place: BackupPlace
  /** Encrypts the backup. */
  key: Buffer | undefined
  /** Deletes all but so many, once the new one is verified. */
  keep?: number | undefined
  date: Date
}

/**
 * Backs up a calendar into one file, also while a service writes to it. The next backup removes the remains of a killed process. With `keep`, the new
 * backup is verified before any other is removed.
 */
export async function createBackup({
  source,
  place,
  key,
  keep,
  date,
  ...options
}: Creation): Promise<{ backup: Backup; removed: string[] }> {
  await refuseNothing(source)
  const drafts = place.folder ?? join(source.dataFolder, 'backups')
  await mkdir(drafts, { recursive: true, mode: 0o700 })
  await removeAbandoned(drafts)
  const { name, draft, release } = await draftIn(drafts, place, date)
  try {
    const total = await sizeWithin(drafts, source, place.folder !== undefined)
    await pack(draft, place, { name, key, source, date, total, ...options })
  } finally {
    release()
    await rm(draft, { recursive: true, force: true })
  }
  const backup = await readBackup(place, name)
  if (keep === undefined) return { backup, removed: [] }
  const damage = await verifyBackup(backup, place, { key, work: drafts, ...options })
  if (damage.length > 0)
    throw new BackupError('BACKUP_FLAWED', { name, file: damage[0]?.file ?? '' })
  return { backup, removed: await removeOldest(place, keep, name) }
}

/** A folder that this process alone uses while it lives: its lock ends with the process. Two backups of one second are one too many. */
async function draftIn(drafts: string, place: BackupPlace, date: Date) {
  const name = nameFor(date)
  const draft = join(drafts, name + unfinished)
  const there = await place.names()
  const taken = new BackupError('BACKUP_THERE', { path: pathOf(place, name) })
  if (there.includes(name) || there.includes(sidecarName(name))) throw taken
  await mkdir(draft, { mode: 0o700 }).catch(error => {
    throw codeOf(error) === 'EEXIST' ? taken : error
  })
  return { name, draft, release: lockFolder(draft).release }
}

/** Removes the unfinished backup of a killed process. That of a running process is locked. */
async function removeAbandoned(drafts: string) {
  const names = await readdir(drafts)
  const busy: string[] = []
  for (const name of names.filter(each => each.startsWith(prefix) && each.endsWith(unfinished)))
    try {
      lockFolder(join(drafts, name)).release()
      await rm(join(drafts, name), { recursive: true, force: true })
    } catch (error) {
      if (codeOf(error) !== 'FOLDER_BUSY') throw error
      busy.push(`.${name.slice(0, -unfinished.length)}.`)
    }
  for (const name of names.filter(each => /^\.almanac-.*\.part$/.test(each)))
    if (!busy.some(each => name.startsWith(each))) await rm(join(drafts, name), { force: true })
}

const pathOf = ({ folder, title }: BackupPlace, name: string) =>
  folder ? join(folder, name) : `${title}/${name}`

/** The backups of a place, newest first; other files in it are ignored. */
export async function listBackups(place: BackupPlace): Promise<Backup[]> {
  const names = await place.names()
  const candidates = new Set(
    names.map(name => (name.endsWith('.json') ? name.slice(0, -5) : name)).filter(isName),
  )
  const backups: Backup[] = []
  for (const name of candidates) {
    const backup = await readBackup(place, name).catch(error => {
      if (error instanceof BackupError && error.code === 'BACKUP_NONE') return undefined
      throw error
    })
    if (backup) backups.push(backup)
  }
  return backups.toSorted((one, other) => (one.name < other.name ? 1 : -1))
}

/** The plan of `createBackup`, without writing anything. */
export async function planBackup({
  source,
  place,
  key,
  keep,
  date,
}: Pick<Creation, 'source' | 'place' | 'key' | 'keep' | 'date'>): Promise<{
  path: string
  removed: string[]
}> {
  await refuseNothing(source)
  const old = keep === undefined ? [] : (await listBackups(place)).slice(Math.max(1, keep) - 1)
  return {
    path: pathOf(place, packedName(nameFor(date), key !== undefined)),
    removed: old.map(({ name }) => name),
  }
}

/** Removes all but the new one and the newest of the others: if the clock was ahead once, these are of a later time. */
async function removeOldest(place: BackupPlace, keep: number, name: string): Promise<string[]> {
  const others = (await listBackups(place)).filter(backup => backup.name !== name)
  const old = others.slice(Math.max(1, keep) - 1)
  for (const backup of old) await removeBackup(place, backup)
  return old.map(({ name }) => name)
}

/** A backup is none without its manifest, which goes first; a folder of an earlier version is none without its name. */
async function removeBackup(place: BackupPlace, { name, packed }: Backup) {
  if (packed) {
    await place.remove(sidecarName(name))
    await place.remove(packed.file)
    return
  }
  if (!place.folder) return
  const aside = join(place.folder, name + unfinished)
  await rename(join(place.folder, name), aside)
  await rm(aside, { recursive: true })
}

async function readBackup(place: BackupPlace, name: string): Promise<Backup> {
  const written = await manifestOf(place, name)
  const facts = written === undefined ? undefined : factsIn(written)
  if (!facts) throw new BackupError('BACKUP_NONE', { path: pathOf(place, name) })
  return { name, path: pathOf(place, facts.packed?.file ?? name), ...facts }
}

/** No manifest is longer than this. */
const maxManifest = 100_000

async function manifestOf(place: BackupPlace, name: string): Promise<string | undefined> {
  if (place.folder) {
    const file = join(place.folder, name, manifest)
    const { size } = await stat(file).catch(() => ({ size: maxManifest }))
    if (size < maxManifest) return readFile(file, 'utf8').catch(() => undefined)
  }
  const sidecar = await place.read(sidecarName(name))
  if (!sidecar) return undefined
  return text(limited(sidecar))
}

async function* limited(stream: AsyncIterable<Buffer>) {
  let left = maxManifest
  for await (const part of stream) {
    left -= part.length
    if (left < 0) return
    yield part
  }
}

/** A backup by its path, or by its name in its place; without either, the newest there. */
export async function findBackup(
  named: string | undefined,
  place: BackupPlace,
): Promise<{ backup: Backup; place: BackupPlace }> {
  if (named === undefined) {
    const [newest] = await listBackups(place)
    if (newest === undefined) throw new BackupError('BACKUP_NONE', { path: place.title })
    return { backup: newest, place }
  }
  const plain = named.replace(/(\.zip(\.sealed)?|\.json)$/, '').replace(/[/\\]+$/, '')
  const isPath = /[/\\]/.test(plain) || !isName(plain)
  const within = isPath || !place.folder || (await isIn(place.folder, plain)) ? place : here(plain)
  const used = isPath ? here(plain) : within
  return { backup: await readBackup(used, basename(plain)), place: used }
}

const here = (path: string) => folderPlace(dirname(resolve(path)))
const isIn = async (folder: string, name: string) =>
  (await exists(join(folder, name))) || (await exists(join(folder, sidecarName(name))))
