import { type Authenticated, anonymous, type Caller, fallsBack } from '../../calendar/index.ts'
import type { Language } from '../../define/field-type.ts'
import type { Values } from '../../define/param.ts'
import { guessesFrom } from '../request/limits.ts'
import { languageOf, withPluginLanguage } from '../request/match.ts'
import { type Body, withRepeated } from '../request/parse.ts'
import type { Request } from '../request/request.ts'
import type { Service } from '../services/service.ts'
import type { Call } from './call.ts'
import { expectation } from './conditions.ts'

type Sent = {
  service: Service
  request: Request
  entry: Authenticated | undefined
  query: Values
  language: Language
}

/** The caller of a request, by its credentials and its query. */
export function callerOf({ service, request, entry, language, query }: Sent): Caller {
  const { site, attempts } = service
  const { password, context, ml_fallback } = query
  return {
    actor: entry?.actor ?? anonymous,
    onlyLanguage: entry?.language || undefined,
    language,
    requester: request,
    fallback: fallsBack(ml_fallback, site),
    ...(typeof password === 'string' &&
      password !== '' && { password, guesses: guessesFrom(request.address, attempts) }),
    editing: context === 'edit',
  }
}

/** A call with its body, which may name another language than the URL. */
export function withFields(call: Call, body: Body, headers = call.request.headers): Call {
  const { service, endpoint, located, query } = call
  body.values = withRepeated(body.values, body.sent ?? [], endpoint.params)
  const values = withPluginLanguage(body.values, service.address.namespace)
  const language = languageOf(service.site, located, query, values)
  const { verb, mayCreate } = endpoint
  const isOfOne = verb === 'change' || verb === 'remove' || mayCreate
  const expects = isOfOne ? expectation(headers) : undefined
  return { ...call, body, caller: { ...callerOf({ ...call, language }), expects } }
}

/** The same service, with a calendar that is part of a larger write. */
export const withCalendar = (service: Service, calendar: Service['calendar']): Service => ({
  ...service,
  calendar,
})
