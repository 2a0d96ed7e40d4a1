import type { RemovedEvent } from '../../calendar/index.ts'
import { type Language, type Sentence, textIn } from '../../define/text/language.ts'
import { daySeconds, type Instant } from '../../define/time/clock.ts'
import { escaped, folded, line, parameter, uri } from './content-lines.ts'
import { descriptionOf, fieldLines, placeLine, termsOf, titleOf } from './entry.ts'
import {
  type FeedAbout,
  type FeedEvent,
  type FeedFormat,
  type FeedOrganizer,
  type FeedSeries,
  type FeedWriter,
  nameOf,
} from './format.ts'
import { triggerOf } from './reminders.ts'
import {
  type Clocked,
  dateOnly,
  instant,
  isOffset,
  lengthIn,
  localTime,
  registered,
  repeatLines,
  seriesClock,
  timesLine,
  vtimezone,
} from './vtimezone.ts'

/** The refresh interval that a feed asks of its clients. */
const refresh = 'PT1H'

/** iCalendar (RFC 5545, RFC 7986). */
export const ics: FeedFormat = {
  mediaType: 'text/calendar; charset=utf-8',
  occurrences: 'series',
  open: openIcs,
}

export function openIcs(about: FeedAbout) {
  const parts: Buffer[] = []
  /** The span of each zone: from its earliest event to its latest. */
  const zones = new Map<string, [first: Instant, last: Instant]>()
  const note = (clocks: readonly Clock[]) => {
    for (const { zone, first, last } of clocks) {
      const [from, until] = zones.get(zone) ?? [first, last]
      zones.set(zone, [Math.min(from, first), Math.max(until, last)])
    }
  }
  return {
    add(event) {
      parts.push(
        folded(vevent(event, { about, name: nameOf(event), when: whenLines(event, about) })),
      )
      note(clocksOf(event, event))
    },
    addSeries(series: FeedSeries) {
      parts.push(folded(masterOf(series, about)))
      for (const date of series.dates) parts.push(folded(overrideOf(date, series, about)))
      note(clocksOfSeries(series))
      return 1 + series.dates.length
    },
    gone: event => void parts.push(folded(removedLines(event, about))),
    finish() {
      let head = headOf(about)
      for (const [zone, [first, last]] of zones) head += vtimezone(zone, first, last)
      return [folded(head), ...parts, folded(line('END', 'VCALENDAR'))]
    },
  } satisfies FeedWriter
}

/** The span of a zone in a feed: from the earliest moment to the latest. */
type Clock = { zone: string; first: Instant; last: Instant }

const clocksOf = ({ utcStarts, utcEnds }: FeedEvent, { isAllDay, zone }: Clocked): Clock[] =>
  isAllDay || isOffset(zone) ? [] : [{ zone, first: utcStarts, last: utcEnds }]

function clocksOfSeries({ event, dates, last }: FeedSeries): Clock[] {
  // a date that was moved to an earlier day is named by its original start
  const until = dates.reduce(
    (latest, { original }) => Math.max(latest, original + daySeconds),
    last,
  )
  return [
    ...clocksOf(event, seriesClock(event)).map(clock => ({ ...clock, last: until })),
    ...dates.flatMap(date => clocksOf(date, date)),
  ]
}

/** All entries of a series have the name that the event has by itself. */
const seriesName = ({ id }: FeedEvent) => nameOf({ occurrence: id })

const masterOf = (series: FeedSeries, about: FeedAbout) =>
  vevent(series.event, {
    about,
    name: seriesName(series.event),
    when: firstLines(series.event, about) + repeatLines(series),
  })

const overrideOf = (date: FeedEvent, { event }: FeedSeries, about: FeedAbout) =>
  vevent(date, {
    about,
    name: seriesName(event),
    when: timesLine('RECURRENCE-ID', seriesClock(event), [date.original]) + whenLines(date, about),
  })

const headOf = ({ title, language, zone, page, self, isSingle }: FeedAbout) =>
  line('BEGIN', 'VCALENDAR') +
  line('VERSION', '2.0') +
  line('PRODID', `-//Almanac//Almanac//${language.toUpperCase()}`) +
  line('CALSCALE', 'GREGORIAN') +
  line('METHOD', 'PUBLISH') +
  (isSingle
    ? ''
    : line('NAME', escaped(title)) +
      line('X-WR-CALNAME', escaped(title)) +
      (isOffset(registered(zone)) && registered(zone) !== 'UTC'
        ? ''
        : line('X-WR-TIMEZONE', escaped(registered(zone)))) +
      line('URL', uri(page)) +
      line('SOURCE;VALUE=URI', uri(self)) +
      line('REFRESH-INTERVAL;VALUE=DURATION', refresh) +
      line('X-PUBLISHED-TTL', refresh))

