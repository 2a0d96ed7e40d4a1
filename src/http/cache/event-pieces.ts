import { LRUCache } from 'lru-cache'
import { anonymous } from '../../calendar/access.ts'
import { byTermKey, isShownLink, termKey } from '../../calendar/views.ts'
import type { LinkKind, StoredRecord } from '../../define/record.ts'
import type { Validity } from '../../journal/validity.ts'
import { isTerm } from '../../resources/index.ts'
import type { Show } from '../present/context.ts'
import { presentEmbedded } from '../present/record.ts'
import { type EventFrame, fillFrame, frameOf, noLinked, wholeEvent } from './event-bytes.ts'
import { digestOf, inOne, type RecordBytes } from './record-bytes.ts'
import { imagesOf, keyOf, noImages, type Readers, readingOf, validities } from './record-reading.ts'
import { isValid, type Made } from './valid-cache.ts'

/** A record inside events: no bytes when nobody may see it. Terms have the key that they are sorted by. */
type Piece = Made & { id: number; bytes: Buffer | undefined; digest: string; key: string }

/** An event without what it is linked to, and what that is. */
type Frame = Made & {
  frame: EventFrame
  linked: Record<LinkKind, number[]>
  /** With what it is linked to, once it was sent. */
  filled?: RecordBytes
}

const none = { category: [], tag: [], venue: [], organizer: [] }
const linkKinds = ['category', 'tag', 'venue', 'organizer'] as const

/** Is there room for so many bytes of an event in one part? */
type HasRoom = (bytes: number) => boolean

/**
 * Events in two parts: a frame that only its own change invalidates, and the bytes of each record that it shows. So a change of
 * a venue, or of the count of a category, does not write out again the texts of all their events.
 */
export type EventPieces = Readers & {
  frames: LRUCache<string, Frame>
  pieces: LRUCache<string, Piece>
}

/** About what a frame takes besides its bytes. */
const frameObjects = 1000

export const openEventPieces = (
  readers: Readers,
  size: { frames: number; pieces: number },
): EventPieces => ({
  ...readers,
  frames: new LRUCache({
    maxSize: size.frames,
    sizeCalculation: ({ frame: { head, tail } }) => frameObjects + head.length + tail.length,
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
  hasRoom: HasRoom,
): Promise<Map<number, RecordBytes>> {
  await prepareFrames(of, show, ids)
  const frames = ids.flatMap(id => {
    const frame = of.frames.get(keyOf(show, 'event', id))
    return frame ? [{ id, frame }] : []
  })
  const empty = frames.filter(({ frame }) => !isCached(frame.filled))
  if (empty.length > 0)
    for (const kind of linkKinds)
      await preparePieces(of, show, kind, new Set(empty.flatMap(({ frame }) => frame.linked[kind])))
  return new Map(frames.map(({ id, frame }) => [id, filled(of, show, frame, hasRoom)]))
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
    of.pieces.set(keyOf(show, kind, id), { ...noPiece, id, made: [validity] })
  for (const record of records) {
    of.pieces.set(keyOf(show, kind, record.id), {
      id: record.id,
      ...(isShownLink(anonymous, record) ? pieceOf(show, record, images.of(record)) : noPiece),
      key: isTerm(kind) ? termKey(record, show.language) : '',
      made: validities(of, record, reading, images),
    })
  }
}

const noPiece = { bytes: undefined, digest: '', key: '' }

function pieceOf(show: Show, record: StoredRecord, image: StoredRecord | undefined) {
  const bytes = Buffer.from(JSON.stringify(presentEmbedded(show, { record, image, ...noLinked })))
  return { bytes, digest: digestOf(bytes) }
}

/**
 * An event that was just written, as its writer sees it: that is what lists send of it, but for a password. Undefined if it is
 * linked to a record that not everyone sees, or that has gone meanwhile.
 */
export async function writtenEvent(
  of: EventPieces,
  show: Show,
  record: StoredRecord,
): Promise<Buffer | undefined> {
  const { links } = record
  for (const kind of linkKinds) await preparePieces(of, show, kind, links[kind])
  const { image } = record.facts
  const images = image ? await imagesOf(of, [record]) : noImages
  const bytesOf = (kind: LinkKind) => {
    const list: SeenPiece[] = []
    for (const id of links[kind]) {
      const piece = of.pieces.get(keyOf(show, kind, id))
      if (piece && isSeen(piece)) list.push(piece)
    }
    if (isTerm(kind)) list.sort(byTermKey)
    return list.map(({ bytes }) => bytes)
  }
  const linked = {
    category: bytesOf('category'),
    tag: bytesOf('tag'),
    venue: bytesOf('venue'),
    organizer: bytesOf('organizer'),
  }
  if (linkKinds.some(kind => linked[kind].length < links[kind].length)) return undefined
  return wholeEvent(show, { record, image: images.of(record), masked: false, ...noLinked }, linked)
}

type SeenPiece = Piece & { bytes: Buffer }
const isSeen = (piece: Piece): piece is SeenPiece => piece.bytes !== undefined

function compose(of: EventPieces, show: Show, { frame, linked, made }: Frame): RecordBytes {
  const all: Validity[] = [...made]
  let digests = frame.digest
  const bytesOf = (kind: LinkKind) => {
    const list: SeenPiece[] = []
    for (const id of linked[kind]) {
      const piece = of.pieces.get(keyOf(show, kind, id))
      if (piece) for (const validity of piece.made) all.push(validity)
      else all.push(of.changes.validity(kind, id))
      if (piece && isSeen(piece)) list.push(piece)
    }
    if (isTerm(kind)) list.sort(byTermKey)
    digests += kind
    return list.map(({ bytes, digest }) => {
      digests += digest
      return bytes
    })
  }
  const parts = fillFrame(frame, {
    category: bytesOf('category'),
    tag: bytesOf('tag'),
    venue: bytesOf('venue'),
    organizer: bytesOf('organizer'),
  })
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return { parts, length, digest: digestOf(digests), made: all }
}

/**
 * An event that is sent again is joined into one part: the fewer parts, the sooner they are sent. Where another would have to
 * make room for it, only one in so many is: joining costs more than it spares if what is joined is soon dropped.
 */
const oneIn = 16
let turn = 0

function filled(of: EventPieces, show: Show, frame: Frame, hasRoom: HasRoom): RecordBytes {
  if (frame.filled === undefined || !isValid(frame.filled)) {
    frame.filled = compose(of, show, frame)
    return frame.filled
  }
  const { parts, length } = frame.filled
  if (!hasRoom(length) && ++turn % oneIn !== 0) return frame.filled
  return { ...frame.filled, ...inOne(Buffer.concat(parts, length)) }
}
