import { anonymous } from '../../calendar/access/access.ts'
import type { Dated } from '../../calendar/read/dates.ts'
import { type Cache, openAdmission, type Table, type WithValidities } from '../../common/cache.ts'
import type { View } from '../../define/derived.ts'
import { partsOf } from '../../define/present.ts'
import type { ListDependency } from '../../journal/list-dependency.ts'
import { type OnDate, onDate } from '../../resources/event/on-date.ts'
import { resources } from '../../resources/index.ts'
import type { Show } from '../present/context.ts'
import { noLinked } from './event-bytes.ts'
import { digestOf, inOne, keyOf, type Readers, type RecordBytes } from './record-bytes.ts'

/** An event in lists without its dates: the parts that all of them share. A date goes where there is none. */
type DatelessEvent = WithValidities & {
  parts: readonly (Buffer | undefined)[]
  length: number
  /** The view that dates are made of. */
  view: View
}

/**
 * Events that lists show on other dates than the record says. A date is written into the bytes of its event, so a series of hundreds of
 * dates is read and written out once.
 */
export type DatelessEvents = Readers & {
  events: Table<string, DatelessEvent>
  /** Events on one date, as lists show them. */
  dates: Table<string, RecordBytes>
}

/** About what an entry takes besides its bytes and its record, which is about as large. */
const objects = 1000

export const openDatelessEvents = (
  readers: Readers,
  cache: Cache<ListDependency>,
): DatelessEvents => ({
  ...readers,
  events: cache.table({
    sizeOf: ({ length }) => objects + 2 * length,
    dependsOn: ({ validities }) => ({ validities }),
  }),
  dates: cache.table({
    sizeOf: ({ length }) => length,
    dependsOn: ({ validities }) => ({ validities }),
    admission: openAdmission(0),
  }),
})

/** The key holds everything that the bytes of a date contain: a list may be older than the change that invalidates them. */
const keyOfDate = (show: Show, { occurrence, starts, ends, original, count }: OnDate) =>
  `${starts} ${ends} ${original} ${count} ${keyOf(show, 'event', occurrence)}`

const eventParts = partsOf(resources.event)

/** The cached bytes of a date; dates with values of their own are not cached here. */
export const cachedOn = ({ dates }: DatelessEvents, show: Show, date: OnDate | undefined) =>
  date && !date.patched ? dates.get(keyOfDate(show, date)) : undefined

/** The bytes of listed events on their dates; without a date they are as given. An event that no list may show now is left out. */
export async function onDates(
  of: DatelessEvents,
  show: Show,
  { ids, dates }: Required<Pick<Dated, 'ids' | 'dates'>>,
  listed: readonly (RecordBytes | undefined)[],
): Promise<(RecordBytes | undefined)[]> {
  const needed = new Map<number, RecordBytes>()
  for (const [at, bytes] of listed.entries()) {
    const id = ids[at]
    if (bytes && id !== undefined && dates[at]) needed.set(id, bytes)
  }
  const dateless = await datelessOf(of, show, needed)
  return listed.map((bytes, at) => {
    const [id, date] = [ids[at], dates[at]]
    if (!bytes || id === undefined || !date) return bytes
    const event = dateless.get(id)
    if (!event) return undefined
    const dated = { ...bytes, ...written(show, event, date) }
    of.dates.set(keyOfDate(show, date), dated)
    return dated
  })
}

async function datelessOf(
  of: DatelessEvents,
  show: Show,
  needed: ReadonlyMap<number, RecordBytes>,
): Promise<Map<number, DatelessEvent>> {
  const events = new Map<number, DatelessEvent>()
  const missing: number[] = []
  for (const id of needed.keys()) {
    const cached = of.events.get(keyOf(show, 'event', id))
    if (cached) events.set(id, cached)
    else missing.push(id)
  }
  if (missing.length === 0) return events
  const caller = { actor: anonymous, language: show.language, fallback: true }
  for (const view of await of.calendar.views('event', caller, { ids: missing })) {
    const { id } = view.record
    // its validities were taken before: a later change makes this invalid too
    const event = { ...sharedParts(show, view), validities: needed.get(id)?.validities ?? [] }
    of.events.set(keyOf(show, 'event', id), event)
    events.set(id, event)
  }
  return events
}

function sharedParts(show: Show, view: View): Omit<DatelessEvent, 'validities'> {
  const parts = eventParts.map(({ isDated, present }, at) => {
    if (isDated) return undefined
    return Buffer.from(membersOf(present(view, show), at))
  })
  const length = parts.reduce((sum, part) => sum + (part?.length ?? 0), 0)
  return { parts, length, view: { ...view, ...noLinked, image: undefined } }
}

/** In lists events begin with a comma. */
function written(show: Show, { parts, view }: DatelessEvent, date: OnDate) {
  const dated = { ...view, record: onDate(view.record, date) }
  const bytes = eventParts.map(
    ({ present }, at) => parts[at] ?? Buffer.from(membersOf(present(dated, show), at)),
  )
  const body = Buffer.concat([opening, ...bytes, closing])
  return { ...inOne(body), digest: digestOf(body) }
}
const [opening, closing] = [Buffer.from(',{'), Buffer.from('}')]

/** Members of an object as they stand in its text, at the beginning or behind others. */
function membersOf(body: object, at: number): string {
  const text = JSON.stringify(body).slice(1, -1)
  return at > 0 && text !== '' ? `,${text}` : text
}
