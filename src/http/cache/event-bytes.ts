import type { View } from '../../calendar/context.ts'
import type { LinkKind } from '../../define/record.ts'
import type { Show } from '../present/context.ts'
import { present } from '../present/record.ts'

/** An event without what it is linked to: the text before its first links, and of each kind of links the text behind them. */
export type EventFrame = { head: Buffer; links: { kind: LinkKind; behind: Buffer }[] }

export const noLinked = { venues: [], organizers: [], categories: [], tags: [] }

/** Stand where the links of an event are shown. Control characters are in no text of a record. */
const places = {
  categories: '\u0001category',
  tags: '\u0001tag',
  venue: '\u0001venue',
  organizer: '\u0001organizer',
} satisfies Record<string, `\u0001${LinkKind}`>
const place = /"\\u0001(category|tag|venue|organizer)"/

/** Writes an event with places for its links, wherever and in whatever order the presentation shows them. */
export function frameOf(show: Show, view: View): EventFrame {
  const body = present(show, { ...view, ...noLinked })
  const [head = '', ...rest] = JSON.stringify({ ...body, ...places }).split(place)
  const links: EventFrame['links'] = []
  for (let at = 0; at < rest.length; at += 2)
    // the pattern captures nothing else
    links.push({ kind: rest[at] as LinkKind, behind: shared(rest[at + 1] as string) })
  return { head: Buffer.from(head), links }
}

const between = new Map<string, Buffer>()
/** What stands between two kinds of links is the same in all events. */
function shared(text: string): Buffer {
  if (text.length > 20) return Buffer.from(text)
  const bytes = between.get(text) ?? Buffer.from(text)
  if (between.size < 100) between.set(text, bytes)
  return bytes
}

const comma = Buffer.from(',')
const open = Buffer.from('[')
const close = Buffer.from(']')

/** A whole event as lists send it, of its frame and the bytes of its links. One venue is an object (L1). */
export function fillFrame(
  { head, links }: EventFrame,
  linked: Record<LinkKind, readonly Buffer[]>,
): Buffer {
  const parts: Buffer[] = [comma, head]
  for (const { kind, behind } of links) {
    const list = linked[kind]
    const isAlone = kind === 'venue' && list.length === 1
    if (!isAlone) parts.push(open)
    for (let at = 0; at < list.length; at++) {
      if (at > 0) parts.push(comma)
      parts.push(list[at] as Buffer)
    }
    if (!isAlone) parts.push(close)
    parts.push(behind)
  }
  return Buffer.concat(parts)
}
