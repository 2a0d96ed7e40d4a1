import { tableOf } from '../../define/base/objects.ts'
import {
  isDated,
  isPostLink,
  isTermLink,
  isTree,
  type PostLinkKind,
  postLinkKinds,
} from '../../define/record.ts'
import { type Dates, isSameListed, type ListedEvent } from '../contract/occurrence.ts'
import type { JournalEntry, ListEntry, Reader, Store } from '../contract/store.ts'
import type { Detail } from '../sql/journal-detail.ts'
import type { NearLists } from './by-distance.ts'
import {
  forget,
  type ListCalendar,
  leave,
  put,
  putDate,
  rollUp,
  setModified,
  takeDate,
  valuesOf,
} from './event-order.ts'
import { type LinkedRecords, refreshRecords, touch } from './linked-lists.ts'
import { flags, idIn, isOf, keyOf } from './posting-keys.ts'
import { noteChange, type Words } from './text-matches.ts'
import { isVisible, type Places, takeVenues } from './venue-grid.ts'

/** Few enough to die young in memory, and to let others have their turn. */
export const slice = 500

export type IndexReader = Reader & Pick<Store, 'search'>

/** The list index, and what it is made from. */
export type State = {
  reader: IndexReader
  calendar: ListCalendar
  words: Words
  places: Places
  posts: Record<PostLinkKind, LinkedRecords>
  near: NearLists
  /** Terms that leave their events in several writes: by the journal nothing of these events has changed yet. */
  leaving: Set<number>
  isReady: boolean
  isStopped: boolean
  /** Building and following take turns: one writes its batch before the other reads. */
  turn: Promise<unknown>
}

export async function readTree({ calendar, reader }: State) {
  calendar.parents.clear()
  for (let after = 0; ; ) {
    const ids = await reader.idsAfter('category', after, slice)
    for (const { id, facts } of await reader.getMany('category', ids))
      if (facts.parent) calendar.parents.set(id, Number(facts.parent))
    if (ids.length < slice) return
    after = ids.at(-1) ?? after
  }
}

/** Venues and organizers among these values have other events now. */
function touchAll({ posts }: State, values: readonly number[]) {
  for (const kind of postLinkKinds)
    for (const value of values) if (isOf(kind, value)) touch(posts[kind], idIn(value))
}

/** Puts occurrences in. The shared values of consecutive dates of a series are computed once. */
export function putIn(index: State, entries: readonly ListEntry[]) {
  let before: ListEntry | undefined
  let values: readonly number[] = []
  for (const entry of entries) {
    if (!before || !isAlike(before, entry)) values = valuesIn(index, entry)
    put(index.calendar, entry, values)
    before = entry
  }
}

/** The same of one event and its dates. */
function putDates(
  index: State,
  { facts, links, modified = 0 }: ListedEvent,
  dates: readonly Dates[],
) {
  const [first] = dates
  if (!first) return
  const entry = { at: { ...facts, ...first }, links, modified }
  const values = valuesIn(index, entry)
  for (const date of dates) putDate(index.calendar, entry, date, values)
}

/** The keys of the values of an entry that is going in, where lists have to learn of it. */
function valuesIn({ calendar, places, posts, words }: State, entry: ListEntry): readonly number[] {
  for (const kind of postLinkKinds) for (const id of entry.links[kind]) touch(posts[kind], id)
  noteChange(words, entry.at.event)
  const values = valuesOf(calendar, entry)
  const isLocated = entry.links.venue.some(id => isVisible(places, id))
  return isLocated ? [...values, flags.located] : values
}

/** True if two dates differ in nothing but their times. */
const isAlike = ({ at: one }: ListEntry, { at: other }: ListEntry) =>
  one.event === other.event && !one.patched && !other.patched

const isLeaving = (detail: Detail | null) => detail?.isLeaving === true

/** The lines of a batch about one event, combined. */
type EventChange = {
  /** As the last line leaves it, with the time of that line if it does not say when; undefined: that line does not say. */
  is: ListedEvent | undefined
  /** No line of the batch changed anything that lists know. */
  isSame: boolean
  /** For a series that changed only in its dates: the current dates; undefined marks removed ones. */
  dates: Map<number, Dates | undefined> | undefined
  /** All dates of a series as the last line leaves them, where this process has written it. */
  all: readonly Dates[] | undefined
}

