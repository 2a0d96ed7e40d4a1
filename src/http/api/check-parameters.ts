import type { Caller, View } from '../../calendar/index.ts'
import type { Unknown } from '../../define/field-type.ts'
import { isTruthy } from '../../define/field-types.ts'
import { maxUnknown, unknownErrors, unknownIn, type Values } from '../../define/param.ts'
import { languageOf } from '../../define/record-texts.ts'
import { showsName } from '../../define/resource.ts'
import type { Problem } from '../../problem/index.ts'
import { everyLanguage, isTerm, type ResourceName, resources } from '../../resources/index.ts'
import { present } from '../present/record.ts'
import { isCustomary } from '../request/match.ts'
import { showFor } from '../services/service.ts'
import type { Call, Response } from './call.ts'
import type { Headers } from './headers.ts'

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

/**
 * The caller, with the unknown parameters that are an error if the caller requests strict checks; otherwise the response lists them (E6).
 */
export function strictCaller(call: Call): Caller {
  const ignored = ignoredIn(call)
  Object.assign(call.extraHeaders, ignoredHeader(ignored))
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

/** The context of a response, in one language or in every one. */
export function showOf({ service, base, located, caller, method, query }: Call) {
  const isInEveryLanguage = method === 'GET' && query.ml_language === everyLanguage
  return showFor(service, base, located.prefix, caller.language, isInEveryLanguage)
}

export const presentIn = (call: Call, view: View, single: boolean) =>
  present(showOf(call), view, single)

/** For a single record: the language shown, which may be a fallback (M5). */
export const languageHeader = (
  { caller }: Call,
  { record }: Pick<View, 'record'>,
): Record<string, string> => ({ 'Content-Language': languageOf(record, caller.language) })

/** The sent names that mean nothing to this request, by their place. */
type Ignored = { body: Unknown[]; query: Unknown[] }

/** A record may be sent back as it was read: names that only responses have are no error. */
const isResponseName = (kind: ResourceName | undefined, name: string) =>
  isCustomary(name) || (kind !== undefined && showsName(resources[kind], name))

function ignoredIn({ endpoint, query, body, method }: Call): Ignored {
  const { params, kind, verb } = endpoint
  const isWrite = verb === 'create' || verb === 'change'
  return {
    query: unknownIn(params, query, isCustomary),
    body:
      method === 'GET'
        ? []
        : unknownIn(params, body.values, name =>
            isWrite ? isResponseName(kind, name) : isCustomary(name),
          ),
  }
}

/** True if the caller requests an error for ignored parameters. */
const isStrict = ({ query, body }: Call): boolean =>
  [query, body.values].some(({ strict }: Values) => strict !== undefined && isTruthy(strict))

export const ignoredName = 'X-Almanac-Ignored'

/** `X-Almanac-Ignored: body titel, venue.locaton; query orderby`; nothing when all was understood. */
function ignoredHeader({ body, query }: Ignored): Headers {
  if (body.length === 0 && query.length === 0) return {}
  const parts = [ignoredPart('body', body.map(pathOf)), ignoredPart('query', query.map(pathOf))]
  return { [ignoredName]: parts.filter(Boolean).join('; ') }
}
const pathOf = ({ path }: Unknown) => path

/** The names in one place, as the header lists them. */
export function ignoredPart(where: keyof Ignored, unknown: readonly string[]): string {
  if (unknown.length === 0) return ''
  const names = unknown.slice(0, maxUnknown).map(safe)
  return `${where} ${[...names, ...(unknown.length > maxUnknown ? ['...'] : [])].join(', ')}`
}

const maxName = 80

/** Only letters, digits and a few signs stand in a header as they are; the rest is percent-encoded, as in a URL. */
const safe = (name: string) => {
  if (name.length <= maxName && /^[\w.-]*$/.test(name)) return name
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*~]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return encoded.length > maxName ? `${encoded.slice(0, maxName).replace(/%.?$/, '')}...` : encoded
}
