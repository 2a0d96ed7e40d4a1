import { LRUCache } from 'lru-cache'
import { anonymous, mayRead } from '../../calendar/access.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import type { View } from '../../calendar/context.ts'
import { languageShown, shown } from '../../calendar/texts.ts'
import type { LinkKind, StoredRecord } from '../../define/record.ts'
import { fold } from '../../define/text/fold.ts'
import type { Changes } from '../../journal/follower.ts'
import type { Validity } from '../../journal/validity.ts'
import { versionOf } from '../conditions.ts'
import type { Show } from '../present/context.ts'
import { present } from '../present/record.ts'
import { presentEmbeddedTerm, presentTerm } from '../present/term.ts'
import { presentOrganizer, presentVenue } from '../present/venue-organizer.ts'
import { atMost } from './by-count.ts'
import { cutEvent, type EventFrame, joinEvent, noLinked } from './event-bytes.ts'
import { digestOf, isFresh, type Ready } from './record-bytes.ts'
import { openWhole } from './whole-records.ts'

/** A record inside an event: no bytes when nobody may see it. Terms carry the key they are sorted by. */
type Piece = { bytes: Buffer | undefined; key: string; id: number; made: readonly Validity[] }

/** An event without what it is linked to, and what that is. */
type Frame = EventFrame & { links: Record<LinkKind, number[]>; made: readonly Validity[] }

const noLinks = { category: [], tag: [], venue: [], organizer: [] }
const linkKinds = ['category', 'tag', 'venue', 'organizer'] as const

const isTerm = (kind: string) => kind === 'category' || kind === 'tag'

const comma = Buffer.from(',')

/**
 * Ready bytes: each record is written out once per change, base address and language, and lists are made of those. An event
 * is kept in two forms: a frame that only its own change ends, and the whole, which a change of anything linked ends too.
 */
