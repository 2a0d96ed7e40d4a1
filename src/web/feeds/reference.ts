import type { Values } from '../../define/param.ts'
import type { AddressName } from '../addresses.ts'
import type { Asked, Content } from '../page.ts'
import { eventFeed, feedOf } from './feeds.ts'

/** What a page with events asks of a list. */
const asks: Partial<Record<AddressName, (asked: Asked) => Values>> = {
  events: () => ({}),
}

/** The Events Calendar gives any page with events as iCalendar too, when its URL says so. */
export function asCalendar(asked: Asked): Content | Promise<Content> | undefined {
  const { query, name, params } = asked
  if (!query.has('ical') && !query.has('outlook-ical')) return undefined
  if (name === 'event') return eventFeed(asked, params.slug ?? '')
  const values = asks[name]?.(asked)
  return values && feedOf(asked, 'ics', values)
}
