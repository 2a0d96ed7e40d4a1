import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OutgoingResponse } from '../api/respond.ts'
import { endUnread } from './body.ts'

/** Writes a response to its connection. */
export function send(
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, parts }: OutgoingResponse,
) {
  if (isUnread(message)) return sendEarly(message, response, { status, headers, parts })
  response.writeHead(status, headers)
  const last = parts.length - 1
  for (let index = 0; index < last; index++) response.write(parts[index])
  response.end(parts[last])
  let length = 0
  for (const part of parts) length += part.length
  waiting.sent(response, length)
}

/** The unread rest of a body is not awaited. */
const isUnread = ({ complete, headers }: IncomingMessage) =>
  !complete &&
  (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)

function sendEarly(
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, parts }: OutgoingResponse,
) {
  response.writeHead(status, [...headers, 'Connection', 'close'])
  if (parts.length === 0) response.flushHeaders()
  for (const part of parts) response.write(part)
  endUnread(message, response)
}

/** Each connection holds more memory than a smaller body. */
const large = 256 * 1024

type OpenResponse = Pick<ServerResponse, 'writableFinished' | 'destroyed' | 'destroy'> & {
  once(name: 'close', done: () => void): unknown
}

/**
 * Large bodies that were not sent to their end. A reader who takes nothing holds a feed of megabytes in memory: where all of them
 * together would hold more than `max` bytes, the oldest one is cut.
 */
export function openWaiting(max: number) {
  const bodies = new Map<OpenResponse, number>()
  let bytes = 0
  const leave = (response: OpenResponse) => {
    bytes -= bodies.get(response) ?? 0
    bodies.delete(response)
  }
  return {
    /** A body has been handed to its connection. */
    sent(response: OpenResponse, length: number) {
      if (length < large || response.writableFinished || response.destroyed) return
      bodies.set(response, length)
      bytes += length
      response.once('close', () => leave(response))
      for (const [oldest] of bodies) {
        // one alone is sent, however large it is
        if (bytes <= max || oldest === response) return
        leave(oldest)
        oldest.destroy()
      }
    },
    get bytes() {
      return bytes
    },
  }
}

const mebibyte = 1024 * 1024
/** The responses that wait for slow readers in this process. */
export const waiting = openWaiting(128 * mebibyte)
