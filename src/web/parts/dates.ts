import type { LinkKind } from '../../define/record.ts'
import { capital } from '../../define/text/capital.ts'
import { userRel } from '../../define/text/user-links.ts'
import { type Day, daySeconds, startOfDay } from '../../define/time/clock.ts'
import type { EventView } from '../../resources/index.ts'
import type { EventDates } from '../listing/event-dates.ts'
import { queryOf } from '../listing/filters.ts'
import { eventHref, hrefOf } from '../listing/items.ts'
import { isEntryOf } from '../listing/neighbours.ts'
import type { RelatedEvents } from '../listing/related.ts'
import { clock, dayName, formatDay, formatDays, startOfMonth } from '../shell/dates.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { addPart, calendarChoice } from './calendars.ts'
import { placesMark, statusMark, titleOf, whenOfItem } from './event-parts.ts'
import { inList, timeTag } from './when.ts'

/** The dates of a series by month, with the way to those before and after them. */
export function datesPart(
  request: PageRequest,
  event: EventView,
  { dates, total, earlier, later, parts }: EventDates,
): Html | string {
  if (total < 2) return ''
  const { locale } = request
  const t = messagesIn(locale)
  const isShown = isEntryOf(event)
  const months = Map.groupBy(dates, ({ starts }) => startOfMonth(starts))
  const to = (from: Day | undefined, text: string, rel = '') =>
    from === undefined
      ? ''
      : html`<a href="${eventHref(request, event)}${queryOf({ dates: dayName(from) })}#dates" rel="${rel}nofollow">${text}</a>`
  const areYears = (parts[2] ?? 0) - (parts[1] ?? 0) > 31 * daySeconds
  const nameOf = (at: Day) =>
    areYears ? dayName(at).slice(0, 4) : capital(formatDay(at, 'month', locale))
  return html`<section class="dates" id="dates"><h2>${t('allDates', { count: total })}</h2>${
    parts.length > 0
      ? html`<nav class="months" aria-label="${t('datesByMonth')}">${parts.map(at => to(at, nameOf(at)))}</nav>`
      : ''
  }${[...months].map(
    ([month, within]) =>
      html`<h3>${capital(formatDay(month, 'month', locale))}</h3><ul>${within.map(
        date =>
          html`<li><a href="${eventHref(request, date)}"${isShown(date) ? html` aria-current="date"` : ''}>${dateIn(request, date, event)}</a>${marksOf(request, date)}</li>`,
      )}</ul>`,
  )}${
    (earlier ?? later)
      ? html`<nav class="pager" aria-label="${t('dates')}">${to(earlier, t('datesBefore'), 'prev ') || html`<span></span>`}${to(later, t('datesAfter'), 'next ')}</nav>`
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

/** The actions of visitors for an upcoming event: book, add it to a calendar, share it. */
export const actionsPart = (
  request: PageRequest,
  event: EventView,
  { isOpen, hasOthers }: { isOpen: boolean; hasOthers: boolean },
): Html =>
  html`<div class="actions">
${isOpen ? html`${ticketPart(request, event)}${addPart(request, event, hasOthers)}` : ''}${sharePart(request, event)}
</div>`

/** Nothing can be booked where no place is left. */
function ticketPart(request: PageRequest, event: EventView): Html {
  const { registrationUrl: url, availability } = event
  const canBook = availability !== 'sold_out' && /^https?:/.test(url)
  const button = html`<a class="button" href="${url}" rel="${userRel}">${messagesIn(request.locale)('book')}</a>`
  return html`${canBook ? button : ''}${placesMark(event, request)}`
}

/** The browser shares where it can; else links to where people share. They send nothing until they are followed. */
function sharePart({ locale }: PageRequest, event: EventView): Html {
  const t = messagesIn(locale)
  const { title, language: written } = event
  const url = event.urlIn(written)
  const [name, link, both] = [title.text, url, `${title.text} ${url}`].map(encodeURIComponent)
  const id = 'share-url'
  return calendarChoice(
    t('share'),
    [
      { text: t('byEmail'), href: `mailto:?subject=${name}&body=${link}` },
      { text: 'WhatsApp', href: `https://wa.me/?text=${both}` },
      { text: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${link}` },
      { text: 'Bluesky', href: `https://bsky.app/intent/compose?text=${both}` },
      { text: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${link}` },
    ],
    html`<div class="address"><label for="${id}">${t('feedAddress')}</label>
<input id="${id}" value="${url}" readonly>
<button type="button" class="quiet needs-script" data-copies="${id}" data-copied="${t('copied')}">${t('copy')}</button></div>`,
    html` class="calendars share" data-share="${title.text}" data-url="${url}"`,
  )
}

const headings = {
  venue: 'alsoAt',
  organizer: 'alsoBy',
  category: 'alsoIn',
  tag: 'alsoIn',
} as const satisfies Record<LinkKind, string>

/** Events that have something in common with the one of the page, below it. */
export function relatedPart(
  request: PageRequest,
  related: readonly RelatedEvents[],
): Html | string {
  if (related.length === 0) return ''
  const t = messagesIn(request.locale)
  return html`<section class="related" aria-labelledby="related"><h2 class="section" id="related">${t('related')}</h2>
${related.map(
  ({ kind, to, items }) =>
    html`<div><h3><a href="${hrefOf(request, kind, to)}">${t(headings[kind], { name: to.name.text })}</a></h3><ul>${items.map(
      item => html`<li>${titleOf(request, item)} <span>${whenOfItem(request, item)}</span></li>`,
    )}</ul></div>`,
)}</section>`
}
