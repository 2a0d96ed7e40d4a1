import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type Address,
  dependencyOf,
  formsShown,
  isLeftOut,
  listOfKind,
  mayRead,
  recordOfSource,
  type Written,
  writing,
} from '../../calendar/index.ts'
import { isObject } from '../../define/base/objects.ts'
import type { Values } from '../../define/param.ts'
import { isDated, publicId, type StoredRecord } from '../../define/record.ts'
import type { Resource } from '../../define/resource.ts'
import type { ListDependency } from '../../journal/index.ts'
import { Problem } from '../../problem/index.ts'
import {
  isFile,
  isOnNextDate,
  isSourced,
  type ResourceName,
  resources,
  statusOf,
  type Operation as Verb,
} from '../../resources/index.ts'
import { type RecordBytes, versionOf } from '../cache/record-bytes.ts'
import { cachedRecord, listedRecords, singleRecord, slugKeyOf } from '../cache/records.ts'
import { presentList } from '../present/list.ts'
import { present } from '../present/record.ts'
import { idOf } from './allow.ts'
import { handlerOf } from './api-handlers.ts'
import type { Call, ReadyBody, Response } from './call.ts'
import {
  checked,
  fieldsOf,
  kindOf,
  languageHeader,
  ok,
  presentIn,
  showOf,
  strictCaller,
} from './check-parameters.ts'
import { writtenTag } from './conditions.ts'
import { listHeaders } from './headers.ts'
import { listLines, wantsLines } from './lines.ts'

/**
 * The values of a change, without those that are as a read shows them: what was read may be sent back, and changes nothing (U6). Of a form for
 * editors, which knows what is stored, only where the body is such a read itself.
 */
async function withoutShown(call: Call, address: Address, sent: Values): Promise<Values> {
  const kind = kindOf(call)
  const names = Object.keys(call.body.values)
  const isEditing = isObject(call.body.values.editing)
  if (names.length === 0 || (call.caller.editing && !isEditing)) return sent
  const caller = { ...call.caller, editing: isEditing }
  const forms = await call.service.calendar.perform(formsShown, kind, caller, address)
  const unchanged = forms.map(view => {
    const shown = asRead(presentIn(call, view, false))
    return new Set(names.filter(name => isAlike(sent[name], shown[name])))
  })
  // it was read in the form that most of it equals
  const [most] = unchanged.toSorted((a, b) => b.size - a.size)
  if (!most?.size) return sent
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !most.has(name)))
}

const asRead = (body: object): Values => JSON.parse(JSON.stringify(body))

/** True where nothing is otherwise than shown. Of linked records, tools and `_fields` show some members only, and other reads more. */
function isAlike(sent: unknown, shown: unknown): boolean {
  if (Array.isArray(sent) && Array.isArray(shown))
    return sent.length === shown.length && sent.every((each, at) => isAlike(each, shown[at]))
  if (!isObject(sent) || !isObject(shown) || !('id' in shown))
    return sent !== undefined && isDeepStrictEqual(sent, shown)
  const names = Object.keys(sent).filter(name => name !== 'json_ld' && name !== 'texts')
  return names.length > 0 && names.every(name => isAlike(sent[name], shown[name]))
}

const verbs: Record<Verb, (call: Call) => Promise<Response>> = {
  list,
  read: readOne,
  create,
  change,
  remove,
}

/** Does what an endpoint is for; the calendar checks what was sent, in The Events Calendar’s order. */
export async function perform(call: Call): Promise<Response> {
  const { endpoint, method, matched } = call
  if (endpoint.verb) return verbs[endpoint.verb](call)
  if (matched.captured.source_id !== undefined) return put(call)
  const answer = handlerOf(`${method} ${matched.route.path}`)
  const { body, ...more } = await answer(call, await checked(call), perform)
  return { ...ok(body, {}, endpoint.status), ...more }
}

function addressIn({ matched }: Call): Address {
  const { id, slug = '' } = matched.captured
  return id === undefined ? { slug } : { id: idOf(id) }
}

/** The address of the record, which may be a date of the event of a slug. */
function addressOf(call: Call): Address {
  const address = addressIn(call)
  const { occurrence } = fieldsOf(call)
  const kind = kindOf(call)
  const { by } = call.endpoint
  return 'slug' in address && isDated(kind) && by === 'slug' && occurrence !== undefined
    ? { ...address, occurrence }
    : address
}

async function readOne(call: Call): Promise<Response> {
  const { calendar } = call.service
  const kind = kindOf(call)
  const address = addressOf(call)
  const quick = 'occurrence' in address ? undefined : await readCached(call, address)
  if (quick) return quick
  const readAt = call.service.changes.seq
  const direct = await calendar.find(kind, address, call.caller)
  const isHidden = direct && statusOf(direct) === 'trash' && !mayRead(call.caller.actor, direct)
  const successor = direct && !isHidden ? undefined : await successorAt(call, kind, address)
  const record = successor ?? direct
  const missing = record ? undefined : await calendar.missing(call.caller, kind, 'read', address)
  await checked(call, missing)
  if (!record) throw missing
  // not cached: the response would have to end when the other record returns from the trash
  return successor ? readNow(call, record) : read(call, record, readAt)
}

