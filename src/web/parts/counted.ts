import type { EventView } from '../../resources/index.ts'
import { type Filters, isOfEachDate, queryOf } from '../listing/filters.ts'
import type { ListedItems } from '../listing/upcoming.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'

/** Behind the date on which a series stands in a list: how many others the list has, with a link to all of them. */
export function moreDates(
  { links, locale }: PageRequest,
  { slug, datesInList }: Pick<EventView, 'slug' | 'datesInList'>,
): Html | string {
  const count = datesInList - 1
  return count < 1
    ? ''
    : html` <a class="more-dates" href="${links.path('event', { slug })}#dates">${messagesIn(locale)('andMoreDates', { count })}</a>`
}

/** What a list counts, where that makes a difference: events, each once, or dates; with the way to the other. */
export async function countedPart(
  { locale }: PageRequest,
  { total, countDates }: Pick<ListedItems, 'total' | 'countDates'>,
  {
    path,
    filters,
  }: { path: string; filters: Filters & { [name: string]: string | number | undefined } },
): Promise<Html | string> {
  const t = messagesIn(locale)
  const isEach = isOfEachDate(filters)
  const dates = isEach ? total : await countDates()
  if (!isEach && dates === total) return ''
  const other = queryOf({ ...filters, occurrences: isEach ? undefined : 'each' })
  const words = isEach
    ? t('countedDates', { count: dates })
    : `${t('countedEvents', { count: total })} · ${t('countedDates', { count: dates })}`
  return html`<p class="counted">${words} <a href="${path}${other}">${t(isEach ? 'eachOnce' : 'eachDate')}</a></p>`
}
