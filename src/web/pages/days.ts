import type { Day } from '../../define/time/days.ts'
import { formatWall } from '../../define/time/format.ts'
import { Problem } from '../../problem.ts'
import { capital, dayName, dayOf, daySeconds, daysInWords, inWords, startOfWeek } from '../dates.ts'
import { type Filters, filtersOf, queryOf, within } from '../filters.ts'
import { html } from '../html.ts'
import type { Item } from '../items.ts'
import { layout } from '../layout.ts'
import { todayOf } from '../now.ts'
import type { Asked, Content } from '../page.ts'
import { begunAndGoingOn, cards } from '../parts/event-list.ts'
import { filterBar } from '../parts/filters.ts'
import { stepper, viewSwitch } from '../parts/views.ts'
import { itemsOf } from '../upcoming.ts'
import { sayIn } from '../words.ts'

const mostRead = 500

async function itemsOn(asked: Asked, filters: Filters, from: Day, to: Day): Promise<Item[]> {
  const sent = { ...filters, ...within(from, to, formatWall), per_page: mostRead }
  const items = itemsOf(asked, await asked.reading.list('event', sent, mostRead))
  return items.filter(item => item.first < to && item.last >= from)
}

function dayAsked({ params }: Asked): Day {
  const day = dayOf(params.day ?? '')
  if (day === undefined) throw new Problem('rest_no_route')
  return day
}

/** What began before, below what begins. */
const goingOnPart = (asked: Asked, items: readonly Item[]) =>
  items.length === 0
    ? undefined
    : html`<section class="month-group"><h2>${sayIn(asked.language)('goingOn')}</h2>${cards(asked, items, { level: 3, days: 'said' })}</section>`

/** One day: what begins, then what began before and goes on. */
export async function dayPage(asked: Asked): Promise<Content> {
  const { language, links } = asked
  const t = sayIn(language)
  const day = dayAsked(asked)
  const filters = filtersOf(asked)
  const query = queryOf(filters)
  const today = todayOf(asked)
  const items = await itemsOn(asked, filters, day, day + daySeconds)
  const { begun, goingOn } = begunAndGoingOn(items, day)
  const title = capital(inWords(day, 'long', language))
  const dayAt = (of: Day) => links.path('day', { day: dayName(of) }) + query
  const main = html`<div class="top"><h1>${title}</h1>${viewSwitch(asked, 'day', day, filters)}</div>
<div class="tools">${await filterBar(asked, filters, links.path('day', { day: dayName(day) }))}
${stepper(asked, {
  previous: { href: dayAt(day - daySeconds), label: 'previousDay' },
  next: { href: dayAt(day + daySeconds), label: 'nextDay' },
  today: dayAt(today),
  ...{ at: day, view: 'day', filters },
})}</div>
${items.length === 0 ? html`<p class="none">${t('noEventsDay')}</p>` : cards(asked, begun, { level: 2, days: 'said' })}
${goingOnPart(asked, goingOn)}`
  const isUnlisted = items.length === 0 || filters.search !== undefined
  return { body: layout(asked, { title, main, query, isUnlisted, feeds: filters }) }
}

/** A week, day by day. */
export async function weekPage(asked: Asked): Promise<Content> {
  const { language, links, world } = asked
  const t = sayIn(language)
  const { weekStart } = world.settings
  const first = startOfWeek(dayAsked(asked), weekStart)
  const end = first + 7 * daySeconds
  const filters = filtersOf(asked)
  const query = queryOf(filters)
  const today = todayOf(asked)
  const items = await itemsOn(asked, filters, first, end)
  const { begun, goingOn } = begunAndGoingOn(items, first)
  const title = capital(daysInWords(first, end - daySeconds, language))
  const weekAt = (of: Day) => links.path('week', { day: dayName(of) }) + query
  const around = first <= today && today < end ? today : first
  const days = Array.from({ length: 7 }, (_, at) => first + at * daySeconds)
  const main = html`<div class="top"><h1>${title}</h1>${viewSwitch(asked, 'week', around, filters)}</div>
<div class="tools">${await filterBar(asked, filters, links.path('week', { day: dayName(first) }))}
${stepper(asked, {
  previous: { href: weekAt(first - 7 * daySeconds), label: 'previousWeek' },
  next: { href: weekAt(end), label: 'nextWeek' },
  today: weekAt(startOfWeek(today, weekStart)),
  ...{ at: around, view: 'week', filters },
})}</div>
${items.length === 0 ? html`<p class="none">${t('noEventsWeek')}</p>` : ''}
<div class="week">${days.map(day => {
    const onDay = begun.filter(item => item.first === day)
    return html`<section${day === today ? html` class="today"` : ''}><h2><a href="${links.path('day', { day: dayName(day) })}${query}">${capital(inWords(day, 'short', language))}</a></h2>${onDay.length > 0 ? cards(asked, onDay, { level: 3, days: 'said' }) : html`<p class="free" aria-hidden="true">–</p>`}</section>`
  })}</div>
${goingOnPart(asked, goingOn)}`
  const params = { day: dayName(first) }
  const isUnlisted = items.length === 0 || filters.search !== undefined
  return {
    body: layout(asked, {
      ...{ title, main, query, isUnlisted, feeds: filters },
      at: { name: 'week', params: { en: params, fr: params } },
    }),
  }
}
