import type { StoredRecord } from '../../define/record.ts'
import { languageShown, shown } from '../../define/record-texts.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { pageUrl } from '../../define/shown.ts'
import { paragraphs } from '../../define/text/html.ts'
import type { Language } from '../../define/text/language.ts'
import type { Instant, WallTime } from '../../define/time/clock.ts'
import type { View } from '../../define/view.ts'
import { type EventStatus, eventStatusOf } from '../../resources/event/event-status.ts'
import { priceOf } from '../../resources/event/price.ts'
import { resources } from '../../resources/index.ts'
import { addressLine } from '../../resources/venue/postal-address.ts'
import { dayName } from '../shell/dates.ts'
import { htmlToLines } from './html-to-lines.ts'

/** What an event needs to know to be told. */
export type FeedContext = Pick<ShowContext, 'language' | 'homeIn' | 'uploads' | 'currency'>

/** An event on one of its dates, as every feed tells it: plain text but for `html`, in the language of the feed. */
export type FeedEvent = {
  id: number
  /** Which of its dates it is; 0 is the first. */
  occurrence: number
  /** How often it was written. */
  version: number
  language: Language
  title: string
  url: string
  html: string
  summary: string
  isAllDay: boolean
  zone: string
  starts: WallTime
  ends: WallTime
  utcStarts: Instant
  utcEnds: Instant
  published: Instant
  modified: Instant
  /** The publication status. */
  status: string
  /** Does it take place as announced, why not, and how do people take part? */
  held: EventStatus['event_status']
  reason: string
  attendance: EventStatus['attendance']
  onlineUrl: string
  cost: string
  isFeatured: boolean
  categories: string[]
  tags: string[]
  venues: FeedVenue[]
  organizers: FeedOrganizer[]
  image?: { url: string; type: string; size: number; alt: string }
}

export type FeedVenue = {
  name: string
  url: string
  /** On one line, without the name. */
  address: string
  point?: { lat: number; lng: number }
}

export type FeedOrganizer = { name: string; url: string; email: string; phone: string }

/** When the writer of a feed needs the description as text; made once for all who do. */
export const descriptionOf = ({ html }: FeedEvent) => htmlToLines(html)

/**
 * An event as a feed tells it. What a password hides is hidden in feeds too: such an event has a title and a date, and no text,
 * place, people, terms, cost or image, as in lists.
 */
export function feedEvent(view: View, context: FeedContext, occurrence = 0): FeedEvent {
  const { record, masked } = view
  const { facts } = record
  const { language } = context
  const holding = eventStatusOf(facts)
  const number = (name: string) => Number(facts[name] ?? 0)
  const open: FeedEvent = {
    ...nothing,
    id: record.id,
    occurrence,
    version: record.version,
    language: languageShown(record, language),
    title: shown(record, 'title', language) ?? '',
    url: dateUrl(urlOf(context, record, 'event'), number('starts'), occurrence),
    isAllDay: facts.all_day === 1,
    zone: String(facts.timezone),
    starts: number('starts'),
    ends: number('ends'),
    utcStarts: number('utc_starts'),
    utcEnds: number('utc_ends'),
    published: number('date_utc'),
    modified: number('modified'),
    status: String(facts.status),
    held: holding.event_status,
    attendance: holding.attendance,
  }
  return masked ? open : { ...open, ...detailsOf(view, context) }
}

const nothing = {
  html: '',
  summary: '',
  reason: '',
  onlineUrl: '',
  cost: '',
  isFeatured: false,
  categories: [],
  tags: [],
  venues: [],
  organizers: [],
}

function detailsOf(view: View, context: FeedContext): Partial<FeedEvent> {
  const { record, image } = view
  const { language, currency } = context
  const text = (name: string) => paragraphs(shown(record, name, language) ?? '')
  const nameOf = (term: StoredRecord) => shown(term, 'name', language) ?? ''
  const linked = [...view.venues, ...view.organizers].map(({ record }) => record)
  const { cost } = record.facts
  return {
    html: text('description'),
    summary: htmlToLines(text('excerpt')),
    reason: shown(record, 'event_status_reason', language) ?? '',
    onlineUrl: eventStatusOf(record.facts).online_url,
    // what it shows of a place or of people changes with these
    modified: Math.max(...[record, ...linked].map(({ facts }) => Number(facts.modified ?? 0))),
    cost: cost ? priceOf(String(cost), currency, language) : '',
    isFeatured: record.facts.featured === 1,
    categories: view.categories.map(nameOf),
    tags: view.tags.map(nameOf),
    venues: view.venues.map(({ record }) => venueOf(record, context)),
    organizers: view.organizers.map(({ record }) => organizerOf(record, context)),
    ...(image && {
      image: {
        url: `${context.uploads}/${image.facts.file}`,
        type: String(image.facts.mime),
        size: Number(image.facts.filesize ?? 0),
        alt: shown(image, 'alt', language) ?? '',
      },
    }),
  }
}

/** The page of a record in the language in which it is shown. */
const urlOf = (context: FeedContext, record: StoredRecord, kind: 'event' | 'venue' | 'organizer') =>
  pageUrl(context, resources[kind], record, languageShown(record, context.language))

/** A further date has a page of its own. */
const dateUrl = (url: string, starts: WallTime, occurrence: number) =>
  occurrence > 0 && url.endsWith('/') ? `${url}${dayName(starts)}/` : url

function venueOf(record: StoredRecord, context: FeedContext): FeedVenue {
  const { facts } = record
  const { geo_lat: lat, geo_lng: lng } = facts
  return {
    name: shown(record, 'venue', context.language) ?? '',
    url: urlOf(context, record, 'venue'),
    address: addressLine(facts, context.language),
    ...(lat != null && lng != null && { point: { lat: Number(lat), lng: Number(lng) } }),
  }
}

const organizerOf = (record: StoredRecord, context: FeedContext): FeedOrganizer => ({
  name: shown(record, 'organizer', context.language) ?? '',
  url: urlOf(context, record, 'organizer'),
  email: String(record.facts.email ?? ''),
  phone: String(record.facts.phone ?? ''),
})
