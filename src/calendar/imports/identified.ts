import { isDated } from '../../define/record.ts'
import type { Item, Yielded } from '../../moving/item.ts'
import type { Context } from '../context.ts'
import { featuresOf, sharedBy } from './source-digests.ts'
import { type StoredEvent, storedEvents } from './stored-events.ts'

type Identifying = { context: Pick<Context, 'store' | 'now'>; options: { source: string } }

/**
 * The items of a reader with the IDs by which their events are stored. Events that share an ID at the source are identified by their start too (I8);
 * events without any are the stored ones of which two of start, title and place are the same, where both are alone in that.
 */
export async function* identified(
  { context, options }: Identifying,
  items: AsyncIterable<Yielded>,
): AsyncGenerator<Yielded> {
  let stored: Map<string, StoredEvent> | undefined
  const all = async () => (stored ??= await storedEvents(context, options.source))
  const here = new Set<string>()
  const unknown: Item[] = []
  for await (const each of items) {
    if (!('values' in each) || !isDated(each.kind)) {
      if ('refused' in each && each.source_id !== undefined) here.add(each.source_id)
      yield each
      continue
    }
    const item = each.shared ? { ...each, source_id: sharedId(each, await all()) } : each
    const isNew = item.isUnnamed && !(await all()).has(item.source_id)
    if (isNew && (await all()).size > 0) unknown.push(item)
    else {
      here.add(item.source_id)
      yield item
    }
  }
  if (unknown.length === 0) return
  const missing = [...(await all()).values()].filter(
    ({ source_id, ends }) => !here.has(source_id) && ends >= context.now(),
  )
  yield* corrected(unknown, missing)
}

/** An event alone under its ID keeps it when it moves, unless that ID is known to be that of several. */
function sharedId(item: Item, stored: ReadonlyMap<string, StoredEvent>): string {
  const { source_id, shared } = item
  if (!shared || stored.has(shared.dated)) return shared?.dated ?? source_id
  const alone = stored.get(shared.id)
  if (alone?.features.start === featuresOf(item.values).start) return shared.id
  if (source_id === shared.dated) return source_id
  const isOfSeveral = stored.keys().some(id => id.startsWith(shared.before))
  return isOfSeveral ? shared.dated : shared.id
}

/** A row that was corrected has another ID: it takes the place of the one that is gone. */
function* corrected(items: readonly Item[], missing: readonly StoredEvent[]): Generator<Item> {
  const byFeature = featureIndex(missing)
  const pairs = items.map(item => {
    const features = featuresOf(item.values)
    const alike = [...byFeature(features)].filter(one => sharedBy(one.features, features) > 1)
    return { item, alike }
  })
  const wanted = new Map<StoredEvent, number>()
  for (const one of pairs.flatMap(({ alike }) => alike)) wanted.set(one, (wanted.get(one) ?? 0) + 1)
  for (const { item, alike } of pairs) {
    const [only] = alike
    const isPair = only && alike.length === 1 && wanted.get(only) === 1
    yield isPair ? { ...item, formerly: only.source_id } : item
  }
}

/** Two of three are the same: so one of start and title is. */
function featureIndex(events: readonly StoredEvent[]) {
  const index = new Map<string, Set<StoredEvent>>()
  for (const event of events)
    for (const key of keysOf(event.features)) {
      const group = index.get(key)
      if (group) group.add(event)
      else index.set(key, new Set([event]))
    }
  return (features: StoredEvent['features']) =>
    new Set(keysOf(features).flatMap(key => [...(index.get(key) ?? [])]))
}

const keysOf = ({ start, titles }: StoredEvent['features']) => [
  `start ${start}`,
  ...titles.map(title => `title ${title}`),
]
