import type { View } from '../../calendar/context.ts'
import type { LinkKind } from '../../define/record.ts'
import type { Show } from '../present/context.ts'
import { present } from '../present/record.ts'
import { digestOf } from './record-bytes.ts'

/** An event without its links: the bytes before its first links, between them, and behind the last. */
type Cut<T> = { head: T; links: readonly Place[]; tail: T }
export type EventFrame = Cut<Buffer> & { digest: string }

/** The parts that are put into a frame: links of a kind, or the linked data of a venue or an organizer, one object each. */
type Part = LinkKind | 'place' | 'organization'
export type Linked = Record<LinkKind, readonly Buffer[]> & Partial<Record<Part, readonly Buffer[]>>

/** Where it stands, and the text between it and the next. */
type Place = { part: Part; behind: string }

export const noLinked = { venues: [], organizers: [], categories: [], tags: [] }

/** Stand where the links of an event are shown. Control characters are in no text of a record. */
const places = {
  categories: '\u0001category',
  tags: '\u0001tag',
  venue: '\u0001venue',
  organizer: '\u0001organizer',
} satisfies Record<string, `\u0001${LinkKind}`>
const dataPlaces = { venue: '\u0001place', organizer: '\u0001organization' } satisfies Record<
  string,
  `\u0001${Part}`
>
const place = /"\\u0001(category|tag|venue|organizer|place|organization)"/

/** Writes an event with places for its links, wherever and in whatever order the presentation shows them. */
export function frameOf(show: Show, view: View): EventFrame {
  const text = textWithPlaces(show, view)
  // in lists a comma parts it from the event before it
  const { head, links, tail } = cutAtPlaces(`,${text}`, sharedPlaces)
  return { head: Buffer.from(head), links, tail: Buffer.from(tail), digest: digestOf(text) }
}

function textWithPlaces(
  show: Show,
  view: View,
  { place, organization }: Partial<Linked> = {},
  isAlone = false,
): string {
  const data = {
    ...(place && { venue: dataPlaces.venue }),
    ...(organization && { organizer: dataPlaces.organizer }),
  }
  const body = present(show, { ...view, ...noLinked, places: data }, isAlone)
  return JSON.stringify(Object.assign(body, places))
}

function cutAtPlaces(text: string, placesOf: (text: string) => readonly Place[]): Cut<string> {
  const [head = '', ...rest] = text.split(place)
  const tail = rest.pop() ?? ''
  return { head, links: placesOf(rest.join('\u0001')), tail }
}

function placesIn(text: string): readonly Place[] {
  const cut = text.split('\u0001')
  const places: Place[] = []
  // the pattern captures nothing but parts
  for (let at = 0; at < cut.length; at += 2)
    places.push({ part: cut[at] as Part, behind: cut[at + 1] ?? '' })
  return places
}

const maxTexts = 100
/** Texts that are the same in all events that lists send: frames share them, and do not hold on to the text they were cut from. */
function sharedBy<T>(make: (text: string) => T) {
  const shared = new Map<string, T>()
  return (text: string): T => {
    const existing = shared.get(text)
    if (existing) return existing
    const created = make(text)
    if (shared.size < maxTexts) shared.set(text, created)
    return created
  }
}
const sharedPlaces = sharedBy(placesIn)
const sharedBytes = sharedBy(text => Buffer.from(text))

/** A whole event in one part, and its text with places for linked records; with linked data where it is by itself. */
export function fullEvent(show: Show, view: View, linked: Linked, isAlone = false) {
  const text = textWithPlaces(show, view, linked, isAlone)
  return { bytes: inOnePart(fillFrame(cutAtPlaces(text, placesIn), linked, of => of)), text }
}

/** Texts and bytes in memory of one allocation: a buffer for each text would cost more than writing it. */
function inOnePart(parts: readonly (string | Buffer)[]): Buffer {
  let length = 0
  for (const part of parts)
    length += typeof part === 'string' ? Buffer.byteLength(part) : part.length
  const bytes = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (const part of parts) {
    if (typeof part === 'string') at += bytes.write(part, at)
    else {
      bytes.set(part, at)
      at += part.length
    }
  }
  return bytes
}

/** A whole event as lists send it, in parts: its frame and the bytes of its links. */
export const filledFrame = (frame: EventFrame, linked: Linked) =>
  fillFrame(frame, linked, sharedBytes)

function fillFrame<T>(
  { head, links, tail }: Cut<T>,
  linked: Linked,
  textOf: (text: string) => T,
): (T | Buffer)[] {
  const parts: (T | Buffer)[] = [head]
  let before = ''
  for (const { part, behind } of links) {
    const list = linked[part] ?? []
    const isOne = isOneObject(part, list.length)
    if (!isOne) before += '['
    let isFirst = true
    for (const bytes of list) {
      if (!isFirst) before += ','
      isFirst = false
      if (before !== '') parts.push(textOf(before))
      before = ''
      parts.push(bytes)
    }
    if (!isOne) before += ']'
    before += behind
  }
  if (before !== '') parts.push(textOf(before))
  parts.push(tail)
  return parts
}

/** One venue is an object (L1), and linked data always is. */
const isOneObject = (part: Part, count: number) =>
  part === 'place' || part === 'organization' || (part === 'venue' && count === 1)
