import { hash } from 'node:crypto'
import { type ChangesPage, listOccurrences, readChanges, writing } from '../../calendar/index.ts'
import { isNameIn } from '../../define/base/objects.ts'
import { notAmong } from '../../define/field-errors.ts'
import type { ParamValues, SentValues } from '../../define/param.ts'
import type {
  ApiKey,
  apiOperations,
  Operation,
  ParamsOf,
  Returned,
} from '../../operations/index.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import { type changesParams, firstCursor, resources } from '../../resources/index.ts'
import { presentList } from '../present/list.ts'
import { present } from '../present/record.ts'
import { rootOf } from '../request/bases.ts'
import { showFor } from '../services/service.ts'
import type { Widened } from './admin-call.ts'
import { idOf } from './allow.ts'
import { performBatch } from './batch.ts'
import type { Call, Response } from './call.ts'
import { listHeaders } from './headers.ts'
import { presentChanges } from './lines.ts'
import { describeNamespace } from './namespace-index.ts'
import { problemBody } from './problem-body.ts'
import { senderOf } from './sender.ts'
import { momentOf } from './site-index.ts'

type Values = ParamValues<typeof changesParams>

async function read(call: Call, values: Values): Promise<ChangesPage> {
  const { changes, calendar } = call.service
  await changes.refresh()
  return calendar.perform(readChanges, call.caller, values, changes.seq)
}

/** The call with its caller as they are now: a credential may have been revoked while they waited. */
async function renewed(call: Call): Promise<Call> {
  const { actor } = await senderOf(call.service, call.request)
  return { ...call, caller: { ...call.caller, actor } }
}

const bodyOf = ({ service, base, located, caller }: Call, page: ChangesPage) =>
  presentChanges(
    showFor(service, base, located.prefix, caller.language),
    page,
    service.about.journalRetention,
  )

const uncached = { 'Cache-Control': 'no-store' }

/** Changes at once, after a wait, or as a stream. */
async function followChanges(call: Call, values: Values) {
  if (wantsStream(call)) return { ...(await streamOf(call, values)), body: unsent }
  const page = await (values.wait === undefined ? read(call, values) : poll(call, values))
  return { body: bodyOf(call, page), headers: uncached }
}

const hasNews = ({ changes, isComplete }: ChangesPage) => changes.length > 0 || isComplete

/** Reads again after each change, until there is one that the caller sees. */
async function poll(call: Call, { wait = 0, ...values }: Values): Promise<ChangesPage> {
  const { request, service } = call
  const { followers, load } = service
  const until = performance.now() + wait * 1000
  const leave = followers.enter(request)
  try {
    let [present, next] = [call, values]
    for (;;) {
      const since = followers.changes()
      const page = await read(present, next)
      const left = until - performance.now()
      if (hasNews(page) || page.hasMore || left <= 0) return page
      const woken = await load.pause(request, () => followers.wait(since, left, request))
      if (woken === 'ended') return page
      present = await renewed(call)
      next = { ...values, cursor: page.cursor }
    }
  } finally {
    leave()
  }
}

/** Milliseconds between signs of life: a proxy ends a connection on which nothing is sent. */
const heartbeat = 15_000
/** Milliseconds after which a browser connects again. */
const retry = 3000

/** The body of a stream is in its events. */
const unsent = { changes: [], cursor: '', has_more: false, complete: false, retention_days: 0 }

const wantsStream = ({ request: { method, headers }, query }: Call) =>
  method === 'GET' && !('_envelope' in query) && /\btext\/event-stream\b/.test(headers.accept ?? '')

/** `Last-Event-ID` says where a browser was when it lost its connection. */
async function streamOf(
  call: Call,
  { wait: _, ...values }: Values,
): Promise<Pick<Response, 'headers' | 'stream'>> {
  const { request, service } = call
  const { 'last-event-id': last } = request.headers
  const sent = typeof last === 'string' && last !== '' ? { ...values, cursor: last } : values
  // what is wrong with the request is answered as for any other
  const first = await readOrReset(call, sent)
  service.followers.enter(request)()
  return {
    stream: eventsOf(call, values, first),
    headers: {
      ...uncached,
      'Content-Type': 'text/event-stream; charset=UTF-8',
      'X-Accel-Buffering': 'no',
    },
  }
}

/** The events of a page of changes. `next`: the cursor after it; `since`: the changes that it includes for certain. */
type Events = { text: string; hasNews: boolean; next: string; isLast: boolean; since: number }

