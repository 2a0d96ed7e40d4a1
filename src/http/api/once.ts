import { hash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import {
  asOneWrite,
  keepResponse,
  keptResponse,
  SeveralTransactions,
} from '../../calendar/index.ts'
import { Problem } from '../../problem/index.ts'
import type { Call, Response } from './call.ts'
import { withCalendar } from './caller.ts'
import type { Headers } from './headers.ts'
import { problemResponse } from './problem-body.ts'

/** Longest kept response, compressed, in characters of Base64; of a longer one only status and headers are kept. */
const maxKept = 1024 * 1024

/** 1 to 255 printable characters. */
const keyPattern = /^[\x20-\x7e]{1,255}$/

/** True if repetitions of this write are to get its response: it has a key, and its sender credentials. */
export const isOnce = ({ endpoint, entry, request }: Call): boolean =>
  endpoint.takesKey === true &&
  entry.credential !== 0 &&
  request.headers['idempotency-key'] !== undefined

/**
 * Performs a write with an `Idempotency-Key` once. Its response is computed in the transaction of the write, and committed with it. So after a kill
 * either both are there, and a repetition gets the response, or neither is, and a repetition writes. That holds between processes too: each
 * transaction looks for the key again, and the database lets only one process write at a time.
 *
 * A refusal has written nothing, so it is kept in a transaction of its own. So is the response to an operation that takes several transactions,
 * which are removals with many links: one that was interrupted continues with its repetition.
 */
export async function once(
  call: Call,
  perform: (call: Call) => Promise<Response>,
): Promise<Response> {
  const { calendar, keysInWork } = call.service
  const key = keyOf(call)
  const request = digestOf([call.method, call.request.url, call.caller.language, ...bodyOf(call)])
  if (keysInWork.has(key))
    throw new Problem('idempotency_key_in_use', { retryAfter: 1, params: { seconds: 1 } })
  keysInWork.add(key)
  try {
    return (await kept(calendar)) ?? (await calendar.perform(asOneWrite, first))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error instanceof SeveralTransactions) {
      const response = await perform(call)
      await keep(calendar, response)
      return response
    }
    if (isKept(error)) await keep(calendar, problemResponse(error, call.caller.language))
    throw error
  } finally {
    keysInWork.delete(key)
  }

  async function first(inner: typeof calendar): Promise<Response> {
    const earlier = await kept(inner)
    if (earlier) return earlier
    const response = await perform({ ...call, service: withCalendar(call.service, inner) })
    await keep(inner, response)
    return response
  }

  async function kept(by: typeof calendar): Promise<Response | undefined> {
    const found = await by.perform(keptResponse, key)
    if (!found) return undefined
    if (found.request !== request) throw new Problem('idempotency_key_reused')
    const { status, headers, body } = unpacked(found.response)
    return { status, headers: { ...headers, 'Idempotency-Replayed': 'true' }, body }
  }

  function keep(by: typeof calendar, { status, headers, body }: Response): Promise<void> {
    const all = { ...call.extraHeaders, ...headers }
    const response = packed({ status, headers: all, body })
    return by.perform(keepResponse, key, {
      request,
      response:
        response.length <= maxKept ? response : packed({ status, headers: all, body: null }),
    })
  }
}

/** The credential is part of it: nobody meets the keys of others. */
function keyOf({ entry, request }: Call): string {
  const key = String(request.headers['idempotency-key'])
  if (!keyPattern.test(key)) throw new Problem('idempotency_key_invalid')
  return digestOf([entry.actor.id, entry.credential, key])
}

const digestOf = (parts: readonly unknown[]) => hash('sha256', JSON.stringify(parts), 'base64url')

const bodyOf = ({ body: { values, upload } }: Call) => [
  values,
  upload ? hash('sha256', upload.bytes, 'base64url') : null,
]

/** Problems that pass, and those of the sender, say nothing about the request. */
const isKept = (problem: Problem): boolean =>
  problem.status < 500 && !passing.has(problem.status) && !problem.code.startsWith('idempotency')
const passing: ReadonlySet<number> = new Set([401, 403, 429])

type Kept = { status: number; headers: Headers; body: unknown }

const packed = (of: Kept): string => deflateRawSync(JSON.stringify(of)).toString('base64')

/** What `packed` has written. */
const unpacked = (text: string): Kept =>
  JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString())