type EventLines = { about: FeedAbout; name: string; when: string }

function vevent(event: FeedEvent, { about, name, when }: EventLines): string {
  const { url, status, published, version, cost, onlineUrl } = event
  const modified = instant(event.updated)
  return (
    line('BEGIN', 'VEVENT') +
    line('UID', uidOf(name, about)) +
    line('DTSTAMP', modified) +
    line('SEQUENCE', String(version - 1)) +
    (published > 0 ? line('CREATED', instant(published)) : '') +
    line('LAST-MODIFIED', modified) +
    when +
    text('SUMMARY', event.language, titleOf(event)) +
    descriptionLines(event) +
    whereLines(event) +
    whoLines(event) +
    list('CATEGORIES', termsOf(event)) +
    (cost === '' ? '' : line('X-COST', escaped(cost))) +
    (onlineUrl === '' ? '' : line('CONFERENCE;VALUE=URI', uri(onlineUrl))) +
    imageLines(event) +
    line('URL', uri(url)) +
    (status === 'private' ? line('CLASS', 'PRIVATE') : '') +
    line('STATUS', statusOf(event)) +
    // a public calendar says what happens, not when its readers are busy
    (about.isSingle ? '' : line('TRANSP', 'TRANSPARENT')) +
    alarm(event, about) +
    line('END', 'VEVENT')
  )
}

function alarm(event: FeedEvent, { reminder }: FeedAbout): string {
  const trigger = reminder && triggerOf(reminder, event)
  if (!trigger || event.held === 'cancelled') return ''
  return (
    line('BEGIN', 'VALARM') +
    line('ACTION', 'DISPLAY') +
    line('TRIGGER', trigger) +
    text('DESCRIPTION', event.language, titleOf(event)) +
    line('END', 'VALARM')
  )
}

/** A postponed event has no new date yet, and that of a draft is not certain. */
function statusOf({ held, status }: FeedEvent): string {
  if (held === 'cancelled') return 'CANCELLED'
  const isSure = held !== 'postponed' && (status === 'publish' || status === 'private')
  return isSure ? 'CONFIRMED' : 'TENTATIVE'
}

const uidOf = (name: string, { host }: FeedAbout) => escaped(`${name}@${host}`)

/**
 * An end that is the start would be no time at all, which iCalendar says by having none. Programs that read The Events Calendar know
 * no event without an end.
 */
const hasEnd = (
  { utcStarts, utcEnds }: Pick<FeedEvent, 'utcStarts' | 'utcEnds'>,
  { isReference }: FeedAbout,
) => isReference || utcEnds > utcStarts

function whenLines(event: FeedEvent, about: FeedAbout, clock: Clocked = event): string {
  const { isAllDay, starts, ends } = event
  if (isAllDay) return dayLines(starts, ends)
  return (
    timesLine('DTSTART', clock, [starts]) +
    (hasEnd(event, about) ? timesLine('DTEND', clock, [ends]) : '')
  )
}

/**
 * The first date of a series. Its length is that of all dates (RFC 5545, 3.8.5.3): if clocks are set during the first one, its end does
 * not say it.
 */
function firstLines(event: FeedEvent, about: FeedAbout): string {
  const { isAllDay, starts, ends, utcStarts, utcEnds } = event
  const length = ends - starts
  if (isAllDay || length === utcEnds - utcStarts) return whenLines(event, about, seriesClock(event))
  return (
    timesLine('DTSTART', event, [starts]) + (length > 0 ? line('DURATION', lengthIn(length)) : '')
  )
}

/** The end of a DATE is the day after the last one. */
const dayLines = (starts: number, ends: number) =>
  line('DTSTART;VALUE=DATE', dateOnly(starts)) +
  (lastWritable(ends) ? line('DTEND;VALUE=DATE', dateOnly(ends + daySeconds)) : '')
const lastWritable = (ends: number) => !localTime(ends).startsWith('99991231')

const text = (name: string, language: Language, value: string) =>
  line(`${name};LANGUAGE=${language}`, escaped(value))

const list = (name: string, values: readonly string[]) =>
  values.length > 0 ? line(name, values.map(escaped).join(',')) : ''

/** Markup that plain text cannot express: lists, emphasis, images. */
const isRich = (html: string) => /<(?!\/?(?:p|br|a)\b)[a-z]/i.test(html)

/** Some calendars show no URL, so the text ends with it. */
function descriptionLines(event: FeedEvent): string {
  const { html, reason, language, url } = event
  const words = [
    reason,
    descriptionOf(event) || event.summary,
    fieldLines(event, event.locale).join('\n'),
    url,
  ]
    .filter(Boolean)
    .join('\n\n')
  const lines = text('DESCRIPTION', language, words)
  return isRich(html)
    ? lines + line('X-ALT-DESC;FMTTYPE=text/html', escaped(html.replace(/\n+/g, ' ')))
    : lines
}

