import type { Listing } from '../../calendar/lists.ts'
import type { Reading } from '../reading.ts'
import { type FeedContext, feedEvent } from './feed-event.ts'
import type { FeedWriter } from './format.ts'

/** So many events are read and written before others have their turn. */
const slice = 100

/** Writes the events of a list, each on its date, and those that have gone from it. */
export async function writeEvents(
  writer: FeedWriter,
  reading: Reading,
  listing: Listing,
  context: FeedContext,
): Promise<void> {
  const { ids, dates, occurrences } = listing
  for (let from = 0; from < ids.length; from += slice) {
    const until = from + slice
    const part = ids.slice(from, until)
    const views = await reading.views('event', {
      ids: part,
      ...(dates && { dates: dates.slice(from, until) }),
    })
    let at = 0
    for (const view of views) {
      // what has gone since it was listed is left out
      while (part[at] !== view.record.id) at++
      writer.add(feedEvent(view, context, occurrences?.[from + at]))
      at++
    }
    await new Promise(setImmediate)
  }
  if (!writer.gone) return
  const listed = new Set(ids)
  for (const event of await reading.gone(listing)) if (!listed.has(event.id)) writer.gone(event)
}
