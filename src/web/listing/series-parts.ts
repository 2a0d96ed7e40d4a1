import { type EventView, viewIn } from '../../resources/index.ts'
import type { PageRequest } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'

/** The parts of a series that was split: the one with the earlier dates, and the one with the later dates. */
export type SeriesParts = { earlier: EventView | undefined; later: EventView | undefined }

/** The parts before and after an event that anyone may see. */
export async function seriesParts(
  request: PageRequest,
  { continues, continuedBy }: EventView,
): Promise<SeriesParts> {
  const ids = [continues, continuedBy].filter(id => id !== undefined)
  if (ids.length === 0) return { earlier: undefined, later: undefined }
  const records = await request.reading.records('event', ids, { isGrowing: false })
  const parts = records
    .map(record => viewIn('event', { record }, showContextOf(request)))
    .filter(({ isForAnyone }) => isForAnyone)
  const part = (id: number | undefined) => parts.find(each => each.id === id)
  return { earlier: part(continues), later: part(continuedBy) }
}
