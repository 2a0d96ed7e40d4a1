import { daySeconds } from '../../define/time/clock.ts'
import { columnOf, holds, openBounds } from '../contract/bounds.ts'
import {
  type DatedOccurrence,
  type DaySpan,
  type ListedDays,
  noDays,
  settle,
  spread,
} from '../contract/events-per-day.ts'
import type { Bound } from '../contract/store.ts'
import {
  type Chunk,
  chunkAt,
  compare,
  idAt,
  passes,
  placeIn,
  planOf,
  positionAt,
  slotAt,
  timeAt,
} from './chunk.ts'
import { find, type Question, type Selection } from './condition.ts'
import { span as chunksIn } from './event-lists.ts'
import { flags } from './posting-keys.ts'
import { has, isIn, orInto, type Posting, words } from './postings.ts'

const [ofMatches, ofLeading] = [new Uint32Array(words), new Uint32Array(words)]

/** A month looks at a thousand slots: each is one bit, even where few are listed. */
function bitsOf(posting: Posting, room: Uint32Array): Uint32Array {
  if (posting.bits) return posting.bits
  room.fill(0)
  orInto(room, posting)
  return room
}

/** The slots that were found, or those that were not (`isRest`); undefined: all. */
export function slotsOf(selection: Selection): { bits: Uint32Array; isRest: boolean } | undefined {
  if (selection.all) return undefined
  if (selection.bits) return { bits: selection.bits, isRest: false }
  const { except, posting } = selection
  const listed = except ?? posting
  return listed && { bits: bitsOf(listed, ofMatches), isRest: except !== undefined }
}

/** The bounds that are left, each with the column that it compares. */
const comparedIn = (chunk: Chunk, open: readonly Bound[]) =>
  open.map(bound => ({ bound, column: chunk[columnOf(bound)] }))

/**
 * The events in a span of days, which is the window of the question. Of those that began more than a day before it, only events that last longer than
 * a day can reach into it, and each chunk has a list of these.
 */
export function listDays(chunks: readonly Chunk[], question: Question, days: DaySpan): ListedDays {
  const listed = noDays(days)
  const plan = planOf(question.window)
  const [first, last] = chunksIn(chunks, plan)
  const near = Math.max(plan.from, days.from - daySeconds)
  for (let index = first; index < last; index++) {
    const chunk = chunkAt(chunks, index)
    const open = openBounds(chunk, plan.rest)
    if (!open) continue
    const from = positionAt(chunk, near)
    const to = positionAt(chunk, plan.to + 1)
    const early = chunk.long.filter(slot => {
      const starts = timeAt(chunk.starts, slot)
      return starts < near && starts >= plan.from && passes(chunk, slot, open)
    })
    if (early.length === 0 && from >= to) continue
    const selection = find(chunk, question)
    if (!selection.all && selection.size === 0) continue
    const leading = chunk.postings.get(flags.firstInDay)
    const leads = leading && bitsOf(leading, ofLeading)
    const among = slotsOf(selection)
    const compared = comparedIn(chunk, open)
    const { id, event, starts, ends, originals } = chunk
    const patched = chunk.postings.get(flags.patched)
    const take = (slot: number) => {
      if (among && isIn(among.bits, slot) === among.isRest) return
      for (const { bound, column } of compared) if (!holds(bound, timeAt(column, slot))) return
      const isLeading = leads !== undefined && isIn(leads, slot)
      const date: DatedOccurrence = {
        occurrence: idAt(id, slot),
        event: idAt(event, slot),
        starts: timeAt(starts, slot),
        ends: timeAt(ends, slot),
      }
      const original = originals.get(slot)
      if (original !== undefined) date.original = original
      if (patched && has(patched, slot)) date.patched = true
      spread(listed, days, date, isLeading)
    }
    early.sort((a, b) => compare(chunk, a, placeIn(chunk, b)))
    for (const slot of early) take(slot)
    for (let position = from; position < to; position++) take(slotAt(chunk, position))
  }
  return settle(listed, days)
}
