import type { EventView } from '../../resources/index.ts'
import { clock, daySeconds } from '../shell/dates.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { cards } from './event-list.ts'

/** The hour in which an event begins; events of entire days come before all hours. */
type Hour = number | 'day'

const hourOf = ({ isAllDay, starts }: EventView): Hour =>
  isAllDay ? 'day' : Math.floor((((starts % daySeconds) + daySeconds) % daySeconds) / 3600)

/** The hours in which any of these begin, in their order. */
export const hoursOf = (items: readonly EventView[]): number[] =>
  [...new Set(items.map(hourOf))].filter(hour => hour !== 'day').sort((a, b) => a - b)

const wordsOf = ({ locale }: PageRequest, hour: Hour) =>
  hour === 'day' ? messagesIn(locale)('allDay') : clock(hour * 3600, locale)

/** For the eye, where days stand side by side: each event says its time. */
export const hourLine = (request: PageRequest, hours: readonly number[]): Html =>
  html`${hours.map(hour => html`<span class="hour at-${hour}" aria-hidden="true">${wordsOf(request, hour)}</span>`)}`

type HourStyle = { level: 2 | 3; hasLabels?: boolean }

/** The events that begin on a day, by the hour; each hour has its line in a week. */
export function byHour(request: PageRequest, items: readonly EventView[], style: HourStyle): Html {
  const { level, hasLabels } = style
  const groups = [...Map.groupBy(items, hourOf)].sort(([a], [b]) => placeOf(a) - placeOf(b))
  return html`${groups.map(
    ([hour, within]) =>
      html`<div class="slot at-${hour}">${hasLabels ? html`<span class="hour" aria-hidden="true">${wordsOf(request, hour)}</span>` : ''}${cards(request, within, { level, days: 'said' })}</div>`,
  )}`
}
const placeOf = (hour: Hour) => (hour === 'day' ? -1 : hour)

/** The lines of a week, below the names of its days. */
export const hourStyles = [
  '.at-day{--row:2}',
  ...Array.from({ length: 24 }, (_, hour) => `.at-${hour}{--row:${hour + 3}}`),
  '.at-end{--row:27}',
].join('')
