import { capital } from '../../define/text/capital.ts'
import type { Locale } from '../../define/text/language.ts'
import type { Day } from '../../define/time/clock.ts'
import { dayInMonth } from '../../define/time/day-formats.ts'
import { Problem } from '../../problem/index.ts'
import { layout } from '../layout/layout.ts'
import { filtersOf, isSearch, queryOf } from '../listing/filters.ts'
import { todayOf } from '../listing/now.ts'
import { stepsFrom } from '../listing/steps.ts'
import {
  type Chip,
  chipsOf,
  type GridDay,
  lowOf,
  maxChips,
  type Slot,
  weekOf,
} from '../parts/chips.ts'
import { filterBar } from '../parts/filters.ts'
import { inputsOf, stepper, viewAt, viewSwitch } from '../parts/views.ts'
import {
  dayName,
  dayOf,
  daySeconds,
  formatDay,
  monthName,
  monthOf,
  nextMonth,
  startOfMonth,
  startOfWeek,
} from '../shell/dates.ts'
import { type Html, html, raw } from '../shell/html.ts'
import { type FormatMessage, messagesIn } from '../shell/messages.ts'
import { type Content, type PageRequest, redirect } from '../shell/page.ts'

/** A month as a table of weeks. */
export function monthPage(request: PageRequest): Promise<Content> {
  const month = monthOf(request.params.month ?? '')
  if (month === undefined) throw new Problem('rest_no_route')
  return showMonth(request, month)
}