/** An ID that a record had elsewhere, or that of a record that was merged, answers with the record that it leads to. */
async function successorAt({ service, caller }: Call, kind: ResourceName, address: Address) {
  if (!('id' in address)) return undefined
  const record = await service.calendar.successor(kind, address)
  return record && service.calendar.find(kind, { id: publicId(record) }, caller)
}

async function create(call: Call): Promise<Response> {
  const { calendar } = call.service
  const kind = kindOf(call)
  refuseUnread(call)
  const [caller, sent] = [strictCaller(call), fieldsOf(call)]
  const written = isFile(kind)
    ? await calendar.upload(caller, sent, call.body.upload)
    : await calendar.create(kind, caller, sent)
  const body = await responseAfter(call, written)
  const headers = { ...locationOf(written, body), ...writtenTag(written.record) }
  return of(written, { status: 201, headers, body })
}

/** A record that was written, as it goes out. */
const responseAfter = async (call: Call, { view }: Written) => presentIn(call, await view(), false)

/** Terms and images return a `Location`; events, venues and organizers do not, as in The Events Calendar. */
function locationOf({ record }: Written, body: unknown): Response['headers'] {
  if (!isObject(body)) return {}
  const { urls, rest_url } = body
  const self = isObject(urls) ? urls.self : undefined
  const location = self ?? (isFile(record.kind) ? rest_url : undefined)
  return typeof location === 'string' && location !== '' ? { Location: location } : {}
}

async function change(call: Call): Promise<Response> {
  const kind = kindOf(call)
  const { calendar } = call.service
  refuseUnread(call)
  const [caller, address] = [strictCaller(call), addressOf(call)]
  const sent = await withoutShown(call, address, fieldsOf(call))
  const written = await calendar.change(kind, caller, address, sent, call.body.upload)
  const headers = { ...languageHeader(call, written), ...writtenTag(written.record) }
  return of(written, ok(await responseAfter(call, written), headers))
}

/** Creates or updates a record by its source ID. */
async function put(call: Call): Promise<Response> {
  const { service, matched } = call
  const { source = '', source_id = '' } = matched.captured
  const kind = kindOf(call)
  if (!isSourced(kind)) throw new Problem('rest_no_route')
  refuseUnread(call)
  const { writeBySource } = await writing()
  const stored = await service.calendar.perform(({ store }) =>
    recordOfSource(store, kind, { source, source_id }),
  )
  const fields = fieldsOf(call)
  const given = stored ? await withoutShown(call, { id: stored.id }, fields) : fields
  const sent = { ...given, source, source_id }
  const written = await service.calendar.perform(writeBySource, kind, strictCaller(call), sent)
  const body = await responseAfter(call, written)
  const { isNew, record } = written
  const location = isNew ? locationOf(written, body) : {}
  const headers = { ...languageHeader(call, written), ...location, ...writtenTag(record) }
  return of(written, ok(body, headers, isNew ? 201 : 200))
}

/** A body that was not read is not passed over (U7); callers who may not change anything learn that first. */
function refuseUnread(call: Call) {
  const { service, endpoint, caller, body } = call
  const { kind, verb, params } = endpoint
  if (!body.isUnread || !kind) return
  if (verb !== 'create') {
    if (service.calendar.may(caller, 'change', kind))
      throw new Problem('rest_unsupported_media_type')
    return
  }
  const sent = fieldsOf(call)
  const missing = Object.keys(params).filter(name => params[name]?.required && !(name in sent))
  if (missing.length > 0)
    throw new Problem('rest_missing_callback_param', { missing, sentence: missingOfUnread })
}

const missingOfUnread = {
  en: 'Missing {count|parameter|parameters}: {names}. The body was not read: send application/json, application/x-www-form-urlencoded or multipart/form-data.',
  fr: '{count|Paramètre manquant|Paramètres manquants} : {names}. Le corps n’a pas été lu : envoyez application/json, application/x-www-form-urlencoded ou multipart/form-data.',
}

async function remove(call: Call): Promise<Response> {
  const { calendar } = call.service
  const kind = kindOf(call)
  refuseUnread(call)
  const { view, went } = await calendar.remove(
    kind,
    strictCaller(call),
    addressOf(call),
    fieldsOf(call),
  )
  const presented = presentIn(call, view, false)
  const language = languageHeader(call, view)
  // Deleted for good: the form of WordPress, which shows the record as it was.
  if (went === 'by force') return of(view, ok({ deleted: true, previous: presented }, language))
  const tag = went === 'to the trash' ? writtenTag(view.record) : {}
  return of(view, ok(presented, { ...language, ...tag }))
}

