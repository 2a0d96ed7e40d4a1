import { anonymous } from '../../calendar/access/access.ts'
import type { Dated } from '../../calendar/read/dates.ts'
import { byTermKey } from '../../calendar/read/views.ts'
import {
  type Cache,
  isValid,
  type Table,
  type Validity,
  type WithValidities,
} from '../../common/cache.ts'
import { derived, tableOf } from '../../define/objects.ts'
import { type LinkKind, linkKinds, publicId, type StoredRecord } from '../../define/record.ts'
import type { ListDependency } from '../../journal/list-dependency.ts'
import { event } from '../../resources/event/event.ts'
import { isTerm } from '../../resources/index.ts'
import { maskedView } from '../../resources/masked.ts'
import { hasPassword } from '../../resources/record-view.ts'
import type { Show } from '../present/context.ts'
import {
  type EventFrame,
  filledFrame,
  frameOf,
  fullEvent,
  type Linked,
  noLinked,
} from './event-bytes.ts'
import { type Piece, writePieces } from './piece.ts'
import {
  digestOf,
  type Images,
  imagesOf,
  inOne,
  type Readers,
  type RecordBytes,
  readingOf,
  validities,
} from './record-bytes.ts'

type Pieces = Record<LinkKind, ReadonlyMap<number, Piece>>

/** An event without what it is linked to, and what that is. */
type Frame = WithValidities & {
  frame: EventFrame
  linked: Record<LinkKind, number[]>
  isProtected: boolean
  /** With what it is linked to, once it was sent. */
  filled?: RecordBytes
}

/** For whom bytes of records are cached. */
const anyone = { actor: anonymous }

/**
 * Events in two parts: a frame that only its own change invalidates, and the bytes of each record that it shows. So a change of
 * a venue, or of the count of a category, does not write out again the texts of all their events.
 */
export type EventPieces = Readers & {
  tablesOf(show: Show): Tables
  /** True if this many bytes of an event fit in one part. */
  hasRoom(bytes: number): boolean
}

/** The caches of a base URL and a language, by id: a page reads a hundred entries of these, and names as keys would cost twice as much. */
type Tables = {
  frames: Table<number, Frame>
  listed: Record<LinkKind, PieceTable>
  /** As they are in events by themselves. */
  alone: Record<LinkKind, PieceTable>
}
type PieceTable = Table<number, Piece> & {
  /** Pieces that are being written: concurrent requests, as after a commit, share them. */
  writing?: Promise<Piece[]> | undefined
}

/** About what a frame takes besides its bytes. */
const frameObjects = 1000

const dependsOn = ({ validities }: WithValidities) => ({ validities })

export function openEventPieces(readers: Readers, cache: Cache<ListDependency>): EventPieces {
  const pieceTable = (): PieceTable =>
    cache.table<number, Piece>({
      sizeOf: ({ bytes, data }) => 200 + (bytes?.length ?? 0) + (data?.length ?? 0),
      dependsOn,
    })
  const tablesOf = derived((_: Show): Tables => {
    const listed = tableOf(linkKinds, pieceTable)
    return {
      frames: cache.table<number, Frame>({
        sizeOf: ({ frame: { head, tail } }) => frameObjects + head.length + tail.length,
        dependsOn,
      }),
      listed,
      // terms are the same there
      alone: tableOf(linkKinds, kind => (isTerm(kind) ? listed[kind] : pieceTable())),
    }
  })
  return { ...readers, tablesOf, hasRoom: cache.hasRoom }
}

