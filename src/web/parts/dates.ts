import { capital } from '../../define/text/capital.ts'
import { type Day, startOfDay } from '../../define/time/clock.ts'
import type { EventView } from '../../resources/index.ts'
import type { EventDates } from '../listing/event-dates.ts'
import { queryOf } from '../listing/filters.ts'
import { eventHref } from '../listing/items.ts'
import { isEntryOf } from '../listing/neighbours.ts'
import { clock, dayName, formatDay, formatDays, startOfMonth } from '../shell/dates.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { statusMark } from './event-parts.ts'
import { inList, timeTag } from './when.ts'

/** The dates of a series by month, with the way to those before and after them. */
export function datesPart(
  request: PageRequest,
  event: EventView,
  { dates, total, earlier, later }: EventDates,
): Html | string {
  if (total < 2) return ''
  const { locale } = request
  const t = messagesIn(locale)
  const isShown = isEntryOf(event)
  const months = Map.groupBy(dates, ({ starts }) => startOfMonth(starts))
  const to = (from: Day | undefined, text: string, rel: string) =>
    from === undefined
      ? ''
      : html`<a href="${eventHref(request, event)}${queryOf({ dates: dayName(from) })}#dates" rel="${rel} nofollow">${text}</a>`
  return html`<section class="dates" id="dates"><h2>${t('allDates', { count: total })}</h2>${[
    ...months,
  ].map(
    ([month, within]) =>
      html`<h3>${capital(formatDay(month, 'month', locale))}</h3><ul>${within.map(
        date =>
          html`<li><a href="${eventHref(request, date)}"${isShown(date) ? html` aria-current="date"` : ''}>${dateIn(request, date, event)}</a>${marksOf(request, date)}</li>`,
      )}</ul>`,
  )}${
    (earlier ?? later)
      ? html`<nav class="pager" aria-label="${t('dates')}">${to(earlier, t('datesBefore'), 'prev') || html`<span></span>`}${to(later, t('datesAfter'), 'next')}</nav>`
      : ''
  }</section>`
}

/** Its day; its time too where that is another than that of the event shown, or where two can be on one day. */
function dateIn({ locale }: PageRequest, date: EventView, event: EventView): Html {
  const { starts, ends, first, last, isAllDay } = date
  const isAlike =
    starts - startOfDay(starts) === event.starts - startOfDay(event.starts) &&
    ends - starts === event.ends - event.starts &&
    isAllDay === event.isAllDay
  if (!isAlike || date.date.includes('/')) return inList(date, locale)
  const day = first === last ? formatDay(starts, 'short', locale) : formatDays(first, last, locale)
  return timeTag(starts, date, capital(day))
}

/** Cancelled, postponed, sold out; moved from another day or time. */
function marksOf(request: PageRequest, date: EventView): Html | string {
  const { announcedStart: at, held, isAllDay } = date
  const { locale } = request
  const mark = html` ${statusMark(date, request)}`
  if (at === undefined || held !== 'scheduled') return mark
  const day = formatDay(at, 'short', locale) + (isAllDay ? '' : `, ${clock(at, locale)}`)
  return html`${mark}<span class="moved">${messagesIn(locale)('movedFrom', { day })}</span>`
}
