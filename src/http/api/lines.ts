import { Readable } from 'node:stream'
import { type ChangesPage, isLeftOut, type Listing } from '../../calendar/index.ts'
import { formatWall } from '../../define/time/clock.ts'
import { listedRecords } from '../cache/records.ts'
import type { Show } from '../present/context.ts'
import { present } from '../present/record.ts'
import { isRead, type Request } from '../request/request.ts'
import type { Call, Response } from './call.ts'
import { fieldsOf, kindOf, showOf, strictCaller } from './check-parameters.ts'
import { onlyFields } from './fields-parameter.ts'
import { totalsOf } from './headers.ts'

/** A list as lines, each a record as JSON. */
const linesType = 'application/x-ndjson'
const pattern = /\bapplication\/x-ndjson\b/

/** True if a read asks for a list as lines. */
export const wantsLines = (request: Request) =>
  isRead(request) && pattern.test(request.headers.accept ?? '')

/** Records that are in memory at a time. */
const batch = 100

/** As many as there are. */
const all = 2 ** 31

/**
 * The whole of a list, without pages. Which records it has is decided at the start, so no change meanwhile makes it name one twice or
 * pass one over; each is read when its turn comes, and left out if the caller may not see it any more. It goes on as fast as its client
 * reads.
 */
export async function listLines(call: Call): Promise<Response> {
  const { service, request } = call
  const kind = kindOf(call)
  const listCaller = { ...strictCaller(call), allUpTo: all }
  const listing = await service.calendar.list(kind, listCaller, fieldsOf(call))
  const headers = { 'Content-Type': linesType, 'Cache-Control': 'no-store', ...totalsOf(listing) }
  if (request.method === 'HEAD') return { status: 200, headers, body: '', bytes: Buffer.alloc(0) }
  const place = service.streams.place(request)
  await place.ready
  const show = showOf(call)
  const lines = Readable.from(linesOf(call, show, listing), { objectMode: false })
  lines.once('close', place.leave)
  return { status: 200, headers, body: undefined, stream: lines }
}

async function* linesOf(call: Call, show: Show, listing: Listing) {
  const { ids, dates } = listing
  for (let at = 0; at < ids.length; at += batch) {
    const slice = {
      ids: ids.slice(at, at + batch),
      ...(dates && { dates: dates.slice(at, at + batch) }),
    }
    yield await linesIn(call, show, { ...listing, ...slice }).catch(error => {
      // it is too late for another status
      call.service.log.failure(call.request.id, error)
      throw error
    })
    // others have their turn, however fast the client is
    await new Promise(setImmediate)
  }
}

async function linesIn(call: Call, show: Show, listing: Listing): Promise<Buffer> {
  const { service, caller, query } = call
  const kind = kindOf(call)
  const { from, showing } = listing
  if (!call.isForAnyone) {
    const views = await service.calendar.views(kind, from ? { ...caller, from } : caller, listing)
    const records = views.map(view => present(show, view))
    const picked =
      query._fields === undefined
        ? records
        : records.map(record => onlyFields(record, query._fields))
    return Buffer.from(picked.map(record => `${JSON.stringify(record)}\n`).join(''))
  }
  const records = await listedRecords(service.records, show, kind, { ...listing, isKept: false })
  const parts = records
    .filter(record => !isLeftOut(showing, record))
    // records begin with the comma that parts them in lists
    .flatMap(({ bytes }) => [bytes.subarray(1), newline])
  return Buffer.concat(parts)
}
const newline = Buffer.from('\n')

/** A page of the change feed as it goes out. `retention`: days for which the change log is kept. */
export const presentChanges = (
  show: Show,
  { changes, cursor, hasMore, isComplete }: ChangesPage,
  retention: number,
) => ({
  changes: changes.map(({ kind, id, change, version, instant, dates, view }) => ({
    kind,
    id,
    change,
    version,
    ...(instant > 0 && { modified_utc: formatWall(instant) }),
    ...(dates && {
      dates: { start_date: formatWall(dates.starts), end_date: formatWall(dates.ends) },
    }),
    ...(view && { record: present(show, view, true) }),
  })),
  cursor,
  has_more: hasMore,
  complete: isComplete,
  retention_days: retention,
})

export type ChangesBody = ReturnType<typeof presentChanges>
