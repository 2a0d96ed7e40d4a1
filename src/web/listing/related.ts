import type { LinkKind } from '../../define/record.ts'
import { formatWall } from '../../define/time/clock.ts'
import { type AnyView, type EventView, linkFilters } from '../../resources/index.ts'
import type { PageRequest } from '../shell/page.ts'
import { filterValue } from './filters.ts'
import { todayOf } from './now.ts'
import { upcomingItems } from './upcoming.ts'

/** Events that have something in common with one: its venue, its organizer, or its category. */
export type RelatedEvents = { kind: LinkKind; to: AnyView; items: EventView[] }

/** Maximum number in each group. */
const max = 3

/**
 * Events from today on at the same venue, by the same organizer, and in the same category: each event once. At most three short lists are
 * read, however large the calendar is.
 */
export async function relatedTo(request: PageRequest, event: EventView): Promise<RelatedEvents[]> {
  const { venues, organizers, categories } = event
  const wanted: [LinkKind, AnyView | undefined][] = [
    ['venue', venues[0]],
    ['organizer', organizers[0]],
    ['category', categories[0]],
  ]
  const after = formatWall(todayOf(request) - 1)
  const listed = new Set([event.id])
  const related: RelatedEvents[] = []
  for (const [kind, to] of wanted) {
    if (!to) continue
    const filters = { [linkFilters[kind]]: filterValue(kind, to), status: 'publish' }
    const { items } = await upcomingItems(request, filters, 1, max + listed.size, after)
    const others = items.filter(({ id }) => !listed.has(id)).slice(0, max)
    for (const { id } of others) listed.add(id)
    if (others.length > 0) related.push({ kind, to, items: others })
  }
  return related
}
