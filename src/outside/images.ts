import { join } from 'node:path'
import type { Settings } from '../config/config.ts'
import { uriDecoded } from '../define/text/uri.ts'
import type { StoredImage } from './images/library.ts'
import type { FileRequest } from './images/serve-file.ts'

const accepted = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

// The image code is loaded with the first image: without any, the service starts sooner.
const libraryOf = async ({ dataFolder }: Settings, now?: () => Date) =>
  (await import('./images/library.ts')).openImageLibrary(join(dataFolder, 'uploads'), now)

/** Images for the calendar (`Images` there): downloaded through the guard, stored in the data folder. */
export function openImageStore(settings: Settings) {
  const { uploadLimit, pixelLimit, fetchTimeout, fetchAllow } = settings
  return {
    async fetch(
      address: string,
      {
        since = performance.now(),
        gone,
      }: { since?: number | undefined; gone?: AbortSignal | undefined } = {},
    ) {
      const left = Math.ceil(fetchTimeout - (performance.now() - since))
      if (left <= 0) return { refused: 'time' }
      const { guardedFetch } = await import('./fetch/guarded-fetch.ts')
      const fetched = await guardedFetch(address, {
        bytes: uploadLimit,
        milliseconds: left,
        gone,
        accept: accepted,
        allow: fetchAllow,
      })
      return 'refused' in fetched
        ? fetched
        : { bytes: fetched.bytes, name: new URL(address).pathname.split('/').at(-1) || 'image' }
    },
    async keep(bytes: Uint8Array, name: string, at: Date) {
      const { decodeImage } = await import('./images/decode.ts')
      const picture = await decodeImage(bytes, { bytes: uploadLimit, pixels: pixelLimit })
      if ('refused' in picture) return picture
      return (await libraryOf(settings, () => at)).store(picture, name)
    },
    remove: async (kept: StoredImage) => (await libraryOf(settings)).remove(kept),
  }
}

/** Responds to `/uploads/…`. */
export function serveUploads(settings: Settings) {
  return async (request: FileRequest, path: string) => {
    const file = await (await libraryOf(settings)).open(uriDecoded(path))
    if (!file) return undefined
    const { answerFile } = await import('./images/serve-file.ts')
    const { status, headers, range } = answerFile(request, file)
    return { status, headers, ...(range && { stream: file.stream(range) }) }
  }
}
