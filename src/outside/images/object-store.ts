import { createHash } from 'node:crypto'
import type { Agent, IncomingMessage, RequestOptions } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as passed } from 'node:timers/promises'
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { AwsV4Signer } from 'aws4fetch'
import { codeOf } from '../../define/base/objects.ts'

/** The object store cannot be reached, or refuses; the message says what it answered, for the log. */
export class ImageStoreError extends Error {
  readonly code = imageStoreUnreachable
}
const imageStoreUnreachable = 'IMAGE_STORE_UNREACHABLE'

/** A bucket that speaks the protocol of S3. */
export type BucketPlace = {
  /** The URL of the bucket, with a trailing slash. */
  url: string
  region: string
  key: string
  secret: string
}

type ObjectRequest = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Its name in the bucket; empty for the bucket. */
  name: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
  /** The time (`performance.now()`) at which the caller gives up. */
  until: number
}

/** Milliseconds that one try may take until the store answers, and as many again for each MiB that it is sent. */
const maxAttempt = 10_000
const perMebibyte = 1000
/** Milliseconds before it is tried again. */
const pauses = [100, 500]
/** Milliseconds in which a body that is being read must move. */
const maxSilence = 120_000

/** The longest that a try with so many bytes may take. */
export const spanFor = (bytes: number) => maxAttempt + Math.ceil((bytes / 1024 ** 2) * perMebibyte)

/** Temporary states of a store: the response tells the client to retry. */
const passing = new Set([408, 429, 500, 502, 503, 504])

export type Bucket = ReturnType<typeof openBucket>

/**
 * The one connection to an object store. Its address is a setting of the operator, so it may be a private one; callers never have a say
 * in it, and where it sends us is not followed.
 */
export function openBucket(place: BucketPlace) {
  const { Agent } = clientFor(place.url)
  const agent = new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 16 })
  /**
   * Sends a request, again where the store or the network asks for it: every request here may be repeated. Undefined: there is no
   * such object. The body of the response is to be read or destroyed.
   */
  async function send(request: ObjectRequest): Promise<IncomingMessage | undefined> {
    for (let tried = 0; ; tried++) {
      const outcome = await sendOnce(place, agent, request).catch(unreached)
      if (!(outcome instanceof Error)) return outcome
      const pause = pauses[tried]
      const isFinal = pause === undefined || performance.now() + pause >= request.until
      if (isFinal || outcome instanceof Refused)
        throw new ImageStoreError(outcome.message, { cause: outcome })
      await passed(pause * (0.5 + Math.random()))
    }
  }
  return {
    send,
    /** The same, where the body of the response says nothing. */
    async perform(request: ObjectRequest): Promise<boolean> {
      const response = await send(request)
      response?.resume()
      return response !== undefined
    },
    async readXml(request: ObjectRequest): Promise<XmlElement | undefined> {
      const response = await send(request)
      return response && (parseXml(await textOf(response)).root ?? undefined)
    },
  }
}

/** Another try would be refused in the same way. */
class Refused extends Error {}

const unreached = (error: unknown) =>
  error instanceof Error ? error : new Error(String(error), { cause: error })

async function sendOnce(place: BucketPlace, agent: Agent, request: ObjectRequest) {
  const { url, headers } = await signed(place, request)
  const left = Math.min(spanFor(request.body?.length ?? 0), request.until - performance.now())
  const response = await exchange(
    url,
    { agent, method: request.method, headers },
    request.body,
    left,
  )
  const { statusCode = 0 } = response
  if (statusCode >= 200 && statusCode < 300) return response
  const code = request.method === 'HEAD' ? '' : await errorIn(response)
  response.destroy()
  if (statusCode === 404 && code !== 'NoSuchBucket') return undefined
  const message = `${request.method} was answered with ${statusCode} ${code}`.trim()
  // what has taken too long to come is a 400 there
  throw passing.has(statusCode) || code === 'RequestTimeout'
    ? new Error(message)
    : new Refused(message)
}

/** A request with its signature, version 4. `at`: now, where nothing else is said. */
export async function signed(
  { url, region, key, secret }: BucketPlace,
  { method, name, query = {}, headers = {}, body = new Uint8Array() }: Omit<ObjectRequest, 'until'>,
  at?: string,
) {
  // a bucket that stands in the path has no slash at its end, as the tools of Amazon write it: some stores sign it so
  const target = new URL(name === '' ? url.replace(/(?<=[^/]\/[^/].*)\/$/, '') : name, url)
  for (const [parameter, value] of Object.entries(query)) target.searchParams.set(parameter, value)
  const signer = new AwsV4Signer({
    method,
    url: target.href,
    region,
    service: 's3',
    accessKeyId: key,
    secretAccessKey: secret,
    // the store compares it with the received bytes, so nothing damaged on the way is stored
    headers: { ...headers, 'x-amz-content-sha256': hashOf(body) },
    ...(at && { datetime: at }),
  })
  const request = await signer.sign()
  return { url: request.url, headers: Object.fromEntries(request.headers) }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Without `import`, which would read all that they export. */
const clientFor = (url: string) =>
  process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http')

/** Resolves with the head of the response. */
function exchange(
  url: URL,
  options: RequestOptions,
  body: Uint8Array | undefined,
  timeout: number,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = clientFor(url.href).request(url, options)
    const timer = setTimeout(
      () => request.destroy(new Error(`no answer within ${Math.round(timeout)} ms`)),
      Math.max(1, timeout),
    )
    request.on('error', error => {
      clearTimeout(timer)
      // a refused connection has one error per address family, and no message of its own
      reject(new Error(error.message || codeOf(error), { cause: error }))
    })
    request.on('response', response => {
      clearTimeout(timer)
      response.setTimeout(maxSilence, () => response.destroy(new Error('the body stands still')))
      resolve(response)
    })
    request.end(body)
  })
}

/** The name of an error, as the store writes it. */
async function errorIn(response: IncomingMessage): Promise<string> {
  try {
    const { root } = parseXml(await textOf(response))
    return (root && childText(root, 'Code')) || ''
  } catch {
    return ''
  }
}

/** Lists have a thousand names of at most a thousand bytes, and a little more around each. */
const maxText = 4 * 1024 ** 2

async function textOf(response: IncomingMessage): Promise<string> {
  if (Number(response.headers['content-length'] ?? 0) > maxText) {
    response.destroy()
    throw new Error('the answer is too long')
  }
  return (await buffer(response)).toString('utf8')
}

/** The elements of a name directly below another. */
export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter(
    (child): child is XmlElement => child instanceof XmlElement && child.name === name,
  )

export const childText = (element: XmlElement, name: string): string | undefined =>
  childrenOf(element, name)[0]?.text
