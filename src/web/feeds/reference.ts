import type { Values } from '../../define/param.ts'
import type { Day } from '../../define/time/days.ts'
import { formatWall } from '../../define/time/format.ts'
import { Problem } from '../../problem.ts'
import type { AddressName } from '../addresses.ts'
import { dayOf, daySeconds, monthOf, nextMonth, startOfWeek } from '../dates.ts'
import { within } from '../filters.ts'
import type { Asked, Content, Handler } from '../page.ts'
import type { FeedExtension } from './extensions.ts'
import { eventFile, feedOf } from './feeds.ts'

const between = (from: Day | undefined, until: (from: Day) => Day): Values => {
  if (from === undefined) throw new Problem('rest_no_route')
  return within(from, until(from), formatWall)
}

const linkedTo =
  (kind: 'venue' | 'organizer' | 'category' | 'tag', filter: string) =>
  async ({ reading, params }: Asked): Promise<Values> => {
    const { record } = await reading.read(kind, { slug: params.slug ?? '' })
    return { [filter]: String(record.id) }
  }

function fromDay({ params }: Asked): Values {
  const day = dayOf(params.day ?? '')
  if (day === undefined) throw new Problem('rest_no_route')
  return { ends_after: formatWall(day - 1), strict_dates: true }
}

type Ask = (asked: Asked) => Values | Promise<Values>

/** What a page with events asks of a list, besides its query. */
const asks = {
  events: () => ({}),
  list: () => ({}),
  map: () => ({}),
  listFrom: fromDay,
  mapFrom: fromDay,
  month: ({ params }: Asked) => between(monthOf(params.month ?? ''), nextMonth),
  week: ({ params, world }: Asked) => {
    const day = dayOf(params.day ?? '')
    const first = day === undefined ? undefined : startOfWeek(day, world.settings.weekStart)
    return between(first, from => from + 7 * daySeconds)
  },
  day: ({ params }: Asked) => between(dayOf(params.day ?? ''), from => from + daySeconds),
  venue: linkedTo('venue', 'venue'),
  organizer: linkedTo('organizer', 'organizer'),
  category: linkedTo('category', 'categories'),
  tag: linkedTo('tag', 'tags'),
} satisfies Partial<Record<AddressName, Ask>>
const asksOf: Partial<Record<AddressName, Ask>> = asks

/** The Events Calendar gives any page with events as iCalendar too, when its URL says so. */
export function asCalendar(asked: Asked): Content | Promise<Content> | undefined {
  const { query, name } = asked
  if (!query.has('ical') && !query.has('outlook-ical')) return undefined
  if (name === 'event' || name === 'eventOn') return eventFile(asked)
  const ask = asksOf[name]
  return ask && feedOfPage(asked, { extension: 'ics', page: name, ask })
}

/** The feeds of a term, where The Events Calendar has them too. */
const feedOfTerm =
  (extension: 'rss' | 'ics') =>
  (page: 'category' | 'tag'): Handler =>
  asked =>
    feedOfPage(asked, { extension, page, ask: asks[page] })
export const newsOf = feedOfTerm('rss')
export const calendarOf = feedOfTerm('ics')

const feedOfPage = async (
  asked: Asked,
  { extension, page, ask }: { extension: FeedExtension; page: AddressName; ask: Ask },
) => feedOf(asked, extension, { page, implied: await ask(asked) })
