import { capital } from '../../define/text/capital.ts'
import type { Day } from '../../define/time/clock.ts'
import { dayInMonth } from '../../define/time/day-formats.ts'
import type { EventView } from '../../resources/index.ts'
import { teaserOf } from '../listing/items.ts'
import { todayOf } from '../listing/now.ts'
import type { ListedItems } from '../listing/upcoming.ts'
import { formatDay, startOfMonth } from '../shell/dates.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { placesOf, titleOf, whenOfItem } from './event-parts.ts'
import { imageOf } from './image.ts'
import { marked, type Sought } from './marked.ts'
import { inline, langOf } from './text.ts'
import { hoursInList } from './when.ts'

/** The style of a list of events: the level of their headings, and the days that the heading above them states already. */
type ListStyle = {
  level: 2 | 3
  days?: 'said' | undefined
  sought?: Sought
  /** They are what a visitor sees first: their first images are not waited for. */
  areFirst?: boolean
  /** One line for each, without image and text. */
  isCompact?: boolean
}
const maxAtOnce = 3

/** One event in a list. */
function card(request: PageRequest, item: EventView, style: ListStyle, at: number): Html {
  const { level, days, sought = [], areFirst = false } = style
  const { venues, image } = item
  const teaser = teaserOf(item)
  const link = titleOf(request, item, sought)
  const isUnderDay = days === 'said'
  return html`<li class="card${item.isFeatured ? ' featured' : ''}">
${isUnderDay ? '' : dateBox(request, item)}<div class="card-text">
<p class="card-when">${whenOfItem(request, item, hoursUnder(request, item, days))}</p>
${level === 2 ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`}
${venues.length > 0 ? html`<p class="card-where">${placesOf(request, item)}</p>` : ''}
${teaser.text ? html`<p class="card-about"${langOf(teaser)}>${marked(teaser.text, sought)}</p>` : ''}
${labelsOf(request, item)}
</div>
${image ? html`<div class="card-image">${imageOf(request, image, { sizes: '(min-width: 40rem) 12rem, 30vw', alt: '', isFirst: areFirst && at < maxAtOnce })}</div>` : ''}
</li>`
}

/** Under a heading with its day, an event of one day has its hours alone. */
const hoursUnder = ({ locale }: PageRequest, item: EventView, days: ListStyle['days']) =>
  days === 'said' && item.first === item.last ? hoursInList(item, locale) : undefined

/** The labels that visitors choose by: the category, whether it is online, and the price. */
export function labelsOf(request: PageRequest, item: EventView): Html | string {
  const { categories, attendance, held } = item
  const t = messagesIn(request.locale)
  const isOnline = attendance !== 'in_person' && held !== 'moved_online'
  const labels = [
    ...categories.map(({ name, color }) => ({ label: inline(name), color })),
    ...(isOnline ? [{ label: t(attendance), color: undefined }] : []),
  ]
  const cost = priceLabel(request, item)
  if (labels.length === 0 && cost === '') return ''
  return html`<p class="card-labels">${labels.map(({ label, color }) => html`<span${color && html` class="is-${color}"`}>${label}</span> `)}${cost}</p>`
}

/** The price; of what is free in a few words, also in the other language than it was typed in. */
function priceLabel(
  { locale }: PageRequest,
  { cost, freeState, isFree }: EventView,
): Html | string {
  if (cost === '') return ''
  const t = messagesIn(locale)
  const isLong = cost.length > maxPrice
  const words = {
    '': cost,
    free: isLong ? t('free') : cost,
    booked: t('freeBooked'),
    some: isLong ? t('freeForSome') : cost,
  }
  return html`<span class="${isFree ? 'free' : 'price'}">${words[freeState]}</span>`
}
const maxPrice = 40

/** The day on which an event begins, for the eye: next to it the date is spelt out. */
const dateBox = ({ locale }: PageRequest, { starts, first }: EventView): Html =>
  html`<div class="card-date" aria-hidden="true"><span>${capital(formatDay(starts, 'weekdayShort', locale))}</span><b>${dayInMonth(first, locale)}</b><span>${formatDay(starts, 'monthName', locale)}</span></div>
`

/** Events under the headings of their months; of those to come, what began before today is under a heading of its own. */
export function byMonth(
  request: PageRequest,
  items: readonly EventView[],
  {
    areUpcoming,
    areFirst = false,
    isCompact = false,
  }: { areUpcoming: boolean; areFirst?: boolean; isCompact?: boolean },
): Html {
  const today = areUpcoming ? todayOf(request) : Number.NEGATIVE_INFINITY
  const groups = Map.groupBy(items, ({ first, starts }): Day | 'now' =>
    first < today ? 'now' : startOfMonth(starts),
  )
  return html`${[...groups].map(
    ([month, within], at) => html`<section class="month-group">
<h2>${month === 'now' ? messagesIn(request.locale)('onNow') : capital(formatDay(month, 'month', request.locale))}</h2>
${cards(request, within, { level: 3, areFirst: areFirst && at === 0, isCompact })}
</section>`,
  )}`
}

/** Events of several weeks: the first as cards, the others folded. */
export function runningEvents(
  request: PageRequest,
  { items, total }: ListedItems,
  { isCompact = false }: Pick<ListStyle, 'isCompact'> = {},
): Html | string {
  if (items.length === 0) return ''
  const { locale } = request
  const t = messagesIn(locale)
  const rest = items
    .slice(maxCards)
    .map(
      item =>
        html`<li>${titleOf(request, item)} <span class="card-when">${whenOfItem(request, item)}</span></li>`,
    )
  const more = total - Math.min(items.length, maxCards)
  return html`<section class="month-group"><h2>${t('onNow')}</h2>${cards(request, items.slice(0, maxCards), { level: 3, areFirst: true, isCompact })}${
    rest.length > 0
      ? html`<details class="folded"><summary>${t('more', { count: more })}</summary><ul>${rest}</ul></details>`
      : ''
  }</section>`
}
const maxCards = 4

export const cards = (request: PageRequest, items: readonly EventView[], style: ListStyle): Html =>
  style.isCompact
    ? html`<ol class="rows">${items.map(item => row(request, item, style))}</ol>`
    : html`<ol class="cards">${items.map((item, at) => card(request, item, style, at))}</ol>`

/** One event in a line. */
const row = (request: PageRequest, item: EventView, { sought = [], days }: ListStyle): Html =>
  html`<li${item.isFeatured ? html` class="featured"` : ''}><span class="card-when">${whenOfItem(request, item, hoursUnder(request, item, days))}</span> <span class="row-title">${titleOf(request, item, sought)}</span> <span class="card-where">${placesOf(request, item)}${item.cost ? html`${item.venues.length > 0 ? ' · ' : ''}${item.cost}` : ''}</span></li>`