async function readOrReset(call: Call, values: Values): Promise<Events> {
  const since = call.service.followers.changes()
  try {
    const page = await read(call, values)
    const { cursor, hasMore } = page
    const isNews = hasNews(page)
    // without data it sets the ID alone, and is a sign of life
    const line = isNews ? `data: ${JSON.stringify(bodyOf(call, page))}` : ':'
    const text = eventOf([`id: ${cursor}`, line])
    return { text, hasNews: isNews, next: cursor, isLast: !hasMore, since }
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'changes_cursor_gone')) throw error
    const data = JSON.stringify(problemBody(error, call.caller.language))
    const text = eventOf(['event: reset', `id: ${firstCursor}`, `data: ${data}`])
    return { text, hasNews: true, next: firstCursor, isLast: false, since }
  }
}

const eventOf = (lines: readonly string[]) => `${lines.join('\n')}\n\n`

/** Streams of the same caller, language and position are read once. */
function shared(call: Call, values: Values): Promise<Events> {
  const { actor, language, fallback } = call.caller
  const { base, located } = call
  const key = [actor.id, actor.role, language, fallback, base.mark, located.prefix, values]
  return call.service.followers.share(JSON.stringify(key), () => readOrReset(call, values))
}

/** Ends without an error: when the service stops, when the credential does, and when the caller leaves. */
async function* eventsOf(call: Call, values: Values, first: Events): AsyncGenerator<string> {
  const { request, service } = call
  const { followers } = service
  // a cursor has its filters
  const { kinds: _, records: __, categories: ___, tags: ____, ...paging } = values
  let leave = () => {}
  try {
    leave = followers.enter(request)
    yield eventOf([`retry: ${retry}`])
    yield first.text
    for (let events = first; ; ) {
      const woken = events.isLast && (await followers.wait(events.since, heartbeat, request))
      if (woken === 'ended') return
      const { next } = events
      const asked = next === firstCursor ? values : paging
      events = await shared(await renewed(call), { ...asked, cursor: next })
      if (events.hasNews || woken === 'timeout') yield events.text
    }
  } catch (error) {
    const isExpected = error instanceof Problem || service.faults(error)
    if (!isExpected) service.log.failure(request.id, error)
  } finally {
    leave()
  }
}

/** Answers an operation of the API that stands by itself. Values have the types that its parameters give them. */
type ApiHandler<O extends Operation> = (
  call: Call,
  values: SentValues<ParamsOf<O>>,
  /** Performs an operation on records. */
  perform: (call: Call) => Promise<Response>,
) => Promise<Partial<Response> & { body: Widened<Returned<O>> }>

/** One for each: a table without one of them does not compile. */
const handlers: { [K in ApiKey]: ApiHandler<(typeof apiOperations)[K]> } = {
  async 'GET /'({ service, base, located, caller }, { namespace }) {
    if (namespace !== service.address.namespace) throw new Problem('rest_invalid_namespace')
    const moment = momentOf(service, base, located, caller.language)
    return { body: describeNamespace(service.routes, moment) }
  },

  async 'GET /doc'({ service, base, located, caller, isForAnyone }, { version }) {
    if (version !== '3.0' && version !== '3.1')
      throw fieldProblem('version', notAmong(['3.1', '3.0']))
    const since = service.changes.seq
    const document = await service.openApi({
      language: caller.language,
      root: rootOf(base, located.prefix),
      version,
    })
    if (!isForAnyone) return { body: document }
    const bytes = Buffer.from(JSON.stringify(document))
    return {
      body: { parts: [bytes], length: bytes.length, etag: hash('sha1', bytes, 'base64url') },
      basis: { since, from: [], list: { of: 'none' }, until: Number.POSITIVE_INFINITY },
    }
  },

  'GET /changes': followChanges,

  async 'POST /batch'(call, values, perform) {
    return performBatch(call, values, perform)
  },

  async 'POST /events/recurrence/preview'({ service, caller }, values) {
    const { previewRecurrence } = await writing()
    return { body: service.calendar.perform(previewRecurrence, caller, values) }
  },

  async 'GET /events/:id/occurrences'(call, values) {
    const { service, base, located, caller, matched, sent } = call
    const { calendar } = service
    const id = idOf(matched.captured.id ?? '')
    // the series as it is written: which date is next makes no difference
    const read = await calendar.find('event', { id }, { editing: true })
    if (!read) throw await calendar.missing(caller, 'event', 'read', { id })
    await calendar.refuseUnread('event', caller, read)
    const { listing, views } = await calendar.perform(listOccurrences, caller, read, values)
    const show = showFor(service, base, located.prefix, caller.language)
    const items = views.map(view => present(show, view))
    const path = `events/${id}/occurrences`
    const { body, links } = presentList(show, resources.event, listing, items, sent, path)
    const isOpened = caller.password !== undefined
    return { body, headers: listHeaders(body, links, listing), ...(!isOpened && { again: {} }) }
  },
}

/** The one of a method and a path; each is called with the values that its own parameters have checked. */
export function handlerOf(key: string): ApiHandler<Operation> {
  if (!isNameIn(handlers, key)) throw new Error(`Nothing answers ${key}.`)
  return handlers[key] as ApiHandler<Operation>
}
