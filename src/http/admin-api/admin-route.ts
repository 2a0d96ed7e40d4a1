import type { Actor } from '../../calendar/access/access.ts'
import type { Entered } from '../../calendar/people/sign-in/sessions.ts'
import type { JsonSchema, Language, Sentence } from '../../define/field-type.ts'
import type { Params, SentValues, Values } from '../../define/param.ts'
import type { ProblemCode } from '../../problem/problem.ts'
import type { Base } from '../api/bases.ts'
import type { Request } from '../server/request.ts'
import type { Service } from '../service.ts'

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
  /** What was sent, checked. */
  values: V
  actor: Actor
  /** Undefined: nobody is signed in, or the request came with credentials. */
  entered: Entered | undefined
  /** Credentials that write in no other language. */
  onlyLanguage: Language | undefined
}

export type AdminAnswer = {
  status?: number
  body: unknown
  cookie?: string
  /** Where the browser goes on. */
  location?: string
  headers?: Record<string, string>
  record?: string
}

/** Who may ask: anyone, who is signed in, or who may also come with credentials of the API. */
export type Door = 'anyone' | 'session' | 'account'

/** One operation, stated once: how it is asked for, what it takes and returns, what can go wrong, and who answers. */
export type AdminRoute = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** After `/admin/api/`; `:id` is a number, and so is `:version`. */
  path: string
  name: string
  door: Door
  summary: Sentence
  /** Is the record to be as it was read (`If-Match`)? */
  takesIfMatch?: true
  /** Fields of the body; of GET and DELETE, parameters of the query. */
  params?: Params
  returns: JsonSchema
  status?: 201 | 303
  problems?: readonly ProblemCode[]
  answer(call: AdminCall): Promise<AdminAnswer>
}

/** A route whose parameters are written out: what was sent has the types that their checks give it. */
export type RouteOf<P extends Params> = Omit<AdminRoute, 'params' | 'answer'> & {
  params: P
  answer(call: AdminCall<SentValues<P>>): Promise<AdminAnswer>
}

/** A text that was sent; undefined where it was not. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** A text that had to be sent. */
export const sentText = (value: unknown) => String(value ?? '')

/** The session that a route of door `session` is asked for in. */
export function sessionOf({ entered }: AdminCall): Entered {
  if (!entered) throw new Error('this route is for who is signed in')
  return entered
}

/** Unix seconds as they go out. */
export const shownTime = (seconds: number | null | undefined) =>
  seconds == null ? null : `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
