import { basename, dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type openReport, service } from '../calendar/index.ts'
import { isSealed, pairedWith, type Settings, valuesIn } from '../config/index.ts'
import type { openDataFolder } from '../data/index.ts'
import { isNameIn, isObject } from '../define/base/objects.ts'
import type { FieldError } from '../define/field-type.ts'
import { mimeOfFile } from '../define/image-path.ts'
import type { StoredRecord } from '../define/record.ts'
import { maxSiteFile } from '../define/site-file.ts'
import type { Archive, ArchiveEntry } from '../outside/archive/index.ts'
import { imageFilesOf } from '../outside/index.ts'
import { isFile } from '../resources/index.ts'
import { fileNames, storeSettings, takeFiles } from '../service/index.ts'
import { read } from './archive-lines.ts'

/** No file of the site has more bytes. */
export const largestFile = Math.max(...Object.values(maxSiteFile))

type Opened = Pick<Awaited<ReturnType<typeof openDataFolder>>, 'context' | 'live'>

/** Stores the settings of an archive and their files, each checked like a request; returns the names of those it stored. */
export async function storeArchived(
  { context: { store, now }, live }: Opened,
  sent: Readonly<Record<string, unknown>>,
  fileOf: (name: string) => Promise<Buffer | undefined>,
  note: ReturnType<typeof openReport>['note'],
) {
  const values: Record<string, unknown> = Object.fromEntries(
    Object.entries(valuesIn(JSON.stringify(sent))).filter(([, value]) => !isSealed(value)),
  )
  const files: Awaited<ReturnType<typeof takeFiles>>['files'] = {}
  for (const name of fileNames) {
    const value = values[name]
    if (value === undefined || value === '') continue
    delete values[name]
    const bytes = await fileOf(String(value))
    if (!bytes) continue
    const taken = await takeFiles({ [name]: `data:;base64,${bytes.toString('base64')}` })
    if (taken.sent[name] === undefined) continue
    values[name] = taken.sent[name]
    Object.assign(files, taken.files)
  }
  for (;;) {
    const done = await storeSettings({ store, now, live }, service.id, {
      values,
      fieldErrors: {},
      files,
    })
    if (!('fieldErrors' in done)) break
    for (const name of Object.keys(done.fieldErrors)) {
      // where a pair is incomplete, the error may name the one that is not in the archive
      const isHere = name in values || !isNameIn(pairedWith, name)
      delete values[isHere ? name : pairedWith[name]]
    }
  }
  const names = Object.keys(values)
  const left = Object.keys(sent).filter(name => !names.includes(name))
  if (names.length > 0) note({}, { sentence: came, params: { names: names.join(', ') } })
  if (left.length > 0) note({}, { sentence: leftOut, params: { names: left.join(', ') } })
}

const came = {
  en: 'These settings were imported: {names}.',
  fr: 'Ces réglages ont été repris : {names}.',
}
const leftOut = {
  en: 'These settings were left out, as they are not valid here: {names}.',
  fr: 'Ces réglages ont été omis, car ils ne sont pas valides ici : {names}.',
}

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
