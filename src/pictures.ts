import { join } from 'node:path'
import type { KeptPicture, Pictures } from './calendar/house.ts'
import type { Settings } from './config.ts'
import type { Uploads } from './http/service.ts'
import { guardedFetch } from './media/guard.ts'
import { openLibrary, type StoredPicture } from './media/library.ts'
import { readPicture } from './media/picture.ts'
import { answerFile } from './media/serve.ts'

const accepted = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

const folderOf = ({ dataFolder }: Settings) => join(dataFolder, 'uploads')

/** Pictures for the calendar: fetched under guard, kept in the data folder. */
export function openPictures(settings: Settings): Pictures {
  const { uploadLimit, pixelLimit, fetchTimeout, fetchAllow } = settings
  return {
    async fetch(address) {
      const fetched = await guardedFetch(address, {
        bytes: uploadLimit,
        milliseconds: fetchTimeout,
        accept: accepted,
        allow: fetchAllow,
      })
      return 'refused' in fetched
        ? fetched
        : { bytes: fetched.bytes, name: new URL(address).pathname.split('/').at(-1) || 'image' }
    },
    async keep(bytes, name, at) {
      const picture = await readPicture(bytes, { bytes: uploadLimit, pixels: pixelLimit })
      if ('refused' in picture) return picture
      return (await openLibrary(folderOf(settings), () => at).store(picture, name)) as KeptPicture
    },
    remove: kept => openLibrary(folderOf(settings)).remove(kept as StoredPicture),
  }
}

/** Answers `/uploads/…`. */
export function serveUploads(settings: Settings): Uploads {
  const library = openLibrary(folderOf(settings))
  return async (request, path) => {
    const file = await library.open(decodePath(path))
    if (!file) return undefined
    const { status, headers, range } = answerFile(request as Parameters<typeof answerFile>[0], file)
    return { status, headers, ...(range && { stream: file.stream(range) }) }
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}
