import type { Address } from '../../calendar/calendar.ts'
import type { Written } from '../../calendar/write/write-verbs.ts'
import { isObject } from '../../define/objects.ts'
import { isDated } from '../../define/record.ts'
import { isFile } from '../../resources/index.ts'
import type { Operation as Verb } from '../../resources/parameters.ts'
import { writtenEvent } from '../cache/event-pieces.ts'
import { showFor } from '../service.ts'
import { idOf } from './allow.ts'
import { handlerOf } from './api-handlers.ts'
import type { Call, Response } from './call.ts'
import {
  checked,
  fieldsOf,
  kindOf,
  languageHeader,
  ok,
  shownIn,
  strictCaller,
} from './check-parameters.ts'
import { writtenTag } from './conditions.ts'
import { list, read, readCached } from './reads.ts'

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
  const answer = handlerOf(`${method} ${matched.route.path}`)
  const { body, ...more } = await answer(call, await checked(call))
  return { ...ok(body, {}, endpoint.status), ...more }
}

function addressIn({ matched }: Call): Address {
  const { id, slug = '' } = matched.captured
  return id === undefined ? { slug } : { id: idOf(id) }
}

/** What is read, which may be a date of the event of a slug. */
function readAddress(call: Call): Address {
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
  const address = readAddress(call)
  const quick = 'occurrence' in address ? undefined : await readCached(call, address)
  if (quick) return quick
  const foundAt = call.service.changes.seq
  const record = await calendar.find(kind, address, call.caller)
  const missing = record ? undefined : await calendar.missing(kind, 'read', address)
  await checked(call, missing)
  if (!record) throw missing
  return read(call, record, foundAt)
}

async function create(call: Call): Promise<Response> {
  const { calendar } = call.service
  const kind = kindOf(call)
  const [caller, sent] = [strictCaller(call), fieldsOf(call)]
  const written = isFile(kind)
    ? await calendar.upload(caller, sent, call.body.upload)
    : await calendar.create(kind, caller, sent)
  const shown = await shownAfter(call, written)
  const headers = { ...locationOf(written, shown.body), ...writtenTag(written.record) }
  return of(written, { status: 201, headers, ...shown })
}

/** A record that was written, as it goes out; an event as bytes, of which those of what it is linked to are cached. */
async function shownAfter(
  call: Call,
  { record, view }: Written,
): Promise<Pick<Response, 'body' | 'bytes'>> {
  const { service, base, located, caller, query } = call
  if (isDated(record.kind) && !('_fields' in query) && !('_envelope' in query)) {
    const show = showFor(service, base, located.prefix, caller.language)
    const bytes = await writtenEvent(service.records.pieces, show, record)
    if (bytes) return { body: undefined, bytes }
  }
  return { body: shownIn(call, await view(), false) }
}

/** Terms and images tell where they are; events, venues and organizers do not, as in The Events Calendar. */
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
  const written = await calendar.change(
    kind,
    strictCaller(call),
    addressIn(call),
    fieldsOf(call),
    call.body.upload,
  )
  const headers = { ...languageHeader(call, written), ...writtenTag(written.record) }
  return of(written, { status: 200, headers, ...(await shownAfter(call, written)) })
}

async function remove(call: Call): Promise<Response> {
  const { calendar } = call.service
  const kind = kindOf(call)
  const { view, went } = await calendar.remove(
    kind,
    strictCaller(call),
    addressIn(call),
    fieldsOf(call),
  )
  const shown = shownIn(call, view, false)
  const language = languageHeader(call, view)
  // Deleted for good: the form of WordPress, which shows the record as it was.
  if (went === 'by force') return of(view, ok({ deleted: true, previous: shown }, language))
  const tag = went === 'to the trash' ? writtenTag(view.record) : {}
  return of(view, ok(shown, { ...language, ...tag }))
}

/** The response to a write, with the name of its record for the log. */
const of = ({ record }: Pick<Written, 'record'>, response: Response): Response => ({
  ...response,
  record: `${record.kind}/${record.id}`,
})
