import type { Act, Authenticated, Caller } from '../../calendar/index.ts'
import { postLinkKinds, type StoredRecord } from '../../define/record.ts'
import type { Matched } from '../request/match.ts'
import type { Service } from '../services/service.ts'

/** The acts of a caller on an endpoint; reading is none of these. */
export const acts: Partial<Record<string, Act>> = {
  create: 'create',
  change: 'change',
  remove: 'remove',
}

/** The record that a route is about, when there is one. */
async function recordOf(
  { calendar }: Service,
  { route, captured }: Matched,
): Promise<StoredRecord | undefined> {
  const kind = route.endpoints[0]?.kind
  if (!kind) return undefined
  if (captured.id !== undefined) return calendar.find(kind, { id: idOf(captured.id) })
  return captured.slug === undefined ? undefined : calendar.find(kind, { slug: captured.slug })
}

/** Digits of a path as an id; more digits than an id has match no record. */
export const idOf = (digits: string) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER)

const toAnyone = new WeakMap<Matched['route'], string>()

/** The methods that this caller may use on a route, for `Allow`. Those of public endpoints are the same for all. */
export async function allowed(
  service: Service,
  matched: Matched,
  caller: Caller,
  entry: Pick<Authenticated, 'language'>,
): Promise<string> {
  if (caller.actor.role !== 'anonymous') {
    const record = await recordOf(service, matched)
    const isNothing = !record && (await isOfNothing(service, matched))
    return methodsFor(service, matched, caller, { record, isNothing }, entry)
  }
  const cached = toAnyone.get(matched.route)
  if (cached !== undefined) return cached
  const anyone = { record: undefined, isNothing: false }
  const methods = methodsFor(service, matched, caller, anyone, entry)
  toAnyone.set(matched.route, methods)
  return methods
}

/** True for an id without a record, on a route of venues or organizers. The id of an event or of the other kind is judged as the route is. */
async function isOfNothing({ calendar }: Service, { route, captured }: Matched): Promise<boolean> {
  const kind = postLinkKinds.find(each => each === route.endpoints[0]?.kind)
  if (!kind || captured.id === undefined) return false
  const id = idOf(captured.id)
  for (const other of ['event', ...postLinkKinds] as const)
    if (other !== kind && (await calendar.find(other, { id }))) return false
  return true
}

function methodsFor(
  service: Service,
  matched: Matched,
  caller: Caller,
  { record, isNothing }: { record: StoredRecord | undefined; isNothing: boolean },
  { language }: Pick<Authenticated, 'language'>,
): string {
  const isOtherLanguage = language !== '' && language !== caller.language
  const allowed = matched.route.endpoints.flatMap(({ verb, kind, methods }) => {
    const act = verb && acts[verb]
    // A credential for one language creates and changes nothing in the other; it may remove.
    if (isOtherLanguage && (act === 'create' || act === 'change')) return []
    const isOpen = !act || !kind || (!isNothing && service.calendar.may(caller, act, kind, record))
    return isOpen ? [...methods] : []
  })
  return allowed.join(', ')
}
