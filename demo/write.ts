import { AlmanacError, type Client, type EventDraft, type Query } from '../src/sdk/index.ts'
import type { DemoCalendar } from './calendar.ts'
import type { Draft } from './draft.ts'
import { drawing, rendered } from './drawings.ts'

/** The number of records that were written, by kind, and of those that existed already. */
export type Written = Record<
  'events' | 'venues' | 'organizers' | 'categories' | 'tags' | 'images' | 'skipped',
  number
>

export type DemoKind = Exclude<keyof Written, 'skipped'>

type Watch = {
  progress?: (done: number, total: number) => void
  /** Hears of every record that was created, and of its version where that is not the first. */
  created?: (kind: DemoKind, id: number, version?: number) => void
  /** Ends it after the requests that are under way. */
  signal?: AbortSignal
}

const atOnce = 16

/** The number of events, of any time and status that the caller may see. */
export const countEvents = async ({ events }: Client): Promise<number> =>
  (await events.list({ ...always, per_page: 1 })).total

// names are compared in English, which every record has unless it has French alone
const named = { ml_language: 'en', ml_fallback: true, per_page: 50 } as const
const always = {
  start_date: '1000-01-01',
  end_date: '9999-12-31',
  status: 'any',
} as const

/** Writes the example: records that others link to first. Existing records of the same name and time are taken as they are. */
export async function writeDemo(
  client: Client,
  calendar: DemoCalendar,
  { progress, signal, created }: Watch = {},
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
  const pen: Pen = { count, signal, created }
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
  const imageOf = await imagesOf(client, events, id => {
    written.images += 1
    created?.('images', id)
  })
  await inParallel(events, signal, async ({ image, dates = [], ...event }) => {
    const { body, venue, organizers, categories, tags } = event
    if (held.has(sameEvent(body))) return count('skipped')
    const presented = await imageOf(image)
    const draft: EventDraft = {
      ...body,
      ...(venue !== null && { venue: idOf(ids.venues, venue) }),
      organizer: organizers.map(key => idOf(ids.organizers, key)),
      categories: categories.map(key => idOf(ids.categories, key)),
      tags: tags.map(key => idOf(ids.tags, key)),
      ...(presented !== undefined && { image: presented }),
    }
    const { id } = await patiently(() => client.events.create(draft))
    created?.('events', id, 1 + dates.length)
    const storedDates = dates.length > 0 ? await patiently(() => client.events.read(id)) : undefined
    for (const { next, change } of dates) {
      const date = datesIn(storedDates?.next_occurrences ?? [])[next]
      if (date)
        await patiently(() => client.events.change(date.id, change(date.start_date.slice(0, 10))))
    }
    count('events')
  })
  return written
}

/** Dates of a series as the API shows them. */
const datesIn = (list: readonly object[]) => list as readonly { id: number; start_date: string }[]

/** Images are only drawn for so many events; that is nearly all of those in a larger calendar. */
const looked = 1000

/**
 * Uploads each drawing when the first event asks for it; one that is there already is used again. They are drawn before any
 * is uploaded: a service in this process forbids the drawings' format once it reads images.
 */
async function imagesOf(
  { images }: Client,
  events: DemoCalendar['events'],
  created: (id: number) => void,
) {
  const imageIds = new Map<string, Promise<number>>()
  for await (const { id, title } of images.all({ per_page: 50 }))
    if (title.startsWith('demo-')) imageIds.set(title, Promise.resolve(id))
  const drawn = new Map<string, Uint8Array<ArrayBuffer>>()
  let left = looked
  for (const { image } of events) {
    if (left-- === 0) break
    const of = drawing(image)
    if (!drawn.has(image) && !imageIds.has(of.title)) drawn.set(image, await rendered(of))
  }
  return (key: string): Promise<number> | undefined => {
    const { title, alt } = drawing(key)
    const bytes = drawn.get(key)
    const results = imageIds.get(title)
    if (results || !bytes) return results
    const createdRecord = patiently(() =>
      images.upload(bytes, `${title}.jpg`, {
        ml_language: 'en',
        title,
        alt: alt.en,
        translations: { fr: { alt: alt.fr } },
      }),
    ).then(of => {
      created(of.id)
      return of.id
    })
    imageIds.set(title, createdRecord)
    return createdRecord
  }
}

type Pen = {
  count: (kind: keyof Written) => void
  signal: AbortSignal | undefined
  created: Watch['created']
}

/** One kind of records as the client reads and writes them. */
type Shelf<Body, Shelved> = {
  all(query: Query): AsyncIterable<Shelved>
  create(draft: Body): Promise<{ id: number }>
}

/** Writes records of one kind, and gives their ids by key. */
async function put<Body extends object, Shelved extends { id: number }>(
  { count, signal, created }: Pen,
  kind: Exclude<keyof Written, 'skipped' | 'images'>,
  drafts: Draft<Body>[],
  { all, create }: Shelf<Body, Shelved>,
  nameOf: (record: Body | Shelved) => string,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const byName = new Map<string, number>()
  for await (const record of all({ ...named, hide_empty: false }))
    byName.set(plain(nameOf(record)), record.id)
  // children after parents: one generation at a time
  for (let left = drafts; left.length > 0 && !signal?.aborted; ) {
    const ready = left.filter(({ parent }) => parent === undefined || ids.has(parent))
    if (ready.length === 0) throw new RangeError(`The demo has a circle of ${kind}.`)
    left = left.filter(draft => !ready.includes(draft))
    await inParallel(ready, signal, async ({ key, body, parent }) => {
      const results = byName.get(plain(nameOf(body)))
      const above = parent === undefined ? {} : { parent: idOf(ids, parent) }
      const id = results ?? (await patiently(() => create({ ...body, ...above }))).id
      if (results === undefined) created?.(kind, id)
      ids.set(key, id)
      count(results === undefined ? kind : 'skipped')
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

const maxWait = 60

/** Waits as long as the service says, then tries again; a few times. */
async function patiently<T>(attempt: () => Promise<T>, left = 5): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const wait = error instanceof AlmanacError ? error.retryAfter : undefined
    if (left === 0 || wait === undefined || wait > maxWait) throw error
    await new Promise(resolve => setTimeout(resolve, wait * 1000))
    return patiently(attempt, left - 1)
  }
}
