import type { View } from '../calendar/context.ts'
import { languageShown } from '../calendar/texts.ts'
import { check, type Params, type Values } from '../define/param.ts'
import type { StoredRecord } from '../define/record.ts'
import { allowance } from '../define/text/html.ts'
import { unknownErrors } from '../define/unknown-names.ts'
import { Problem, withErrors } from '../problem.ts'
import type { ResourceName } from '../resources/index.ts'
import type { Call, Response } from './call.ts'
import { ignoredHeader, ignoredIn, isStrict } from './ignored.ts'
import { present } from './present/record.ts'
import { showFor } from './service.ts'

export const ok = (body: unknown, headers: Response['headers'] = {}, status = 200): Response => ({
  status,
  headers,
  body,
})

/** Body over query over path over defaults, but the path's own id and slug always win (U5). */
function sentValues({ query, body, matched, method, endpoint }: Call): Values {
  const { id, slug } = matched.captured
  return {
    ...query,
    ...(method === 'GET' ? {} : body.values),
    ...(id !== undefined && { id }),
    ...(slug !== undefined && endpoint.verb !== 'change' && { slug }),
    ...(slug !== undefined && endpoint.verb === 'change' && endpoint.kind !== 'event' && { slug }),
  }
}

/** In a query a password opens; only in a body it is a field (X4). */
export function fieldsOf(call: Call): Values {
  const values = sentValues(call)
  const isWrite = call.endpoint.verb === 'create' || call.endpoint.verb === 'change'
  if (isWrite && !('password' in call.body.values)) delete values.password
  return values
}

/** Required, then valid by itself, then valid among the records; all flaws at once. */
export async function checked(call: Call, record: RecordOrProblem): Promise<Values> {
  const { service, endpoint, caller } = call
  const { verb, kind } = endpoint
  const isWrite = verb === 'create' || verb === 'change' || verb === 'remove'
  const isVain = isWrite && kind !== undefined && !service.calendar.may(caller, verb, kind)
  const context = {
    now: service.now(),
    zone: service.site.zone,
    language: caller.language,
    tags: allowance(),
    isVain,
  }
  const sent = fieldsOf(call)
  const { values, fieldErrors, missing } = check(endpoint.params, sent, context)
  const ignored = ignoredIn(call)
  Object.assign(call.told, ignoredHeader(ignored))
  const unknown = isStrict(call) ? unknownErrors([...ignored.body, ...ignored.query]) : {}
  // A misspelt name tells more than that the right one is missing.
  if (Object.keys(unknown).length > 0) throw withErrors({ ...fieldErrors, ...unknown })
  if (missing.length > 0) throw new Problem('rest_missing_callback_param', { missing })
  const isList = endpoint.verb === 'list'
  const found = {
    ...fieldErrors,
    ...(await service.calendar.fieldErrors(caller, endpoint.params, values, isList)),
    ...(record.problem && namesError(record.problem) ? record.problem.extra.fieldErrors : {}),
  }
  if (Object.keys(found).length > 0) throw withErrors(ordered(endpoint.params, found))
  // Defaults are for new records and for lists: on a change, what is not sent stays (U1).
  if (verb === 'change')
    for (const name of Object.keys(values)) if (!Object.hasOwn(sent, name)) delete values[name]
  return values
}

const ordered = <T>(params: Params, fieldErrors: Record<string, T>) =>
  Object.fromEntries([
    ...Object.keys(params).flatMap(name =>
      name in fieldErrors ? [[name, fieldErrors[name] as T]] : [],
    ),
    ...Object.entries(fieldErrors).filter(([name]) => !(name in params)),
  ]) as Record<string, T>

type RecordOrProblem = { record?: StoredRecord; problem?: Problem }
const namesError = ({ code }: Problem) => code === 'rest_invalid_param'

export const kindOf = ({ endpoint }: Call) => endpoint.kind as ResourceName

export const shownIn = (call: Call, view: View, single: boolean) =>
  present(showFor(call.service, call.base, call.located.prefix, call.caller.language), view, single)

/** Of a single record that fell back, the language shown (M5). */
export const languageHeader = (
  { caller }: Call,
  { record }: Pick<View, 'record'>,
): Record<string, string> =>
  record.kind === 'image' ? {} : { 'Content-Language': languageShown(record, caller.language) }