function whereLines({ venues, language, onlineUrl }: FeedEvent): string {
  if (venues.length === 0) return onlineUrl === '' ? '' : text('LOCATION', language, onlineUrl)
  const [placed] = venues.filter(({ point }) => point !== undefined)
  const where = text('LOCATION', language, venues.map(placeLine).join(' · '))
  if (!placed?.point) return where
  const { lat, lng } = placed.point
  const address = placed.address === '' ? '' : `;X-ADDRESS=${parameter(placed.address)}`
  return (
    where +
    line('GEO', `${lat};${lng}`) +
    // by this alone Apple’s calendars show a map
    line(
      `X-APPLE-STRUCTURED-LOCATION;VALUE=URI${address};X-APPLE-RADIUS=100;X-TITLE=${parameter(placed.name.text)}`,
      `geo:${lat},${lng}`,
    )
  )
}

/** An event has one organizer in iCalendar; others are whom to ask. */
function whoLines({ organizers }: FeedEvent): string {
  const [first, ...others] = organizers
  if (!first) return ''
  const address = /^[^\s@]+@[^\s@]+$/.test(first.email) ? `mailto:${first.email}` : first.url
  return (
    line(`ORGANIZER;CN=${parameter(first.name.text)}`, uri(address)) +
    others
      .map(contact)
      .map(value => line('CONTACT', value))
      .join('')
  )
}
const contact = ({ name, phone, email }: FeedOrganizer) =>
  escaped([name.text, phone, email].filter(Boolean).join(', '))

/** Programs that read The Events Calendar look for an attachment, others for what RFC 7986 has for it. */
const imageLines = ({ image }: FeedEvent) =>
  image
    ? line(`ATTACH;FMTTYPE=${image.type}`, uri(image.url)) +
      line(`IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=${image.type}`, uri(image.url))
    : ''

const removed: Sentence = { en: 'Cancelled', fr: 'Annulé' }

/** An event that was in the feed and is no longer public: only its dates are published. */
function removedLines(event: RemovedEvent, about: FeedAbout): string {
  let lines = ''
  for (const { occurrence, starts, ends, utcStarts, utcEnds } of event.dates)
    lines +=
      line('BEGIN', 'VEVENT') +
      line('UID', uidOf(nameOf({ occurrence }), about)) +
      line('DTSTAMP', instant(event.at)) +
      line('SEQUENCE', String(event.version - 1)) +
      line('LAST-MODIFIED', instant(event.at)) +
      (coversDays(starts, ends)
        ? dayLines(starts, ends)
        : line('DTSTART', instant(utcStarts)) +
          (hasEnd({ utcStarts, utcEnds }, about) ? line('DTEND', instant(utcEnds)) : '')) +
      text('SUMMARY', about.language, textIn(removed, about.locale)) +
      line('STATUS', 'CANCELLED') +
      line('TRANSP', 'TRANSPARENT') +
      line('END', 'VEVENT')
  return lines
}

const coversDays = (starts: number, ends: number) =>
  starts % daySeconds === 0 && (ends + 1) % daySeconds === 0

const begin = 'BEGIN:VEVENT\r\n'
const end = 'END:VCALENDAR\r\n'

/** Joins the iCalendar files of parts of a calendar into one, while they come. */
export function openJoinedIcs() {
  /** For each zone the lines before its settings, and each setting once. */
  const zones = new Map<string, Set<string>>()

  function note(text: string) {
    for (const [, zone = ''] of text.matchAll(/BEGIN:VTIMEZONE\r\n(.*?)END:VTIMEZONE\r\n/gs)) {
      const at = zone.search(/BEGIN:(STANDARD|DAYLIGHT)\r\n/)
      const name = at < 0 ? zone : zone.slice(0, at)
      const settings = zones.get(name) ?? new Set()
      zones.set(name, settings)
      for (const [setting] of zone.matchAll(/BEGIN:(STANDARD|DAYLIGHT)\r\n.*?END:\1\r\n/gs))
        settings.add(setting)
    }
  }

  return {
    /** The head of an empty file, without the URL of that file. */
    head: (text: string) =>
      text.slice(0, text.lastIndexOf(end)).replace(/^(URL|SOURCE)[;:].*\r\n([ \t].*\r\n)*/gm, ''),
    /** The events of a file. */
    events(text: string): string {
      const from = text.indexOf(begin)
      note(from < 0 ? text : text.slice(0, from))
      return from < 0 ? '' : text.slice(from, text.lastIndexOf(end))
    },
    end(): string {
      let text = ''
      for (const [name, settings] of zones)
        text += `BEGIN:VTIMEZONE\r\n${name}${[...settings].join('')}END:VTIMEZONE\r\n`
      return text + line('END', 'VCALENDAR')
    },
  }
}
