import { LRUCache } from 'lru-cache'
import { anonymous } from '../../calendar/access.ts'
import { byTermKey, isShownLink, termKey } from '../../calendar/views.ts'
import type { LinkKind, StoredRecord } from '../../define/record.ts'
import type { Validity } from '../../journal/validity.ts'
import type { Show } from '../present/context.ts'
import { presentEmbedded } from '../present/record.ts'
import { type EventFrame, fillFrame, frameOf, noLinked } from './event-bytes.ts'
import { digestOf, type RecordBytes } from './record-bytes.ts'
import { imagesOf, isTerm, keyOf, type Readers, readingOf, validities } from './record-reading.ts'
import { isValid, type Made } from './valid-cache.ts'

/** A record inside events: no bytes when nobody may see it. Terms have the key that they are sorted by. */
type Piece = Made & { id: number; bytes: Buffer | undefined; key: string }

/** An event without what it is linked to, and what that is. */
type Frame = Made & { frame: EventFrame; linked: Record<LinkKind, number[]> }

const none = { category: [], tag: [], venue: [], organizer: [] }
const linkKinds = ['category', 'tag', 'venue', 'organizer'] as const

/**
 * Events in two parts: a frame that only its own change invalidates, and the bytes of each record that it shows. So a change of
 * a venue, or of the count of a category, does not write out anew the texts of all their events.
 */
export type EventPieces = Readers & {
  frames: LRUCache<string, Frame>
  pieces: LRUCache<string, Piece>
}

export const openEventPieces = (
  readers: Readers,
  size: { frames: number; pieces: number },
): EventPieces => ({
  ...readers,
  frames: new LRUCache({
    maxSize: size.frames,
    sizeCalculation: ({ frame: { head, links } }) =>
      links.reduce((sum, { behind }) => sum + behind.length, 300 + head.length),
  }),
  pieces: new LRUCache({
    maxSize: size.pieces,
    sizeCalculation: ({ bytes }) => 200 + (bytes?.length ?? 0),
  }),
})

/** Events as lists send them, by id; what changes meanwhile has been read before or after, and is invalid. */
export async function eventBytes(
  of: EventPieces,
  show: Show,
  ids: readonly number[],
): Promise<Map<number, RecordBytes>> {
  await prepareFrames(of, show, ids)
  const frames = ids.flatMap(id => {
    const frame = of.frames.get(keyOf(show, 'event', id))
    return frame ? [{ id, frame }] : []
  })
  for (const kind of linkKinds)
    await preparePieces(of, show, kind, new Set(frames.flatMap(({ frame }) => frame.linked[kind])))
  return new Map(frames.map(({ id, frame }) => [id, compose(of, show, frame)]))
}

async function prepareFrames(of: EventPieces, show: Show, ids: readonly number[]) {
  const missing = ids.filter(id => !isCached(of.frames.get(keyOf(show, 'event', id))))
  if (missing.length === 0) return
  const reading = readingOf(of, 'event', missing)
  const records = await of.calendar.records('event', missing)
  const images = await imagesOf(of, records)
  for (const record of records) {
    const masked = Boolean(record.facts.password)
    of.frames.set(keyOf(show, 'event', record.id), {
      frame: frameOf(show, { record, image: images.of(record), masked, ...noLinked }),
      linked: masked ? none : record.links,
      made: validities(of, record, reading, images),
    })
  }
}

const isCached = (of: Made | undefined) => of !== undefined && isValid(of)

/** Writes the pieces that are missing or no longer right. */
async function preparePieces(of: EventPieces, show: Show, kind: LinkKind, ids: Iterable<number>) {
  const missing = [...ids].filter(id => !isCached(of.pieces.get(keyOf(show, kind, id))))
  if (missing.length === 0) return
  const reading = readingOf(of, kind, missing)
  const records = await of.calendar.records(kind, missing)
  const images = await imagesOf(of, records)
  for (const [id, validity] of reading)
    of.pieces.set(keyOf(show, kind, id), { bytes: undefined, key: '', id, made: [validity] })
  for (const record of records) {
    const isShown = isShownLink(anonymous, record)
    of.pieces.set(keyOf(show, kind, record.id), {
      id: record.id,
      bytes: isShown ? pieceOf(show, record, images.of(record)) : undefined,
      key: isTerm(kind) ? termKey(record, show.language) : '',
      made: validities(of, record, reading, images),
    })
  }
}

const pieceOf = (show: Show, record: StoredRecord, image: StoredRecord | undefined) =>
  Buffer.from(JSON.stringify(presentEmbedded(show, { record, image, ...noLinked })))

function compose(of: EventPieces, show: Show, { frame, linked, made }: Frame): RecordBytes {
  const all: Validity[] = [...made]
  const bytesOf = (kind: LinkKind) => {
    const list: Piece[] = []
    for (const id of linked[kind]) {
      const piece = of.pieces.get(keyOf(show, kind, id))
      all.push(...(piece?.made ?? [of.changes.validity(kind, id)]))
      if (piece?.bytes) list.push(piece)
    }
    if (isTerm(kind)) list.sort(byTermKey)
    return list.map(({ bytes }) => bytes as Buffer)
  }
  const bytes = fillFrame(frame, {
    category: bytesOf('category'),
    tag: bytesOf('tag'),
    venue: bytesOf('venue'),
    organizer: bytesOf('organizer'),
  })
  return { bytes, digest: digestOf(bytes), made: all }
}
