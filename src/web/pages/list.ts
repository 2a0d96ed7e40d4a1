import { capital } from '../dates.ts'
import { type Filters, filtersOf, queryOf } from '../filters.ts'
import { type Html, html } from '../html.ts'
import { layout } from '../layout.ts'
import { todayOf } from '../now.ts'
import type { Asked, Content } from '../page.ts'
import { byMonth } from '../parts/event-list.ts'
import { filterBar } from '../parts/filters.ts'
import { viewSwitch } from '../parts/views.ts'
import { type ListedItems, pageOf, pastItems, upcomingItems } from '../upcoming.ts'
import { sayIn } from '../words.ts'

/** Upcoming events under the headings of their months, or the past ones; where nothing is upcoming, the latest. */
export async function listPage(asked: Asked): Promise<Content> {
  const { language, links, query } = asked
  const t = sayIn(language)
  const filters = filtersOf(asked)
  const isPast = query.get('past') === '1'
  const page = pageOf(query)
  const wanted = isPast
    ? await pastItems(asked, filters, page)
    : await upcomingItems(asked, filters, page)
  const isNone = !isPast && wanted.total === 0
  const listed = isNone ? await pastItems(asked, filters, 1) : wanted
  const title = isPast ? t('pastEvents') : t('upcoming')
  const here = links.path('list')
  const hasFilters = Object.keys(filters).length > 0
  const main = html`<div class="top"><h1>${title}</h1>${viewSwitch(asked, 'list', todayOf(asked), queryOf(filters))}</div>
<div class="tools">${await filterBar(asked, filters, here)}</div>
${isNone ? html`<p class="none">${hasFilters ? t('noneFound') : t('noEvents')}</p>` : ''}
${isNone && listed.items.length > 0 ? html`<h2 class="section">${t('latest')}</h2>` : ''}
${byMonth(asked, listed.items, { areUpcoming: !isPast && !isNone })}
${isNone ? '' : pager(asked, filters, { isPast, page, listed })}`
  return {
    body: layout(asked, {
      title: capital(title),
      main,
      at: { name: 'list' },
      query: queryOf({
        ...filters,
        past: isPast ? 1 : undefined,
        page: page > 1 ? page : undefined,
      }),
      isUnlisted: filters.search !== undefined,
      feeds: queryOf(filters),
    }),
  }
}

/** Earlier events are on the left, later ones on the right. */
function pager(
  { links, language }: Asked,
  filters: Filters,
  { isPast, page, listed }: { isPast: boolean; page: number; listed: ListedItems },
): Html {
  const t = sayIn(language)
  const to = (past: boolean, number: number) =>
    links.path('list') +
    queryOf({ ...filters, past: past ? 1 : undefined, page: number > 1 ? number : undefined })
  const [more, less] = [
    listed.hasMore ? to(isPast, page + 1) : undefined,
    page > 1 ? to(isPast, page - 1) : to(!isPast, 1),
  ]
  const [earlier, later] = isPast ? [more, less] : [less, more]
  return html`<nav class="pager" aria-label="${t('list')}">
${earlier ? html`<a href="${earlier}" rel="prev"><span aria-hidden="true">‹ </span>${t('earlier')}</a>` : html`<span></span>`}
${later ? html`<a href="${later}" rel="next">${t('later')}<span aria-hidden="true"> ›</span></a>` : ''}
</nav>`
}
