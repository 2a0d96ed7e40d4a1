import { createHash } from 'node:crypto'
import type { Values } from '../../define/param.ts'
import { formatWall, type WallTime } from '../../define/time/clock.ts'
import { fittedId, sharedIds } from '../base/fitted-id.ts'
import {
  type Item,
  type ItemDate,
  type ReadContext,
  ReadError,
  type Refused,
  type Source,
  type Yielded,
} from '../base/item.ts'
import { type Component, components, linesOf } from './components.ts'
import {
  endless,
  noDateLeft,
  notACalendar,
  rangeOfDates,
  sameUidAndStart,
  tooLarge,
  tooLong,
  tooManyDates,
} from './errors.ts'
import { type CalendarFacts, type EventLines, eventLines, Unreadable } from './event-lines.ts'
import { readLines, unescaped } from './properties.ts'
import { namedDate, originalsOf, type Repeats, recurring } from './recurrence.ts'
import { statedLanguage, statusOf as statusIn, valuesOf } from './values.ts'
import { type When, whenOf, whenValues } from './when.ts'
import { fileZones, zoneNamed } from './zones.ts'

/** Files are held as they are until their end: a date may come before its series, a zone after its events. */
const maxMegabytes = 100
/** Dates of one event on which something is otherwise. */
const maxDates = 5000

/** The events of an iCalendar file (RFC 5545) and of many that are nearly one. An event with all its dates is one item. */
export async function* readIcs(source: Source, context: ReadContext): AsyncGenerator<Yielded> {
  const { groups, calendars, factsOf, left } = await contentsOf(source, context)
  const timezone = calendars.find(({ zone }) => zone !== undefined)?.zone
  const name = calendars.find(({ name }) => name !== undefined)?.name
  const ids = [...groups.keys()].map(fittedId)
  yield { about: { ids, total: groups.size, ...(timezone && { timezone }), ...(name && { name }) } }
  for (const [key, group] of groups) {
    yield* itemsOf(
      group.map(({ component, calendar }) => ({ component, facts: factsOf(calendar) })),
      context,
    )
    groups.delete(key)
  }
  for (const line of left.values()) yield { kind: 'event', refused: tooManyDates, at: { line } }
}

type Calendar = { isCancelled: boolean; zone: string | undefined; name: string | undefined }

/** The components of a file by their UID, each with the number of its calendar: some files have several. */
async function contentsOf(source: Source, context: ReadContext) {
  const groups = new Map<string, { component: Component; calendar: number }[]>()
  const calendars: Calendar[] = []
  /** The last line of each event that has too many dates. */
  const left = new Map<string, number>()
  const zones = fileZones(() => [...calendars.flatMap(({ zone }) => zone ?? []), context.zone])
  let isCalendar = false
  for await (const component of components(limited(source.bytes()))) {
    isCalendar ||= component.name === 'VEVENT' || component.hasStarted
    if (component.name === 'VTIMEZONE') zones.define(readLines(linesOf(component)).properties)
    else if (component.name === 'VCALENDAR') calendars.push(calendarOf(component))
    else if (component.name === 'VEVENT') {
      const key = uidIn(component) ?? `#${component.line}`
      const held = { component, calendar: calendars.length }
      const group = groups.get(key)
      if (group && group.length > maxDates) left.set(key, component.line)
      else if (group) group.push(held)
      else groups.set(key, [held])
    }
  }
  if (!isCalendar) throw new ReadError(notACalendar)
  const factsOf = (calendar: number): CalendarFacts => ({
    isCancelled: calendars[calendar]?.isCancelled ?? false,
    zone: calendars[calendar]?.zone ?? context.zone,
    zones,
  })
  return { groups, calendars, factsOf, left }
}

async function* limited(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of parts) {
    size += part.length
    if (size > maxMegabytes * 2 ** 20) throw new ReadError(tooLarge(maxMegabytes))
    yield part
  }
}

function calendarOf(component: Component): Calendar {
  const { properties } = readLines(linesOf(component))
  const text = (name: string) => {
    const property = properties.find(each => each.name === name)
    return property && (unescaped(property.value).trim() || undefined)
  }
  const zone = text('X-WR-TIMEZONE')
  return {
    isCancelled: text('METHOD')?.toUpperCase() === 'CANCEL',
    zone: zone === undefined ? undefined : zoneNamed(zone),
    name: text('X-WR-CALNAME') ?? text('NAME'),
  }
}

/** The UID, without reading the rest: files are long. */
function uidIn({ bytes }: Component): string | undefined {
  const text = bytes.toString('latin1')
  const [, value = ''] = /^UID(?:;[^:\n]*)?:(.*(?:\n[ \t].*)*)/im.exec(text) ?? []
  return value.replace(/\n[ \t]/g, '').trim() || undefined
}

