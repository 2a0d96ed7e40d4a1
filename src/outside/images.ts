import { buffer } from 'node:stream/consumers'
import type { Settings } from '../config/index.ts'
import { once } from '../define/base/objects.ts'
import { uriDecoded } from '../define/text/uri.ts'
import { guardedFetch } from './fetch/guarded-fetch.ts'
import { cropImage, decodeImage, openImageTurns } from './images/decode.ts'
import { openImageLibrary, originalOf, type SizesOnly, type StoredImage } from './images/library.ts'
import { type ImagePlace, imageFilesOf } from './images/place.ts'
import { answerFile, type FileRequest } from './images/serve-file.ts'
import { type Focus, hasCropped, memoryForImages } from './images/sizes.ts'

const accepted = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

function libraryFor(settings: ImagePlace) {
  const files = once(() => imageFilesOf(settings))
  return async (now?: () => Date) => openImageLibrary(await files(), now)
}

/** `since`: when the time for it began, by `performance.now()`. */
type FetchOptions = { since?: number | undefined; signal?: AbortSignal | undefined }

async function fetchImage(
  { uploadLimit, fetchTimeout, fetchAllow }: Settings,
  address: string,
  { since = performance.now(), signal }: FetchOptions,
) {
  const left = Math.ceil(fetchTimeout - (performance.now() - since))
  if (left <= 0) return { refused: 'time' }
  const fetched = await guardedFetch(address, {
    bytes: uploadLimit,
    milliseconds: left,
    signal,
    accept: accepted,
    allow: fetchAllow,
  })
  return 'refused' in fetched
    ? fetched
    : { bytes: fetched.bytes, name: new URL(address).pathname.split('/').at(-1) || 'image' }
}

/** Images for the calendar (`ImageStore` there): downloaded through the guard, stored where the settings say. */
export function openImageStore(
  settings: Settings,
  /** Limits may change while the service runs. */
  now = () => settings,
) {
  const library = libraryFor(settings)
  let figures = () => ({ working: 0, waiting: 0 })
  // with the first image: many processes keep none
  const turnsOf = once(() => {
    const turns = openImageTurns(memoryForImages(settings.imageMemory))
    figures = turns.figures
    return turns
  })
  return {
    /** Images that are worked on, and that wait for it. */
    figures: () => figures(),
    fetch: (address: string, how: FetchOptions = {}) => fetchImage(now(), address, how),
    async keep(
      bytes: Uint8Array,
      name: string | undefined,
      at: Date,
      focus?: Focus,
      begin?: (stored: StoredImage) => Promise<void>,
    ) {
      const { uploadLimit, pixelLimit } = now()
      const limits = { bytes: uploadLimit, pixels: pixelLimit }
      const decoded = await decodeImage(bytes, limits, { focus, turns: turnsOf() })
      if ('refused' in decoded) return decoded
      return (await library(() => at)).store(decoded, name, begin)
    },
    /** Undefined: there is nothing to crop, or nothing left to crop it from. */
    async crop(
      stored: StoredImage,
      at: Date,
      focus?: Focus,
      begin?: (stored: SizesOnly) => Promise<void>,
    ) {
      if (!hasCropped(stored.sizes)) return undefined
      const images = await library(() => at)
      const file = await images.open(originalOf(stored), true)
      if (!file) return undefined
      const bytes = await buffer(await file.stream())
      const cropped = await cropImage(bytes, { focus, turns: turnsOf() })
      return 'refused' in cropped ? cropped : images.storeAgain(stored, cropped, begin)
    },
    remove: async (stored: StoredImage | SizesOnly) => (await library()).remove(stored),
  }
}

/** Responds to `/uploads/…`. */
export function serveUploads(settings: ImagePlace) {
  const library = libraryFor(settings)
  return async (request: FileRequest, path: string) => {
    const file = await (await library()).open(uriDecoded(path), isPlain(request))
    if (!file) return undefined
    const { status, headers, range } = answerFile(request, file)
    return { status, headers, ...(range && { stream: await file.stream(range) }) }
  }
}

const conditions = ['range', 'if-none-match', 'if-modified-since', 'if-range']

/** Asks for a whole file, whatever it is: then what an object store answers at once is what is sent. */
const isPlain = ({ method, headers }: FileRequest) =>
  method === 'GET' && conditions.every(name => headers[name] === undefined)

/** Checks that the image store is reachable. Throws the message for the log if a bucket cannot be read. */
export async function reachImages(settings: ImagePlace): Promise<void> {
  if (!settings.imageStore) return
  const files = await imageFilesOf(settings)
  for await (const _ of files.list()) return
}
