import type { Actor, Entered } from '../../calendar/index.ts'
import type { Language } from '../../define/field-type.ts'
import type { SentValues, Values } from '../../define/param.ts'
import type { Operation, ParamsOf, Returned } from '../../operations/index.ts'
import type { Base } from '../request/bases.ts'
import type { Request } from '../request/request.ts'
import type { Service } from '../services/service.ts'

/** A request of the admin screens as far as it has been understood. */
export type AdminCall<V extends Values = Values> = {
  service: Service
  request: Request
  base: Base
  language: Language
  /** The number in the path; 0 where there is none. */
  id: number
  /** The second number in the path. */
  version: number
  /** The checked values of the request. */
  values: V
  actor: Actor
  /** Undefined without a session, or for a request with credentials. */
  entered: Entered | undefined
  /** Credentials that write in no other language. */
  onlyLanguage: Language | undefined
}

export type AdminAnswer<Body = unknown> = {
  status?: number
  body: Body
  cookie?: string
  /** The URL where the browser goes on. */
  location?: string
  headers?: Record<string, string>
  record?: string
}

/** The same with any text for each word: types do not know which words the database holds. */
export type Widened<T> = T extends string
  ? string
  : T extends readonly (infer Member)[]
    ? readonly Widened<Member>[]
    : T extends object
      ? { [N in keyof T]: Widened<T[N]> }
      : T

/** Handles one operation. The sent values have the types of its parameters. */
export type Handler<O extends Operation> = (
  call: AdminCall<SentValues<ParamsOf<O>>>,
) => Promise<AdminAnswer<Widened<Returned<O>>>>

/** One for each operation of a table: a table without one of them does not compile. */
export type Handlers<T> = {
  readonly [K in keyof T]: T[K] extends Operation ? Handler<T[K]> : never
}

/** The session of a call to a route with `session` access. */
export function sessionOf({ entered }: AdminCall): Entered {
  if (!entered) throw new Error('this route needs a session')
  return entered
}

/** Unix seconds as an ISO 8601 time in UTC, as responses send them. */
export function timestamp(seconds: number): string
export function timestamp(seconds: number | null | undefined): string | null
export function timestamp(seconds: number | null | undefined) {
  return seconds == null ? null : `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
}
