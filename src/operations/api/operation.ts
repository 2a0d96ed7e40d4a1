import type { JsonSchema, Sentence } from '../../define/field-type.ts'
import type { Params } from '../../define/param.ts'
import type { Described } from '../../define/schema.ts'
import type { ProblemCode } from '../../problem/index.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The method and the path below the root of the API: `PATCH /users/:id`. A name after a colon is a number. */
export type OperationKey = `${Method} /${string}`

/**
 * Callers: anyone; anyone, but callers with credentials alone where the calendar is private; users who are signed in; or these and
 * callers with credentials of the API.
 */
type Access = 'anyone' | 'reader' | 'session' | 'account'

/** One operation, stated once: routes, documentation and clients follow. Its handler is in `http`. */
export type Operation = {
  /** Its `operationId`. */
  name: string
  access: Access
  summary: Sentence
  description?: Sentence
  /** True if the response has an ETag. */
  hasTag?: boolean
  /** True if it is a stream of events for callers who accept one. */
  streams?: true
  /** True if `If-Match` guards the record that it writes. */
  takesIfMatch?: true
  /** True if an `Idempotency-Key` makes it safe to repeat. */
  takesKey?: true
  /** Its name as a tool of the MCP server; absent: it is none. */
  tool?: string
  /** True if its body may contain files, as `data:` URLs, or the IDs of thousands of records. */
  takesLargeBody?: true
  /** Fields of the body; of GET and DELETE, parameters of the query. */
  params?: Params
  returns: JsonSchema
  /** True if it creates a missing record, with status 201. */
  mayCreate?: true
  /** The status of success; 200 by default. */
  status?: 201 | 303
  /** The problems of this operation alone: those of access, parameters and path are added. */
  problems?: readonly ProblemCode[]
}

export type Operations = Readonly<Record<OperationKey, Operation>>

export type ParamsOf<O> = O extends { params: infer P extends Params } ? P : Record<never, never>

/** The result of an operation. */
export type Returned<O> = O extends { returns: infer S } ? Described<S> : never

type ParamInput<T> =
  Exclude<T, undefined> extends infer V
    ? V extends readonly (infer Member)[]
      ? readonly Member[]
      : V
    : never
type Required<P extends Params> = {
  [N in keyof P]: P[N] extends { required: true } ? N : never
}[keyof P]
type PathParam<K> = K extends `${string}/:${infer N}/${infer Rest}`
  ? N | PathParam<`/${Rest}`>
  : K extends `${string}/:${infer N}`
    ? N
    : never

/** The input of a caller: the numbers of the path and the parameters. */
export type Input<K, O, P extends Params = ParamsOf<O>> = { [N in PathParam<K>]: number } & {
  [N in Required<P>]: ParamInput<P[N]['type']['in']>
} & { [N in Exclude<keyof P, Required<P>>]?: ParamInput<P[N]['type']['in']> | undefined }
