import { basename, dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Settings } from '../config/index.ts'
import { isObject } from '../define/base/objects.ts'
import type { FieldError } from '../define/field-type.ts'
import { mimeOfFile } from '../define/image-path.ts'
import type { StoredRecord } from '../define/record.ts'
import type { Archive, ArchiveEntry } from '../outside/archive/index.ts'
import { imageFilesOf } from '../outside/index.ts'
import { isFile } from '../resources/index.ts'
import { read } from './archive-lines.ts'

export const imagesBelow = 'images/'

/** The files that are written before their folders are synced, and their bytes. */
const atOnce = { files: 256, bytes: 16 * 1024 ** 2 }

/** Files of images whose sizes are checked already: the manifest says how large each is. */
export function imagesIn(
  archive: Archive,
  entries: readonly ArchiveEntry[],
  settings: Settings,
): {
  /** The error why the image of a record cannot be taken; undefined: it can. */
  refusal(record: StoredRecord): FieldError | undefined
  /** Writes the files that are not there yet; those that no upload could have are left out. */
  put(): Promise<void>
} {
  const { uploadLimit: max } = settings
  const images = entries
    .filter(({ name }) => name.startsWith(imagesBelow))
    .map(({ name, bytes }) => ({ name, bytes, file: name.slice(imagesBelow.length) }))
    .filter(({ file }) => mimeOfFile(file) !== undefined)
  const tooLarge = new Set(images.filter(({ bytes }) => bytes > max).map(({ file }) => file))
  return {
    refusal({ kind, facts }) {
      if (!isFile(kind) || tooLarge.size === 0) return undefined
      const file = filesOf(facts).find(each => tooLarge.has(each))
      return file === undefined ? undefined : { sentence: largeImage, params: { file, max } }
    },
    async put() {
      const files = await imageFilesOf(settings)
      let some: [string, Buffer][] = []
      let size = 0
      for (const { name, bytes, file } of images) {
        if (tooLarge.has(file) || (await files.open(file))?.size === bytes) continue
        some.push([file, await buffer(await archive.stream(name))])
        size += bytes
        if (some.length < atOnce.files && size < atOnce.bytes) continue
        await files.write(some)
        some = []
        size = 0
      }
      await files.write(some)
    },
  }
}

/** The paths of the files that a record of an image names; the facts come from a file and may be anything. */
function filesOf({ file, original, sizes }: StoredRecord['facts']): string[] {
  const paths = [String(file), `${dirname(String(file))}/${basename(String(original))}`]
  const parsed = read(String(sizes))
  if (!isObject(parsed)) return paths
  return [...paths, ...Object.values(parsed).map(size => String(isObject(size) ? size.file : ''))]
}

const largeImage = {
  en: 'The image was left out: {file} has more than {max} bytes, the most for an image (uploadLimit).',
  fr: 'L’image a été omise : {file} dépasse {max} octets, le maximum pour une image (uploadLimit).',
}
