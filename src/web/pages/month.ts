import { formatWall } from '../../define/time/format.ts'
import { Problem } from '../../problem.ts'
import {
  capital,
  clock,
  type Day,
  dayName,
  dayNumber,
  daySeconds,
  inWords,
  monthName,
  monthOf,
  nextMonth,
  startOfMonth,
  startOfWeek,
} from '../dates.ts'
import { filtersOf, queryOf, within } from '../filters.ts'
import { type Html, html } from '../html.ts'
import type { Item } from '../items.ts'
import { layout } from '../layout.ts'
import { type GridDay, type Slot, weekOf } from '../month-grid.ts'
import { todayOf } from '../now.ts'
import type { Asked, Content } from '../page.ts'
import { statusMark } from '../parts/event-list.ts'
import { filterBar } from '../parts/filters.ts'
import { langOf } from '../parts/text.ts'
import { stepper, viewSwitch } from '../parts/views.ts'
import { timeTag } from '../parts/when.ts'
import { itemsOf } from '../upcoming.ts'
import { sayIn } from '../words.ts'

/** A month as a table of weeks. */
export function monthPage(asked: Asked): Promise<Content> {
  const month = monthOf(asked.params.month ?? '')
  if (month === undefined) throw new Problem('rest_no_route')
  return showMonth(asked, month)
}

const mostShown = 3
const mostRead = 2000

export async function showMonth(asked: Asked, month: Day): Promise<Content> {
  const { language, links, reading } = asked
  const t = sayIn(language)
  const filters = filtersOf(asked)
  const query = queryOf(filters)
  const today = todayOf(asked)
  const first = startOfWeek(month)
  const next = nextMonth(month)
  const weeks = Math.ceil((next - first) / (7 * daySeconds))
  const end = first + weeks * 7 * daySeconds
  const listed = await reading.list(
    'event',
    { ...filters, ...within(first, end, formatWall), per_page: mostRead },
    mostRead,
  )
  const items = itemsOf(asked, listed)
  const totals = countsOf(items, first, end)
  const grid = Array.from({ length: weeks }, (_, at) =>
    weekOf(first + at * 7 * daySeconds, items, {
      ...{ month, most: mostShown },
      total: day => totals.get(day) ?? 0,
    }),
  )
  const title = capital(inWords(month, 'month', language))
  const monthAt = (of: Day) => links.path('month', { month: monthName(of) }) + query
  const around = month <= today && today < next ? today : month
  const isEmpty = !items.some(item => item.last >= month && item.first < next)
  const main = html`<div class="top"><h1>${title}</h1>${viewSwitch(asked, 'month', around, filters)}</div>
${await filterBar(asked, filters, links.path('month', { month: monthName(month) }))}
${stepper(asked, {
  previous: { href: monthAt(nextMonth(month, -1)), label: 'previousMonth' },
  next: { href: monthAt(next), label: 'nextMonth' },
  today: links.path('month', { month: monthName(today) }) + query,
  ...{ at: around, view: 'month', filters },
})}
${isEmpty ? html`<p class="none">${t('noEventsMonth')}</p>` : ''}
<table class="month">
<caption class="visually-hidden">${title}</caption>
<thead><tr>${(grid[0] ?? []).map(({ day }) => html`<th scope="col"><span class="visually-hidden">${inWords(day, 'weekday', language)}</span><span aria-hidden="true">${capital(inWords(day, 'weekdayShort', language))}</span></th>`)}</tr></thead>
<tbody>
${grid.map(
  week => html`<tr>${week.map(day => cell(asked, day, { month, today, query }))}</tr>
`,
)}</tbody>
</table>`
  return {
    body: layout(asked, {
      title,
      main,
      at: {
        name: 'month',
        params: { en: { month: monthName(month) }, fr: { month: monthName(month) } },
      },
      query,
      isUnlisted: filters.search !== undefined || isEmpty,
      feeds: filters,
    }),
  }
}

/** How many events there are on each day. */
function countsOf(items: readonly Item[], from: Day, to: Day): Map<Day, number> {
  const counts = new Map<Day, number>()
  for (const { first, last } of items)
    for (let day = Math.max(first, from); day <= Math.min(last, to); day += daySeconds)
      counts.set(day, (counts.get(day) ?? 0) + 1)
  return counts
}

function cell(
  asked: Asked,
  { day, slots, more, total }: GridDay,
  { month, today, query }: { month: Day; today: Day; query: string },
): Html {
  const { language, links } = asked
  const t = sayIn(language)
  const href = links.path('day', { day: dayName(day) }) + query
  const name = inWords(day, 'date', language)
  const lastBar = slots.findLastIndex(({ kind }) => kind === 'bar')
  const classes = [
    ...(startOfMonth(day) === month ? [] : ['other']),
    ...(day === today ? ['today'] : []),
    ...(day === month ? ['start'] : []),
    ...(total === 0 ? ['free'] : []),
  ].join(' ')
  return html`<td${classes ? html` class="${classes}"` : ''}${day === today ? html` aria-current="date"` : ''}>
<a class="date" href="${href}" aria-label="${total > 0 ? t('eventsOn', { day: name, count: total }) : name}"><span class="weekday" aria-hidden="true">${inWords(day, 'weekdayShort', language)} </span>${dayNumber(day)}</a>
${slots.length > 0 ? html`<ol>${slots.map((slot, at) => slotOf(asked, slot, at > lastBar))}</ol>` : ''}${
  more > 0
    ? html`<a class="more" href="${href}" aria-label="${t('moreOn', { count: more, day: name })}">${t('more', { count: more })}</a>`
    : ''
}</td>`
}

/** `isFree`: nothing below has to stand in line with other days, so that it may take two lines. */
function slotOf(asked: Asked, slot: Slot, isFree: boolean): Html {
  const { language } = asked
  if (slot.kind === 'empty') return html`<li class="gap" aria-hidden="true"></li>`
  const { item } = slot
  const marks = `${item.isFeatured ? ' featured' : ''}${item.status ? ` ${item.status}` : ''}`
  const link = html`<a href="${item.href}"${langOf(item.title.lang)}>${item.title.text}</a>`
  if (slot.kind === 'event')
    return html`<li class="one${isFree ? ' tall' : ''}${marks}">${item.isAllDay ? '' : html`${timeTag(item.starts, item, clock(item.starts, language))} `}${statusMark(item, asked)}${link}</li>`
  const { isFirst, isLast, days } = slot
  const continued = sayIn(language)('continues')
  const ends = `${isFirst ? ' from' : ''}${isLast ? ' to' : ''}${marks}`
  return days > 0
    ? html`<li class="bar${isFirst ? '' : ' again'} over-${days}${ends}"><span class="label">${statusMark(item, asked)}${link}${isFirst ? '' : html` <span class="visually-hidden">${continued}</span>`}</span></li>`
    : html`<li class="bar through${ends}"><span class="visually-hidden">${item.title.text} ${continued}</span></li>`
}
