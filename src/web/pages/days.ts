import type { Values } from '../../define/param.ts'
import { capital } from '../../define/text/capital.ts'
import { type Day, formatWall, nightEnds, oftenInWeek } from '../../define/time/clock.ts'
import { Problem } from '../../problem/index.ts'
import type { EventView } from '../../resources/index.ts'
import { layout } from '../layout/layout.ts'
import { type Filters, filtersOf, isSearch, queryOf } from '../listing/filters.ts'
import { eventIn } from '../listing/items.ts'
import { todayOf } from '../listing/now.ts'
import { stepsFrom } from '../listing/steps.ts'
import { itemsOf, listOrNone, pageOf } from '../listing/upcoming.ts'
import { cards } from '../parts/event-list.ts'
import { filterBar } from '../parts/filters.ts'
import { byHour, hourLine, hoursOf } from '../parts/hours.ts'
import { inputsOf, stepper, viewSwitch } from '../parts/views.ts'
import { dayName, dayOf, daySeconds, formatDay, formatDays, startOfWeek } from '../shell/dates.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { Content, PageRequest } from '../shell/page.ts'

/** Limits: events per page of a day, per day of a week, and events that continue from earlier days. */
const [perPage, perDay, maxGoingOn] = [100, 25, 100]
/** A day of a week shows so many dates of series that are often in it. */
const maxOften = 3
/** Paper has so many of each in a day of a week, since nothing on it can be opened. */
const maxOnPaper = 60
/** Maximum number of events of a week that are looked at for these. */
const maxInWeek = 500

type Listed = { items: EventView[]; total: number }
/** The events of a day, and apart from them those of series that are often in its week. */
type OfDay = Listed & { series: EventView[] }

async function listed(
  request: PageRequest,
  sent: Values,
  per_page: number,
  page = 1,
): Promise<Listed> {
  const list = await listOrNone(request, { ...sent, strict_dates: true, per_page, page })
  return list ? { items: itemsOf(request, list), total: list.total } : { items: [], total: 0 }
}

/** Events that begin from one day to before another. */
const starting = (filters: Filters, from: Day, to: Day): Values => ({
  ...filters,
  starts_after: formatWall(from - 1),
  starts_before: formatWall(to),
  strict_dates: true,
})

/** The series that have several dates in the week of a day. */
async function oftenIn({ reading, world, language }: PageRequest, filters: Filters, day: Day) {
  const first = startOfWeek(day, world.site.weekStarts[language])
  const { ids, dates } = await reading.ids('event', {
    ...starting(filters, first, first + 7 * daySeconds),
    occurrences: 'series',
    per_page: maxInWeek,
  })
  return new Set(ids.filter((_, at) => (dates?.[at]?.count ?? 1) >= oftenInWeek))
}

/** The events that begin on a day, however long they last; of those of series no more than so many. */
async function eventsStartingOn(
  request: PageRequest,
  filters: Filters,
  day: Day,
  {
    series,
    page = 1,
    ...max
  }: { series: ReadonlySet<number>; page?: number; single: number; often: number },
): Promise<OfDay> {
  const { reading } = request
  const sent = { ...starting(filters, day, day + daySeconds), occurrences: 'each' }
  const { total } = await reading.ids('event', { ...sent, per_page: 1 })
  if (total <= (page - 1) * perPage) return { items: [], series: [], total }
  const { ids, dates, showing } = await reading.ids('event', { ...sent, per_page: perPage, page })
  const entries = ids.map((id, at) => ({ id, date: dates?.[at] }))
  const viewsOf = async (isOften: boolean, max: number) => {
    const shown = entries.filter(({ id }) => series.has(id) === isOften).slice(0, max)
    const views = await reading.views('event', {
      ids: shown.map(({ id }) => id),
      ...(dates && { dates: shown.map(({ date }) => date) }),
      ...(showing && { showing }),
    })
    return views.map(view => eventIn(request, view))
  }
  return { items: await viewsOf(false, max.single), series: await viewsOf(true, max.often), total }
}

/**
 * The events that began before a day and go on. Those that end in its night belong to the evening before, unless they began earlier: these two groups
 * are read separately, so that evenings do not take the places of others.
 */
