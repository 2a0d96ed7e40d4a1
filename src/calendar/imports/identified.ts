import { isDated } from '../../define/record.ts'
import { beforeStart, type Item, type Yielded } from '../../moving/index.ts'
import type { Context } from '../base/context.ts'
import { type Features, featuresOf } from './source-digests.ts'
import { inTurns, type StoredEvent, storedEvents } from './stored-events.ts'

type Identifying = { context: Pick<Context, 'store' | 'now'>; options: { source: string } }

/**
 * The items of a reader with the IDs by which their events are stored. Events that share an ID at the source are identified by their start too (I8);
 * events without any are found again by what the source said of them.
 */
export async function* identified(
  { context, options }: Identifying,
  items: AsyncIterable<Yielded>,
): AsyncGenerator<Yielded> {
  let known: Known | undefined
  const all = async () => (known ??= knownOf(await storedEvents(context, options.source)))
  const here = new Set<string>()
  const unnamed: Item[] = []
  for await (const each of items) {
    if (!('values' in each) || !isDated(each.kind)) {
      if ('refused' in each && each.source_id !== undefined) here.add(each.source_id)
      yield each
      continue
    }
    const dated = each.earlier ? inItsYear(each, await all()) : each
    const item = dated.shared ? { ...dated, source_id: sharedId(dated, await all()) } : dated
    if (item.isUnnamed && (await all()).stored.size > 0) unnamed.push(item)
    else {
      here.add(item.source_id)
      yield item
    }
  }
  if (unnamed.length === 0) return
  const ids = await storedIds(unnamed, [...(await all()).stored.values()], here, {
    now: context.now(),
    // the same title says more than the same hour at the same place
    further: [titleKeys, placeKeys],
  })
  for (const item of unnamed)
    yield { ...item, source_id: ids.get(item.source_id) ?? item.source_id }
}

type Known = ReturnType<typeof knownOf>

/** `shares`: the beginnings of IDs that end in a start. */
const knownOf = (stored: ReadonlyMap<string, StoredEvent>) => ({
  stored,
  keys: new Set([...stored.values()].flatMap(allKeys)),
  shares: new Set(stored.keys().map(beforeStart)),
})

/** An event whose year is not written, in the year in which its source had it. */
function inItsYear(item: Item, { stored, keys }: Known): Item {
  const { source_id, earlier } = item
  if (!earlier) return item
  const values = { ...item.values, ...earlier.values }
  const features = featuresOf(values)
  const isIts = item.isUnnamed
    ? allKeys({ source_id, features }).some(key => keys.has(key))
    : stored.get(source_id)?.features.start === features.start
  return isIts ? { ...item, values, notes: earlier.notes } : item
}

/** An event alone under its ID keeps it when it moves, unless that ID is known to be that of several. */
function sharedId(item: Item, { stored, shares }: Known): string {
  const { source_id, shared } = item
  if (!shared || stored.has(shared.dated)) return shared?.dated ?? source_id
  const alone = stored.get(shared.id)
  if (alone?.features.start === featuresOf(item.values).start) return shared.id
  if (source_id === shared.dated) return source_id
  return shares.has(shared.before) ? shared.dated : shared.id
}

type Row = { source_id: string; features: Features }

/**
 * The IDs under which events are stored whose own IDs say nothing, by these. Of those that share title, start and place, the ones that are as before go
 * first; an event that is new takes the place of one that is gone. `here`: IDs that others have.
 */
export async function storedIds(
  items: readonly Item[],
  stored: readonly StoredEvent[],
  here: ReadonlySet<string>,
  { now, further }: { now: number; further: readonly ((row: Row) => string[])[] },
): Promise<Map<string, string>> {
  const rows = new Map<string, Row>()
  for await (const { source_id, values } of inTurns(items))
    rows.set(source_id, { source_id, features: featuresOf(values) })
  const ids = new Map<string, string>()
  const taken = new Set(here)
  const take = ({ source_id }: Row, id: string) => {
    ids.set(source_id, id)
    taken.add(id)
  }
  const left = () => [...rows.values()].filter(({ source_id }) => !ids.has(source_id))
  const free = () => events.filter(({ source_id }) => !taken.has(source_id))
  const events = stored.toSorted((a, b) => Number(a.isGone) - Number(b.isGone))
  // of what an older program has stored, no more than the ID is known
  for (const { source_id, features } of free()) {
    const row = rows.get(source_id)
    if (row && features.said === '') take(row, source_id)
  }
  for (const keysOf of [sameKeys, allKeys]) {
    const groups = groupsOf(free(), keysOf)
    for await (const row of inTurns(left()))
      for (const group of keysOf(row).map(key => groups.get(key) ?? [])) {
        while (taken.has(group[0]?.row.source_id ?? '')) group.shift()
        if (group[0] && !ids.has(row.source_id)) take(row, group[0].row.source_id)
      }
  }
  for (const keysOf of further) {
    await new Promise(setImmediate)
    const missing = free().filter(({ ends, isGone }) => ends >= now && !isGone)
    const [open, fresh] = [groupsOf(missing, keysOf), groupsOf(left(), keysOf)]
    for (const row of left()) {
      const event = only(open, keysOf(row))
      if (event && only(fresh, keysOf(event))) take(row, event.source_id)
    }
  }
  const used = new Set(stored.map(({ source_id }) => source_id))
  for (const row of left()) {
    let id = row.source_id
    for (let at = 2; used.has(id) || taken.has(id); at++) id = `${row.source_id}-${at}`
    take(row, id)
  }
  return ids
}

const groupsOf = (rows: readonly Row[], keysOf: (row: Row) => string[]) =>
  Map.groupBy(
    rows.flatMap(row => keysOf(row).map(key => ({ key, row }))),
    ({ key }) => key,
  )

function only(groups: ReturnType<typeof groupsOf>, keys: readonly string[]) {
  const found = keys.flatMap(key => groups.get(key)?.slice(0, 2) ?? [])
  const [first, ...others] = new Set(found.map(({ row }) => row))
  return others.length === 0 ? first : undefined
}

const sameKeys = ({ features: { said } }: Row) => [said]
const allKeys = ({ features: { start, titles, place } }: Row) =>
  titles.map(title => `${title} ${start} ${place}`)
export const startKeys = ({ features: { start, titles } }: Row) =>
  titles.map(title => `${title} at ${start}`)
const titleKeys = (row: Row) => {
  const { titles, place } = row.features
  return [...startKeys(row), ...(place ? titles.map(title => `${title} in ${place}`) : [])]
}
const placeKeys = ({ features: { start, place } }: Row) => (place ? [`${start} ${place}`] : [])
