import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseError } from '../contract/database-error.ts'
import type { Shape } from '../contract/shape.ts'
import type { Informed } from '../contract/store.ts'
import { type Database, openDatabase } from './driver.ts'
import { bringUpToDate, migrations } from './migrations.ts'

/** The folder of copies, next to the database. A copy is named after the database, its version and the time. */
const folderOfCopies = 'before-update'
/** An empty file in it. It stays: processes that wait for the lock would wait for a deleted file. */
const lockName = 'update.lock'

/** Milliseconds for which one process waits until another has brought the same database up to date. */
const maxWait = 600_000

/**
 * Brings a database to the version of this program. One of an earlier version is copied before: to go back, put the copy in its
 * place. The copy of the last update is the only one that stays.
 */
export function update(db: Database, file: string, shapes: readonly Shape[], informed: Informed) {
  if (!isEarlier(db)) return bringUpToDate(db, shapes)
  const release = lockCopies(file)
  try {
    // another process may have done it meanwhile, and what is there now is not what goes back
    if (isEarlier(db)) migrate(db, file, shapes, informed)
    else bringUpToDate(db, shapes)
  } finally {
    release()
  }
}

const versionOf = (db: Database) => Number(db.value('PRAGMA user_version'))
const current = migrations.at(-1)?.to ?? 0

const isEarlier = (db: Database) =>
  versionOf(db) < current && Number(db.value('SELECT count(*) FROM sqlite_schema')) > 0

/** A command may run while the service starts: one of them copies and migrates. The system releases the lock however a process ends. */
function lockCopies(file: string) {
  const folder = join(dirname(file), folderOfCopies)
  mkdirSync(folder, { recursive: true, mode: 0o750 })
  const lock = openDatabase(join(folder, lockName), { timeout: maxWait })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock.close
  } catch (error) {
    lock.close()
    throw error
  }
}

function migrate(db: Database, file: string, shapes: readonly Shape[], informed: Informed) {
  const from = versionOf(db)
  const began = performance.now()
  const copy = copyBefore(db, file, from)
  const copied = performance.now()
  bringUpToDate(db, shapes)
  informed('the database has been migrated', {
    from,
    to: current,
    seconds: secondsBetween(copied, performance.now()),
    copy,
    copySeconds: secondsBetween(began, copied),
  })
}

const secondsBetween = (from: number, to: number) => Math.round(to - from) / 1000

/** Copies what is committed, in one piece, and says where it is. */
function copyBefore(db: Database, file: string, version: number): string {
  const folder = join(dirname(file), folderOfCopies)
  const name = basename(file, '.db')
  for (const started of readdirSync(folder).filter(each => each.endsWith('.writing')))
    rmSync(join(folder, started))
  checkSpace(db, folder)
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const copy = join(folder, `${name}-version-${version}-${time}Z.db`)
  try {
    db.prepare('VACUUM INTO ?').run(`${copy}.writing`)
    sync(`${copy}.writing`)
    renameSync(`${copy}.writing`, copy)
    sync(folder)
  } catch (error) {
    rmSync(`${copy}.writing`, { force: true })
    throw error
  }
  for (const other of readdirSync(folder))
    if (other.startsWith(`${name}-version-`) && join(folder, other) !== copy)
      rmSync(join(folder, other))
  return copy
}

/** Bytes that are free on the disk of a folder. Some file systems state no size at all: nothing is known of them. */
export const disk = {
  free(folder: string, { blocks, bavail, bsize } = statfsSync(folder)) {
    return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize
  },
}

/** For the copy, and for the log of a migration that writes every row. */
function checkSpace(db: Database, folder: string) {
  const [pages, unused, size] = ['page_count', 'freelist_count', 'page_size'].map(name =>
    Number(db.value(`PRAGMA ${name}`)),
  )
  const needed = 2 * (Number(pages) - Number(unused)) * Number(size)
  const free = disk.free(folder)
  if (free >= needed) return
  throw new DatabaseError('DATABASE_COPY_SPACE', {
    needed: Math.ceil(needed / 2 ** 20),
    free: Math.floor(free / 2 ** 20),
    folder,
  })
}

/** A folder cannot be opened everywhere; its entries are safe there by themselves. */
function sync(path: string) {
  let handle: number | undefined
  try {
    handle = openSync(path, 'r')
    fsyncSync(handle)
  } catch (error) {
    if (process.platform !== 'win32') throw error
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
