import { beyondTime } from '../define/field-errors.ts'
import { unpublished } from '../define/field-types.ts'
import type { Values } from '../define/param.ts'
import { isWritable } from '../define/time/clock.ts'
import { parseMoment } from '../define/time/parse.ts'
import { instantOf, wallOf } from '../define/time/zone.ts'
import { fieldProblem } from '../problem.ts'
import type { Row, StoredRecord } from '../store/store.ts'
import { type Actor, mayPublish } from './access.ts'
import type { Context } from './context.ts'

/** The status a caller may give: those who may not publish submit for review instead (behaviour 4.2). */
function statusGiven(asked: unknown, actor: Actor, stored: StoredRecord | undefined) {
  if (typeof asked !== 'string')
    return (stored?.facts.status as string) ?? (mayPublish(actor) ? 'publish' : 'draft')
  if (mayPublish(actor)) return asked
  return asked === 'publish' || asked === 'future' ? 'pending' : asked
}

/** The instant of a moment in a zone, whichever clock it was given on. */
export function instantIn(input: string | number, now: number, zone: string): number | undefined {
  const moment = parseMoment(input, now, zone)
  if (!moment) return undefined
  return moment.clock === 'instant' ? moment.at : instantOf(moment.at, zone)
}

/**
 * Status and publication date of a record after a write. `date` is a wall time of the site, `date_utc` an instant; each follows from the other, and both are kept as sent when both are
 * (behaviour 4.3). A publication in the future waits for its moment (behaviour 4.2).
 */
export function publication(
  { now, site }: Context,
  actor: Actor,
  draft: Values,
  stored: StoredRecord | undefined,
): Row {
  const at = now()
  const asked = draft.status === null ? undefined : draft.status
  let status = statusGiven(asked, actor, stored)
  const dates = publicationDates(draft, at, site.zone) ?? {
    date: stored?.facts.date ?? wallOf(at, site.zone),
    date_utc: stored
      ? (stored.facts.date_utc ?? instantOf(Number(stored.facts.date), site.zone))
      : at,
  }
  const reset = draft.date === null || draft.date_utc === null
  if (reset && !draft.date && !draft.date_utc)
    Object.assign(dates, { date: wallOf(at, site.zone), date_utc: at })
  if (status === 'future' && Number(dates.date_utc) <= at) status = 'publish'
  else if (status === 'publish' && Number(dates.date_utc) > at) status = 'future'
  // A new draft has no publication in UTC yet; it follows when it is published (observed, section 4).
  const floats =
    stored === undefined
      ? unpublished.has(status)
      : stored.facts.date_utc === null && unpublished.has(status)
  return {
    status,
    date: dates.date as number,
    date_utc: floats ? null : (dates.date_utc as number),
  }
}

function publicationDates(draft: Values, now: number, siteZone: string) {
  const given = (name: string, where: string) =>
    draft[name] == null ? undefined : instantIn(draft[name] as string | number, now, where)
  const local = given('date', siteZone)
  const utc = given('date_utc', 'UTC')
  if (local === undefined && utc === undefined) return undefined
  const dates = {
    date: wallOf((local ?? utc) as number, siteZone),
    date_utc: (utc ?? local) as number,
  }
  if (!isWritable(dates.date) || !isWritable(dates.date_utc))
    throw fieldProblem(local === undefined ? 'date_utc' : 'date', beyondTime)
  return dates
}
