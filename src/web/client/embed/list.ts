import type { Language } from '../../../define/text/language-table.ts'
import { plainText, venuesOf } from '../../../sdk/text.ts'
import { whenOf } from '../../../sdk/when.ts'
import type { EmbedMessages } from '../../embed-messages.ts'
import { type Day, timeOf } from './days.ts'
import { element, isPage } from './dom.ts'
import type { Shown } from './events.ts'

/** How events are written: in which language, and how a link to one opens. */
export type Style = { language: Language; t: EmbedMessages; target: string | undefined }

/** The title of an event, as a link to its page, after what people must know before they go. */
export function titleOf({ title, url, event_status: status }: Shown, { t, target }: Style) {
  const text = plainText(title)
  const link = isPage(url)
    ? element('a', { href: url, target, rel: target && 'noopener' }, text)
    : element('span', {}, text)
  if (status === 'scheduled') return link
  const mark = element('strong', { class: 'status' }, t[status])
  return element('span', { class: status }, mark, ' ', link)
}

/** Events one under the other; `day`: all of that day, so that it is not said again. */
export function listOf(events: readonly Shown[], style: Style, day?: Day): HTMLElement {
  const { language, t } = style
  const items = events.map(event => {
    const isOneDay = event.start_date.slice(0, 10) === event.end_date.slice(0, 10)
    const when =
      day && isOneDay
        ? event.all_day
          ? t.allDay
          : timeOf(event.start_date, language)
        : whenOf(event, language, { dateStyle: 'medium' })
    const venues = venuesOf(event).map(({ venue }) => plainText(venue))
    const where = [...venues, ...(event.attendance === 'in_person' ? [] : [t.online])].join(', ')
    return element(
      'li',
      {},
      element('p', { class: 'title' }, titleOf(event, style)),
      element('p', { class: 'about' }, where ? `${when} · ${where}` : when),
    )
  })
  return items.length ? element('ul', { class: 'list' }, ...items) : element('p', {}, t.none)
}
