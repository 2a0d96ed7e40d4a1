import type { View } from '../../calendar/context.ts'
import type { LinkKind } from '../../define/record.ts'
import type { Show } from '../present/context.ts'
import { presentEvent } from '../present/event.ts'

/** An event without what it is linked to, cut at the hole between. */
export type EventFrame = { head: Buffer; tail: Buffer }

const hole = '\u0001'
const cut = JSON.stringify(hole)

const comma = Buffer.from(',')
const open = Buffer.from('[')
const close = Buffer.from(']')
const tags = Buffer.from(',"tags":')
const venue = Buffer.from(',"venue":')
const organizer = Buffer.from(',"organizer":')

export const noLinked = { venues: [], organizers: [], categories: [], tags: [] }

/** Writes an event out but for its links. */
export function cutEvent(show: Show, view: View): EventFrame {
  const body = presentEvent(show, { ...view, ...noLinked })
  const text = JSON.stringify({ ...body, categories: hole, organizer: hole })
  const first = text.indexOf(cut)
  const last = text.lastIndexOf(cut)
  return {
    head: Buffer.from(text.slice(0, first)),
    tail: Buffer.from(text.slice(last + cut.length)),
  }
}

/** The whole event, of its frame and the bytes of what it is linked to, in the order shown; one venue is an object (L1). */
export function joinEvent(
  { head, tail }: EventFrame,
  linked: Record<LinkKind, readonly Buffer[]>,
  begin?: Buffer,
): Buffer {
  const parts = begin ? [begin, head] : [head]
  pushList(parts, linked.category)
  parts.push(tags)
  pushList(parts, linked.tag)
  parts.push(venue)
  if (linked.venue.length === 1) parts.push(linked.venue[0] as Buffer)
  else pushList(parts, linked.venue)
  parts.push(organizer)
  pushList(parts, linked.organizer)
  parts.push(tail)
  return Buffer.concat(parts)
}

function pushList(parts: Buffer[], list: readonly Buffer[]) {
  parts.push(open)
  for (const [index, bytes] of list.entries()) {
    if (index > 0) parts.push(comma)
    parts.push(bytes)
  }
  parts.push(close)
}
