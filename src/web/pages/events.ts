import { filtersOf, queryOf } from '../listing/filters.ts'
import { todayOf } from '../listing/now.ts'
import { viewAt } from '../parts/views.ts'
import { dayOf, startOfMonth } from '../shell/dates.ts'
import { type Content, type PageRequest, redirect } from '../shell/page.ts'
import { showMonth } from './month.ts'

/** A view without a date redirects to the current one. */
export const viewOfToday = (view: 'month' | 'week' | 'day') => (request: PageRequest) => {
  const { name, params } = viewAt(request, view, todayOf(request))
  return redirect(request.links.path(name, params) + request.url.search, 302)
}

/** The calendar: this month. The date picker comes here too, and is sent to the view of its day. */
export function eventsPage(request: PageRequest): Content | Promise<Content> {
  const { query, links } = request
  const day = dayOf(query.get('date') ?? '')
  if (day !== undefined) {
    const { name, params } = viewAt(request, query.get('view') ?? '', day)
    return redirect(links.path(name, params) + queryOf(filtersOf(request)), 302)
  }
  return showMonth(request, startOfMonth(todayOf(request)))
}