/**
 * One change for all lines of an event in a batch. An event whose lines lead back to where they began counts as changed: the index may
 * have read it in between, in the database, which is ahead of the journal.
 */
function withLine(
  change: EventChange | undefined,
  { detail, dates: all, instant }: Pick<JournalEntry, 'detail' | 'dates' | 'instant'>,
): EventChange {
  const { was, is }: { was?: ListedEvent; is?: ListedEvent } = detail ?? {}
  const isSame = was !== undefined && is?.others !== 'changed' && isSameListed(was, is)
  const dates = change && !change.dates ? undefined : (change?.dates ?? new Map())
  return {
    is: is && { ...is, modified: is.modified ?? instant },
    isSame: isSame && (change?.isSame ?? true),
    dates: dates && was && is && addDates(dates, was, is),
    all: is?.others && all,
  }
}

/** Adds the dates of a line to those of the lines before; undefined where something else of the series changed too. */
function addDates(dates: Map<number, Dates | undefined>, was: ListedEvent, is: ListedEvent) {
  if (was.others !== 'same' || !isSameListed({ ...was, dates: [] }, { ...is, dates: [] }))
    return undefined
  for (const { id } of was.dates) dates.set(id, undefined)
  for (const date of is.dates) dates.set(date.id, date)
  return dates
}

/** Takes in a batch of lines of the journal: each event once, as it is after all of them. */
export async function follow(index: State, entries: readonly JournalEntry[]) {
  const { calendar, reader, posts, places, words } = index
  const events = new Map<number, EventChange>()
  let reportsEvents = true
  const changedPosts = tableOf(postLinkKinds, () => new Set<number>())
  let tree = false
  for (const entry of entries) {
    const { kind, id, verb, detail } = entry
    // A removed term reports no events: all are read again.
    if (verb === 'remove') reportsEvents = false
    if (isTermLink(kind)) {
      if (verb === 'remove') index.leaving.delete(id)
      else if (isLeaving(detail)) index.leaving.add(id)
    }
    if (isDated(kind)) events.set(id, withLine(events.get(id), entry))
    else if (isPostLink(kind)) changedPosts[kind].add(id)
    else if (isTree(kind)) {
      tree = true
      if (verb === 'remove') forget(calendar, keyOf('direct', id))
    } else if (isTermLink(kind) && verb === 'remove') forget(calendar, keyOf(kind, id))
  }
  if (tree) {
    await readTree(index)
    rollUp(calendar)
  }
  for (const kind of postLinkKinds)
    if (changedPosts[kind].size > 0) await refreshRecords(posts[kind], [...changedPosts[kind]])
  const venues = [...changedPosts.venue]
  if (venues.length > 0) takeVenues(places, await reader.postEntries('venue', venues), venues)
  const unknown: number[] = []
  for (const [id, { is, isSame, dates, all }] of events) {
    if (reportsEvents && is && isSame) noteChange(words, id)
    else if (reportsEvents && is && dates) takeDates(index, is, dates)
    // Dates of a series are read, where not all of them are as they were and others have written them.
    else if (!reportsEvents || !is || (is.others && !all)) unknown.push(id)
    else {
      touchAll(index, leave(calendar, id))
      putDates(index, is, all ?? is.dates)
    }
    if (is?.modified !== undefined) setModified(calendar, id, is.modified)
  }
  await refresh(index, unknown)
}

function takeDates(
  index: State,
  event: ListedEvent,
  dates: ReadonlyMap<number, Dates | undefined>,
) {
  for (const [id, date] of dates) if (!date) takeDate(index.calendar, id)
  putDates(
    index,
    event,
    [...dates.values()].filter(date => date !== undefined),
  )
  for (const kind of postLinkKinds) for (const id of event.links[kind]) touch(index.posts[kind], id)
}

/** Reads events again. */
export async function refresh(index: State, ids: readonly number[]) {
  if (ids.length === 0) return
  const entries = await index.reader.listEntriesOf(ids)
  for (const id of ids) touchAll(index, leave(index.calendar, id))
  putIn(index, entries)
}
