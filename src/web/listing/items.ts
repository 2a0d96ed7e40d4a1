import type { StoredRecord } from '../../define/record.ts'
import { main, shown } from '../../define/record-texts.ts'
import { htmlToText } from '../../define/text/html.ts'
import type { Language } from '../../define/text/language.ts'
import { slugKey } from '../../define/text/slug.ts'
import { lastDayOf } from '../../define/time/days.ts'
import { offsetWords, zoneWords } from '../../define/time/moment-words.ts'
import { instantOf, offsetAt } from '../../define/time/zone.ts'
import type { View } from '../../define/view.ts'
import { type EventStatus, eventStatusOf } from '../../resources/event/event-status.ts'
import { priceOf } from '../../resources/event/price.ts'
import { type PagedName, resources } from '../../resources/index.ts'
import { dayName, startOfDay } from '../shell/dates.ts'
import type { PageRequest } from '../shell/page.ts'

/** A text as it is shown: where it fell back to the other language, that is said in `lang`. */
export type ShownText = { text: string; lang: Language | undefined }

export function textIn(record: StoredRecord, name: string, language: Language): ShownText {
  const text = shown(record, name, language) ?? ''
  const own = record.texts[language]?.[name]
  const fell = text !== '' && (own == null || own === '') ? main(record) : language
  return { text, lang: fell === language ? undefined : fell }
}

/** The name of a record and where its page is. */
export type Linked = { id: number; name: ShownText; href: string }

export const slugIn = (record: StoredRecord, language: Language) => ({
  slug: shown(record, 'slug', language) ?? '',
})
/** Is it the slug that a decoded path says? Slugs are stored as they stand in URLs. */
export const isSame = (stored: string, said: string | undefined) =>
  slugKey(stored) === slugKey(said ?? '')

/** The slug of a record in both languages, for links between them. */
export const slugsOf = (record: StoredRecord) => ({
  en: slugIn(record, 'en'),
  fr: slugIn(record, 'fr'),
})

/** A record with a page, as it is linked to. */
export function linkedOf({ links, language }: PageRequest, record: StoredRecord): Linked {
  const kind = record.kind as PagedName
  return {
    id: record.id,
    name: textIn(record, resources[kind].titled, language),
    href: links.path(kind, slugIn(record, language)),
  }
}

/** An event on one of its dates, as lists and grids show it. */
export type Item = {
  id: number
  record: StoredRecord
  title: ShownText
  href: string
  starts: number
  ends: number
  isAllDay: boolean
  zone: string
  /** Where its clock differs from that of the site: how it does. */
  clock: { words: string; offset: string } | undefined
  first: number
  last: number
  venues: Linked[]
  venueRecords: StoredRecord[]
  categories: Linked[]
  excerpt: ShownText
  cost: string
  image: StoredRecord | undefined
  attendance: EventStatus['attendance']
  isFeatured: boolean
  /** Cancelled, postponed or moved online; undefined: as planned. */
  status: Exclude<EventStatus['event_status'], 'scheduled'> | undefined
}

const longestExcerpt = 220

/** What a password hides is left out; the title and the dates are not hidden. */
export function itemOf(asked: PageRequest, view: View, isFurther = false): Item {
  const { record, masked } = view
  const { language, links, world } = asked
  const { facts } = record
  const starts = Number(facts.starts)
  const ends = Number(facts.ends)
  const slug = slugIn(record, language)
  const [place] = view.venues
  return {
    id: record.id,
    record,
    title: textIn(record, 'title', language),
    href: isFurther
      ? links.path('eventOn', { ...slug, day: dayName(starts) })
      : links.path('event', slug),
    starts,
    ends,
    first: startOfDay(starts),
    last: lastDayOf(starts, ends),
    isAllDay: facts.all_day === 1,
    zone: String(facts.timezone),
    clock: facts.all_day === 1 ? undefined : clockOf(asked, String(facts.timezone), starts),
    attendance: eventStatusOf(facts).attendance,
    venues: masked || !place ? [] : view.venues.map(venue => linkedOf(asked, venue.record)),
    venueRecords: masked ? [] : view.venues.map(venue => venue.record),
    categories: masked ? [] : view.categories.map(term => linkedOf(asked, term)),
    excerpt: masked ? { text: '', lang: undefined } : excerptOf(record, language),
    cost: masked || !facts.cost ? '' : priceOf(String(facts.cost), world.site.currency, language),
    image: masked ? undefined : view.image,
    isFeatured: facts.featured === 1,
    status: statusOf(record),
  }
}

/** The clock of an event where it shows another time than that of the site. */
function clockOf({ world, language }: PageRequest, zone: string, starts: number): Item['clock'] {
  if (zone === world.site.zone) return undefined
  const at = instantOf(starts, zone)
  return offsetAt(at, zone) === offsetAt(at, world.site.zone)
    ? undefined
    : { words: zoneWords(zone, language), offset: offsetWords(at, zone) }
}

export function statusOf({ facts }: StoredRecord): Item['status'] {
  const { event_status } = eventStatusOf(facts)
  return event_status === 'scheduled' ? undefined : event_status
}

function excerptOf(record: StoredRecord, language: Language): ShownText {
  const own = textIn(record, 'excerpt', language)
  const { text, lang } = own.text ? own : textIn(record, 'description', language)
  return { text: shortened(htmlToText(text)), lang }
}

/** Cut after a word. */
export function shortened(text: string, most = longestExcerpt): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()}…`
}
