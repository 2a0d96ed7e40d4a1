import type { FullSeries, Listing } from '../../calendar/index.ts'
import type { View } from '../../define/derived.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { asSeries, eventView } from '../../resources/index.ts'
import type { Reading } from '../shell/reading.ts'
import type { FeedWriter } from './format.ts'
import { feedSeries } from './series.ts'

/** Batch sizes: events and series per read, and entries that are written before other work gets its turn. */
const slice = 100
const seriesSlice = 10
const written = 25

type FeedEvents = {
  listing: Listing
  context: ShowContext
  /** An entry for each series: whole in formats that have series as such, else under its own name on the date that is listed. */
  inSeries: boolean
}

/**
 * Writes the events of a list, each on its date, and those that have gone from it. A series may have thousands of entries: the file ends
 * with the one that fills it.
 */
export async function writeEvents(
  writer: FeedWriter,
  reading: Reading,
  events: FeedEvents,
): Promise<void> {
  const { ids, perPage } = events.listing
  const progress = { entries: 0 }
  for (let from = 0; from < ids.length && progress.entries < perPage; from += slice) {
    await writeSlice({ writer, reading, progress, ...events }, from)
  }
  if (!writer.gone) return
  const listed = new Set(ids)
  for (const event of await reading.gone(events.listing))
    if (!listed.has(event.id)) writer.gone(event)
}

type Writing = FeedEvents & {
  writer: FeedWriter
  reading: Reading
  progress: { entries: number }
}

async function writeSlice(writing: Writing, from: number) {
  const { writer, reading, listing, context, progress, inSeries } = writing
  const { ids, dates } = listing
  const places = ids.slice(from, from + slice).map((_, at) => from + at)
  const isSeries = (place: number) => inSeries && dates?.[place] !== undefined
  const isWhole = (place: number) => writer.addSeries !== undefined && isSeries(place)
  const idAt = (place: number) => ids[place] ?? 0
  const read = await viewsAt(
    reading,
    listing,
    places.filter(place => !isWhole(place)),
  )
  const series = openSeries(writing, places.filter(isWhole).map(idAt))
  for (const place of places) {
    if (progress.entries >= listing.perPage) return
    if (place % written === 0) await othersTurn(reading)
    const view = read.get(place)
    if (isWhole(place)) await series.write(idAt(place))
    else if (view) {
      const own = isSeries(place) ? { ...view, record: asSeries(view.record) } : view
      writer.add(eventView(own, context))
      progress.entries += 1
    }
  }
}

/** Series by their IDs, in that order. Some are read at a time: each may have thousands of dates. */
function openSeries(writing: Writing, ids: readonly number[]) {
  const { writer, reading, listing, context, progress } = writing
  const read = new Map<number, FullSeries>()
  return {
    async write(id: number) {
      if (!read.has(id)) {
        read.clear()
        const from = ids.indexOf(id)
        const next = { ...listing, ids: ids.slice(from, from + seriesSlice) }
        for (const one of await reading.listedSeries(next)) read.set(one.view.record.id, one)
      }
      const complete = read.get(id)
      const series = complete && feedSeries(complete, context)
      if (series) progress.entries += writer.addSeries?.(series) ?? 0
    },
  }
}

/** Gives other work its turn. Rejects once no client waits for the feed. */
async function othersTurn({ caller: { requester } }: Reading) {
  await new Promise(setImmediate)
  requester?.signal.throwIfAborted()
}

/** The events at these places of a list, without those that were removed since it was listed. */
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
