import { basename, dirname } from 'node:path'
import type { DecodedImage } from './decode.ts'
import { slugOf } from './file-name.ts'
import { type ImageFile, type ImageFiles, mimeOfFile, type OpenFile } from './image-files.ts'

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

export type Library = {
  /**
   * Stores an image under a free name made from a file name or URL. `begin` hears which files it will have, before the first is
   * written. Throws what the disk or the object store throws.
   */
  store: (
    picture: DecodedImage,
    name: string,
    begin?: (stored: StoredImage) => Promise<void>,
  ) => Promise<StoredImage>
  /** Removes the files of an image; missing ones are skipped. */
  remove: (stored: StoredImage) => Promise<void>
  /** A file by its path inside the library, `undefined` when there is none or it is no such path. */
  open: (path: string, isWhole?: boolean) => Promise<OpenFile | undefined>
}

/**
 * The images, in a folder for each month in UTC. A name is never used twice, not even after `remove`, so that a file may be cached
 * forever.
 */
export const openImageLibrary = (
  files: ImageFiles,
  now: () => Date = () => new Date(),
): Library => ({
  async store(picture, name, begin) {
    const month = now().toISOString().slice(0, 7).replace('-', '/')
    const stem = await files.claim(month, slugOf(name), picture.extension)
    const { stored, written } = describe(picture, stem)
    await begin?.(stored)
    try {
      await files.write(written)
    } catch (error) {
      // where this fails too, what was begun is removed later
      await files.remove(filesOf(stored)).catch(() => {})
      throw error
    }
    return stored
  },
  remove: stored => files.remove(filesOf(stored)),
  open: async (path, isWhole) => (mimeOfFile(path) ? files.open(path, isWhole) : undefined),
})

/** The paths of an image's files; what is no such path is never touched. */
function filesOf(stored: StoredImage): string[] {
  const files = [stored.file, ...Object.values(stored.sizes).map(({ file }) => file)]
  if (stored.original_image) files.push(`${dirname(stored.file)}/${stored.original_image}`)
  return [...new Set(files)].filter(mimeOfFile)
}

// The names of an image's files, and the content of each.
function describe(picture: DecodedImage, stem: string) {
  const files: ImageFile[] = []
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
  return { stored, written: distinct(files) }
}

type Encoded = Pick<DecodedImage, 'bytes' | 'width' | 'height' | 'mime'>

// sizes with the same measures, as large and medium_large of a 3:4 portrait, share one file
const distinct = (files: readonly ImageFile[]): ImageFile[] => [...new Map(files)]
