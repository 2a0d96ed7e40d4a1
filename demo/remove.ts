import { AlmanacError, type Client } from '../src/sdk/index.ts'
import type { DemoKind } from './write.ts'

/** The ids of the records that the demo created, by kind. */
export type DemoIds = Record<DemoKind, number[]>

export const noIds = (): DemoIds => ({
  events: [],
  venues: [],
  organizers: [],
  categories: [],
  tags: [],
  images: [],
})

/** The queries of a removal to the calendar besides the API. */
export type Traces = {
  /** Of these, those that were not changed since they were created. */
  unchanged(kind: DemoKind, ids: readonly number[]): Promise<Set<number>>
  /** True if a record besides these events shows an image. */
  isShown(image: number, except: ReadonlySet<number>): Promise<boolean>
}

export type Removal = { removed: Record<DemoKind, number>; left: DemoIds }

const everywhere = { start_date: '1000-01-01', end_date: '9999-12-31', status: 'any', per_page: 1 }

/** Records that others link to go last. */
const inOrder = ['events', 'images', 'venues', 'organizers', 'tags', 'categories'] as const

/**
 * The records that a removal would take away: those that were not changed since. Those that other records use would stay, which only a removal finds
 * out.
 */
export async function removable(ids: DemoIds, traces: Pick<Traces, 'unchanged'>): Promise<Removal> {
  const left = noIds()
  const removed = noRemovals()
  for (const kind of inOrder) {
    const same = await traces.unchanged(kind, ids[kind])
    removed[kind] = same.size
    left[kind] = ids[kind].filter(id => !same.has(id))
  }
  return { removed, left }
}

const noRemovals = (): Removal['removed'] => ({
  events: 0,
  venues: 0,
  organizers: 0,
  categories: 0,
  tags: 0,
  images: 0,
})

/** Removes the records of the demo, unless they were changed since or remaining records use them. */
export async function removeDemo(
  client: Client,
  ids: DemoIds,
  traces: Traces,
  progress: (done: number, total: number) => void = () => {},
): Promise<Removal> {
  const left = noIds()
  const removed = noRemovals()
  const total = Object.values(ids).reduce((sum, list) => sum + list.length, 0)
  let done = 0
  const removedIds = new Set<number>()
  const isUsed: Record<DemoKind, (id: number) => Promise<boolean>> = {
    events: async () => false,
    images: id => traces.isShown(id, removedIds),
    venues: async venue => (await client.events.list({ ...everywhere, venue })).total > 0,
    organizers: async organizer =>
      (await client.events.list({ ...everywhere, organizer })).total > 0,
    categories: async id =>
      (await client.events.list({ ...everywhere, categories: id })).total > 0 ||
      (await client.categories.list({ parent: id, per_page: 1, hide_empty: false })).total > 0,
    tags: async tags => (await client.events.list({ ...everywhere, tags })).total > 0,
  }
  for (const kind of inOrder) {
    // children before their parents
    const list = ids[kind].toSorted((a, b) => b - a)
    const same = await traces.unchanged(kind, list)
    for (const id of list) {
      progress(++done, total)
      if (!same.has(id) || (await isUsed[kind](id))) left[kind].push(id)
      else if (await remove(client, kind, id)) {
        removed[kind] += 1
        if (kind === 'events') removedIds.add(id)
      }
    }
  }
  return { removed, left }
}

/** False if another process was faster. */
async function remove(client: Client, kind: DemoKind, id: number): Promise<boolean> {
  try {
    await client[kind].remove(id, { force: true })
    return true
  } catch (error) {
    if (error instanceof AlmanacError && [400, 404, 410].includes(error.status ?? 0)) return false
    throw error
  }
}
