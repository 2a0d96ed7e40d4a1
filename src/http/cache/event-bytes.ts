import type { View } from '../../calendar/context.ts'
import type { LinkKind } from '../../define/record.ts'
import type { Show } from '../present/context.ts'
import { present } from '../present/record.ts'
import { digestOf } from './record-bytes.ts'

/** An event without what it is linked to: what stands before its first links, between them, and behind the last. */
export type EventFrame = { head: Buffer; links: readonly Place[]; tail: Buffer; digest: string }

/** Where links of a kind stand, and the text between them and the next. */
type Place = { kind: LinkKind; behind: string }

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
  const text = textWithPlaces(show, view)
  const { head, links, tail } = cutAtPlaces(text)
  // in lists a comma parts it from the event before it
  return { head: Buffer.from(`,${head}`), links, tail: Buffer.from(tail), digest: digestOf(text) }
}

function textWithPlaces(show: Show, view: View): string {
  const body = present(show, { ...view, ...noLinked })
  return JSON.stringify(Object.assign(body, places))
}

function cutAtPlaces(text: string) {
  const [head = '', ...rest] = text.split(place)
  const tail = rest.pop() ?? ''
  return { head, links: placesOf(rest.join('\u0001')), tail }
}

const mostTexts = 100
const known = new Map<string, readonly Place[]>()
/** What stands between links is the same in all events: frames share it, and do not hold on to the text it was cut from. */
function placesOf(text: string): readonly Place[] {
  const found = known.get(text)
  if (found) return found
  const cut = text.split('\u0001')
  const made: Place[] = []
  // the pattern captures nothing but kinds of links
  for (let at = 0; at < cut.length; at += 2)
    made.push({ kind: cut[at] as LinkKind, behind: cut[at + 1] ?? '' })
  if (known.size < mostTexts) known.set(text, made)
  return made
}

const signs = new Map<string, Buffer>()
function signsOf(text: string): Buffer {
  const found = signs.get(text)
  if (found) return found
  const bytes = Buffer.from(text)
  if (signs.size < mostTexts) signs.set(text, bytes)
  return bytes
}

/** A whole event in one part, that goes out once: nothing of it is cached. */
export function wholeEvent(
  show: Show,
  view: View,
  linked: Record<LinkKind, readonly Buffer[]>,
): Buffer {
  const { head, links, tail } = cutAtPlaces(textWithPlaces(show, view))
  return Buffer.concat(
    fillFrame({ head: Buffer.from(head), links, tail: Buffer.from(tail) }, linked),
  )
}

/** A whole event as lists send it, in parts: its frame and the bytes of its links. One venue is an object (L1). */
export function fillFrame(
  { head, links, tail }: Omit<EventFrame, 'digest'>,
  linked: Record<LinkKind, readonly Buffer[]>,
): Buffer[] {
  const parts = [head]
  let before = ''
  for (const { kind, behind } of links) {
    const list = linked[kind]
    const isAlone = kind === 'venue' && list.length === 1
    if (!isAlone) before += '['
    for (let at = 0; at < list.length; at++) {
      if (at > 0) before += ','
      if (before !== '') parts.push(signsOf(before))
      before = ''
      parts.push(list[at] as Buffer)
    }
    if (!isAlone) before += ']'
    before += behind
  }
  if (before !== '') parts.push(signsOf(before))
  parts.push(tail)
  return parts
}