/** Events as lists send them, by id; a concurrent change invalidates the result, read before or after it. */
export async function eventBytes(
  of: EventPieces,
  show: Show,
  ids: readonly number[],
): Promise<Map<number, RecordBytes>> {
  const frames = await framesOf(of, show, ids)
  const empty = new Set<Frame>()
  for (const frame of frames.values())
    if (frame.filled === undefined || !isValid(frame.filled)) empty.add(frame)
  const pieces = await piecesOf(
    of,
    show,
    kind => new Set([...empty].flatMap(({ linked }) => linked[kind])),
  )
  const bytes = new Map<number, RecordBytes>()
  for (const [id, frame] of frames) {
    const cached = empty.has(frame) ? undefined : frame.filled
    const filled = cached ? joined(cached, of.hasRoom) : compose(frame, pieces)
    if (!cached) frame.filled = filled
    bytes.set(id, filled)
  }
  return bytes
}

async function framesOf(of: EventPieces, show: Show, ids: readonly number[]) {
  const frames = new Map<number, Frame>()
  const missing: number[] = []
  const table = of.tablesOf(show).frames
  for (const id of ids) {
    const cached = table.get(id)
    if (cached) frames.set(id, cached)
    else missing.push(id)
  }
  if (missing.length === 0) return frames
  const reading = readingOf(of, 'event', missing)
  const records = await of.calendar.listed('event', anyone, missing)
  const images = await imagesOf(of, records)
  for (const record of records) {
    const frame = newFrame(show, record, images, validities(of, record, reading, images))
    table.set(record.id, frame)
    frames.set(record.id, frame)
  }
  return frames
}

function newFrame(
  show: Show,
  record: StoredRecord,
  images: Images,
  handles: readonly Validity[],
): Frame {
  const isProtected = hasPassword(record)
  const view = isProtected
    ? maskedView(event, record)
    : { record, image: images.of(record), ...noLinked }
  return { frame: frameOf(show, view), linked: view.record.links, isProtected, validities: handles }
}

/** Events that are not as their records say, on dates of their own: written out for each list. */
export async function patchedEvents(
  of: EventPieces,
  show: Show,
  dated: Dated,
): Promise<Map<number, RecordBytes>> {
  const reading = readingOf(of, 'event', dated.ids)
  const records = await of.calendar.listedOn(anyone, dated)
  const images = await imagesOf(of, records)
  const bytes = new Map<number, RecordBytes>()
  for (const record of records) {
    const frame = newFrame(show, record, images, validities(of, record, reading, images))
    const pieces = await piecesOf(of, show, kind => frame.linked[kind])
    bytes.set(publicId(record), compose(frame, pieces))
  }
  return bytes
}

/** Pieces of linked records. Missing or invalid ones are written. */
async function piecesOf(
  of: EventPieces,
  show: Show,
  idsOf: (kind: LinkKind) => Iterable<number>,
  isAlone = false,
): Promise<Pieces> {
  const pieces = (kind: LinkKind) => piecesOfKind(of, show, kind, idsOf(kind), isAlone)
  return {
    category: await pieces('category'),
    tag: await pieces('tag'),
    venue: await pieces('venue'),
    organizer: await pieces('organizer'),
  }
}

async function piecesOfKind(
  of: EventPieces,
  show: Show,
  kind: LinkKind,
  ids: Iterable<number>,
  isAlone: boolean,
) {
  const pieces = new Map<number, Piece>()
  const table = of.tablesOf(show)[isAlone ? 'alone' : 'listed'][kind]
  const missingOf = (list: Iterable<number>) => {
    const missing: number[] = []
    for (const id of list) {
      const cached = table.get(id)
      if (cached) pieces.set(id, cached)
      else missing.push(id)
    }
    return missing
  }
  let missing = missingOf(ids)
  const others = missing.length > 0 ? table.writing : undefined
  if (others) {
    await others.catch(() => {})
    missing = missingOf(missing)
  }
  if (missing.length === 0) return pieces
  const writing = writePieces(of, show, kind, missing, isAlone && !isTerm(kind))
  table.writing = writing
  try {
    for (const piece of await writing) {
      pieces.set(piece.id, piece)
      table.set(piece.id, piece)
    }
  } finally {
    if (table.writing === writing) table.writing = undefined
  }
  return pieces
}

