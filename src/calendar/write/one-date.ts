import { isDeepStrictEqual } from 'node:util'
import { existing } from '../../define/base/objects.ts'
import type { Row, StoredRecord } from '../../define/record.ts'
import { fieldProblem } from '../../problem/index.ts'
import {
  derive,
  event,
  notFuture,
  notTrashed,
  ofTrashedSeries,
  publicationOfOne,
} from '../../resources/index.ts'
import {
  type DatePatch,
  previousVersionOf,
  type SeriesDate,
  type WantedDate,
} from '../../store/index.ts'
import { ownAfter, withoutFields } from '../read/patch-fields.ts'
import { eventRules, whenStored } from './event-rules.ts'
import { factsOf } from './facts.ts'
import { importedAs } from './imported.ts'
import { imageOf, settleImage } from './new-images.ts'
import { refuseRemoved } from './removed-references.ts'
import { dateFor } from './scopes.ts'
import { single, timesOnPatches, wantedDates } from './series.ts'
import { dated, textsAfter, textsWritten } from './texts.ts'
import { create, postFacts, settle } from './write.ts'
import type { DraftOf, Write } from './write-types.ts'

/** Facts of the series alone. */
const ofSeries = [
  'modified',
  'main',
  'creator',
  'submission',
  'returned',
  'recurrence',
  'recurrence_until',
  'dates_from',
  'date',
  'date_utc',
  'date_given',
  'source',
  'source_id',
  'imported',
]

const followsFromTimes = ['utc_starts', 'utc_ends', 'timezone_abbr']

/**
 * Changes one date of a series, which stays one of its dates: its differences from the series are stored with the date, so later changes of the
 * series leave it. Undefined: as of `change`.
 */
export async function changeDate(
  write: Write,
  of: SeriesDate,
  draft: DraftOf<'event'>,
): Promise<StoredRecord> {
  const { tx } = write
  const { stored, date, written } = await dateFor(write, 'change', of)
  eventRules.begin?.(draft, stored)
  const own: StoredRecord = { ...written, facts: { ...written.facts, ...single } }
  const after = await changed(write, own, draft)
  const patch = patchOf(after, onRule(stored, dateByRule(stored, date)))
  const { importing } = write.caller
  if (importing && !importing.onlyChanges) return patched(write, stored, date, patch)
  const before = (await tx.datePatches([date.id])).get(date.id) ?? {}
  const kept = ownAfter(before, previousVersionOf(after, own), patch)
  return isDeepStrictEqual(kept, before) ? stored : patched(write, stored, date, kept)
}

/** On one date of a series, these fields are as in the series again. */
export async function resetDate(
  write: Write,
  of: SeriesDate,
  names: ReadonlySet<string>,
): Promise<StoredRecord> {
  const { stored, date } = await dateFor(write, 'change', of)
  const patch = (await write.tx.datePatches([date.id])).get(date.id)
  return patch ? patched(write, stored, date, withoutFields(patch, names)) : stored
}

/** Stores what is otherwise on a date, as a version of the series. */
async function patched(
  write: Write,
  stored: StoredRecord,
  date: SeriesDate,
  patch: DatePatch,
): Promise<StoredRecord> {
  const { tx, context } = write
  await tx.patchDate(
    date.id,
    Object.keys(patch).length === 0 ? null : patch,
    timesOnPatches(stored)(dateByRule(stored, date), patch),
  )
  const facts = { modified: context.now(), ...importedAs(write.caller, stored.version + 1) }
  const version = await tx.update('event', stored.id, facts)
  return settle(write, stored, { ...stored, version, facts: { ...stored.facts, ...facts } })
}

/** The date as an event of its own after a change, by the rules of any change. */
async function changed(
  write: Write,
  own: StoredRecord,
  draft: DraftOf<'event'>,
): Promise<StoredRecord> {
  const { context, caller } = write
  await refuseRemoved(write, event, draft)
  const written = textsWritten(event, draft, caller.language, own)
  const texts = dated(eventRules.texts?.(draft, written, own) ?? written, context.now(), own)
  const facts: Row = {
    ...factsOf(event, draft),
    ...eventRules.facts?.(write, draft, own),
    ...postFacts(write, draft, own),
  }
  const { status = own.facts.status } = facts
  const isTrashed = own.facts.status === 'trash'
  if (isTrashed !== (status === 'trash'))
    throw fieldProblem('status', isTrashed ? ofTrashedSeries : notTrashed)
  refusePublication(draft, facts, own)
  const image = imageOf(write, draft)
  if (image !== undefined) facts.image = await settleImage(write, image)
  const links = (await eventRules.links?.(write, draft, create)) ?? {}
  return {
    ...own,
    facts: { ...own.facts, ...facts },
    texts: textsAfter(texts, own),
    links: { ...own.links, ...links },
  }
}

/** One date is not published alone, but with its series. Values sent back unchanged are no change. */
function refusePublication({ date, date_utc }: DraftOf<'event'>, facts: Row, own: StoredRecord) {
  if (facts.status === 'future' && own.facts.status !== 'future')
    throw fieldProblem('status', notFuture)
  if (date !== undefined && facts.date !== own.facts.date)
    throw fieldProblem('date', publicationOfOne)
  if (date_utc !== undefined && facts.date_utc !== own.facts.date_utc)
    throw fieldProblem('date_utc', publicationOfOne)
}

const dateByRule = (series: StoredRecord, { original }: SeriesDate): WantedDate =>
  existing(wantedDates(series, { from: original, until: original, limit: 1 })[0])

/** The series on a date, as if nothing were otherwise there. */
const onRule = (series: StoredRecord, { starts, ends }: WantedDate): StoredRecord => ({
  ...series,
  facts: { ...series.facts, ...derive({ ...whenStored(series), starts, ends }) },
})

/** Moved, a date has a wall start and a wall end of its own, never one of them; nothing that follows from these is stored. */
function patchOf(after: StoredRecord, series: StoredRecord): DatePatch {
  const { facts, texts, links } = previousVersionOf(after, series)
  const own = Object.fromEntries(
    Object.entries(facts ?? {}).filter(
      ([name]) => ![...ofSeries, ...followsFromTimes].includes(name),
    ),
  )
  if ('starts' in own || 'ends' in own) {
    const { starts = null, ends = null } = after.facts
    Object.assign(own, { starts, ends })
  }
  return {
    ...(Object.keys(own).length > 0 && { facts: own }),
    ...(texts && { texts }),
    ...(links && { links }),
  }
}
