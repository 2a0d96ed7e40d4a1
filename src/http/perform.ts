import { hash } from 'node:crypto'
import type { Address } from '../calendar/calendar.ts'
import type { Caller, View } from '../calendar/house.ts'
import type { Listing } from '../calendar/lists.ts'
import { languageShown } from '../calendar/texts.ts'
import type { Linked } from '../define/links.ts'
import { check, type Params, type Values } from '../define/param.ts'
import type { Resource, TextDraft } from '../define/resource.ts'
import { flawed, flawedBy, Problem } from '../problem.ts'
import { type KindName, resources } from '../resources/index.ts'
import type { StoredRecord } from '../store/store.ts'
import { idOf } from './allow.ts'
import type { Answer, Call, ReadyBody } from './answer.ts'
import { type ListDependency, matcher } from './changes.ts'
import { linkHeader } from './headers.ts'
import { describeNamespace } from './index-document.ts'
import { presentList } from './present/list.ts'
import { present } from './present/record.ts'
import type { Ready } from './ready.ts'
import { rootOf, showFor } from './service.ts'
import { askedUntil } from './until.ts'

/** Does what an endpoint is for: the checks in the reference's order, then the verb (behaviour 0.1). */
export async function perform(call: Call): Promise<Answer> {
  const { verb } = call.endpoint
  if (verb === 'index') return index(call)
  if (verb === 'doc') return documentation(call)
  if (verb === 'list') return list(call)
  if (verb === 'create') return create(call)
  return onRecord(call, verb)
}