/** A component of a calendar, and what the calendar says of it. */
type Held = { component: Component; facts: CalendarFacts }

/** An event of a file that could be read. */
type Read = { event: EventLines; facts: CalendarFacts }

/** The items of the components with one UID: a single event, a series with its dates, or several events that share it by mistake. */
function* itemsOf(group: readonly Held[], context: ReadContext): Generator<Yielded> {
  const masters: Read[] = []
  const dates: Read[] = []
  for (const { component, facts } of group) {
    const event = eventLines(component)
    if (component.fault) yield refusedAt(event, component.fault === 'size' ? tooLong : endless)
    else if (event.one('RECURRENCE-ID')) dates.push({ event, facts })
    else masters.push({ event, facts })
  }
  const [first, ...others] = latestOf(masters)
  const isAlone = others.length === 0
  const full = first && attempt(first.event, () => fullItem(first, context))
  if (full && 'item' in full && full.isEmpty && dates.length === 0) {
    yield { kind: 'event', skipped: noDateLeft, at: full.item.at, source_id: full.item.source_id }
    return
  }
  const mayShare = dates.length === 0 && full && 'item' in full && !full.repeats
  const ofFirst = mayShare ? { ...full, item: oneOfSeveral(full, isAlone) } : full
  if (ofFirst && 'item' in ofFirst) yield* withDates(ofFirst, dates, context)
  else {
    if (ofFirst) yield ofFirst
    for (const date of dates) yield attempt(date.event, () => orphanDate(date, context))
  }
  for (const other of others) yield attempt(other.event, () => sameUid(other, context))
}

/** The latest version of an event. Several events may share a UID by mistake. */
function latestOf(reads: readonly Read[]): Read[] {
  const isOne = reads.some(({ event }) => event.one('RRULE') !== undefined || sequenceOf(event) > 0)
  const startOf = ({ event }: Read) => event.one('DTSTART')?.value.trim() ?? ''
  const groups = isOne ? [reads] : [...Map.groupBy(reads, startOf).values()]
  return groups.flatMap(group => {
    const [last, ...earlier] = group.toSorted(byVersion).toReversed()
    for (const other of last ? earlier : [])
      if (last && !isVersionOf(other, last))
        last.event.notes.push(sameUidAndStart(other.event.text('SUMMARY')))
    return last ?? []
  })
}

/** Earlier versions of an event have its title, or an earlier number. */
const isVersionOf = (other: Read, last: Read) =>
  other.event.text('SUMMARY') === last.event.text('SUMMARY') ||
  sequenceOf(other.event) < sequenceOf(last.event)

const sequenceOf = (event: EventLines) => Number.parseInt(event.text('SEQUENCE'), 10) || 0
const changedOf = (event: EventLines) => event.text('LAST-MODIFIED') || event.text('DTSTAMP')

const byVersion = ({ event: a }: Read, { event: b }: Read) =>
  sequenceOf(a) - sequenceOf(b) || inOrder(changedOf(a), changedOf(b))
const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function refusedAt(event: EventLines, refused: Refused['refused'], line = event.line): Refused {
  const uid = event.text('UID')
  return {
    kind: 'event',
    refused,
    at: { line },
    ...(uid !== '' && { source_id: fittedId(uid) }),
  }
}

/** The result of reading an event, or the reason for its refusal. */
function attempt<T>(event: EventLines, read: () => T): T | Refused {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return refusedAt(event, error.reason, error.line)
  }
}

/** An event with the values of its lines. */
type CompleteEvent = {
  item: Item
  facts: CalendarFacts
  when: When
  repeats: Repeats | undefined
  /** True if no date of it is left. */
  isEmpty: boolean
}

function fullItem(read: Read, { language: usual }: ReadContext): CompleteEvent {
  const { event, facts } = read
  const stated = whenOf(event, facts)
  const named = event.one('RECURRENCE-ID')
  if (named && !namedDate(event, facts, stated)) event.leaveOut(named)
  const { when, repeats, isEmpty } = named
    ? { when: stated, repeats: undefined, isEmpty: false }
    : recurring(event, facts, stated)
  const language = statedLanguage(event, usual)
  const values: Values = {
    ...valuesOf(event, language),
    ...whenValues(when),
    // a rule that the file has no more ends, and so does a cancellation
    recurrence: repeats?.lines ?? [],
    event_status: 'scheduled',
    ...statusOf(read),
  }
  const uid = event.text('UID')
  const item: Item = {
    kind: 'event',
    source_id: fittedId(uid || fingerprint(values)),
    ...(uid === '' && { isUnnamed: true }),
    at: { line: event.line },
    values,
    ...(language !== usual && { language }),
  }
  if (event.notes.length > 0) item.notes = event.notes
  return { item, facts, when, repeats, isEmpty }
}