async function goingOnAt(request: PageRequest, filters: Filters, day: Day): Promise<EventView[]> {
  const morning = day + nightEnds
  const before = (until: Day, from: number, to?: number) =>
    listed(
      request,
      {
        ...filters,
        starts_before: formatWall(until),
        ends_after: formatWall(from),
        ...(to !== undefined && { ends_before: formatWall(to) }),
      },
      maxGoingOn,
    )
  const [long, inNight] = [
    await before(day, morning),
    await before(morning - daySeconds, day, morning + 1),
  ]
  return [...inNight.items, ...long.items]
    .filter(({ last }) => last >= day)
    .sort((a, b) => a.starts - b.starts)
}

function requestedDay({ params }: PageRequest): Day {
  const day = dayOf(params.day ?? '')
  if (day === undefined) throw new Problem('rest_no_route')
  return day
}

/** The events that began before, below those that begin. */
const goingOnPart = (request: PageRequest, items: readonly EventView[]) =>
  items.length === 0
    ? undefined
    : html`<section class="month-group"><h2>${messagesIn(request.locale)('goingOn')}</h2>${cards(request, items, { level: 3, days: 'said' })}</section>`

/** Earlier and later ones of a day that has many. */
function pager(
  { locale }: PageRequest,
  href: string,
  { page, hasMore }: { page: number; hasMore: boolean },
): Html | undefined {
  if (page === 1 && !hasMore) return undefined
  const t = messagesIn(locale)
  const to = (of: number) =>
    of === 1 ? href : `${href}${href.includes('?') ? '&' : '?'}page=${of}`
  return html`<nav class="pager" aria-label="${t('day')}">
${page > 1 ? html`<a href="${to(page - 1)}" rel="prev"><span aria-hidden="true">‹ </span>${t('earlier')}</a>` : html`<span></span>`}
${hasMore ? html`<a href="${to(page + 1)}" rel="next">${t('later')}<span aria-hidden="true"> ›</span></a>` : ''}
</nav>`
}

/** One day: the events that begin, then those that began before and go on. */
export async function dayPage(request: PageRequest): Promise<Content> {
  const { locale, links } = request
  const t = messagesIn(locale)
  const day = requestedDay(request)
  const filters = filtersOf(request)
  const query = queryOf(filters)
  const today = todayOf(request)
  const page = pageOf(request.query)
  const series = await oftenIn(request, filters, day)
  const max = { single: perPage, often: perPage }
  const started = await eventsStartingOn(request, filters, day, { series, page, ...max })
  const hasNone = started.items.length + started.series.length === 0
  const goingOn = page === 1 ? await goingOnAt(request, filters, day) : []
  const isEmpty = hasNone && goingOn.length === 0
  const title = capital(formatDay(day, 'long', locale))
  const dayAt = (of: Day) => links.path('day', { day: dayName(of) }) + query
  const next = day + daySeconds
  const steps = await stepsFrom(
    request,
    filters,
    { from: day, to: next, isEmpty },
    {
      previous: { href: dayAt(day - daySeconds), label: 'previousDay' },
      next: { href: dayAt(next), label: 'nextDay' },
    },
  )
  const main = html`<div class="top"><h1>${title}</h1>${viewSwitch(request, 'day', day, filters)}</div>
<div class="tools">${await filterBar(request, filters, links.path('day', { day: dayName(day) }))}
${stepper(request, {
  ...steps,
  today: dayAt(today),
  at: day,
  view: 'day',
  inputs: inputsOf(filters),
})}</div>
${hasNone && page === 1 ? html`<p class="none">${t(isEmpty ? 'noEventsDay' : 'noneBegins')}</p>` : html`<div class="day-hours">${byHour(request, started.items, { level: 2, hasLabels: true })}</div>`}
${started.series.length > 0 ? html`<h2 class="section">${t('oftenThisWeek')}</h2><div class="day-hours">${byHour(request, started.series, { level: 3, hasLabels: true })}</div>` : ''}
${pager(request, dayAt(day), { page, hasMore: started.total > page * perPage })}
${goingOnPart(request, goingOn)}`
  const isUnlisted = isEmpty || isSearch(filters)
  return {
    body: layout(request, {
      title,
      main,
      isUnlisted,
      feeds: query,
      query: queryOf({ ...filters, page: page > 1 ? page : undefined }),
    }),
  }
}

