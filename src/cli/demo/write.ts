import { AlmanacError, type Client, type EventDraft, type Query } from '../../sdk/client.ts'
import type { DemoCalendar } from './calendar.ts'
import type { Draft } from './draft.ts'

/** How many records were written, by kind, and how many were there already. */
export type Written = Record<
  'events' | 'venues' | 'organizers' | 'categories' | 'tags' | 'images' | 'skipped',
  number
>

type Watch = {
  progress?: (done: number, total: number) => void
  /** Ends it after the requests that are under way. */
  signal?: AbortSignal
}

const atOnce = 16

/** Does the calendar hold events, of any time and status that the caller may see? */
export const countEvents = async ({ events }: Client): Promise<number> =>
  (await events.list({ ...always, per_page: 1 })).total

// names are compared in English, which every record has unless it has French alone
const named = { ml_language: 'en', ml_fallback: true, per_page: 50 } as const
const always = {
  start_date: '1000-01-01',
  end_date: '9999-12-31',
  status: 'any',
} as const

/** Writes the example: what others link to first. Records of the same name and time are taken as they are. */
export async function writeDemo(
  client: Client,
  calendar: DemoCalendar,
  { progress, signal }: Watch = {},
): Promise<Written> {
  const { categories, tags, venues, organizers, events } = calendar
  const total = categories.length + tags.length + venues.length + organizers.length + events.length
  const written: Written = {
    events: 0,
    venues: 0,
    organizers: 0,
    categories: 0,
    tags: 0,
    images: 0,
    skipped: 0,
  }
  let done = 0
  const count = (kind: keyof Written) => {
    written[kind] += 1
    done += 1
    progress?.(done, total)
  }
  const pen: Pen = { count, signal }
  const ids = {
    categories: await put(pen, 'categories', categories, client.categories, ({ name }) => name),
    tags: await put(pen, 'tags', tags, client.tags, ({ name }) => name),
    venues: await put(pen, 'venues', venues, client.venues, ({ venue }) => venue),
    organizers: await put(
      pen,
      'organizers',
      organizers,
      client.organizers,
      ({ organizer }) => organizer,
    ),
  }
  if (signal?.aborted) return written
  const held = await heldEvents(client)
  await inParallel(events, signal, async ({ body, venue, organizers, categories, tags }) => {
    if (held.has(sameEvent(body))) return count('skipped')
    const draft: EventDraft = {
      ...body,
      ...(venue !== null && { venue: idOf(ids.venues, venue) }),
      organizer: organizers.map(key => idOf(ids.organizers, key)),
      categories: categories.map(key => idOf(ids.categories, key)),
      tags: tags.map(key => idOf(ids.tags, key)),
    }
    await patiently(() => client.events.create(draft))
    count('events')
  })
  return written
}

type Pen = { count: (kind: keyof Written) => void; signal: AbortSignal | undefined }

/** One kind of records as the client reads and writes them. */
type Shelf<Body, Shown> = {
  all(query: Query): AsyncIterable<Shown>
  create(draft: Body): Promise<{ id: number }>
}

/** Writes records of one kind, and gives their ids by key. */
async function put<Body extends object, Shown extends { id: number }>(
  { count, signal }: Pen,
  kind: Exclude<keyof Written, 'skipped' | 'images'>,
  drafts: Draft<Body>[],
  { all, create }: Shelf<Body, Shown>,
  nameOf: (record: Body | Shown) => string,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const known = new Map<string, number>()
  for await (const record of all({ ...named, hide_empty: false }))
    known.set(plain(nameOf(record)), record.id)
  // children after parents: one generation at a time
  for (let left = drafts; left.length > 0 && !signal?.aborted; ) {
    const ready = left.filter(({ parent }) => parent === undefined || ids.has(parent))
    if (ready.length === 0) throw new RangeError(`The demo has a circle of ${kind}.`)
    left = left.filter(draft => !ready.includes(draft))
    await inParallel(ready, signal, async ({ key, body, parent }) => {
      const found = known.get(plain(nameOf(body)))
      const above = parent === undefined ? {} : { parent: idOf(ids, parent) }
      ids.set(key, found ?? (await patiently(() => create({ ...body, ...above }))).id)
      count(found === undefined ? kind : 'skipped')
    })
  }
  return ids
}

async function heldEvents({ events }: Client): Promise<Set<string>> {
  const held = new Set<string>()
  for await (const event of events.all({ ...always, ...named })) held.add(sameEvent(event))
  return held
}

const sameEvent = ({ title, start_date }: { title: string; start_date: string }) =>
  `${start_date} ${plain(title)}`

/** Names come back with entities and perhaps other quotes; letters and digits tell them apart. */
const plain = (name: string) =>
  name
    .replace(/&#?\w+;/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

function idOf(ids: Map<string, number>, key: string): number {
  const id = ids.get(key)
  if (id === undefined) throw new RangeError(`The demo has no “${key}”.`)
  return id
}

/** Several requests at a time; the first failure ends it. */
async function inParallel<T>(
  items: Iterable<T>,
  signal: AbortSignal | undefined,
  work: (item: T) => Promise<void>,
) {
  const queue = items[Symbol.iterator]()
  let isFailed = false
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      await work(next.value).catch(error => {
        isFailed = true
        throw error
      })
      if (isFailed || signal?.aborted) return
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

const longestWait = 60

/** Waits as long as the service says, then tries again; a few times. */
async function patiently<T>(attempt: () => Promise<T>, left = 5): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const wait = error instanceof AlmanacError ? error.retryAfter : undefined
    if (left === 0 || wait === undefined || wait > longestWait) throw error
    await new Promise(resolve => setTimeout(resolve, wait * 1000))
    return patiently(attempt, left - 1)
  }
}