export function openReady(calendar: Calendar, changes: Changes, size: { bytes: number }) {
  const bytesOf = (of: { bytes?: Buffer | undefined; head?: Buffer; tail?: Buffer }) =>
    200 + (of.bytes?.length ?? 0) + (of.head?.length ?? 0) + (of.tail?.length ?? 0)
  const least = 1024 * 1024
  const share = (part: number) => Math.max(least, Math.floor(size.bytes * part))
  const whole = openWhole(share(0.7))
  const frames = new LRUCache<string, Frame>({ maxSize: share(0.18), sizeCalculation: bytesOf })
  const pieces = new LRUCache<string, Piece>({ maxSize: share(0.12), sizeCalculation: bytesOf })

  const slugs = new LRUCache<string, number>(atMost(20_000))

  const keyOf = (show: Show, kind: string, id: number) => `${show.key}${kind[0]}${kind[1]}${id}`

  async function imagesOf(records: readonly StoredRecord[]) {
    const ids = [
      ...new Set(records.flatMap(({ facts }) => (facts.image ? [Number(facts.image)] : []))),
    ]
    const taken = tokensFor('image', ids)
    const images = ids.length > 0 ? await calendar.records('image', ids) : []
    return { taken, of: new Map(images.map(image => [image.id, image])) }
  }
  type Images = Awaited<ReturnType<typeof imagesOf>>
  const noImages: Images = { taken: new Map(), of: new Map() }

  /** Tokens are taken before a record is read: what changes meanwhile ends what is made of it. */
  const tokensFor = (kind: string, ids: readonly number[]) =>
    new Map(ids.map(id => [id, changes.validity(kind, id)]))
  type Taken = Map<number, Validity>

  const tokensOf = ({ kind, id, facts }: StoredRecord, taken: Taken, images: Images) => [
    taken.get(id) ?? changes.validity(kind, id),
    ...(isTerm(kind) ? [changes.validity('count', id)] : []),
    ...(facts.image
      ? [images.taken.get(Number(facts.image)) ?? changes.validity('image', Number(facts.image))]
      : []),
  ]

  /** Makes the pieces that are missing or no longer fresh. */
  async function preparePieces(show: Show, kind: LinkKind, ids: Iterable<number>) {
    const missing: number[] = []
    for (const id of ids) {
      const known = pieces.get(keyOf(show, kind, id))
      if (!known || !isFresh(known)) missing.push(id)
    }
    if (missing.length === 0) return
    const taken = tokensFor(kind, missing)
    const records = await calendar.records(kind, missing)
    const images = kind === 'venue' || kind === 'organizer' ? await imagesOf(records) : noImages
    for (const [id, token] of taken)
      pieces.set(keyOf(show, kind, id), { bytes: undefined, key: '', id, made: [token] })
    for (const record of records)
      pieces.set(keyOf(show, kind, record.id), pieceOf(show, record, images, taken))
  }

  function pieceOf(show: Show, record: StoredRecord, images: Images, taken: Taken): Piece {
    const { kind, id } = record
    const image = images.of.get(Number(record.facts.image))
    const made = tokensOf(record, taken, images)
    const term = isTerm(kind)
    if (!term && (record.facts.status === 'trash' || !mayRead(anonymous, record)))
      return { bytes: undefined, key: '', id, made }
    const view: View = { record, image, ...noLinked }
    const body = term
      ? presentEmbeddedTerm(show, record)
      : kind === 'venue'
        ? presentVenue(show, view)
        : presentOrganizer(show, view)
    return {
      bytes: Buffer.from(JSON.stringify(body)),
      key: term ? fold(shown(record, 'name', show.language) ?? '') : '',
      id,
      made,
    }
  }

  function frameOf(show: Show, record: StoredRecord, images: Images, taken: Taken): Frame {
    const masked = Boolean(record.facts.password)
    const image = images.of.get(Number(record.facts.image))
    return {
      ...cutEvent(show, { record, image, masked, ...noLinked }),
      links: masked ? noLinks : record.links,
      made: tokensOf(record, taken, images),
    }
  }

  async function prepareFrames(show: Show, ids: readonly number[]) {
    const missing = ids.filter(id => {
      const known = frames.get(keyOf(show, 'event', id))
      return !known || !isFresh(known)
    })
    if (missing.length === 0) return
    const taken = tokensFor('event', missing)
    const records = await calendar.records('event', missing)
    const images = await imagesOf(records)
    for (const record of records)
      frames.set(keyOf(show, 'event', record.id), frameOf(show, record, images, taken))
  }

  function compose(show: Show, frame: Frame): Ready {
    const made = [...frame.made]
    const linked = (kind: LinkKind) => {
      const list: Piece[] = []
      for (const id of frame.links[kind]) {
        const piece = pieces.get(keyOf(show, kind, id))
        made.push(...(piece?.made ?? [changes.validity(kind, id)]))
        if (piece?.bytes) list.push(piece)
      }
      return list
    }
    const sorted = (kind: LinkKind) =>
      linked(kind).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id))
    const bytesIn = (list: Piece[]) => list.map(({ bytes }) => bytes as Buffer)
    const bytes = joinEvent(
      frame,
      {
        category: bytesIn(sorted('category')),
        tag: bytesIn(sorted('tag')),
        venue: bytesIn(linked('venue')),
        organizer: bytesIn(linked('organizer')),
      },
      comma,
    )
    return { bytes, digest: digestOf(bytes), made }
  }

  /** What is known of these, by id; what is missing is added, and answered even when it ends meanwhile. */
  function foundOf(ids: readonly number[], key: (id: number) => string) {
    const found = new Map<number, Ready>()
    for (const id of ids) {
      const known = whole.fresh(key(id))
      if (known) found.set(id, known)
    }
    return { found, missing: ids.filter(id => !found.has(id)) }
  }

  async function events(show: Show, ids: readonly number[]): Promise<Ready[]> {
    const key = (id: number) => keyOf(show, 'event', id)
    const { found, missing } = foundOf(ids, key)
    if (missing.length > 0) {
      await prepareFrames(show, missing)
      const framed = missing.flatMap(id => frames.get(keyOf(show, 'event', id)) ?? [])
      for (const kind of linkKinds)
        await preparePieces(show, kind, new Set(framed.flatMap(({ links }) => links[kind])))
      for (const id of missing) {
        const frame = frames.get(key(id))
        if (!frame) continue
        const ready = compose(show, frame)
        whole.keep(key(id), ready)
        found.set(id, ready)
      }
    }
    return ids.flatMap(id => found.get(id) ?? [])
  }

  /** Venues, organizers, terms and pictures in lists of their own. */
  async function others(
    show: Show,
    kind: 'venue' | 'organizer' | 'category' | 'tag' | 'image',
    ids: readonly number[],
  ): Promise<Ready[]> {
    const key = (id: number) => `=${keyOf(show, kind, id)}`
    const { found, missing } = foundOf(ids, key)
    if (missing.length > 0) {
      const taken = tokensFor(kind, missing)
      const records = await calendar.records(kind, missing)
      const images = kind === 'venue' || kind === 'organizer' ? await imagesOf(records) : noImages
      for (const record of records) {
        const view: View = {
          record,
          image: images.of.get(Number(record.facts.image)),
          venues: [],
          organizers: [],
          categories: [],
          tags: [],
        }
        const bytes = Buffer.from(
          `,${JSON.stringify(isTerm(kind) ? presentTerm(show, record) : present(show, view))}`,
        )
        const made = tokensOf(record, taken, images)
        const ready = { bytes, digest: digestOf(bytes), made }
        whole.keep(key(record.id), ready)
        found.set(record.id, ready)
      }
    }
    return ids.flatMap(id => found.get(id) ?? [])
  }

  return {
    /** Bytes of records for a list, in the order of the ids. */
    list: (
      show: Show,
      kind: 'event' | 'venue' | 'organizer' | 'category' | 'tag' | 'image',
      ids: readonly number[],
    ) => (kind === 'event' ? events(show, ids) : others(show, kind, ids)),

    /** The id that a slug led to; whoever uses it asks `known`, which a change of the record ends. */
    idOf: (kind: string, slug: string): number | undefined => slugs.get(`${kind} ${slug}`),
    remember(kind: string, slug: string, id: number) {
      slugs.set(`${kind} ${slug}`, id)
    },

    /** Bytes of one record by itself, when they are known. */
    known(show: Show, kind: string, id: number): Ready | undefined {
      return whole.fresh(`#${keyOf(show, kind, id)}`)
    },

    /** Bytes of an event as its writer sees it: undefined when it shows them what not everyone may see. */
    async written(show: Show, view: View): Promise<Buffer | undefined> {
      const shownOf: Record<LinkKind, StoredRecord[]> = {
        category: view.categories,
        tag: view.tags,
        venue: view.venues.map(({ record }) => record),
        organizer: view.organizers.map(({ record }) => record),
      }
      const bytes: Record<LinkKind, Buffer[]> = { category: [], tag: [], venue: [], organizer: [] }
      for (const kind of linkKinds) {
        const ids = shownOf[kind].map(({ id }) => id)
        await preparePieces(show, kind, ids)
        for (const id of ids) {
          const piece = pieces.get(keyOf(show, kind, id))
          if (!piece?.bytes) return undefined
          bytes[kind].push(piece.bytes)
        }
      }
      return joinEvent(cutEvent(show, view), bytes)
    },

    /** Bytes of one record by itself: kept when known, else `make` reads it; problems pass through and are not kept. */
    async single(show: Show, kind: string, id: number, make: () => Promise<View>): Promise<Ready> {
      const key = `#${keyOf(show, kind, id)}`
      const known = whole.fresh(key)
      if (known) return known
      const before = changes.seq
      const view = await make()
      const bytes = Buffer.from(JSON.stringify(present(show, view, true)))
      const records = [
        view.record,
        ...view.venues.map(({ record }) => record),
        ...view.organizers.map(({ record }) => record),
      ]
      const linked = (['venue', 'organizer', 'category', 'tag'] as const).flatMap(of =>
        view.record.links[of].flatMap(to => [
          changes.validity(of, to),
          ...(isTerm(of) ? [changes.validity('count', to)] : []),
        ]),
      )
      const made = [...records.flatMap(record => tokensOf(record, new Map(), noImages)), ...linked]
      const ready = {
        bytes,
        digest: `${versionOf(view.record)}-${digestOf(bytes)}`,
        made,
        language: languageShown(view.record, show.language),
      }
      // What changed while it was read may be in it or not: it is answered, but not kept.
      if (changes.seq === before) whole.keep(key, ready)
      return ready
    },
  }
}

export type ReadyStore = ReturnType<typeof openReady>
