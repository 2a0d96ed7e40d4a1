import type { IncomingHttpHeaders } from 'node:http'
import type { Actor } from '../../calendar/index.ts'
import type { Values } from '../../define/param.ts'
import type { Requester } from '../../define/requester.ts'
import type { Problem } from '../../problem/index.ts'
import type { Basis, CachedResponse } from '../cache/responses.ts'

/** A request for something that is not part of the API: a page, a feed, a style sheet. */
export type PageRequest = {
  method: string
  /** Path and query. */
  url: string
  /** A page that depends on these has no basis: the cache identifies a response by its URL alone. */
  headers: IncomingHttpHeaders
  /** The base URL for its links. */
  publicUrl: string
  /** The requester: searches are limited by address, and work stops when the requester disconnects. */
  requester: Requester
  /** The sent form, where the page takes one. */
  form?:
    | { values: Values; address: string; file?: { bytes: Uint8Array; name: string } }
    | 'from elsewhere'
    | undefined
  /** The signed-in user of the browser, for the few pages that are personal. */
  signedIn(): Promise<Actor | undefined>
}

export type Page = {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** The sources of a page that may be cached and sent to anyone. */
  basis?: Basis | undefined
  /** The body in other encodings, where it was compressed beforehand. */
  encoded?: CachedResponse['encoded'] | undefined
  /** The headers of the request on which it depends: nothing keeps it here. */
  varies?: string
}

/**
 * Answers every request that is not for the API. `src/web` implements it, and the start of the service passes it in. Compression, tags, HEAD, the cache, the
 * log, limits on rate and load are those of the API.
 */
export type Pages = {
  /** The form at this URL that may be sent, if there is one. */
  formAt(url: string): Promise<{ takesFile: boolean } | undefined>
  /** Undefined: nothing is there. */
  respond(request: PageRequest): Promise<Page | undefined>
  /** The page of an error; undefined where the client wants no page. */
  refuse(request: PageRequest, problem: Problem): Promise<Page | undefined>
}