type VisiblePiece = Piece & { bytes: Buffer }
const isSeen = (piece: Piece | undefined): piece is VisiblePiece => piece?.bytes !== undefined

/** The linked records that everyone sees, in order, and the validities of all linked records, hidden ones too. */
function visiblePieces(pieces: Pieces, links: Record<LinkKind, readonly number[]>) {
  const handles: Validity[] = []
  const visible = (kind: LinkKind) => {
    const list: VisiblePiece[] = []
    for (const id of links[kind]) {
      const piece = pieces[kind].get(id)
      if (piece) for (const validity of piece.validities) handles.push(validity)
      if (isSeen(piece)) list.push(piece)
    }
    return isTerm(kind) ? list.sort(byTermKey) : list
  }
  const of = {
    category: visible('category'),
    tag: visible('tag'),
    venue: visible('venue'),
    organizer: visible('organizer'),
  }
  return { of, validities: handles }
}
type VisiblePieces = ReturnType<typeof visiblePieces>['of']

const bytesIn = (of: VisiblePieces): Linked => ({
  category: of.category.map(bytesOf),
  tag: of.tag.map(bytesOf),
  venue: of.venue.map(bytesOf),
  organizer: of.organizer.map(bytesOf),
})
const bytesOf = ({ bytes }: VisiblePiece) => bytes

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
  const pieces = visiblePieces(await piecesOf(of, show, kind => links[kind]), links).of
  if (linkKinds.some(kind => pieces[kind].length < links[kind].length)) return undefined
  const images = await imagesOf(of, [record])
  const view = { record, image: images.of(record), ...noLinked }
  return fullEvent(show, view, bytesIn(pieces)).bytes
}

/** A single event, in the form that is the same for all of its readers. */
export async function eventAlone(
  of: EventPieces,
  show: Show,
  record: StoredRecord,
): Promise<WithValidities & { bytes: Buffer; digest: string }> {
  const { links } = record
  const reading = readingOf(of, 'event', [record.id])
  const pieces = await piecesOf(of, show, kind => links[kind], true)
  const images = await imagesOf(of, [record])
  const { of: visible, validities: handles } = visiblePieces(pieces, links)
  const dataOf = ([first]: readonly VisiblePiece[]) => first?.data && [first.data]
  const [place, organization] = [dataOf(visible.venue), dataOf(visible.organizer)]
  const linked = {
    ...bytesIn(visible),
    ...(place && { place }),
    ...(organization && { organization }),
  }
  const view = { record, image: images.of(record), ...noLinked }
  const { bytes, text } = fullEvent(show, view, linked, true)
  return {
    bytes,
    digest: digestOf(text + digestsOf(visible)),
    validities: [...validities(of, record, reading, images), ...handles],
  }
}

function compose(
  { frame, linked, validities: handles, isProtected }: Frame,
  pieces: Pieces,
): RecordBytes {
  const { of: visible, validities: linkedHandles } = visiblePieces(pieces, linked)
  const parts = filledFrame(frame, bytesIn(visible))
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const digest = digestOf(frame.digest + digestsOf(visible))
  return { parts, length, digest, isProtected, validities: [...handles, ...linkedHandles] }
}

function digestsOf(pieces: VisiblePieces): string {
  let digests = ''
  for (const kind of linkKinds) {
    digests += kind
    for (const { digest } of pieces[kind]) digests += digest
  }
  return digests
}

/**
 * An event that is sent again is joined into one part: the fewer parts, the sooner they are sent. Where another would have to
 * make room for it, only one in so many is: joining costs more than it spares if what is joined is soon dropped.
 */
const oneIn = 16
let turn = 0

function joined(filled: RecordBytes, hasRoom: EventPieces['hasRoom']): RecordBytes {
  const { parts, length } = filled
  if (!hasRoom(length) && ++turn % oneIn !== 0) return filled
  return { ...filled, ...inOne(Buffer.concat(parts, length)) }
}
