import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf } from '../define/base/objects.ts'

/** A data folder that cannot be used. `code` is `FOLDER_` and the error of the system. */
class FolderError extends Error {
  readonly code: string
  /** It, or the folder in it that cannot be used. */
  readonly params: { dataFolder: string }
  constructor(cause: unknown, dataFolder: string) {
    super(cause instanceof Error ? cause.message : '', { cause })
    this.code = `FOLDER_${codeOf(cause) || 'EACCES'}`
    this.params = { dataFolder }
  }
}

export const databaseIn = (folder: string) => join(folder, 'almanac.db')

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** True if there is a calendar in this folder. A process that ended before its first write has left an empty file. */
export const hasCalendar = (folder: string) => sizeOf(databaseIn(folder)) > 0

/** True if this has been a data folder: also one whose records are on a server. */
export const isDataFolder = (folder: string) =>
  hasCalendar(folder) || sizeOf(join(folder, 'secret.key')) > 0

/** The user to whom the data belong. Of a folder of root, its files say it. */
export function ownerOf(folder: string): Stats | undefined {
  const all = [folder, databaseIn(folder), join(folder, 'secret.key')].flatMap(
    path => statSync(path, { throwIfNoEntry: false }) ?? [],
  )
  return all.find(({ uid }) => uid !== 0) ?? all[0]
}

/** From here on root is the owner of the data: what a command writes, the service may change. Returns the ID of that user. */
export function actAsOwner(folder: string): number | undefined {
  if (process.getuid?.() !== 0) return undefined
  const { uid = 0, gid = 0 } = ownerOf(folder) ?? {}
  if (uid === 0) return undefined
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
  return uid
}

/** Stands in a folder into which a calendar is moved, from before anything of it is there until it is whole. */
const moving = (folder: string) => join(folder, 'almanac.moving')

export const isMarkedMoving = (folder: string) => existsSync(moving(folder))
export const markMoving = (folder: string) => writeFileSync(moving(folder), '')
export const unmarkMoving = (folder: string) => rmSync(moving(folder), { force: true })

/** Only the owner may write what is created here, and only the group may read it. */
const closed = 0o027

/**
 * Creates the data folder and its images folder and checks that both are writable. Files that earlier versions left readable for everyone
 * become private. `hasDatabase`: whether the database is one of them.
 */
export function prepareFolder(folder: string, hasDatabase = true) {
  process.umask(process.umask() | closed)
  for (const each of [folder, join(folder, 'uploads')])
    try {
      create(each)
      accessSync(each, constants.R_OK | constants.W_OK | constants.X_OK)
    } catch (error) {
      throw new FolderError(error, each)
    }
  const ownFile = /^(almanac(\.search)?\.db(-wal|-shm)?|almanac\.lock|uploads|before-update)$/
  const names = readdirSync(folder)
  for (const name of names.filter(name => ownFile.test(name))) narrow(join(folder, name), closed)
  if (names.includes('secret.key')) narrow(join(folder, 'secret.key'), 0o077)
  // A folder into which a calendar is moved is refused where its database is opened.
  if (hasDatabase && !hasCalendar(folder) && !isMarkedMoving(folder)) refuseRemains(folder)
}

/** True if other users of this machine may enter the folder. It may have existed before, so the program does not close it. */
export const isOpenToOthers = (folder: string) =>
  process.platform !== 'win32' && (statSync(folder).mode & 0o007) !== 0

/** A file of another owner cannot be changed; it stays as it is. */
function narrow(path: string, bits: number) {
  try {
    const { mode } = statSync(path)
    if (mode & bits) chmodSync(path, mode & 0o7777 & ~bits)
  } catch {}
}

/** A folder without a database that is not new: the database was lost, and an empty calendar would hide it. */
function refuseRemains(folder: string) {
  const remains = ['secret.key', 'almanac.db-wal'].filter(name => sizeOf(join(folder, name)) > 0)
  if (readdirSync(join(folder, 'uploads')).some(name => name !== '.writing'))
    remains.push('uploads')
  if (remains.length > 0)
    throw Object.assign(new Error('The database is missing.'), {
      code: 'DATABASE_LOST',
      params: { remains: remains.join(', ') },
    })
}

/** One folder at a time, which another process may create meanwhile: where the system refuses without a reason, as under /proc, `recursive` tries for ever. */
function create(folder: string) {
  if (existsSync(folder) && statSync(folder).isDirectory()) return
  if (dirname(folder) !== folder) create(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o750 })
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
