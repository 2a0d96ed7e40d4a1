import { htmlToLines } from '../../define/text/html-to-lines.ts'
import { formatMessage, type Locale } from '../../define/text/language.ts'
import type { AnyView, FieldView } from '../../resources/index.ts'
import { messages } from '../shell/messages.ts'
import type { FeedEvent, FeedVenue } from './format.ts'
import { endOf, formatWhen, startOf } from './when.ts'
import { xmlText } from './xml.ts'

/** A venue with its address, on one line. */
export const placeLine = ({ name, address }: FeedVenue) =>
  [name.text, address].filter(Boolean).join(', ')

/** The description as text. */
export const descriptionOf = ({ html }: Pick<FeedEvent, 'html'>) => htmlToLines(html)

/** The title, with a word before it where the event does not take place as announced. */
export const titleOf = ({ title, held, locale }: FeedEvent) =>
  held === 'scheduled'
    ? title.text
    : formatMessage(marked, locale, {
        mark: formatMessage(messages[held], locale),
        title: title.text,
      })
const marked = { en: '{mark}: {title}', fr: '{mark}\u00a0: {title}' }

/** A field as text. */
export const fieldText = ({ input, text: { text } }: FieldView) =>
  input === 'html' ? htmlToLines(text) : text

/** The fields that feeds have by their definition, a line for each that has a value. */
export const fieldLines = (of: Pick<AnyView, 'fields'>, locale: Locale): string[] =>
  of
    .fields('inFeeds')
    .flatMap(one => one.parts ?? one)
    .flatMap(field => {
      const title = fieldText(field)
      return title === ''
        ? []
        : [formatMessage(marked, locale, { mark: formatMessage(field.label, locale), title })]
    })

/** The same for programs: by name, as the API has them. */
export const fieldValues = (event: FeedEvent): Record<string, unknown> =>
  Object.fromEntries(event.fields('inFeeds').map(({ name, value }) => [name, value]))

/** The values of an event in JSON, by name, as in the API. */
export const eventValues = (event: FeedEvent) => ({
  start_date: startOf(event),
  end_date: endOf(event),
  timezone: event.zone,
  all_day: event.isAllDay,
  status: event.status,
  event_status: event.held,
  attendance: event.attendance,
})

/** The event in feed readers: its dates and place, the cost, and its description. */
export function entryHtml(event: FeedEvent, locale: Locale): string {
  const facts = [
    formatWhen(event, locale),
    event.isDate ? '' : event.recurrence,
    ...event.venues.map(placeLine),
    event.onlineUrl,
    event.cost,
    event.reason,
    ...fieldLines(event, locale),
  ]
  const head = facts.filter(Boolean).map(xmlText).join('<br>')
  return `<p>${head}</p>\n${event.html}`
}

/** The point of the first venue that has one. */
export const pointOf = ({ venues }: FeedEvent) =>
  venues.find(({ point }) => point !== undefined)?.point

/** Categories, then tags. */
export const termsOf = ({ categories, tags }: Pick<FeedEvent, 'categories' | 'tags'>) =>
  [...categories, ...tags].map(({ name }) => name.text)
