import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, glob, lstat, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { bucketIn, type Settings } from '../../config/index.ts'
import { mimeOfFile } from '../../define/image-path.ts'
import type { FilesPlace } from './bucket-files.ts'
import { randomPart } from './file-name.ts'
import type { ImageFile, ImageFiles, OpenFile } from './image-files.ts'

/** Images below a folder, which is created when first needed; it may be one that several machines share. */
export const filesInFolder = (folder: string, random = randomPart): ImageFiles => ({
  claim: (month, slug, extension) => claim(folder, month, `${slug}-${random()}`, extension),
  async write(files) {
    for (const file of files) await write(folder, file)
    for (const month of new Set(files.map(([file]) => dirname(file))))
      await syncFolders(folder, month)
  },
  open: path => openFile(folder, path),
  async remove(files) {
    const removing = files.map(file => rm(join(folder, file), { force: true }))
    const outcomes = await Promise.allSettled(removing)
    const failed = outcomes.find(outcome => outcome.status === 'rejected')
    if (failed) throw failed.reason
  },
  async *list() {
    for await (const file of filesBelow(folder, '[0-9]*/[0-9]*/*.*')) {
      const stats = mimeOfFile(file)
        ? await lstat(join(folder, file)).catch(unlessAbsent)
        : undefined
      if (stats?.isFile()) yield { file, size: stats.size }
    }
  },
  taken: () => filesBelow(join(folder, taken), '[0-9]*/[0-9]*/*'),
  async take(names) {
    for (const name of names) await note(folder, name)
    for (const month of new Set(names.map(name => dirname(name))))
      await syncFolders(folder, `${taken}/${month}`)
  },
})

async function* filesBelow(folder: string, pattern: string): AsyncIterable<string> {
  for await (const path of glob(pattern, { cwd: folder })) yield path.replaceAll(sep, '/')
}

async function openFile(folder: string, path: string): Promise<OpenFile | undefined> {
  const mime = mimeOfFile(path)
  if (!mime) return undefined
  const place = join(folder, path)
  const stats = await lstat(place).catch(unlessAbsent)
  if (!stats?.isFile()) return undefined
  return {
    size: stats.size,
    mtime: stats.mtime,
    mime,
    stream: range => createReadStream(place, range),
  }
}

// A name is taken by making an empty file that stays. Making it fails for all but one, whatever
// the number of processes, and it outlives the image.
async function claim(folder: string, month: string, name: string, extension: string) {
  // "a-300x200" could be a size of "a"
  for (let number = sizeLike.test(name) ? 1 : 0; ; number++) {
    const stem = `${month}/${number === 0 ? name : `${name}-${number}`}`
    const isNew = await note(folder, stem)
    if (!isNew || (await exists(join(folder, `${stem}.${extension}`)))) continue
    await syncFolders(folder, `${taken}/${month}`)
    return stem
  }
}

const taken = '.taken'
const writing = '.writing'
const sizeLike = /-(\d+x\d+|scaled)$/

/** False: it was taken before. */
async function note(folder: string, name: string): Promise<boolean> {
  await mkdir(dirname(join(folder, taken, name)), { recursive: true })
  const handle = await open(join(folder, taken, name), 'wx').catch(unless('EEXIST'))
  await handle?.close()
  return handle !== undefined
}

async function write(folder: string, [file, bytes]: ImageFile) {
  await mkdir(join(folder, writing), { recursive: true })
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await removeDrafts(folder)
  const draft = join(folder, writing, randomUUID())
  try {
    await writeFile(draft, bytes, { flag: 'wx', flush: true })
    await rename(draft, join(folder, file))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Folders whose drafts this process has looked through. */
const swept = new Set<string>()
/** Age in milliseconds from which a temporary file counts as abandoned. */
const draftsStay = 86_400_000

/** Removes half-written files of a killed process. */
async function removeDrafts(folder: string) {
  if (swept.has(folder)) return
  swept.add(folder)
  for await (const name of filesBelow(join(folder, writing), '*')) {
    const draft = join(folder, writing, name)
    const stats = await stat(draft).catch(unlessAbsent)
    if (stats && Date.now() - stats.mtimeMs > draftsStay) await rm(draft, { force: true })
  }
}

// A new name is safe once its folder is written, and so is a new folder.
async function syncFolders(folder: string, path: string) {
  for (let inside = path; ; inside = dirname(inside)) {
    // Windows opens no folders, and needs none of this
    const handle = await open(join(folder, inside), 'r').catch(unless('EPERM', 'EISDIR'))
    await handle?.sync()
    await handle?.close()
    if (inside === '.') return
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

const unlessAbsent = unless('ENOENT', 'ENOTDIR', 'ENAMETOOLONG')

function unless(...codes: string[]) {
  return (error: NodeJS.ErrnoException): undefined => {
    if (!codes.includes(error.code ?? '')) throw error
  }
}

export type ImagePlace = Pick<Settings, 'dataFolder' | 'imageStore'>

/** Images in a data folder. */
export const inFolder = (dataFolder: string): ImagePlace => ({ dataFolder, imageStore: '' })

/** The files of images, where the settings say: in the data folder, or in a bucket. Nothing is read or made yet. */
export const imageFilesOf = async (settings: ImagePlace): Promise<ImageFiles> =>
  settings.imageStore
    ? (await import('./bucket-files.ts')).filesInBucket(bucketOf(settings.imageStore))
    : filesInFolder(join(settings.dataFolder, 'uploads'))

/** The address of a bucket: as its own host where the endpoint says so or there is none, else in the path. */
export function bucketOf(store: string): FilesPlace {
  const place = bucketIn(store)
  if (!place) throw new Error('no URL of a bucket')
  const { bucket, path, endpoint, region, key, secret } = place
  return {
    url: endpoint ? urlAt(endpoint, bucket) : urlAtAmazon(bucket, region),
    region,
    prefix: path && `${path}/`,
    key,
    secret,
  }
}

const urlAt = (endpoint: string, bucket: string) =>
  endpoint.includes('{bucket}')
    ? `${endpoint.replace('{bucket}', bucket)}/`
    : `${endpoint}/${bucket}/`

function urlAtAmazon(bucket: string, region: string) {
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  // a certificate for all buckets covers no dots
  return bucket.includes('.') ? `https://${host}/${bucket}/` : `https://${bucket}.${host}/`
}