const statusOf = ({ event, facts }: Read): Values =>
  facts.isCancelled ? { event_status: 'cancelled' } : statusIn(event)

/** The fingerprint that identifies an event without a UID. */
const fingerprint = ({ title, start_date, venue }: Values) =>
  createHash('sha256')
    .update(JSON.stringify([title, start_date, venue]))
    .digest('base64url')

/** An event whose UID others may have, at other times. */
function oneOfSeveral({ item, when }: CompleteEvent, isAlone: boolean): Item {
  if (item.isUnnamed) return item
  const shared = sharedIds(item.source_id, '/', formatWall(when.starts))
  return { ...item, shared, ...(!isAlone && { source_id: shared.dated }) }
}

const sameUid = (read: Read, context: ReadContext) => oneOfSeveral(fullItem(read, context), false)

/** S2: a date of a series is the series and its start by the rule. */
const dateId = (series: string, at: WallTime) => fittedId(`${series}/${formatWall(at)}`)

/** Imports a date without its series, or one that the series does not have, as a single event. */
function orphanDate(read: Read, context: ReadContext): Item {
  const { item, when } = fullItem(read, context)
  const name = namedDate(read.event, read.facts, when)
  return { ...item, source_id: dateId(item.source_id, name?.at ?? when.starts) }
}

/** A series with the dates on which it is otherwise. */
function* withDates(
  series: CompleteEvent,
  reads: readonly Read[],
  context: ReadContext,
): Generator<Yielded> {
  const { when, repeats, item } = series
  const named = reads.toSorted(byVersion).map(read => ({
    read,
    name: attempt(read.event, () => namedDate(read.event, read.facts, when)),
  }))
  const names = named.flatMap(({ name }) =>
    name && 'at' in name && !('refused' in name) ? [name] : [],
  )
  const originalIn =
    repeats && names.length > 0 ? originalsOf(repeats, when, names) : () => undefined
  const own = new Map<string, DateRead>()
  const rest: Yielded[] = []
  for (const { read, name } of named) {
    const { event } = read
    const isRange = /thisandfuture/i.test(event.one('RECURRENCE-ID')?.parameters.RANGE ?? '')
    if (name && 'refused' in name) rest.push(name)
    else {
      if (isRange) event.notes.push(rangeOfDates)
      const original = name && originalIn(name)
      const item =
        original === undefined
          ? orphanDateOf(read, context)
          : attempt(event, () => dateItem(series, read, original, context))
      if (item && 'original' in item) own.set(item.original, item)
      else if (item) rest.push(item)
    }
  }
  const notes = [item, ...own.values()].flatMap(({ notes = [] }) => notes)
  yield {
    ...item,
    ...(own.size > 0 && { dates: [...own.values()].map(({ notes: _, ...date }) => date) }),
    ...(notes.length > 0 && { notes }),
  }
  yield* rest
}

/** Skips cancelled dates that the series does not have. */
function orphanDateOf(read: Read, context: ReadContext): Item | Refused | undefined {
  if (statusOf(read).event_status !== undefined) return undefined
  return attempt(read.event, () => orphanDate(read, context))
}

type DateRead = ItemDate & Pick<Item, 'notes'>

/** The differences of one date. */
function dateItem(
  { item, facts, when: ofSeries }: CompleteEvent,
  read: Read,
  original: WallTime,
  context: ReadContext,
): DateRead {
  const { event } = read
  const { language = context.language } = item
  // a date that states no status has that of its series
  const own = {
    ...valuesOf(event, language, { isDate: true }),
    ...(event.one('STATUS') && { event_status: 'scheduled' }),
    ...statusOf(read),
  }
  const values: Values = Object.fromEntries(
    Object.entries(own).filter(([name, value]) => !isSame(value, item.values[name])),
  )
  if (event.one('DTSTART')) {
    const when = whenOf(event, { ...facts, ...read.facts }, ofSeries.zone)
    const ends = original + ofSeries.ends - ofSeries.starts
    const { start_date, end_date } = whenValues(when)
    if (when.starts !== original || when.ends !== ends)
      Object.assign(values, { start_date, end_date })
    if (when.isAllDay !== ofSeries.isAllDay) values.all_day = when.isAllDay
  }
  const date = { original: formatWall(original), at: { line: event.line }, values }
  return event.notes.length > 0 ? { ...date, notes: event.notes } : date
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
