import { join } from 'node:path'
import { shapes } from '../calendar/schema/shapes.ts'
import { databaseOf } from '../data/database.ts'
import { codeOf, isObject } from '../define/base/objects.ts'
import {
  databaseIn,
  hasCalendar,
  isMarkedMoving,
  markMoving,
  prepareFolder,
  unmarkMoving,
} from '../outside/data-folder.ts'
import { copyImages } from '../outside/images/copied-images.ts'
import {
  bucketOf,
  type CopiedFiles,
  type CopyProgress,
  copyFiles,
  copyKey,
  type ImagePlace,
  imageFilesOf,
  inFolder,
  keyIn,
} from '../outside/index.ts'
import { type CopiedTables, compareTables, copyTables, type Step } from '../store/copy/copy.ts'
import { postgresSource, postgresTarget } from '../store/copy/postgres.ts'
import { sqliteSource, sqliteTarget } from '../store/copy/sqlite.ts'
import { DatabaseError, lockFolder, type Side } from '../store/index.ts'

/**
 * Where a calendar is: a data folder, the address of its database where that is not a file in it, and the bucket of its images where they
 * are not in the folder.
 */
export type Place = { folder: string; url?: string; images?: ImagePlace }

export type MoveStep = Step | 'files' | 'filesVerify' | 'rebuild'

type Move = {
  from: Place
  to: Place
  /** The key of the calendar, where it is a setting: then it is in no folder. */
  secretKey: string
  progress(step: MoveStep, done: number, total: number): void
  signal?: AbortSignal | undefined
}

export type Moved = {
  tables: CopiedTables
  /** Undefined: the images stay where they are. */
  files: CopiedFiles | undefined
}

export type Checked = {
  tables: CopiedTables
  /** Names of tables that are not the same on both sides. */
  differing: string[]
}

/** The name of a place for people: without a password. */
export function nameOf({ url, folder }: Place): string {
  if (!url) return folder
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** Moves a calendar with all that belongs to it. The source stays as it is. */
export async function move(moving: Move): Promise<Moved> {
  const { from, to } = moving
  if (from.url ? from.url === to.url : !to.url && from.folder === to.folder)
    throw new DatabaseError('MOVE_SAME')
  const release = lockBoth(from, to)
  const unmark = mark(to)
  try {
    await prepareSource(moving)
    prepareFolder(to.folder, false)
    return await moveAll(moving)
  } finally {
    unmark()
    release()
  }
}

/** A process that is killed must not leave a folder in which a service begins an empty calendar. */
function mark({ url, folder }: Place) {
  if (url || (hasCalendar(folder) && !isMarkedMoving(folder))) return () => {}
  markMoving(folder)
  return () => unmarkMoving(folder)
}

/** Compares two calendars, and changes neither. */
export async function check({
  from,
  to,
  progress,
  signal,
}: Omit<Move, 'secretKey'>): Promise<Checked> {
  for (const place of [from, to]) await refuseNothing(place)
  const release = lockBoth(from, to)
  try {
    return await withSide(from, source =>
      withSide(to, target => compareTables(source, target, shapes, { progress, signal })),
    )
  } finally {
    release()
  }
}

async function withSide<T>({ url, folder }: Place, work: (side: Side) => Promise<T>): Promise<T> {
  const side = url ? await postgresSource(url) : sqliteSource(databaseIn(folder))
  try {
    return await work(side)
  } finally {
    await side.close()
  }
}

const databaseAt = ({ url, folder }: Place) =>
  databaseOf({ databaseUrl: url ?? '', dataFolder: folder })

async function refuseNothing(place: Place) {
  if (!(await databaseAt(place).hasCalendar()))
    throw new DatabaseError('MOVE_NOTHING', { place: nameOf(place) })
}

/** No service may use a data folder meanwhile; those of PostgreSQL are looked for in the database. */
function lockBoth(from: Place, to: Place) {
  const locks: ReturnType<typeof lockFolder>[] = []
  const release = () => {
    for (const lock of locks) lock.release()
  }
  try {
    for (const { url, folder } of [from, to]) if (!url) locks.push(locked(folder))
    return release
  } catch (error) {
    release()
    throw error
  }
}

function locked(folder: string) {
  try {
    prepareFolder(folder, false)
    return lockFolder(folder)
  } catch (error) {
    if (isObject(error) && codeOf(error) === 'FOLDER_BUSY')
      error.params = { ...(isObject(error.params) && error.params), dataFolder: folder }
    throw error
  }
}

/** Brings the source to the version of this program, as each of its commands does. */
async function prepareSource({ from, secretKey, progress }: Move) {
  await refuseNothing(from)
  // Checked first, so that a running service is not disturbed.
  if (from.url) await withSide(from, async () => {})
  const engine = await databaseAt(from).open()
  try {
    await engine.prepare(shapes)
    await keyIn({ dataFolder: from.folder, secretKey }, engine).catch(refuseMissingKey)
    await engine.rebuild((done, total) => progress('rebuild', done, total))
  } finally {
    await engine.close()
  }
}

/** The service may have its key from a setting that this command was not given. */
function refuseMissingKey(error: unknown): never {
  if (codeOf(error) === 'KEY_MISSING' && isObject(error) && isObject(error.params))
    throw new DatabaseError('MOVE_KEY_MISSING', { file: String(error.params.file) })
  throw error
}

const moveAll = ({ from, to, secretKey, progress, signal }: Move): Promise<Moved> =>
  withSide(from, async source => {
    const target = to.url
      ? await postgresTarget(to.url, shapes)
      : sqliteTarget(databaseIn(to.folder), shapes)
    try {
      let files: CopiedFiles | undefined
      const tables = await copyTables(source, target, shapes, {
        observer: { progress, signal },
        async accepted() {
          if (from.folder !== to.folder && !secretKey) copyKey(from.folder, to.folder)
          files = await moveImages(from, to, {
            copied: (done, total) => progress('files', done, total),
            compared: (done, total) => progress('filesVerify', done, total),
            signal,
          })
        },
      })
      return { tables, files }
    } finally {
      await target.close()
    }
  })

/** Undefined: they are where they are to be. */
async function moveImages(from: Place, to: Place, progress: CopyProgress) {
  const [source, target] = [nameOfImages(from), nameOfImages(to)]
  if (source === target) return undefined
  if (!from.images && !to.images) return copyFiles(source, target, progress)
  const filesOf = async (name: string, { folder, images }: Place) => ({
    name,
    files: await imageFilesOf(images ?? inFolder(folder)),
  })
  return copyImages(await filesOf(source, from), await filesOf(target, to), progress)
}

/** Where the files of images are, as people read it. */
export function nameOfImages({ folder, images }: Place): string {
  if (!images) return join(folder, 'uploads')
  const { url, prefix } = bucketOf(images.imageStore)
  return url + prefix
}
