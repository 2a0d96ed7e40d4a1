import type { IncomingMessage } from 'node:http'
import { Problem } from '../../problem/index.ts'
import { type Held, tooBusy } from './load.ts'

/** Bytes that are read of any caller, so that a small body gets its field errors before a 401. */
const maxOfStrangers = 64 * 1024

/** The size of a body, and its sender. */
export type Allowance = {
  /** The largest body that the route takes. */
  limit: number
  /** The refusal of a caller who may not write here at all: of theirs only a small body is read. */
  forbidden: Problem | undefined
  held: Held
}

/** Answers `Expect: 100-continue`: the body is wanted. */
const waiting = new WeakMap<IncomingMessage, () => void>()

export const awaitContinue = (request: IncomingMessage, go: () => void) => {
  waiting.set(request, go)
}

/** Reads the whole body of a request: no further than it is allowed to be long, and than its sender may send. */
export async function readAll(request: IncomingMessage, allowance: Allowance): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0)
  const take = taker(allowance)
  // the declared length is reserved at the start, so a body that was accepted can be read to its end
  take(declared)
  waiting.get(request)?.()
  const into = declared > 0 ? Buffer.allocUnsafeSlow(declared) : undefined
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const stop = (problem: unknown) => {
      request.off('data', more)
      request.pause()
      reject(problem)
    }
    function more(chunk: Buffer) {
      try {
        if (into) chunk.copy(into, size)
        else {
          take(chunk.length)
          chunks.push(chunk)
        }
        size += chunk.length
      } catch (problem) {
        stop(problem)
      }
    }
    // a caller that disconnects in the middle is no failure of the service
    const callerLeft = () => stop(new Problem('rest_invalid_body'))
    if (request.destroyed && !request.readableEnded) return callerLeft()
    request.on('data', more)
    request.on('end', () => resolve(into ?? Buffer.concat(chunks)))
    request.on('error', callerLeft)
    request.on('close', () => {
      if (!request.readableEnded) callerLeft()
    })
  })
}

/** Counts the bytes of a body that is there. */
export const take = (bytes: number, allowance: Allowance) => taker(allowance)(bytes)

/** Counts bytes; throws what is reported to a caller who sends more than they may. */
function taker({ limit, forbidden, held }: Allowance) {
  let size = 0
  return (more: number) => {
    size += more
    if (size > limit) throw tooLarge(limit)
    if (forbidden && size > maxOfStrangers) throw forbidden
    if (!held.take(more)) throw forbidden ?? tooBusy()
  }
}

export const tooLarge = (limit: number) =>
  new Problem('rest_body_too_large', { params: sizeParams(limit) })

/** A size in the largest unit that gives a whole number, without the sign for bytes, which languages write differently. */
export function sizeParams(bytes: number) {
  const units = ['', 'Ki', 'Mi']
  const power = units.findLastIndex((_, power) => bytes % 1024 ** power === 0)
  return { size: bytes / 1024 ** power, unit: units[power] ?? '' }
}

/**
 * Time during which a refused body is read and discarded, in ms: closing at once would reset the connection before the client reads the
 * refusal.
 */
const lingering = 5000

/** Ends a response to a request whose body was not read to its end: once the caller has stopped sending. */
export function endUnread(
  request: IncomingMessage,
  response: { end(): unknown; once(event: 'close', then: () => void): unknown },
) {
  const end = () => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, lingering)
  request.once('end', end)
  request.on('error', end)
  response.once('close', end)
  request.resume()
}
