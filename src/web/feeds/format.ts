import type { RemovedEvent } from '../../calendar/index.ts'
import type { ParamValues } from '../../define/param.ts'
import type { Language, Locale } from '../../define/text/language.ts'
import type { Instant, WallTime } from '../../define/time/clock.ts'
import type { Recurrence } from '../../define/time/recurrence/rule.ts'
import type {
  EventView,
  eventFilters,
  ImageView,
  OrganizerView,
  VenueView,
} from '../../resources/index.ts'
import type { Reminder } from './reminders.ts'

/** The parts of an event that feeds read. */
export type FeedEvent = Pick<
  EventView,
  | (
      | 'id'
      | 'occurrence'
      | 'version'
      | 'language'
      | 'locale'
      | 'url'
      | 'status'
      | 'published'
      | 'updated'
    )
  | ('starts' | 'ends' | 'utcStarts' | 'utcEnds' | 'isAllDay' | 'zone' | 'original')
  | ('title' | 'html' | 'summary' | 'cost' | 'isFeatured')
  | ('isDate' | 'recurrence')
  | ('held' | 'reason' | 'attendance' | 'onlineUrl' | 'fields')
> & {
  categories: readonly Pick<EventView, 'name'>[]
  tags: readonly Pick<EventView, 'name'>[]
  venues: readonly FeedVenue[]
  organizers: readonly FeedOrganizer[]
  image?: Pick<ImageView, 'url' | 'type' | 'size'> | undefined
}
export type FeedVenue = Pick<VenueView, 'name' | 'url' | 'address' | 'point'>
export type FeedOrganizer = Pick<OrganizerView, 'name' | 'url' | 'email' | 'phone'>

/** A series as a file for calendars has it: an entry that repeats, and dates that are otherwise than it says. */
export type FeedSeries = {
  /** The series on its first date. */
  event: FeedEvent
  recurrence: Recurrence
  dates: readonly FeedEvent[]
  /** Dates that readers do not see, by their original starts. */
  hidden: readonly WallTime[]
  /** The end of its last date. */
  last: Instant
}

/** The description of a feed. */
export type FeedAbout = {
  title: string
  language: Language
  locale: Locale
  /** The page that shows the same events, and the feed itself; neither has a secret in it. */
  page: string
  self: string
  /** Part of identifiers, which stay the same whatever the host of a request. */
  host: string
  /** The time zone of the site. */
  zone: string
  /** The image of the site, where it has one. */
  logo?: { url: string; type: string } | undefined
  /** One event alone, to be put into a calendar of one’s own; else a list that is subscribed to. */
  isSingle: boolean
  /** At an address of The Events Calendar, whose readers take for granted what its files always have. */
  isReference: boolean
  /** For a single event: the reminder that its reader has chosen. */
  reminder?: Reminder | undefined
}

/** Writes a feed piece by piece, so that others have their turn between the events of a long one. */
export type FeedWriter = {
  add(event: FeedEvent): void
  /** Formats that have series as such; returns the number of entries that were written. */
  addSeries?(series: FeedSeries): number
  /** Formats that cannot say so leave them out. */
  gone?(event: RemovedEvent): void
  finish(): Buffer[]
}

export type FeedFormat = {
  mediaType: string
  /** The entries of a series, unless its URL says otherwise: one for each date, or one for the series. */
  occurrences: NonNullable<ParamValues<typeof eventFilters>['occurrences']>
  open(about: FeedAbout): FeedWriter
}

const chunk = 64 * 1024

/** Text that grows, in bytes as it is sent: `encode` gets complete pieces of the text. */
export function openText(encode: (text: string) => Buffer = Buffer.from) {
  const parts: Buffer[] = []
  let text = ''
  const flush = () => {
    if (text !== '') parts.push(encode(text))
    text = ''
  }
  return {
    write(more: string) {
      text += more
      if (text.length > chunk) flush()
    },
    end(): Buffer[] {
      flush()
      return parts
    },
  }
}

/** Identifies a date of an event; the same in every format and language and on every host. */
export const nameOf = ({ occurrence }: { occurrence: number }) => `event-${occurrence}`

/** RFC 4151. The port of a host is no part of its name. */
export const tagUri = (name: string, { host }: Pick<FeedAbout, 'host'>) =>
  `tag:${host.replace(/:\d+$/, '').replace(/[[\]]/g, '')},2026:${name}`
