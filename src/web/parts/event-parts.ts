import { kilometersBetween } from '../../define/distance.ts'
import type { EventView } from '../../resources/index.ts'
import { addLinks } from '../feeds/calendar-links.ts'
import { remindersOf } from '../feeds/reminders.ts'
import { pointOf } from '../listing/filters.ts'
import { eventHref } from '../listing/items.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { moreDates } from './counted.ts'
import { marked, type Sought } from './marked.ts'
import { inline, langOf } from './text.ts'
import { inList } from './when.ts'

// What every card and line of an event is made of, so that each says the same of its state.

type EventState = Pick<EventView, 'held' | 'isOff' | 'availability'>

/** Cancelled, postponed, moved, few or no places left: said before the title, in words. */
export const statusMark = (event: EventState, request: PageRequest): Html | string => {
  const { held } = event
  const places = placesMark(event, request)
  return held === 'scheduled' ? places : html`${markOf(held, request)}${places}`
}

/** Few or no places left, of an event that takes place. */
export function placesMark({ isOff, availability }: EventState, request: PageRequest) {
  const isScarce = availability === 'few_left' || availability === 'sold_out'
  return isScarce && !isOff ? markOf(availability, request) : ''
}

type Mark = 'few_left' | 'sold_out' | Exclude<EventView['held'], 'scheduled'>
const markOf = (state: Mark, { locale }: PageRequest) =>
  html`<strong class="status ${state}">${messagesIn(locale)(state)}</strong> `

/** The title as a link, behind its state. */
export const titleOf = (request: PageRequest, item: EventView, sought: Sought = []): Html =>
  html`${statusMark(item, request)}<a href="${eventHref(request, item)}"${langOf(item.title)}>${marked(item.title.text, sought)}</a>`

/** When it is, with the number of other dates. `when`: in fewer words than lists have. */
export function whenOfItem(request: PageRequest, item: EventView, when?: Html): Html {
  const { locale } = request
  const isOld = hasOldDate(item)
  const date = when ?? inList(item, locale, !isOld)
  return html`${isOld ? `${messagesIn(locale)('originalDateWas')} ` : ''}${date}${moreDates(request, item)}`
}

/** Where it is, and how far from the place that is asked for; struck through where it is not any more. */
export function placesOf(request: PageRequest, item: EventView): Html {
  const names = item.venues.map(({ name }, at) => html`${at > 0 ? ', ' : ''}${inline(name)}`)
  if (hasOldPlace(item) && names.length > 0) return html`<s>${names}</s>`
  return html`${names}${awayPart(request, item)}`
}

/** Visitors send where they are to about a kilometer. */
function awayPart({ query, locale }: PageRequest, { venues }: EventView): Html | string {
  const from = query.has('geoloc_lat') && pointOf(Object.fromEntries(query))
  const points = venues.flatMap(({ point }) => point ?? [])
  if (!from || points.length === 0) return ''
  const km = Math.round(Math.min(...points.map(point => kilometersBetween(from, point))))
  const t = messagesIn(locale)
  return html` · <span class="away">${km < 1 ? t('closeBy') : t('away', { km })}</span>`
}

/** Postponed, and no other date is known yet. */
export const hasOldDate = ({ held, announcedStart }: EventView): boolean =>
  held === 'postponed' && announcedStart === undefined

/** Moved online altogether: nobody is to go there. */
export const hasOldPlace = ({ held, attendance }: EventView): boolean =>
  held === 'moved_online' && attendance === 'online'

/** A calendar application, with the link that adds the event. */
type CalendarLink = { text: string; href: string }

/** Calendars to choose from, or other places, and what else there is to it; it opens without a script. */
export const calendarChoice = (
  label: string,
  links: readonly CalendarLink[],
  rest: Html | string = '',
  attributes: Html = html` class="calendars"`,
): Html =>
  html`<details${attributes}><summary>${label}</summary><ul>${links.map(
    ({ text, href }) => html`<li><a href="${href}" rel="nofollow noopener">${text}</a></li>`,
  )}</ul>${rest}</details>`

const reminderWords = { hour: 'remindHour', day: 'remindDay' } as const

/** One date of an event, to be put into a calendar of one’s own; where there are others, all of them too. */
export function addPart(
  { links, locale }: PageRequest,
  event: EventView,
  hasOthers: boolean,
): Html {
  const { slug, date } = event
  const t = messagesIn(locale)
  const { google, outlook, office } = addLinks(event)
  const all = links.path('eventFile', { slug })
  const own = links.path('eventOnFile', { slug, date })
  return calendarChoice(t('addToCalendar'), [
    { text: t('googleCalendar'), href: google },
    { text: t('outlook'), href: outlook },
    { text: t('office'), href: office },
    { text: t('calendarFile'), href: hasOthers ? own : all },
    ...(hasOthers ? [{ text: t('allDatesFile'), href: all }] : []),
    ...remindersOf(event).map(remind => ({
      text: t(reminderWords[remind]),
      href: `${hasOthers ? own : all}?${new URLSearchParams({ remind })}`,
    })),
  ])
}

/** The file of an event, for programs that look for it. */
export const eventFileLink = ({ links }: PageRequest, { slug }: EventView): Html =>
  html`<link rel="alternate" type="text/calendar" href="${links.url('eventFile', { slug })}">\n`