/** A week, day by day. */
export async function weekPage(request: PageRequest): Promise<Content> {
  const { language, links, world } = request
  const first = startOfWeek(requestedDay(request), world.site.weekStarts[language])
  const {
    filters,
    query,
    today,
    around,
    title,
    isEmpty,
    shown: content,
  } = await weekPart(request, first)
  const weekAt = (of: Day) => links.path('week', { day: dayName(of) }) + query
  const next = first + 7 * daySeconds
  const steps = await stepsFrom(
    request,
    filters,
    { from: first, to: next, isEmpty },
    {
      previous: { href: weekAt(first - 7 * daySeconds), label: 'previousWeek' },
      next: { href: weekAt(next), label: 'nextWeek' },
    },
  )
  const main = html`<div class="top"><h1>${title}</h1>${viewSwitch(request, 'week', around, filters)}</div>
<div class="tools">${await filterBar(request, filters, links.path('week', { day: dayName(first) }))}
${stepper(request, {
  ...steps,
  today: weekAt(startOfWeek(today, world.site.weekStarts[language])),
  at: around,
  view: 'week',
  inputs: inputsOf(filters),
})}</div>
${content}`
  const params = { day: dayName(first) }
  const isUnlisted = isEmpty || isSearch(filters)
  return {
    body: layout(request, {
      title,
      main,
      query,
      isUnlisted,
      feeds: query,
      at: { name: 'week', params: { en: params, fr: params } },
    }),
  }
}

/** The days of a week from its first, and what goes on besides; other sites show them too. */
export async function weekPart(request: PageRequest, first: Day) {
  const { locale } = request
  const end = first + 7 * daySeconds
  const filters = filtersOf(request)
  const query = queryOf(filters)
  const today = todayOf(request)
  const goingOn = await goingOnAt(request, filters, first)
  const days: (OfDay & { day: Day })[] = []
  const series = await oftenIn(request, filters, first)
  const of = { series, single: maxOnPaper, often: maxOnPaper }
  for (let day = first; day < end; day += daySeconds)
    days.push({ day, ...(await eventsStartingOn(request, filters, day, of)) })
  const isEmpty = goingOn.length === 0 && days.every(({ total }) => total === 0)
  const title = capital(formatDays(first, end - daySeconds, locale))
  const around = first <= today && today < end ? today : first
  const content = html`${isEmpty ? html`<p class="none">${messagesIn(locale)('noEventsWeek', { day: formatDay(first, 'date', locale) })}</p>` : ''}
<div class="week">${hourLine(request, hoursOf(days.flatMap(({ items }) => items.slice(0, perDay))))}${days.map(of => dayOfWeek(request, of, { today, query }))}</div>
${goingOnPart(request, goingOn)}`
  return { filters, query, today, around, title, isEmpty, shown: content }
}

/** The events that begin on a day of a week, those of series that are often in it below them, and a link to the rest. */
function dayOfWeek(
  request: PageRequest,
  { day, items, series, total }: OfDay & { day: Day },
  { today, query }: { today: Day; query: string },
): Html {
  const { locale, links } = request
  const t = messagesIn(locale)
  const href = links.path('day', { day: dayName(day) }) + query
  const [first, often] = [items.slice(0, perDay), series.slice(0, maxOften)]
  const onPaper = [...items.slice(perDay), ...series.slice(maxOften)]
  const more = total - first.length - often.length
  const left = more - onPaper.length
  const rest =
    more > 0
      ? html`<div class="on-paper">${cards(request, onPaper, { level: 3, days: 'said', isCompact: true })}${left > 0 ? html`<p>${t('more', { count: left })}</p>` : ''}</div><p><a class="more whole" href="${href}" aria-label="${t('moreOn', { count: more, day: formatDay(day, 'date', locale) })}">${t('more', { count: more })}</a></p>`
      : ''
  return html`<section${day === today ? html` class="today"` : ''}><h2><a href="${href}">${capital(formatDay(day, 'short', locale))}</a></h2>${total > 0 ? byHour(request, first, { level: 3 }) : html`<p class="free" aria-hidden="true">–</p>`}${
    often.length > 0 || more > 0
      ? html`<div class="slot at-end">${often.length > 0 ? cards(request, often, { level: 3, days: 'said' }) : ''}${rest}</div>`
      : ''
  }</section>`
}
