import { isLeftOut } from '../../calendar/access/showing.ts'
import type { Listing } from '../../calendar/read/lists.ts'
import type { ShowContext } from '../../define/show-context.ts'
import type { View } from '../../define/view.ts'
import type { Validity } from '../../journal/validity.ts'
import { eventView } from '../../resources/event/view.ts'
import type { Reading } from '../reading.ts'
import type { Kept, KeptEvents } from './event-cache.ts'
import type { FeedWriter } from './format.ts'

/** So many events are read at a time, and so many are written before others have their turn. */
const slice = 100
const written = 25

/**
 * Writes the events of a list, each on its date, and those that have gone from it. `kept`: what was written of them before, for
 * the same readers; it was opened before the list was read.
 */
export async function writeEvents(
  writer: FeedWriter,
  reading: Reading,
  listing: Listing,
  context: ShowContext,
  kept?: KeptEvents,
): Promise<void> {
  const { ids } = listing
  /** What kept events say something of: of the few venues and terms of thousands, each once. */
  const made = new Set<Validity>()
  for (let from = 0; from < ids.length; from += slice) {
    await writeSlice(writer, reading, { listing, from, context, kept, made })
  }
  reading.depend([...made])
  if (!writer.gone) return
  const listed = new Set(ids)
  for (const event of await reading.gone(listing)) if (!listed.has(event.id)) writer.gone(event)
}

type Slice = {
  listing: Listing
  from: number
  context: ShowContext
  kept: KeptEvents | undefined
  made: Set<Validity>
}

async function writeSlice(
  writer: FeedWriter,
  reading: Reading,
  { listing, from, context, kept, made }: Slice,
) {
  const { ids, dates } = listing
  const { apart } = writer
  const places = ids.slice(from, from + slice).map((_, at) => from + at)
  const dateAt = (place: number) => dates?.[place]?.occurrence ?? ids[place] ?? 0
  const known = new Map<number, Kept>()
  for (const place of apart && kept ? places : []) {
    const found = kept?.get(dateAt(place))
    if (found && !isLeftOut(listing.showing, found)) known.set(place, found)
  }
  const read = await viewsAt(
    reading,
    listing,
    places.filter(place => !known.has(place)),
  )
  for (const place of places) {
    if (place % written === 0) await othersTurn(reading)
    const found = known.get(place)
    const view = read.get(place)
    if (found && apart) {
      apart.add(found.written)
      for (const each of found.made) made.add(each)
    } else if (view) {
      const event = eventView(view, context)
      if (!apart) writer.add(event)
      else {
        const text = apart.write(event)
        apart.add(text)
        kept?.set(dateAt(place), view, text)
      }
    }
  }
}

/** Lets others have their turn. Rejects when nobody waits for the feed any more. */
async function othersTurn({ caller: { requester } }: Reading) {
  await new Promise(setImmediate)
  requester?.gone.throwIfAborted()
}

/** The events at these places of a list; what has gone since it was listed is left out. */
async function viewsAt(
  reading: Reading,
  { ids, dates, showing }: Listing,
  places: readonly number[],
): Promise<Map<number, View>> {
  const read = new Map<number, View>()
  if (places.length === 0) return read
  const part = places.map(place => ids[place] ?? 0)
  const views = await reading.views('event', {
    ids: part,
    ...(showing && { showing }),
    ...(dates && { dates: places.map(place => dates[place]) }),
  })
  let at = 0
  for (const view of views) {
    while (part[at] !== view.record.id) at++
    read.set(places[at] ?? 0, view)
    at++
  }
  return read
}