/** The response to a write, with the name of its record for the log. */
const of = ({ record }: Pick<Written, 'record'>, response: Response): Response => ({
  ...response,
  record: `${record.kind}/${record.id}`,
})

async function list(call: Call): Promise<Response> {
  if (wantsLines(call.request) && !('_envelope' in call.query)) return listLines(call)
  const { service, caller, sent } = call
  const { changes, records, calendar } = service
  const kind = kindOf(call)
  const since = changes.seq
  const listing = await calendar.list(kind, strictCaller(call), fieldsOf(call))
  const show = showOf(call)
  const resource: Resource = resources[kind]
  if (!call.isForAnyone) {
    const { from } = listing
    const views = await calendar.views(kind, from ? { ...caller, from } : caller, listing)
    const { body, links } = presentList(
      show,
      resource,
      listing,
      views.map(view => present(show, view)),
      sent,
    )
    return again(call, ok(body, listHeaders(body, links, listing)))
  }
  const all = await listedRecords(records, show, kind, listing)
  const listed = all.filter(entry => !isLeftOut(listing.showing, entry))
  const { body, links } = presentList(show, resource, listing, hole, sent)
  const written = fill(JSON.stringify(body), listed)
  return {
    status: 200,
    headers: listHeaders(body, links, listing),
    body: written,
    basis: {
      since,
      from: listed,
      list: dependencyOf(kind, listing),
      until: listing.until,
    },
  }
}

const hole = '\u0001'
const cut = JSON.stringify(hole)

/** Ready records in the place that an envelope leaves for them, with a tag made of theirs. */
function fill(envelope: string, records: readonly RecordBytes[]): ReadyBody {
  const at = envelope.indexOf(cut)
  const before = `${envelope.slice(0, at)}[`
  // one buffer for both: to make one costs more than to fill it
  const around = Buffer.from(`${before}]${envelope.slice(at + cut.length)}`)
  const head = around.subarray(0, Buffer.byteLength(before))
  const tail = around.subarray(head.length)
  const parts: Buffer[] = [head]
  let digests = envelope
  let length = around.length
  for (const record of records) {
    parts.push(record.bytes)
    digests += record.digest
    length += record.bytes.length
  }
  const [, first] = parts
  if (first) {
    // Records begin with the comma that parts them; the first does without.
    parts[1] = first.subarray(1)
    length--
  }
  parts.push(tail)
  return { parts, length, etag: hash('sha1', digests, 'base64url') }
}

/** A cached record that anyone may see is not read again, if an id or slug names it. */
async function readCached(call: Call, address: Address): Promise<Response | undefined> {
  const { service } = call
  if (!call.isForAnyone || call.endpoint.verb !== 'read') return undefined
  const kind = kindOf(call)
  // The visibility of an image follows from the records that use it (A9).
  if (isFile(kind)) return undefined
  const since = service.changes.seq
  const id =
    'id' in address ? address.id : service.records.slugs.get(slugKeyOf(kind, address.slug))?.id
  if (id === undefined) return undefined
  const show = showOf(call)
  const cached = cachedRecord(service.records, show, kind, id)
  if (!cached) return undefined
  await checked(call)
  return singleResponse(cached, since)
}

const singleResponse = (
  single: RecordBytes,
  since: number,
  list: ListDependency = { of: 'none' },
): Response => ({
  status: 200,
  headers: single.language ? { 'Content-Language': single.language } : {},
  body: { parts: [single.bytes], length: single.bytes.length, etag: single.digest },
  basis: { since, from: [single], list, until: Number.POSITIVE_INFINITY },
  single,
})

/** `readAt`: the position in the journal before the record was looked for. */
async function read(call: Call, record: StoredRecord, readAt: number): Promise<Response> {
  const { service, caller, matched } = call
  const { records, changes, calendar } = service
  const kind = kindOf(call)
  if (!call.isForAnyone || isOnNextDate(record)) return readNow(call, record)
  const since = changes.seq
  await calendar.refuseUnread(kind, caller, record)
  const { slug } = matched.captured
  // a change since then may have given the slug to another record
  if (slug !== undefined && changes.seq === readAt)
    records.slugs.set(slugKeyOf(kind, slug), {
      id: record.id,
      validities: [changes.validity(kind, record.id)],
    })
  const show = showOf(call)
  return singleResponse(
    await singleRecord(records, show, record),
    since,
    isFile(kind) ? listOfKind(kind) : undefined,
  )
}

/** Reads a record for this caller alone. */
async function readNow(call: Call, record: StoredRecord): Promise<Response> {
  const view = await call.service.calendar.read(kindOf(call), call.caller, record)
  return again(call, ok(presentIn(call, view, true), languageHeader(call, view)), record)
}

/** A response that a password opened is not revalidated. */
const again = ({ caller }: Call, answer: Response, record?: StoredRecord): Response =>
  caller.password === undefined
    ? { ...answer, again: record ? { version: versionOf(record) } : {} }
    : answer
