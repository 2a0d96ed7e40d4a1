import { capital } from '../../define/text/capital.ts'
import type { Locale } from '../../define/text/language.ts'
import { isoWithOffset } from '../../define/time/clock.ts'
import { instantOf, offsetAt } from '../../define/time/zone.ts'
import type { EventView } from '../../resources/index.ts'
import { clock, formatDay, formatDays } from '../shell/dates.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'

type When = Pick<EventView, 'starts' | 'ends' | 'first' | 'last' | 'isAllDay' | 'zone'>
type InList = When & Pick<EventView, 'clock'>

/** A moment for machines: `2027-03-06T20:00:00+01:00`, of whole days the day. */
function machineTime(at: number, { zone, isAllDay }: When): string {
  const iso = isoWithOffset(at, offsetAt(instantOf(at, zone), zone))
  return isAllDay ? iso.slice(0, 10) : iso
}

export const timeTag = (at: number, of: When, text: string): Html =>
  html`<time datetime="${machineTime(at, of)}">${text}</time>`

/** From when to when, of one day: 8 pm – 10 pm. No line begins with the dash. */
function hours({ starts, ends, isAllDay }: When, locale: Locale): string {
  if (isAllDay) return messagesIn(locale)('allDay')
  const from = clock(starts, locale)
  return ends === starts ? from : `${from}\u00a0– ${clock(ends, locale)}`
}

/** Behind a time of a list, the clock that it is on if that is not the site's: 8 pm – 10 pm (Toronto time). */
const onClock = (text: string, { clock }: Pick<EventView, 'clock'>) =>
  clock ? `${text} (${clock.words})` : text

/** On a day that is said already: 8 pm – 10 pm. */
export const hoursInList = (of: InList, locale: Locale): Html =>
  timeTag(of.starts, of, onClock(hours(of, locale), of))

/** The whole of it, for the page of an event. */
export function whenOf(of: When, locale: Locale): Html {
  const { starts, ends, first, last, isAllDay } = of
  if (first === last) {
    const day = capital(formatDay(starts, 'long', locale))
    return isAllDay
      ? html`${timeTag(starts, of, day)}`
      : html`${timeTag(starts, of, day)}<br>${hours(of, locale)}`
  }
  if (isAllDay) return html`${timeTag(starts, of, capital(formatDays(first, last, locale)))}`
  return html`${timeTag(starts, of, `${capital(formatDay(starts, 'long', locale))}, ${clock(starts, locale)}`)} –<br>${timeTag(ends, of, `${formatDay(ends, 'long', locale)}, ${clock(ends, locale)}`)}`
}

/** In a list, below the heading of a month: Sat 6 March, 8 pm – 10 pm. `begins`: a line begins with it. */
export function inList(of: InList, locale: Locale, begins = true): Html {
  const { starts, first, last, isAllDay } = of
  const cased = begins ? capital : (text: string) => text
  if (first !== last) return timeTag(starts, of, cased(formatDays(first, last, locale)))
  const day = cased(formatDay(starts, 'short', locale))
  return timeTag(starts, of, isAllDay ? day : onClock(`${day}, ${hours(of, locale)}`, of))
}
