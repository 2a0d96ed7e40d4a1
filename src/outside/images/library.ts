import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { DecodedImage } from './decode.ts'
import { slugOf } from './file-name.ts'

/**
 * An image in the library, as kept in the database. Each `file` is a path inside the library,
 * `2026/06/test-image-300x200.png`; `original_image` is a bare name beside `file`, as on the wire.
 * Measures are pixels, `filesize` is bytes.
 */
export type StoredImage = StoredFile & {
  original_image?: string
  sizes: Record<string, StoredFile>
}

export type StoredFile = {
  file: string
  width: number
  height: number
  mime: string
  filesize: number
}

/** Bytes `start` to `end`, both included. */
export type ByteRange = { start: number; end: number }

export type OpenFile = {
  size: number
  mtime: Date
  mime: string
  stream: (range?: ByteRange) => Readable
}

export type Library = {
  /** Stores an image under a free name made from a file name or URL. Throws what the disk throws. */
  store: (picture: DecodedImage, name: string) => Promise<StoredImage>
  /** Removes the files of an image; missing ones are skipped. */
  remove: (stored: StoredImage) => Promise<void>
  /** A file by its path inside the library, `undefined` when there is none or it is no such path. */
  open: (path: string) => Promise<OpenFile | undefined>
}

/**
 * The images below a folder (created when first needed), in a folder for each month in UTC. A name is
 * never used twice, not even after `remove`, so that a file may be cached forever.
 */
export function openImageLibrary(folder: string, now: () => Date = () => new Date()): Library {
  return {
    store: async (picture, name) => {
      const month = now().toISOString().slice(0, 7).replace('-', '/')
      const stem = `${month}/${await claim(folder, month, slugOf(name), picture.extension)}`
      const { stored, files } = describe(picture, stem)
      try {
        for (const [file, bytes] of files) await write(folder, file, bytes)
        await syncFolders(folder, month)
      } catch (error) {
        await removeFiles(folder, stored)
        throw error
      }
      return stored
    },
    remove: stored => removeFiles(folder, stored),
    open: path => openFile(folder, path),
  }
}

// the only paths there are: nothing else reaches the disk
const pathShape = /^\d{4}\/\d{2}\/[a-z0-9-]+\.(jpg|png|webp|gif|avif)$/

const mimes: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
}

async function openFile(folder: string, path: string): Promise<OpenFile | undefined> {
  const mime = mimes[pathShape.exec(path)?.[1] ?? '']
  if (!mime) return undefined
  const place = join(folder, path)
  const found = await lstat(place).catch(unlessAbsent)
  if (!found?.isFile()) return undefined
  return {
    size: found.size,
    mtime: found.mtime,
    mime,
    stream: range => createReadStream(place, range),
  }
}

async function removeFiles(folder: string, stored: StoredImage) {
  const files = [stored.file, ...Object.values(stored.sizes).map(({ file }) => file)]
  if (stored.original_image) files.push(`${dirname(stored.file)}/${stored.original_image}`)
  for (const file of files) {
    if (pathShape.test(file)) await rm(join(folder, file), { force: true })
  }
}

// The names of an image's files, and the content of each.
function describe(picture: DecodedImage, stem: string) {
  const files: [file: string, bytes: Uint8Array][] = []
  const add = (suffix: string, { bytes, width, height, mime }: Encoded): StoredFile => {
    const file = `${stem}${suffix}.${picture.extension}`
    files.push([file, bytes])
    return { file, width, height, mime, filesize: bytes.length }
  }
  const full = add(picture.originalBytes ? '-scaled' : '', picture)
  const sizes = Object.fromEntries(
    Object.entries(picture.sizes).map(([name, size]) => [name, add(`-${size.suffix}`, size)]),
  )
  const stored: StoredImage = { ...full, sizes }
  if (picture.originalBytes) {
    stored.original_image = `${basename(stem)}.${picture.extension}`
    files.push([`${stem}.${picture.extension}`, picture.originalBytes])
  }
  return { stored, files: distinct(files) }
}

type Encoded = Pick<DecodedImage, 'bytes' | 'width' | 'height' | 'mime'>

// sizes with the same measures, as large and medium_large of a 3:4 portrait, share one file
const distinct = (files: [string, Uint8Array][]) => [...new Map(files)]

// A name is taken by making an empty file that stays. Making it fails for all but one, whatever
// the number of processes, and it outlives the image.
async function claim(folder: string, month: string, slug: string, extension: string) {
  await mkdir(join(folder, taken, month), { recursive: true })
  // "a-300x200" could be a size of "a"
  for (let number = sizeLike.test(slug) ? 1 : 0; ; number++) {
    const stem = number === 0 ? slug : `${slug}-${number}`
    const isNew = await open(join(folder, taken, month, stem), 'wx').then(
      file => file.close().then(() => true),
      unless('EEXIST'),
    )
    if (!isNew || (await exists(join(folder, month, `${stem}.${extension}`)))) continue
    await syncFolders(folder, `${taken}/${month}`)
    return stem
  }
}

const taken = '.taken'
const writing = '.writing'
const sizeLike = /-(\d+x\d+|scaled)$/

async function write(folder: string, file: string, bytes: Uint8Array) {
  await mkdir(join(folder, writing), { recursive: true })
  await mkdir(dirname(join(folder, file)), { recursive: true })
  const draft = join(folder, writing, randomUUID())
  try {
    await writeFile(draft, bytes, { flag: 'wx', flush: true })
    await rename(draft, join(folder, file))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
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
