import { basename, dirname } from 'node:path'
import { heldSlug, heldStem } from '../../define/held-file.ts'
import { mimeOfFile } from '../../define/image-path.ts'
import type { DecodedImage } from './decode.ts'
import { slugOf } from './file-name.ts'
import type { ImageFile, ImageFiles, OpenFile } from './image-files.ts'

/**
 * An image in the library, as stored in the database. Each `file` is a path inside the library, `2026/06/test-image-300x200.png`; `original_image` is
 * a bare name next to `file`, as on the wire. Measures are pixels, `filesize` is bytes.
 */
export type StoredImage = StoredFile & {
  original_image?: string
  sizes: Record<string, StoredFile>
}

/** Some sizes of an image. */
export type SizesOnly = Pick<StoredImage, 'sizes'>

type StoredFile = {
  file: string
  width: number
  height: number
  mime: string
  filesize: number
}

export type Library = {
  /**
   * Stores an image under a free name made from a file name or URL; without one, as held back. `begin` hears which files it will have, before the first is
   * written. Throws what the disk or the object store throws.
   */
  store: (
    decoded: DecodedImage,
    name: string | undefined,
    begin?: (stored: StoredImage) => Promise<void>,
  ) => Promise<StoredImage>
  /** Stores sizes of an image that were made again, under names that no file had before. */
  storeAgain: (
    stored: StoredImage,
    cropped: Pick<DecodedImage, 'extension' | 'sizes'>,
    begin?: (stored: SizesOnly) => Promise<void>,
  ) => Promise<SizesOnly>
  /** Removes the files of an image, or some of its sizes; missing ones are skipped. */
  remove: (stored: StoredImage | SizesOnly) => Promise<void>
  /** A file by its path inside the library, `undefined` when there is none or it is no such path. */
  open: (path: string, readsAll?: boolean) => Promise<OpenFile | undefined>
}

/**
 * The images, in a folder for each month in UTC. A name is never used twice, not even after `remove`, so that a file may be cached
 * forever.
 */
export function openImageLibrary(files: ImageFiles, now: () => Date = () => new Date()): Library {
  const claim = (name: string | undefined, extension: string) =>
    files.claim(
      now().toISOString().slice(0, 7).replace('-', '/'),
      name === undefined ? heldSlug : slugOf(name),
      extension,
    )
  /** Further files of an image. Those of a withheld image are identified by its folder and the beginning of its name. */
  const claimFor = (file: string, name: string, extension: string) => {
    const held = heldStem(file)
    return held === undefined ? claim(name, extension) : files.claim(dirname(file), held, extension)
  }

  async function write<T extends StoredImage | SizesOnly>(
    { stored, written }: { stored: T; written: readonly ImageFile[] },
    begin: ((stored: T) => Promise<void>) | undefined,
  ) {
    await begin?.(stored)
    try {
      await files.write(written)
    } catch (error) {
      // if this fails too, the files are removed later
      await files.remove(filesOf(stored)).catch(() => {})
      throw error
    }
    return stored
  }

  return {
    store: async (decoded, name, begin) =>
      write(describe(decoded, await claim(name, decoded.extension)), begin),
    async storeAgain({ file, original_image }, cropped, begin) {
      const stem = await claimFor(file, original_image ?? file, cropped.extension)
      const { sizes, files: written } = describeSizes(cropped, stem)
      return write({ stored: { sizes }, written: distinct(written) }, begin)
    },
    remove: stored => files.remove(filesOf(stored)),
    open: async (path, readsAll) => (mimeOfFile(path) ? files.open(path, readsAll) : undefined),
  }
}

/** The file that was sent, or what came of it: nothing of its image is larger. */
export const originalOf = ({ file, original_image }: StoredImage): string =>
  original_image ? `${dirname(file)}/${original_image}` : file

/** The paths of an image's files; any other path is never touched. */
function filesOf(stored: StoredImage | SizesOnly): string[] {
  const files = Object.values(stored.sizes).map(({ file }) => file)
  if ('file' in stored) files.push(stored.file, originalOf(stored))
  return [...new Set(files)].filter(mimeOfFile)
}

const fileOf = (path: string, { bytes, width, height, mime }: Encoded): StoredFile => ({
  file: path,
  width,
  height,
  mime,
  filesize: bytes.length,
})

// The names of an image's files, and the content of each.
function describe(decoded: DecodedImage, stem: string) {
  const { extension, originalBytes, bytes } = decoded
  const { sizes, files } = describeSizes(decoded, stem)
  const full = fileOf(`${stem}${originalBytes ? '-scaled' : ''}.${extension}`, decoded)
  files.push([full.file, bytes])
  const stored: StoredImage = { ...full, sizes }
  if (originalBytes) {
    stored.original_image = `${basename(stem)}.${extension}`
    files.push([originalOf(stored), originalBytes])
  }
  return { stored, written: distinct(files) }
}

function describeSizes(
  { sizes, extension }: Pick<DecodedImage, 'extension' | 'sizes'>,
  stem: string,
) {
  const described: Record<string, StoredFile> = {}
  const files: ImageFile[] = []
  for (const [name, size] of Object.entries(sizes)) {
    const stored = fileOf(`${stem}-${size.suffix}.${extension}`, size)
    described[name] = stored
    files.push([stored.file, size.bytes])
  }
  return { sizes: described, files }
}

type Encoded = Pick<DecodedImage, 'bytes' | 'width' | 'height' | 'mime'>

// sizes with the same measures, as large and medium_large of a 3:4 portrait, share one file
const distinct = (files: readonly ImageFile[]): ImageFile[] => [...new Map(files)]
