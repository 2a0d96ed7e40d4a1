import type { Caller, View } from '../../calendar/context.ts'
import type { Values } from '../../define/param.ts'
import { languageShown } from '../../define/record-texts.ts'
import { unknownErrors } from '../../define/unknown-names.ts'
import type { Problem } from '../../problem/problem.ts'
import { isTerm, type ResourceName } from '../../resources/index.ts'
import { present } from '../present/record.ts'
import { showFor } from '../service.ts'
import type { Call, Response } from './call.ts'
import { ignoredHeader, ignoredIn, isStrict } from './ignored.ts'

export const ok = (body: unknown, headers: Response['headers'] = {}, status = 200): Response => ({
  status,
  headers,
  body,
})

/** Body over query; in a query a password opens a record and a slug names a term: only in a body are they fields (U5, X4). */
export function fieldsOf({ query, body, method, endpoint: { verb, kind } }: Call): Values {
  const sent: Values = { ...query, ...(method === 'GET' ? {} : body.values) }
  const isWrite = verb === 'create' || verb === 'change'
  if (isWrite && !('password' in body.values)) delete sent.password
  if (kind && isTerm(kind) && verb === 'change' && !('slug' in body.values)) delete sent.slug
  return sent
}

/** Who asks, and what they would be refused for rather than have it ignored; the response says what is (E6). */
export function strictCaller(call: Call): Caller {
  const ignored = ignoredIn(call)
  Object.assign(call.told, ignoredHeader(ignored))
  if (!isStrict(call)) return call.caller
  return { ...call.caller, unknown: unknownErrors([...ignored.body, ...ignored.query]) }
}

/** The checked parameters of a request that changes nothing. */
export function checked(call: Call, missing?: Problem): Promise<Values> {
  const { verb, kind, params } = call.endpoint
  const { captured } = call.matched
  const checking = {
    params,
    ...(kind && { kind }),
    ...(verb && { operation: verb }),
  }
  const sent = { ...fieldsOf(call), ...captured }
  return call.service.calendar.check(checking, strictCaller(call), sent, missing)
}

/** The resource that an endpoint of records is of. */
export function kindOf({ endpoint }: Call): ResourceName {
  if (!endpoint.kind) throw new Error('This endpoint is of no resource.')
  return endpoint.kind
}

export const shownIn = (call: Call, view: View, single: boolean) =>
  present(showFor(call.service, call.base, call.located.prefix, call.caller.language), view, single)

/** Of a single record that fell back, the language shown (M5). */
export const languageHeader = (
  { caller }: Call,
  { record }: Pick<View, 'record'>,
): Record<string, string> => ({ 'Content-Language': languageShown(record, caller.language) })
