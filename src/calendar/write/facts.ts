import { derived } from '../../define/base/objects.ts'
import { beyondTime } from '../../define/field-errors.ts'
import { type Status, statuses, unpublished } from '../../define/field-types.ts'
import type { Row, StoredRecord } from '../../define/record.ts'
import { livesIn, type Resource } from '../../define/resource.ts'
import { isWritable } from '../../define/time/clock.ts'
import { parseMoment } from '../../define/time/parse.ts'
import { instantOf, wallOf } from '../../define/time/zone.ts'
import { fieldProblem } from '../../problem/index.ts'
import { isUndated } from '../../resources/index.ts'
import { type Actor, mayPublish } from '../access/access.ts'
import type { Caller, Context } from '../base/context.ts'
import type { AnyDraft, PostDraft } from './write-types.ts'

/** Facts that a draft gives by their own name; a cleared one is as if it had never been sent. */
export function factsOf(resource: Resource, draft: AnyDraft): Row {
  const row: Row = {}
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = draft[name]
    const { column, store, blank = null } = field.type
    if (value === undefined || livesIn(field) !== 'fact' || !column) continue
    if (value === null) row[name] = blank
    else if (store) row[name] = store(value)
    else if (typeof value === 'string' || typeof value === 'number') row[name] = value
  }
  return row
}

/** The columns of a new record for fields that were not sent. */
export const blanksOf = derived(
  ({ fields, family }: Resource): Row => ({
    ...Object.fromEntries(
      Object.entries(fields).flatMap(([name, { type }]) =>
        type.blank === undefined ? [] : [[name, type.blank]],
      ),
    ),
    ...(family === 'term' && { count: 0 }),
  }),
)

/** The author: the user who is named, else the previous one, else the writer. */
export const authorOf = ({ author }: PostDraft, { actor }: Caller, stored?: StoredRecord) =>
  author ?? stored?.facts.author ?? actor.id

/** The status that a caller may set: callers who may not publish submit for review instead. */
function statusGiven(
  requested: PostDraft['status'],
  actor: Actor,
  stored: StoredRecord | undefined,
) {
  if (!requested) return String(stored?.facts.status ?? (mayPublish(actor) ? 'publish' : 'draft'))
  if (mayPublish(actor)) return requested
  return requested === 'publish' || requested === 'future' ? 'pending' : requested
}

/** The instant of a moment in a zone, whichever clock it was given on. */
function instantIn(input: string | number, now: number, zone: string): number | undefined {
  const moment = parseMoment(input, now, zone)
  if (!moment) return undefined
  return moment.clock === 'instant' ? moment.at : instantOf(moment.at, zone)
}

/**
 * Status and publication date of a record after a write. `date` is a wall time of the site, `date_utc` an instant. Each follows
 * from the other; if both are sent, both are stored as sent. A publication in the future waits for its moment. A draft has no
 * publication date in UTC yet: unless its date was sent (`date_given`), it gets that of the moment when it is published.
 */
export function publication(
  { now, site }: Context,
  actor: Actor,
  draft: PostDraft,
  stored: StoredRecord | undefined,
) {
  const at = now()
  const present = { date: wallOf(at, site.zone), date_utc: at }
  const isReset = (draft.date === null || draft.date_utc === null) && !draft.date && !draft.date_utc
  const sent = publicationDates(draft, at, site.zone)
  const requested = statusGiven(draft.status, actor, stored)
  const isFresh =
    !stored || isReset || (leavesDrafts.has(requested) && followsPublication(stored, at, site.zone))
  const dates = sent ?? (isFresh ? present : datesOf(stored, site.zone))
  let status = requested
  if (status === 'future' && dates.date_utc <= at) status = 'publish'
  else if (status === 'publish' && dates.date_utc > at) status = 'future'
  const floats = unpublished.has(status) && (!stored || stored.facts.date_utc === null)
  return {
    status,
    date: dates.date,
    date_utc: floats ? null : dates.date_utc,
    date_given: sent ? 1 : isReset ? null : (stored?.facts.date_given ?? null),
  }
}

const leavesDrafts: ReadonlySet<string> = new Set<Status>(['publish', 'future', 'private'])

/** True if its date is that of its first save. A date in the future was sent, also in old versions that did not note it. */
const followsPublication = ({ facts }: StoredRecord, now: number, zone: string) =>
  isUndated(facts) && instantOf(Number(facts.date), zone) <= now

/** Status and publication of an earlier version, for the user who restores it. */
export function publicationAgain(
  { now, site }: Context,
  actor: Actor,
  { facts }: StoredRecord,
  stored: StoredRecord,
) {
  const earlier = statuses.find(status => status === facts.status)
  let status =
    earlier === stored.facts.status ? String(earlier) : statusGiven(earlier, actor, stored)
  const isPublic = status === 'publish' || status === 'future'
  const instant = facts.date_utc ?? (isPublic ? instantOf(Number(facts.date), site.zone) : null)
  if (isPublic) status = Number(instant) > now() ? 'future' : 'publish'
  return { status, date_utc: instant }
}

function datesOf({ facts }: StoredRecord, zone: string) {
  const date = Number(facts.date)
  return { date, date_utc: Number(facts.date_utc ?? instantOf(date, zone)) }
}

function publicationDates({ date, date_utc }: PostDraft, now: number, siteZone: string) {
  const local = date == null ? undefined : instantIn(date, now, siteZone)
  const utc = date_utc == null ? undefined : instantIn(date_utc, now, 'UTC')
  const either = local ?? utc
  if (either === undefined) return undefined
  const dates = { date: wallOf(either, siteZone), date_utc: utc ?? either }
  if (!isWritable(dates.date) || !isWritable(dates.date_utc))
    throw fieldProblem(local === undefined ? 'date_utc' : 'date', beyondTime)
  return dates
}
