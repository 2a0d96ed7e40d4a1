import type { ChangesPage } from '../../calendar/index.ts'
import { once } from '../../define/base/objects.ts'
import type { ParamValues } from '../../define/param.ts'
import { Problem } from '../../problem/index.ts'
import { type changesParams, firstCursor } from '../../resources/index.ts'
import { showFor } from '../services/service.ts'
import type { Call, Response } from './call.ts'
import { presentChanges } from './changes.ts'
import { problemBody } from './problem-body.ts'
import { senderOf } from './sender.ts'

// Loaded with the first request for it, so that a start does not wait for it.
const reading = once(() => import('../../calendar/changes/read-changes.ts'))

type Values = ParamValues<typeof changesParams>

async function read(call: Call, values: Values): Promise<ChangesPage> {
  const { changes, calendar } = call.service
  await changes.refresh()
  const { readChanges } = await reading()
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
export async function followChanges(call: Call, values: Values) {
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
  const { kinds: _, records: __, ...paging } = values
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
