import { capital } from '../../define/text/capital.ts'
import type { Day } from '../../define/time/clock.ts'
import { Problem } from '../../problem/index.ts'
import { layout } from '../layout/layout.ts'
import { filtersOf, isSearch, queryOf } from '../listing/filters.ts'
import { todayOf } from '../listing/now.ts'
import { stepsFrom } from '../listing/steps.ts'
import { type Chip, chipsOf } from '../parts/chips.ts'
import { filterBar } from '../parts/filters.ts'
import { maxChips } from '../parts/month-grid.ts'
import { monthTable, runningPart } from '../parts/month-table.ts'
import { inputsOf, stepper, viewSwitch } from '../parts/views.ts'
import {
  daySeconds,
  formatDay,
  monthName,
  monthOf,
  nextMonth,
  startOfWeek,
} from '../shell/dates.ts'
import { html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { Content, PageRequest } from '../shell/page.ts'

/** A month as a table of weeks. */
export function monthPage(request: PageRequest): Promise<Content> {
  const month = monthOf(request.params.month ?? '')
  if (month === undefined) throw new Problem('rest_no_route')
  return showMonth(request, month)
}

export async function showMonth(request: PageRequest, month: Day): Promise<Content> {
  const { locale, links } = request
  const { filters, query, today, title, isEmpty, table } = await monthPart(request, month)
  const t = messagesIn(locale)
  const next = nextMonth(month)
  const monthAt = (of: Day) => links.path('month', { month: monthName(of) }) + query
  const around = month <= today && today < next ? today : month
  const steps = await stepsFrom(
    request,
    filters,
    { from: month, to: next, isEmpty },
    {
      previous: { href: monthAt(nextMonth(month, -1)), label: 'previousMonth' },
      next: { href: monthAt(next), label: 'nextMonth' },
    },
  )
  const main = html`<div class="top"><h1>${title}</h1>${viewSwitch(request, 'month', around, filters)}</div>
<div class="tools">${await filterBar(request, filters, links.path('month', { month: monthName(month) }))}
${stepper(request, {
  ...steps,
  today: monthAt(today),
  at: around,
  view: 'month',
  inputs: inputsOf(filters),
})}</div>
${isEmpty ? html`<p class="none">${t('noEventsMonth', { month: formatDay(month, 'month', locale) })}</p>` : ''}
${table}`
  const params = { month: monthName(month) }
  const at = { name: 'month', params: { en: params, fr: params } } as const
  const isUnlisted = isSearch(filters) || isEmpty
  return { body: layout(request, { title, main, at, query, isUnlisted, feeds: query }) }
}

/** The table of a month, with events of several weeks above it; other sites show it too. */
export async function monthPart(request: PageRequest, month: Day) {
  const { locale, reading } = request
  const filters = filtersOf(request)
  const query = queryOf(filters)
  const today = todayOf(request)
  const first = startOfWeek(month, request.world.site.weekStarts[request.language])
  const next = nextMonth(month)
  const count = Math.ceil((next - first) / (7 * daySeconds)) * 7
  const listed = await reading.days(filters, { from: first, count, max: maxWritten })
  const isCrowded = listed.days.reduce((sum, { total }) => sum + total, 0) > maxInMonth
  const lists = [
    listed.long,
    ...listed.days.map(day => (isCrowded ? day.first.slice(0, maxChips) : day.first)),
  ]
  const [long = [], ...chips] = await chipsOf(request, lists, listed.showing)
  const running = long.filter(isRunning)
  const days = listed.days.map(({ total }, at) => ({
    chips: chips[at] ?? [],
    total: Math.max(0, total - goingOn(running, first + at * daySeconds)),
  }))
  const title = capital(formatDay(month, 'month', locale))
  const isEmpty = listed.days.every(({ total }, at) => {
    const day = first + at * daySeconds
    return total === 0 || day < month || day >= next
  })
  const ofGrid = long.filter(chip => !isRunning(chip))
  const ofMonth = running.filter(chip => chip.first < next && chip.last >= month)
  // an exhibition that is repeated stands there once
  const inMonth = [...Map.groupBy(ofMonth, ({ event }) => event).values()].flatMap(
    ([one]) => one ?? [],
  )
  const table = html`${runningPart(request, month, inMonth)}${monthTable(request, title, { month, today, first, query, days, long: ofGrid })}`
  return { filters, query, today, title, isEmpty, table }
}

/** Phones and paper show all of a day, up to so many; where a month has more in all, they show what the table has. */
const [maxWritten, maxInMonth] = [60, 400]

/** True for events longer than a week, which belong to no single day. */
const isRunning = ({ first, last }: Chip) => last - first >= 7 * daySeconds

const goingOn = (running: readonly Chip[], day: Day) =>
  running.reduce((sum, { first, last }) => (first <= day && day <= last ? sum + 1 : sum), 0)
