import type { EventView } from '../../resources/index.ts'
import { addLinks } from '../feeds/calendar-links.ts'
import { remindersOf } from '../feeds/reminders.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'

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