async function showMonth(request: PageRequest, month: Day): Promise<Content> {
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

type Month = {
  /** Its first day, today, and the first day of the table. */
  month: number
  today: number
  first: number
  query: string
  /** The chips of each day of the table. */
  days: readonly { chips: readonly Chip[]; total: number }[]
  long: readonly Chip[]
}

/**
 * The month as a table of weeks. It is written as text, most of it of chips that were escaped when they were made: the other
 * words in it are dates and our own.
 */
function monthTable(request: PageRequest, title: string, of: Month): Html {
  const { locale } = request
  const { first, month, days, long, query } = of
  const none = { chips: [], total: 0 }
  const onDay = (day: number) => days[(day - first) / daySeconds] ?? none
  const forCells: ForCells = {
    ...of,
    next: nextMonth(month),
    search: html`${query}`.toString(),
    ...countsIn(locale),
  }
  let weeks = ''
  for (let at = first; at < first + days.length * daySeconds; at += 7 * daySeconds) {
    const isCrossed = long.some(chip => chip.first < at + 7 * daySeconds && chip.last >= at)
    weeks += '<tr>'
    if (isCrossed)
      for (const day of weekOf(at, { month, next: forCells.next, long, onDay }))
        weeks += cell(request, day, slotsOf(day.slots, forCells), forCells)
    else
      for (let day = at; day < at + 7 * daySeconds; day += daySeconds) {
        const { chips, total } = onDay(day)
        let list = ''
        for (const { free } of chips.slice(0, maxChips)) list += free
        const rest = chips.slice(maxChips)
        const more = total - Math.min(chips.length, maxChips)
        weeks += cell(
          request,
          { day, total, more, rest, isComplete: chips.length >= total },
          list,
          forCells,
        )
      }
    weeks += '</tr>\n'
  }
  const names = Array.from({ length: 7 }, (_, at) => first + at * daySeconds).map(
    day =>
      html`<th scope="col"><span class="visually-hidden">${formatDay(day, 'weekday', locale)}</span><span aria-hidden="true">${capital(formatDay(day, 'weekdayShort', locale))}</span></th>`,
  )
  return html`${earlierSwitch(of, locale)}<table class="month">
<caption class="visually-hidden">${title}</caption>
<thead><tr>${names}</tr></thead>
<tbody>
${raw(weeks)}</tbody>
</table>`
}

/** Shows what is folded, with the style sheet alone. */
function earlierSwitch({ month, today, days, first }: Month, locale: Locale) {
  const isFolded = days.some(
    ({ total }, at) => total > 0 && isPast(first + at * daySeconds, month, today),
  )
  return isFolded
    ? html`<p class="earlier"><input type="checkbox" id="earlier"> <label for="earlier">${messagesIn(locale)('showPastDays')}</label></p>\n`
    : ''
}

/** Events of several weeks would fill every day: they stand above the table, and are folded behind the first few. */
function runningPart(
  { locale }: PageRequest,
  month: number,
  running: readonly Chip[],
): Html | string {
  if (running.length === 0) return ''
  const t = messagesIn(locale)
  const list = (of: readonly Chip[]) =>
    html`<ul>${of.map(({ link, days, marks }) => html`<li class="${`one${marks}`}">${raw(link)} <span class="days">${raw(days)}</span></li>`)}</ul>`
  const rest = running.slice(maxRunning)
  return html`<section class="running"><h2>${t('alsoInMonth', { month: formatDay(month, 'month', locale) })}</h2>${list(running.slice(0, maxRunning))}${
    rest.length > 0
      ? html`<details><summary>${t('more', { count: rest.length })}</summary>${list(rest)}</details>`
      : ''
  }</section>
`
}
const maxRunning = 4

/** The values that all cells need: the month after, and the query as it stands in an attribute. */
type ForCells = Month & { next: number; search: string } & Counts

/** The texts for a number of events, before and behind the day. */
type Counted = { events: [string, string]; more: [string, string]; label: string }
type Counts = { counted: Map<number, Counted>; t: FormatMessage }
const counts = new Map<Locale, Map<number, Counted>>()
function countsIn(locale: Locale): Counts {
  const counted = counts.get(locale) ?? new Map<number, Counted>()
  counts.set(locale, counted)
  return { counted, t: messagesIn(locale) }
}
/** The sentences of busier days are not cached. */
const maxCounted = 500

function countedOf(count: number, { counted, t }: Counts): Counted {
  const cached = counted.get(count)
  if (cached) return cached
  const around = (text: string): [string, string] => {
    const [before = '', behind = ''] = text.split(dayMark)
    return [before, behind]
  }
  const phrases: Counted = {
    events: around(t('eventsOn', { day: dayMark, count })),
    more: around(t('moreOn', { day: dayMark, count })),
    label: t('more', { count }),
  }
  if (count < maxCounted) counted.set(count, phrases)
  return phrases
}
const dayMark = '\0'

/** A day as its cell has it. Dates have nothing in them that would have to be escaped, and paths neither. */
const wordsOf = ({ locale, links }: PageRequest, day: number) => ({
  path: links.path('day', { day: dayName(day) }),
  full: formatDay(day, 'full', locale),
  date: formatDay(day, 'date', locale),
  label: `<span class="weekday" aria-hidden="true">${formatDay(day, 'weekdayShort', locale)} </span>${dayInMonth(day, locale)}`,
})

function classesOf(day: number, total: number, { month, next, today }: ForCells): string {
  let classes = day >= month && day < next ? '' : ' other'
  if (day === today) classes += ' today'
  if (day === month) classes += ' start'
  if (isPast(day, month, today)) classes += ' past'
  if (total === 0) classes += ' free'
  return classes && ` class="${classes.slice(1)}"`
}

/** On phones, the past days of the current month are folded. */
const isPast = (day: number, month: number, today: number) =>
  month <= day && day < today && today < nextMonth(month)

type Cell = Omit<GridDay, 'slots'>

/** `list`: the events, written out. */
function cell(request: PageRequest, of: Cell, list: string, forCells: ForCells): string {
  const { day, more, total, rest, isComplete } = of
  const { search, t } = forCells
  const { path, full, date, label } = wordsOf(request, day)
  const current = day === forCells.today ? ' aria-current="date"' : ''
  const start = `<td${classesOf(day, total, forCells)}${current}>\n<a class="date" href="${path}${search}" aria-label="`
  // on phones, which open on it
  const none = current && !list ? `<p class="nothing">${t('noneBegins')}</p>` : ''
  if (total === 0) return `${start}${full}">${label}</a>\n${none}</td>`
  const [before, behind] = countedOf(total, forCells).events
  const dated = `${start}${before}${full}${behind}">${label}</a>\n`
  const listed = (list && `<ol>${list}</ol>`) + restOf(rest) + none
  if (more <= 0) return `${dated}${listed}</td>`
  const { more: moreText, label: words } = countedOf(more, forCells)
  return `${dated}${listed}<a class="more${isComplete ? ' whole' : ''}" href="${path}${search}" aria-label="${moreText[0]}${date}${moreText[1]}">${words}</a></td>`
}

/** The events without a place in the table, for lists of days: on phones and on paper. */
function restOf(rest: readonly Chip[]): string {
  let list = ''
  for (const { free, link, marks } of rest)
    list += free || `<li class="one tall${marks}">${link}</li>`
  return list && `<ol class="rest">${list}</ol>`
}

function slotsOf(slots: readonly Slot[], { t }: Pick<Counts, 't'>): string {
  const lastBar = slots.findLastIndex(({ kind }) => kind === 'bar')
  const continued = t('continues')
  let list = ''
  for (const [at, slot] of slots.entries()) list += slotOf(slot, at > lastBar, continued)
  return list
}

function slotOf(slot: Slot, isFree: boolean, continued: string): string {
  if (slot.kind === 'empty') return '<li class="gap" aria-hidden="true"></li>'
  const { marks, link, title } = slot.chip
  if (slot.kind === 'event') return isFree ? slot.chip.free : lowOf(slot.chip)
  const { isFirst, isLast, days } = slot
  const ends = `${isFirst ? ' from' : ''}${isLast ? ' to' : ''}${marks}`
  if (days === 0)
    return `<li class="bar through${ends}"><span class="visually-hidden">${title} ${continued}</span></li>`
  const again = isFirst ? '' : ` <span class="visually-hidden">${continued}</span>`
  return `<li class="bar${isFirst ? '' : ' again'} over-${days}${ends}"><span class="label">${link}${again}</span></li>`
}

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
