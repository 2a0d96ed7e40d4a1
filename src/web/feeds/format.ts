import type { RemovedEvent } from '../../calendar/history/removed-events.ts'
import type { Language } from '../../define/text/language.ts'
import type { Instant } from '../../define/time/clock.ts'
import type { ImageView } from '../../resources/image/view.ts'
import type { EventView, OrganizerView, VenueView } from '../../resources/view.ts'
import type { Reminder } from './reminders.ts'

/** What feeds read of an event. */
export type FeedEvent = Pick<
  EventView,
  | ('id' | 'occurrence' | 'version' | 'language' | 'url' | 'status' | 'published' | 'updated')
  | ('starts' | 'ends' | 'utcStarts' | 'utcEnds' | 'isAllDay' | 'zone')
  | ('title' | 'html' | 'summary' | 'cost' | 'isFeatured')
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

/** What a feed says of itself. */
export type FeedAbout = {
  title: string
  language: Language
  /** The page that shows the same events, and the feed itself; neither has a secret in it. */
  page: string
  self: string
  /** Part of identifiers, which stay the same whatever the host of a request. */
  host: string
  /** The time zone of the site. */
  zone: string
  /** The picture of the site, where it has one. */
  logo?: { url: string; type: string } | undefined
  /** One event alone, to be put into a calendar of one’s own; else a list that is subscribed to. */
  isSingle: boolean
  /** Of one event: when its reader wants to be reminded. */
  reminder?: Reminder | undefined
}

/** An event as a feed has it, and of which zone what is shown by it. */
export type Written = { bytes: Buffer; zone: string | undefined; first: Instant; last: Instant }

/** Writes a feed piece by piece, so that others have their turn between the events of a long one. */
export type FeedWriter = {
  add(event: FeedEvent): void
  /** Formats whose events are worth keeping between feeds write them apart. */
  apart?: { write(event: FeedEvent): Written; add(written: Written): void }
  /** Formats that cannot say so leave them out. */
  gone?(event: RemovedEvent): void
  finish(): Buffer[]
}

export type FeedFormat = {
  mediaType: string
  open(about: FeedAbout): FeedWriter
}

const chunk = 64 * 1024

/** Text that grows, in bytes as it is sent: `encode` is given whole pieces of what was written. */
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

/** What tells one date of an event from all others, the same in every format, language and on every host. */
export const nameOf = ({ occurrence }: { occurrence: number }) => `event-${occurrence}`

/** RFC 4151. The port of a host is no part of its name. */
export const tagUri = (name: string, { host }: Pick<FeedAbout, 'host'>) =>
  `tag:${host.replace(/:\d+$/, '').replace(/[[\]]/g, '')},2026:${name}`