const ok = (body: unknown, headers: Answer['headers'] = {}, status = 200): Answer => ({
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
function fieldsOf(call: Call): Values {
  const values = sentValues(call)
  const isWrite = call.endpoint.verb === 'create' || call.endpoint.verb === 'change'
  if (isWrite && !('password' in call.body.values)) delete values.password
  return values
}

/** Required, then valid by itself, then valid among the records; all flaws at once. */
async function checked(call: Call, record: RecordOrProblem): Promise<Values> {
  const { service, endpoint, caller } = call
  const { verb, kind } = endpoint
  const isWrite = verb === 'create' || verb === 'change' || verb === 'remove'
  const isVain = isWrite && kind !== undefined && !service.calendar.may(caller, verb, kind)
  const context = { now: service.now(), zone: service.site.zone, isVain }
  const sent = fieldsOf(call)
  const { values, flaws, missing } = check(endpoint.params, sent, context)
  if (missing.length > 0) throw new Problem('rest_missing_callback_param', { missing })
  const isList = endpoint.verb === 'list'
  const found = {
    ...flaws,
    ...(await service.calendar.flaws(caller, endpoint.params, values, isList)),
    ...(record.problem && namesFlaw(record.problem) ? record.problem.extra.flaws : {}),
  }
  if (Object.keys(found).length > 0) throw flawed(ordered(endpoint.params, found))
  // Defaults are for new records and for lists: on a change, what is not sent stays (U1).
  if (verb === 'change')
    for (const name of Object.keys(values)) if (!Object.hasOwn(sent, name)) delete values[name]
  return values
}

const ordered = <T>(params: Params, flaws: Record<string, T>) =>
  Object.fromEntries([
    ...Object.keys(params).flatMap(name => (name in flaws ? [[name, flaws[name] as T]] : [])),
    ...Object.entries(flaws).filter(([name]) => !(name in params)),
  ]) as Record<string, T>

type RecordOrProblem = { record?: StoredRecord; problem?: Problem }
const namesFlaw = ({ code }: Problem) => code === 'rest_invalid_param'

async function index(call: Call): Promise<Answer> {
  const values = await checked(call, {})
  const { service, located, caller } = call
  if (values.namespace !== service.address.namespace) throw new Problem('rest_invalid_namespace')
  return ok(
    describeNamespace(service.routes, {
      language: caller.language,
      root: rootOf(service.address, located.prefix),
      namespace: service.address.namespace,
      window: service.calendar.defaultWindow(),
    }),
  )
}

async function documentation(call: Call): Promise<Answer> {
  const values = await checked(call, {})
  const { service, located, caller } = call
  const version = values.version ?? '3.1'
  if (version !== '3.0' && version !== '3.1') throw flawedBy('version')
  const since = service.changes.seq
  const document = await service.openApi({
    language: caller.language,
    root: rootOf(service.address, located.prefix),
    version,
  })
  if (!call.isForAnyone) return ok(document)
  const bytes = Buffer.from(JSON.stringify(document))
  return {
    status: 200,
    headers: {},
    body: { parts: [bytes], length: bytes.length, etag: hash('sha1', bytes, 'base64url') },
    basis: { since, from: [], list: { of: 'none' }, until: Number.POSITIVE_INFINITY },
  }
}

const kindOf = ({ endpoint }: Call) => endpoint.kind as KindName

async function list(call: Call): Promise<Answer> {
  const { service, caller, located, sent } = call
  const { changes, ready, calendar } = service
  const kind = kindOf(call)
  const since = changes.seq
  const values = await checked(call, {})
  const listing = await calendar.list(kind, caller, values)
  const show = showFor(service, located.prefix, caller.language)
  const room: Resource = resources[kind]
  const headersOf = (pages: unknown, links: Record<string, string>) => ({
    'X-TEC-Total': String(listing.total),
    'X-TEC-TotalPages': String(pages),
    'X-Total': String(listing.total),
    'X-Total-Pages': String(pages),
    ...linkHeader(links),
  })
  if (!call.isForAnyone) {
    const views = await calendar.views(kind, caller, listing.ids)
    const { body, links } = presentList(
      show,
      room,
      listing,
      views.map(view => present(show, view)),
      sent,
    )
    return ok(body, headersOf(body.total_pages, links))
  }
  const records = await ready.list(show, kind, listing.ids)
  const { body, links } = presentList(show, room, listing, hole, sent)
  const written = fill(JSON.stringify(body), records)
  return {
    status: 200,
    headers: headersOf(body.total_pages, links),
    body: written,
    basis: {
      since,
      from: records,
      list: dependencyOf(kind, listing, values),
      until: askedUntil(values, service.now(), service.site.zone),
    },
  }
}

const hole = '\u0001'
const cut = JSON.stringify(hole)

/** Ready records in the place that an envelope leaves for them, with a tag made of theirs. */
function fill(envelope: string, records: readonly Ready[]): ReadyBody {
  const at = envelope.indexOf(cut)
  const head = Buffer.from(`${envelope.slice(0, at)}[`)
  const tail = Buffer.from(`]${envelope.slice(at + cut.length)}`)
  const parts: Buffer[] = [head]
  let digests = envelope
  let length = head.length + tail.length
  for (const { bytes, digest } of records) {
    // Records begin with the comma that parts them; the first does without.
    const part = parts.length === 1 ? bytes.subarray(1) : bytes
    parts.push(part)
    length += part.length
    digests += digest
  }
  parts.push(tail)
  return { parts, length, etag: hash('sha1', digests, 'base64url') }
}

function dependencyOf(kind: KindName, { query }: Listing, values: Values): ListDependency {
  if (query) return { of: 'event', matches: matcher(query) }
  const counts =
    values.has_events !== undefined ||
    values.only_with_upcoming === true ||
    values.event !== undefined ||
    values.post !== undefined
  return { of: 'kind', kind, events: counts }
}

const shownIn = (call: Call, view: View, single: boolean) =>
  present(showFor(call.service, call.located.prefix, call.caller.language), view, single)

/** A credential for one language writes in no other, nor in the records that an event embeds. */
function refuseOtherLanguages({ entry, caller }: Call, values: Values) {
  if (!entry.language) return
  const embedded = ['venue', 'organizer'].flatMap(name =>
    Array.isArray(values[name]) ? (values[name] as Linked[]) : [],
  )
  const drafts = [values, ...embedded.flatMap(one => ('draft' in one ? [one.draft] : []))]
  const written = drafts.flatMap(draft => Object.keys((draft.translations ?? {}) as TextDraft))
  if ([caller.language, ...written].some(language => language !== entry.language))
    throw new Problem('rest_forbidden')
}

/** 401 for the unknown, 403 for the known (behaviour 0.6). */
const forbidden = ({ actor }: Caller) =>
  new Problem('rest_forbidden', { status: actor.role === 'anonymous' ? 401 : 403 })

async function create(call: Call): Promise<Answer> {
  const { service, caller } = call
  const { calendar } = service
  const kind = kindOf(call)
  const values = await checked(call, {})
  if (kind === 'tag' && fieldsOf(call).parent !== undefined)
    throw new Problem('rest_taxonomy_not_hierarchical')
  if (!calendar.may(caller, 'create', kind)) throw forbidden(caller)
  refuseOtherLanguages(call, values)
  // To clear a field of a new record does nothing (U3).
  for (const [name, value] of Object.entries(values)) if (value === null) delete values[name]
  if (kind === 'image') {
    const view = await upload(call, values)
    return created(view, shownIn(call, view, false))
  }
  const view = await calendar.create(kind, caller, values)
  return created(view, shownIn(call, view, false))
}

/** Terms and pictures tell where they are; events, venues and organizers do not, as in the reference (behaviour 4.1). */
function created({ record }: View, shown: Record<string, unknown>): Answer {
  const urls = shown.urls as { self?: string } | undefined
  const location = urls?.self ?? (record.kind === 'image' ? (shown.rest_url as string) : undefined)
  return ok(shown, location ? { Location: location } : {}, 201)
}

async function upload({ service, caller, body }: Call, values: Values): Promise<View> {
  const texts = {
    ...(typeof values.title === 'string' && { title: values.title }),
    ...(typeof values.alt === 'string' && { alt: values.alt }),
  }
  if (body.upload)
    return service.calendar.upload(caller, body.upload.bytes, body.upload.name, texts)
  if (typeof values.url !== 'string')
    throw new Problem('rest_missing_callback_param', { missing: ['url'] })
  return service.calendar.uploadFrom(caller, values.url, texts)
}

/** What is ready needs no reading: a record that anyone may see, asked for by an id or slug that leads to it. */
async function readReady(call: Call, address: Address): Promise<Answer | undefined> {
  const { service, caller, located } = call
  if (!call.isForAnyone || call.endpoint.verb !== 'read') return undefined
  const kind = kindOf(call)
  const since = service.changes.seq
  const id = 'id' in address ? address.id : await service.calendar.idOf(kind, address.slug)
  const known =
    id === undefined
      ? undefined
      : service.ready.known(showFor(service, located.prefix, caller.language), kind, id)
  if (!known) return undefined
  await checked(call, {})
  return answerReady(known, since)
}

const answerReady = (single: Ready, since: number): Answer => ({
  status: 200,
  headers: single.language ? { 'Content-Language': single.language } : {},
  body: { parts: [single.bytes], length: single.bytes.length, etag: single.digest },
  basis: { since, from: [single], list: { of: 'none' }, until: Number.POSITIVE_INFINITY },
})

/** Reads, changes or removes one record. */
async function onRecord(call: Call, verb: 'read' | 'change' | 'remove'): Promise<Answer> {
  const { service, caller, matched } = call
  const { calendar } = service
  const kind = kindOf(call)
  const { id, slug } = matched.captured
  const address: Address = id === undefined ? { slug: slug as string } : { id: idOf(id) }
  const quick = await readReady(call, address)
  if (quick) return quick
  const record = await calendar.find(kind, address)
  const problem = record ? undefined : await missing(call, verb, address)
  const values = await checked(call, { ...(record && { record }), ...(problem && { problem }) })
  if (verb !== 'read' && !calendar.may(caller, verb, kind, record)) throw forbidden(caller)
  if (!record) throw problem as Problem
  if (verb === 'read') return read(call, record)
  const view =
    verb === 'remove'
      ? await calendar.remove(kind, caller, record.id, values.force === true)
      : await change(call, kind, record.id, values)
  return ok(shownIn(call, view, false), languageHeader(call, view))
}

/** An event that is changed by an unknown slug is not found; elsewhere the slug is at fault (U4). */
async function missing(
  { service, endpoint }: Call,
  verb: string,
  address: Address,
): Promise<Problem> {
  if (verb === 'change' && endpoint.kind === 'event' && 'slug' in address)
    return new Problem('rest-event-not-found', { params: { id: 0 } })
  return service.calendar.missing(endpoint.kind as KindName, address)
}

async function read(call: Call, record: StoredRecord): Promise<Answer> {
  const { service, caller, located } = call
  const { ready: readyStore, changes, calendar } = service
  const kind = kindOf(call)
  const view = () => calendar.read(kind, caller, record)
  if (!call.isForAnyone) {
    const seen = await view()
    return ok(shownIn(call, seen, true), languageHeader(call, seen))
  }
  const since = changes.seq
  return answerReady(
    await readyStore.single(
      showFor(service, located.prefix, caller.language),
      kind,
      record.id,
      view,
    ),
    since,
  )
}

async function change(call: Call, kind: KindName, id: number, values: Values): Promise<View> {
  const { service, caller } = call
  const { id: _, ...draft } = values
  if (kind !== 'event') delete draft.slug
  if (kind === 'category' || kind === 'tag')
    if (call.body.values.slug !== undefined) draft.slug = values.slug
  if (kind === 'tag' && fieldsOf(call).parent !== undefined)
    throw new Problem('rest_taxonomy_not_hierarchical')
  refuseOtherLanguages(call, draft)
  return service.calendar.change(kind as Exclude<KindName, 'image'>, caller, id, draft)
}

/** Of a single record that fell back, the language shown (M5). */
const languageHeader = (
  { caller }: Call,
  { record }: Pick<View, 'record'>,
): Record<string, string> =>
  record.kind === 'image' ? {} : { 'Content-Language': languageShown(record, caller.language) }
