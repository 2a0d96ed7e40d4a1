import { daySeconds } from '../../define/time/clock.ts'
import { descriptionOf, placeLine } from './entry.ts'
import type { FeedEvent } from './format.ts'
import { dateOnly, isOffset, localTime } from './vtimezone.ts'
import { endOf, startOf } from './when.ts'

/** Links that lead into people’s own calendars, by whose these are. Apple’s and most others take `webcal:`. */
type CalendarLinks = { webcal: string; google: string; outlook: string; office: string }
type EventLinks = Omit<CalendarLinks, 'webcal'>

/** A feed as calendars of a device open it, and ask whether to subscribe. */
export const webcal = (feed: string) => feed.replace(/^https?:/, 'webcal:')

const query = (of: Record<string, string>) =>
  // a plus sign would be shown as one, so no form style
  Object.entries(of)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&')

/** The links to subscribe to a feed, by its URL and title. */
export function subscribeLinks(feed: string, title: string): CalendarLinks {
  const byUrl = query({ url: feed, name: title })
  return {
    webcal: webcal(feed),
    google: `https://calendar.google.com/calendar/render?${query({ cid: webcal(feed) })}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${byUrl}`,
    office: `https://outlook.office.com/calendar/0/addfromweb?${byUrl}`,
  }
}

/** Servers refuse URLs that are much longer. */
const maxText = 800

/** The links to add one event to a calendar; Apple’s, and all others, get its `.ics`. */
export function addLinks(event: FeedEvent): EventLinks {
  const { url, venues } = event
  const title = event.title.text
  const words = shortened(descriptionOf(event) || event.summary)
  const details = words === '' ? url : `${words}\n\n${url}`
  const location = venues.map(placeLine).join(' · ')
  const google = { action: 'TEMPLATE', text: title, ...googleDates(event), details, location }
  const outlook = query({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    ...outlookDates(event),
    body: details,
    location,
  })
  return {
    google: `https://calendar.google.com/calendar/render?${query(google)}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`,
    office: `https://outlook.office.com/calendar/0/deeplink/compose?${outlook}`,
  }
}

const shortened = (text: string) =>
  text.length > maxText ? `${text.slice(0, maxText).toWellFormed()}…` : text

/** Google knows zones by their names in the tz database; elsewhere the link has instants. */
function googleDates(event: FeedEvent): Record<string, string> {
  const { isAllDay, zone, starts, ends, utcStarts, utcEnds } = event
  if (isAllDay) return { dates: `${dateOnly(starts)}/${dateOnly(ends + daySeconds)}` }
  if (isOffset(zone) || !/^[A-Z][\w-]*(\/[\w+-]+)+$/i.test(zone))
    return { dates: `${localTime(utcStarts)}Z/${localTime(utcEnds)}Z` }
  return { dates: `${localTime(starts)}/${localTime(ends)}`, ctz: zone }
}

function outlookDates(event: FeedEvent): Record<string, string> {
  if (!event.isAllDay) return { startdt: startOf(event), enddt: endOf(event) }
  const day = (at: number) => dateOnly(at).replace(/(\d{2})(\d{2})$/, '-$1-$2')
  return {
    startdt: day(event.starts),
    enddt: day(event.ends + daySeconds),
    allday: 'true',
  }
}
