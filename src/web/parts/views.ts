import { type Filters, ofAnyView, queryOf } from '../listing/filters.ts'
import { todayOf } from '../listing/now.ts'
import type { AddressName, AddressParams } from '../shell/addresses.ts'
import { dayName, monthName, startOfWeek } from '../shell/dates.ts'
import { type Html, html } from '../shell/html.ts'
import { type MessageName, messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'

type ViewName = 'month' | 'week' | 'day' | 'list' | 'map'

/** The views of the calendar, around one day and with the same filters. */
export function viewSwitch(
  request: PageRequest,
  current: ViewName | undefined,
  day: number,
  filters: Filters,
): Html {
  const { links, locale, world } = request
  const t = messagesIn(locale)
  // lists and maps begin now, unless the URL names another day
  const isNow = day === todayOf(request)
  const ways: Record<ViewName, { name: AddressName; params: AddressParams }> = {
    month: { name: 'month', params: { month: monthName(day) } },
    week: {
      name: 'week',
      params: { day: dayName(startOfWeek(day, world.site.weekStarts[request.language])) },
    },
    day: { name: 'day', params: { day: dayName(day) } },
    list: isNow ? { name: 'list', params: {} } : viewAt(request, 'list', day),
    map: isNow ? { name: 'map', params: {} } : viewAt(request, 'map', day),
  }
  const views: ViewName[] = ['month', 'week', 'day', 'list', 'map']
  const queryFor = (view: ViewName) =>
    queryOf(view === 'list' || view === 'map' ? filters : ofAnyView(filters))
  return html`<nav class="views" aria-label="${t('views')}"><ul>${views.map(view => {
    const { name, params } = ways[view]
    return html`<li><a href="${links.path(name, params) + queryFor(view)}"${view === current ? html` aria-current="page"` : ''}>${t(view)}</a></li>`
  })}</ul></nav>`
}

type Step = { href: string; label: MessageName }

/** Previous, today, next; and any other date. */
export function stepper(
  request: PageRequest,
  {
    previous,
    next,
    today,
    at,
    view,
    inputs,
  }: {
    previous?: Step | undefined
    next?: Step | undefined
    today: string
    at: number
    view: ViewName
    inputs: Html
  },
): Html {
  const { links, locale } = request
  const t = messagesIn(locale)
  const arrow = (step: Step | undefined, sign: string, rel: string) =>
    step
      ? html`<a class="step" href="${step.href}" rel="${rel}"><span aria-hidden="true">${sign}</span><span class="visually-hidden">${t(step.label)}</span></a>`
      : ''
  return html`<div class="stepper">
${arrow(previous, '‹', 'prev')}<a class="step today" href="${today}">${t('today')}</a>${arrow(next, '›', 'next')}
<form class="go" action="${links.path('events')}" method="get">
<label class="visually-hidden" for="date">${t('goTo')}</label>
<input id="date" type="date" name="date" value="${dayName(at)}" min="1900-01-01" max="2199-12-31" required>
<input type="hidden" name="view" value="${view}">
${inputs}
<button class="quiet">${t('go')}</button>
</form>
</div>`
}

/** Filters as the form of the date picker takes them along. */
export const inputsOf = (filters: Filters): Html =>
  html`${Object.entries(filters).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`

/** The path for the date picker: the view of that day. */
export function viewAt(
  { language, world }: Pick<PageRequest, 'language' | 'world'>,
  view: string,
  day: number,
): { name: AddressName; params: AddressParams } {
  if (view === 'week')
    return {
      name: 'week',
      params: { day: dayName(startOfWeek(day, world.site.weekStarts[language])) },
    }
  if (view === 'list') return { name: 'listFrom', params: { day: dayName(day) } }
  if (view === 'map') return { name: 'mapFrom', params: { day: dayName(day) } }
  if (view === 'day') return { name: 'day', params: { day: dayName(day) } }
  return { name: 'month', params: { month: monthName(day) } }
}
