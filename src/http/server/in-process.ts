import { localRequest, plainTarget } from '../request/request.ts'
import type { Service } from '../services/service.ts'
import { type OutgoingResponse, respond } from './respond.ts'

export type PlainRequest = {
  method?: string
  /** Path and query: `/cal/events/v1/events?page=2`. */
  url: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

type PlainResponse = {
  status: number
  headers: Record<string, string>
  body: Buffer
  stream?: AsyncIterable<string | Buffer> | undefined
}

/** Calls the API from inside this process: the same checks and responses as over HTTP, without a connection. */
export async function call(
  service: Service,
  { method = 'GET', url, headers = {}, body = '' }: PlainRequest,
): Promise<PlainResponse> {
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const target = plainTarget(url, service.address.basePath, named.host)
  const request = localRequest(method.toUpperCase(), target, named, Buffer.from(body))
  return plain(await respond(service, request))
}

function plain({ status, headers, parts, stream }: OutgoingResponse): PlainResponse {
  const named: Record<string, string> = {}
  for (let at = 0; at < headers.length; at += 2) named[headers[at] ?? ''] = headers[at + 1] ?? ''
  return { status, headers: named, body: Buffer.concat(parts), stream }
}

async function* inBytes(stream: AsyncIterable<string | Buffer>): AsyncGenerator<Uint8Array> {
  for await (const part of stream) yield typeof part === 'string' ? Buffer.from(part) : part
}

/** `fetch` for the TypeScript client that calls this service in this process, whatever host a URL names. */
export const fetchFrom =
  (service: Service): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const { status, headers, body, stream } = await call(service, {
      method: request.method,
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: new Uint8Array(await request.arrayBuffer()),
    })
    if (stream) return new Response(ReadableStream.from(inBytes(stream)), { status, headers })
    return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers })
  }
