import type { Authenticated, WriteCaller } from '../../calendar/index.ts'
import type { Values } from '../../define/param.ts'
import type { Endpoint } from '../../operations/index.ts'
import type { RecordBytes } from '../cache/record-bytes.ts'
import type { Basis, CachedResponse } from '../cache/responses.ts'
import type { Base } from '../request/bases.ts'
import type { Located, Matched } from '../request/match.ts'
import type { Body, Pair } from '../request/parse.ts'
import type { Request } from '../request/request.ts'
import type { Service } from '../services/service.ts'
import type { Headers } from './headers.ts'

/** A response: headers in the given order, and a body that is written as JSON, or as it is (`bytes`). */
export type Response = {
  status: number
  headers: Headers
  body: unknown
  bytes?: Buffer
  /** The body in other encodings, where it was compressed beforehand. */
  encoded?: CachedResponse['encoded']
  /** The body piece by piece, as long as the caller is there; without the other. */
  stream?: AsyncIterable<string | Buffer> | undefined
  /** The dependencies of a public response, by which it can be cached. */
  basis?: Basis
  /** The headers of the request on which it depends besides: a cache knows its URL alone, so it is not kept. */
  varies?: string
  /** The record that it is, alone and whole. */
  single?: RecordBytes
  /** A read that can be revalidated: gets a tag of its bytes, and of the version of a single record. */
  again?: { version?: string }
  /** The record that a write created or changed, for the log: `event/130`. */
  record?: string
}

/** A body that is written already, with its tag. */
export type ReadyBody = { parts: readonly Buffer[]; length: number; etag: string }

/** One request as far as it has been understood. */
export type Call = {
  service: Service
  request: Request
  method: string
  located: Located
  /** The base URL for its links. */
  base: Base
  matched: Matched
  endpoint: Endpoint
  /** Query as sent, in order, for links. */
  sent: Pair[]
  query: Values
  body: Body
  caller: WriteCaller
  entry: Authenticated
  /** Headers of any response, also of a refusal. */
  extraHeaders: Headers
  /** True if the response is the same for everyone. */
  isForAnyone: boolean
}
