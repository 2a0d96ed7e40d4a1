import { anonymous } from '../../calendar/access/access.ts'
import { isVisibleLink, termKey } from '../../calendar/read/views.ts'
import type { WithValidities } from '../../common/cache.ts'
import type { LinkKind, StoredRecord } from '../../define/record.ts'
import { isTerm } from '../../resources/index.ts'
import type { Show } from '../present/context.ts'
import { present, presentEmbedded } from '../present/record.ts'
import { noLinked } from './event-bytes.ts'
import {
  digestOf,
  type Images,
  imagesOf,
  type Readers,
  readingOf,
  validities,
} from './record-bytes.ts'

/** A record inside events, without bytes if it is hidden. Terms have their sort key. */
export type Piece = WithValidities & {
  id: number
  bytes: Buffer | undefined
  digest: string
  key: string
  /** Its linked data, in events by themselves. */
  data?: Buffer
}

/** Writes out what events are linked to; `isAlone`: as it is in an event by itself. */
export async function writePieces(
  of: Readers,
  show: Show,
  kind: LinkKind,
  ids: readonly number[],
  isAlone: boolean,
): Promise<Piece[]> {
  const reading = readingOf(of, kind, ids)
  const records = await of.calendar.records(kind, ids)
  const images = await imagesOf(of, records)
  const pieces = new Map<number, Piece>()
  for (const [id, validity] of reading) pieces.set(id, { ...noPiece, id, validities: [validity] })
  for (const record of records)
    pieces.set(record.id, {
      id: record.id,
      ...(isVisibleLink(anonymous, record) ? pieceOf(show, record, images, isAlone) : noPiece),
      key: isTerm(kind) ? termKey(record, show.language) : '',
      validities: validities(of, record, reading, images),
    })
  return [...pieces.values()]
}

const noPiece = { bytes: undefined, digest: '', key: '' }

/** A record inside of an event; in an event by itself it has all that it has alone. */
function pieceOf(show: Show, record: StoredRecord, images: Images, isAlone: boolean) {
  const view = { record, image: images.of(record), ...noLinked }
  const body = isAlone ? present(show, view, true) : presentEmbedded(show, view)
  const bytes = Buffer.from(JSON.stringify(body))
  const data = isAlone && { data: Buffer.from(JSON.stringify(body.json_ld)) }
  return { bytes, digest: digestOf(bytes), ...data }
}
