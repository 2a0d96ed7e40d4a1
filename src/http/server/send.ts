import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OutgoingResponse } from '../api/respond.ts'
import { endUnread } from './body.ts'
import { waiting } from './waiting.ts'

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

/** What was not read of a body is not waited for. */
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
