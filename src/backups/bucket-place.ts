import { text } from 'node:stream/consumers'
import { bucketName } from '../config/index.ts'
import {
  type Bucket,
  childrenOf,
  childText,
  ImageStoreError,
  openBucket,
  spanFor,
} from '../outside/images/object-store.ts'
import { bucketOf } from '../outside/index.ts'
import { BackupError, type BackupPlace, type PlaceSettings } from './backup.ts'

/** Milliseconds in which the store must begin to answer. */
const maxWait = 30_000
/** Bytes of one part: a store takes 10,000 of them, which makes 320 GB. */
const partLength = 2 ** 25

/** Backups in a bucket that speaks the protocol of S3, each sent in parts. */
export function bucketPlace(settings: PlaceSettings): BackupPlace {
  const place = bucketOf(settings.backupStore)
  const bucket = openBucket(place)
  const title = bucketName(settings.backupStore)
  const objectOf = (name: string) => place.prefix + name
  const named = <T>(work: Promise<T>) =>
    work.catch(error => {
      if (!(error instanceof ImageStoreError)) throw error
      throw new BackupError('BACKUP_STORE', { place: title, reason: error.message }, error)
    })
  return {
    title,
    names: () => named(namesIn(bucket, place.prefix)),
    read: name =>
      named(
        bucket.send({
          method: 'GET',
          name: objectOf(name),
          headers: { 'accept-encoding': 'identity' },
          until: soon(),
        }),
      ),
    write: (name, stream, signal) => named(upload(bucket, objectOf(name), stream, signal)),
    async remove(name) {
      await named(bucket.perform({ method: 'DELETE', name: objectOf(name), until: soon() }))
    },
  }
}

const soon = (bytes = 0) => performance.now() + maxWait + 3 * spanFor(bytes)

async function namesIn(bucket: Bucket, prefix: string): Promise<string[]> {
  const names: string[] = []
  let next: string | undefined
  do {
    const page = await bucket.readXml({
      method: 'GET',
      name: '',
      until: soon(),
      query: { 'list-type': '2', prefix, ...(next && { 'continuation-token': next }) },
    })
    if (!page) throw new ImageStoreError('there is no such bucket')
    for (const each of childrenOf(page, 'Contents'))
      names.push((childText(each, 'Key') ?? '').slice(prefix.length))
    next = childText(page, 'NextContinuationToken')
  } while (next)
  return names
}

/** One part in memory at a time. A file of one part is sent at once; of others, nothing is there until all parts are. */
async function upload(
  bucket: Bucket,
  name: string,
  stream: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
) {
  let id: string | undefined
  const parts: string[] = []
  try {
    for await (const { body, isLast } of inParts(stream)) {
      signal?.throwIfAborted()
      if (isLast && id === undefined) return void (await send(bucket, name, body))
      id ??= await begin(bucket, name)
      const query = { partNumber: String(parts.length + 1), uploadId: id }
      parts.push((await send(bucket, name, body, query)) ?? '')
    }
    await complete(bucket, name, { id: id ?? '', parts })
  } catch (error) {
    if (id !== undefined)
      await bucket
        .perform({ method: 'DELETE', name, query: { uploadId: id }, until: soon() })
        .catch(() => {})
    throw error
  }
}

async function* inParts(stream: AsyncIterable<Uint8Array>) {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const piece of stream) {
    if (size >= partLength) {
      yield { body: Buffer.concat(waiting), isLast: false }
      waiting = []
      size = 0
    }
    waiting.push(piece)
    size += piece.length
  }
  yield { body: Buffer.concat(waiting), isLast: true }
}

async function send(
  bucket: Bucket,
  name: string,
  body: Buffer,
  query: Record<string, string> = {},
) {
  const response = await bucket.send({ method: 'PUT', name, body, query, until: soon(body.length) })
  if (!response) throw new ImageStoreError('the upload is gone')
  response.resume()
  return response.headers.etag
}

async function begin(bucket: Bucket, name: string): Promise<string> {
  const query = { uploads: '' }
  const answer = await bucket.readXml({ method: 'POST', name, query, until: soon() })
  const id = answer && childText(answer, 'UploadId')
  if (!id) throw new ImageStoreError('it takes no upload in parts')
  return id
}

/** A store may say that all is well and then, in the body, that it is not. */
async function complete(
  bucket: Bucket,
  name: string,
  { id, parts }: { id: string; parts: readonly string[] },
) {
  const lines = parts.map(
    (tag, at) =>
      `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`,
  )
  const body = Buffer.from(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${lines.join('')}</CompleteMultipartUpload>`,
  )
  const query = { uploadId: id }
  const answer = await bucket.send({ method: 'POST', name, body, query, until: soon() })
  const response = answer ? await text(answer) : 'NoSuchUpload'
  if (!response.includes('CompleteMultipartUploadResult'))
    throw new ImageStoreError(`the parts were not joined: ${response.slice(0, 200)}`)
}
