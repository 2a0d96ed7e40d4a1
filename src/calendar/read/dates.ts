import { existing } from '../../define/base/objects.ts'
import { daySeconds, type WallTime } from '../../define/time/clock.ts'
import { wallOf } from '../../define/time/zone.ts'
import {
  asSeries,
  datedFacts,
  isOnNextDate,
  isSeries,
  type OnDate,
  onDate,
} from '../../resources/index.ts'
import {
  type DatePatch,
  type DatesQuery,
  type ListItem,
  removed,
  type SeriesDate,
  type StoredRecord,
  withPatch,
} from '../../store/index.ts'
import type { Context } from '../base/context.ts'
import { visibilityOf } from './showing.ts'

/** Ids of a list, and where some are of series, on which of its dates each of these is. */
export type Dated = {
  ids: readonly number[]
  dates?: readonly (OnDate | undefined)[]
}

/** The dates of series in a list; nothing where each entry is the only date of its event. */
export const datesOf = (items: readonly ListItem[]): Pick<Dated, 'dates'> =>
  items.some(isOfSeries) ? { dates: items.map(item => (isOfSeries(item) ? item : undefined)) } : {}

const isOfSeries = ({ occurrence, event }: ListItem) => occurrence !== event

/** The records of a list in its order, events as they are on the date listed. */
export async function recordsOf(
  { store }: Pick<Context, 'store'>,
  kind: string,
  { ids, dates }: Dated,
): Promise<StoredRecord[]> {
  const records = await store.getMany(kind, ids)
  if (!dates) return records
  const byId = new Map(records.map(record => [record.id, record]))
  const entries = ids.flatMap((id, at) => {
    const event = byId.get(id)
    return event ? [{ event, date: dates[at] }] : []
  })
  return eventsOn(store, entries)
}

type Reading = Pick<Context['store'], 'datePatches'>

/** Events on their dates, each with the differences of its date. */
async function eventsOn(
  store: Reading,
  entries: readonly { event: StoredRecord; date: OnDate | undefined }[],
): Promise<StoredRecord[]> {
  const ids = entries.flatMap(({ date }) => (date?.patched ? [date.occurrence] : []))
  const patches = ids.length > 0 ? await store.datePatches(ids) : undefined
  return entries.map(({ event, date }) =>
    date ? patchedOn(event, date, patches?.get(date.occurrence)) : event,
  )
}

/** An event on one of its dates, with the differences of that date. */
export function patchedOn(event: StoredRecord, date: OnDate, patch?: DatePatch): StoredRecord {
  const own = patch ? { ...withPatch(event, patch), series: event } : event
  return onDate(own, date)
}

/** The same of one date that was read by itself. */
const eventOn = async (store: Reading, event: StoredRecord, date: SeriesDate) =>
  existing(
    (await eventsOn(store, [{ event, date: { ...date, occurrence: date.id, patched: true } }]))[0],
  )

/**
 * A series on some of its dates, in their order, and how many there are: those that are as visible as the series, so its readers may
 * read each of them.
 */
export async function onDates(
  { store }: Pick<Context, 'store'>,
  event: StoredRecord,
  query: DatesQuery,
): Promise<{ records: StoredRecord[]; total: number }> {
  const { items, total } = await store.occurrencesOf(event.id, {
    ...query,
    visibleAs: visibilityOf(event),
  })
  const records = await eventsOn(
    store,
    items.map(date => ({ event, date })),
  )
  return { records, total }
}

/** The first date whose start by the rule is in a window: URLs name dates by it, so a date that is moved keeps its URL. */
export async function dateIn(
  { store }: { store: Reading & Pick<Context['store'], 'seriesDates'> },
  event: StoredRecord,
  { from, before }: { from: WallTime; before: WallTime },
): Promise<StoredRecord | undefined> {
  if (!isSeries(event)) {
    const starts = Number(event.facts.starts)
    return starts >= from && starts < before ? event : undefined
  }
  const [date] = await store.seriesDates(event.id, { from, limit: 1 })
  if (!date || date.original >= before) return undefined
  return eventOn(store, event, date)
}

/** True if the event had a date in the window that was removed. */
export async function hadDate(
  { store }: { store: Pick<Context['store'], 'seriesDates'> },
  event: number,
  { from, before }: { from: WallTime; before: WallTime },
): Promise<boolean> {
  const [date] = await store.seriesDates(event, { from, limit: 1, gone: removed })
  return date !== undefined && date.original < before
}

/** An occurrence by its ID. */
export async function occurrenceOf(
  { store }: { store: Pick<Context['store'], 'seriesDate' | 'get' | 'datePatches'> },
  id: number,
): Promise<StoredRecord | undefined> {
  const date = await store.seriesDate(id)
  if (!date || date.gone) return undefined
  const event = await store.get('event', date.series)
  return event && eventOn(store, event, date)
}

/** Number of next dates that a series is shown with. */
const maxNext = 10
/** Dates of a series are about as long as its first one. */
const longer = 2 * daySeconds

/**
 * A series under its own ID has the times of its next date, with the dates after it; once all are past, of its last one (R10). What else is
 * otherwise on that date is no part of the series.
 */
export async function onNextDate(
  context: Pick<Context, 'store' | 'now'>,
  event: StoredRecord,
): Promise<StoredRecord> {
  const { timezone, starts, ends } = event.facts
  const notOverAt = context.now()
  const length = Number(ends) - Number(starts)
  const from = wallOf(notOverAt, String(timezone)) - length - longer
  const isUncounted = true
  const next = await onDates(context, event, { from, notOverAt, limit: maxNext, isUncounted })
  const { records } =
    next.total > 0
      ? next
      : await onDates(context, event, { descending: true, limit: 1, isUncounted })
  const [first] = records
  if (!first) return event
  const { facts } = asSeries(onDate(event, shownOn(event, first)))
  return { ...event, facts: { ...facts, next: JSON.stringify(records.map(datedFacts)) } }
}

/** The times of one of its dates on the clock of a series: the date may have another. */
function shownOn({ facts }: StoredRecord, date: StoredRecord): OnDate {
  const { occurrence, original, timezone, starts, ends, utc_starts, utc_ends } = date.facts
  const isAlike = timezone === facts.timezone
  const wall = (time: unknown, instant: unknown) =>
    isAlike ? Number(time) : wallOf(Number(instant), String(facts.timezone))
  return {
    occurrence: Number(occurrence),
    original: Number(original),
    starts: wall(starts, utc_starts),
    ends: wall(ends, utc_ends),
  }
}

/** The Unix second from which a series under its own ID is shown on another date; Infinity: never. */
export const nextDateAt = ({ facts }: StoredRecord, now: number): number =>
  isOnNextDate({ facts }) && Number(facts.utc_ends) >= now
    ? Number(facts.utc_ends) + 1
    : Number.POSITIVE_INFINITY
