import { filtersOf, queryOf } from '../listing/filters.ts'
import { todayOf } from '../listing/now.ts'
import { viewAt } from '../parts/views.ts'
import { dayOf, startOfMonth } from '../shell/dates.ts'
import { type Content, type PageRequest, redirect } from '../shell/page.ts'
import { showMonth } from './month.ts'

/** A view without a date leads to that of today. */
export const viewOfToday = (view: 'month' | 'week' | 'day') => (asked: PageRequest) => {
  const { name, params } = viewAt(asked, view, todayOf(asked))
  return redirect(asked.links.path(name, params) + asked.url.search, 302)
}

/** The calendar: this month. The date picker comes here too, and is sent to the view of its day. */
export function eventsPage(asked: PageRequest): Content | Promise<Content> {
  const { query, links } = asked
  const day = dayOf(query.get('date') ?? '')
  if (day !== undefined) {
    const { name, params } = viewAt(asked, query.get('view') ?? '', day)
    return redirect(links.path(name, params) + queryOf(filtersOf(asked)), 302)
  }
  return showMonth(asked, startOfMonth(todayOf(asked)))
}
