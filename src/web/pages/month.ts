import type { Day } from '../../define/time/days.ts'
import { Problem } from '../../problem.ts'
import { chipsOf } from '../chips.ts'
import {
  capital,
  daySeconds,
  inWords,
  monthName,
  monthOf,
  nextMonth,
  startOfWeek,
} from '../dates.ts'
import { filtersOf, queryOf } from '../filters.ts'
import { html } from '../html.ts'
import { layout } from '../layout.ts'
import { todayOf } from '../now.ts'
import type { Asked, Content } from '../page.ts'
import { filterBar } from '../parts/filters.ts'
import { monthTable, mostShown } from '../parts/month-table.ts'
import { stepper, viewSwitch } from '../parts/views.ts'
import type { DatedEvent } from '../reading.ts'
import { sayIn } from '../words.ts'

/** A month as a table of weeks. */
export function monthPage(asked: Asked): Promise<Content> {
  const month = monthOf(asked.params.month ?? '')
  if (month === undefined) throw new Problem('rest_no_route')
  return showMonth(asked, month)
}

export async function showMonth(asked: Asked, month: Day): Promise<Content> {
  const { language, links, reading } = asked
  const t = sayIn(language)
  const filters = filtersOf(asked)
  const query = queryOf(filters)
  const today = todayOf(asked)
  const first = startOfWeek(month, asked.world.settings.weekStart)
  const next = nextMonth(month)
  const count = Math.ceil((next - first) / (7 * daySeconds)) * 7
  const listed = await reading.days(filters, { from: first, count, most: mostShown })
  const known = await chipsOf(asked, [...listed.long, ...listed.days.flatMap(day => day.first)])
  const chipsIn = (dates: readonly DatedEvent[]) =>
    dates.flatMap(({ occurrence }) => known.get(occurrence) ?? [])
  const days = listed.days.map(({ first, total }) => ({ chips: chipsIn(first), total }))
  const title = capital(inWords(month, 'month', language))
  const monthAt = (of: Day) => links.path('month', { month: monthName(of) }) + query
  const around = month <= today && today < next ? today : month
  const isEmpty = days.every(({ total }, at) => {
    const day = first + at * daySeconds
    return total === 0 || day < month || day >= next
  })
  const main = html`<div class="top"><h1>${title}</h1>${viewSwitch(asked, 'month', around, filters)}</div>
<div class="tools">${await filterBar(asked, filters, links.path('month', { month: monthName(month) }))}
${stepper(asked, {
  previous: { href: monthAt(nextMonth(month, -1)), label: 'previousMonth' },
  next: { href: monthAt(next), label: 'nextMonth' },
  today: links.path('month', { month: monthName(today) }) + query,
  ...{ at: around, view: 'month', filters },
})}</div>
${isEmpty ? html`<p class="none">${t('noEventsMonth')}</p>` : ''}
${monthTable(asked, title, { month, today, first, query, days, long: chipsIn(listed.long) })}`
  const params = { month: monthName(month) }
  return {
    body: layout(asked, {
      title,
      main,
      at: { name: 'month', params: { en: params, fr: params } },
      query,
      isUnlisted: filters.search !== undefined || isEmpty,
      feeds: filters,
    }),
  }
}
