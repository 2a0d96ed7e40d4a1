import { mimeOfFile } from '../../define/image-path.ts'
import { randomPart } from './file-name.ts'
import type { ImageFile, ImageFiles, OpenFile } from './image-files.ts'
import {
  type Bucket,
  type BucketPlace,
  childrenOf,
  childText,
  ImageStoreError,
  openBucket,
  spanFor,
} from './object-store.ts'

export type FilesPlace = BucketPlace & {
  /** The part before the path of each file; empty, or with a slash at its end. */
  prefix: string
}

/** Milliseconds in which a file must begin to come, or be gone. */
const maxWait = 15_000
/** Milliseconds in which the files of an image must be there, and those that their size takes. */
const writeTimeout = 45_000
/** Maximum number of concurrent transfers. */
const abreast = 4

/** Images in a bucket of an object store. */
export function filesInBucket(place: FilesPlace): ImageFiles {
  const bucket = openBucket(place)
  const nameOf = (file: string) => place.prefix + file
  const soon = () => performance.now() + maxWait

  return {
    // Drawn by lot and not claimed: not every store can say that a name was free. It is never given again, and none is noted.
    claim: async (month, slug) => `${month}/${slug}-${randomPart()}`,
    async write(files) {
      const size = files.reduce((sum, [, bytes]) => sum + bytes.length, 0)
      const until = performance.now() + writeTimeout + spanFor(size)
      await forAll(files, ([file, bytes]) => put(bucket, nameOf(file), [file, bytes], until))
    },
    async open(file, readsAll = false) {
      const request = { method: readsAll ? ('GET' as const) : ('HEAD' as const) }
      const response = await bucket.send({
        ...request,
        ...uncompressed(nameOf(file)),
        until: soon(),
      })
      if (!response) return undefined
      const size = Number(response.headers['content-length'] ?? Number.NaN)
      const mtime = new Date(response.headers['last-modified'] ?? Number.NaN)
      if (Number.isNaN(size + mtime.getTime())) {
        response.destroy()
        throw new ImageStoreError('the answer has no length or no date')
      }
      if (!readsAll) response.resume()
      const rest = async ({ start, end } = { start: 0, end: size - 1 }) => {
        const { name, headers } = uncompressed(nameOf(file))
        const range = { ...headers, range: `bytes=${start}-${end}` }
        const part = await bucket.send({ method: 'GET', name, headers: range, until: soon() })
        if (!part) throw new ImageStoreError('the file is gone')
        if (part.statusCode === 206 || (start === 0 && end === size - 1)) return part
        part.destroy()
        throw new ImageStoreError('it sends no parts of files')
      }
      const opened: OpenFile = {
        size,
        mtime,
        mime: mimeOfFile(file) ?? '',
        stream: readsAll ? () => response : rest,
      }
      return opened
    },
    remove: files =>
      forAll(files, file =>
        bucket.perform({ method: 'DELETE', name: nameOf(file), until: soon() }),
      ),
    async *list() {
      for await (const { name, size } of namesIn(bucket, place.prefix)) {
        const file = name.slice(place.prefix.length)
        if (name.startsWith(place.prefix) && mimeOfFile(file)) yield { file, size }
      }
    },
    async *taken() {},
    async take() {},
  }
}

/** As stored: a compressed body has another length. */
const uncompressed = (name: string) => ({ name, headers: { 'accept-encoding': 'identity' } })

const put = (bucket: Bucket, name: string, [file, body]: ImageFile, until: number) =>
  bucket.perform({
    method: 'PUT',
    name,
    body,
    until,
    headers: {
      'content-type': mimeOfFile(file) ?? 'application/octet-stream',
      // for those who read the bucket themselves, as a CDN may
      'cache-control': 'public, max-age=31536000, immutable',
    },
  })

/** All names below a prefix, a thousand at a time. */
async function* namesIn(bucket: Bucket, prefix: string) {
  let next: string | undefined
  do {
    const page = await bucket.readXml({
      method: 'GET',
      name: '',
      until: performance.now() + maxWait,
      query: { 'list-type': '2', prefix, ...(next && { 'continuation-token': next }) },
    })
    if (!page) throw new ImageStoreError('there is no such bucket')
    for (const each of childrenOf(page, 'Contents'))
      yield { name: childText(each, 'Key') ?? '', size: Number(childText(each, 'Size')) }
    next = childText(page, 'NextContinuationToken')
  } while (next)
}

/** A few at a time; all of them have ended when it resolves or rejects. */
async function forAll<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = all.values()
  const turn = async () => {
    for (const one of waiting) await work(one)
  }
  const outcomes = await Promise.allSettled(Array.from({ length: abreast }, turn))
  const failed = outcomes.find(outcome => outcome.status === 'rejected')
  if (failed) throw failed.reason
}
