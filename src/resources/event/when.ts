import { beyondTime } from '../../define/field-errors.ts'
import type { Values } from '../../define/param.ts'
import { endOfDay, isWritable, startOfDay, type WallTime } from '../../define/time/clock.ts'
import { type Moment, parseMoment } from '../../define/time/parse.ts'
import { hoursTyped } from '../../define/time/typed.ts'
import { abbreviation, instantOf, instantsOf, wallOf } from '../../define/time/zone.ts'

/** The times of an event. Wall time and zone are the truth; instants and abbreviation follow from them. Seconds. */
export type When = {
  timezone: string
  timezone_abbr: string
  all_day: number
  starts: number
  ends: number
  utc_starts: number
  utc_ends: number
}

/** The same in a write. */
type WhenDraft = {
  readonly timezone?: string | null
  readonly all_day?: boolean | null
  readonly start_date?: string | number | null
  readonly end_date?: string | number | null
}

type Stored = Pick<When, 'timezone' | 'all_day' | 'starts' | 'ends'>

/** Wall times stay as they are, also those that no clock shows: those of a series are times by its rule (R1). */
export function whenByRule({ timezone, all_day, starts, ends }: Stored): When {
  const [utc_starts, utc_ends] = instantsOf(starts, ends, timezone)
  const timezone_abbr = abbreviation(utc_starts, timezone)
  return { timezone, timezone_abbr, all_day, starts, ends, utc_starts, utc_ends }
}

/** Wall times that no clock shows are moved forward, as The Events Calendar does: 02:30 becomes 03:30. */
export const derive = (stored: Stored): When => onClocks(whenByRule(stored))

/** The same of an event that was written: its end stays as it was typed, also at the very moment to which its start is moved (T12). */
export function deriveWritten(stored: Stored): When {
  const when = whenByRule(stored)
  const end = instantOf(stored.ends, stored.timezone)
  return onClocks(end === when.utc_starts ? { ...when, utc_ends: end } : when)
}

function onClocks(when: When): When {
  const { timezone, utc_starts, utc_ends } = when
  return { ...when, starts: wallOf(utc_starts, timezone), ends: wallOf(utc_ends, timezone) }
}

const wallIn = (moment: Moment, zone: string) =>
  moment.clock === 'wall' ? moment.at : wallOf(moment.at, zone)

/**
 * The times of an event after a write (T4–T6, T9). Values that are not sent stay: the zone alone changes the instants and keeps the wall times. Gives
 * the name of the parameter at fault when the end is before the start (T5), or when it is beyond the years 1 to 9999 on its own clock or in UTC. An
 * event with one date is to be `derive`d.
 */
export function whenAfter(
  draft: WhenDraft,
  stored: Stored | undefined,
  { now, zone: siteZone }: { now: number; zone: string },
): When | { fieldError: 'start_date' | 'end_date'; beyond?: true } {
  const last = draft.timezone === null ? undefined : stored?.timezone
  const timezone = draft.timezone ?? last ?? siteZone
  const wall = (sent: string | number | null | undefined, last?: WallTime, start?: WallTime) => {
    if (sent === undefined || sent === null) return last
    const moment = parseMoment(sent, now, timezone, start)
    return moment && wallIn(moment, timezone)
  }
  const starts = wall(draft.start_date, stored?.starts)
  if (starts === undefined) return { fieldError: 'start_date' }
  const ends = wall(draft.end_date, stored?.ends, starts)
  if (ends === undefined) return { fieldError: 'end_date' }
  const allDay = draft.all_day === undefined ? Boolean(stored?.all_day) : Boolean(draft.all_day)
  const when = whenByRule({
    timezone,
    all_day: Number(allDay),
    starts: allDay ? startOfDay(starts) : starts,
    ends: allDay ? endOfDay(ends) : ends,
  })
  if (![when.starts, when.utc_starts].every(isWritable))
    return { fieldError: 'start_date', beyond: true }
  if (![when.ends, when.utc_ends].every(isWritable)) return { fieldError: 'end_date', beyond: true }
  if (when.ends >= when.starts) return when
  return {
    fieldError:
      draft.end_date === undefined && draft.start_date !== undefined ? 'start_date' : 'end_date',
  }
}

/** The sent values of an event; a start that is sent with its end, `5 Dec 8pm-10pm`, and without another one, becomes both. */
export function withTypedEnd(sent: Values, { now, zone }: { now: number; zone: string }): Values {
  const { start_date, end_date } = sent
  if (typeof start_date !== 'string' || end_date !== undefined) return sent
  const hours = parseMoment(start_date, now, zone) ? undefined : hoursTyped(start_date)
  return hours ? { ...sent, start_date: hours[0], end_date: hours[1] } : sent
}

/** The error of dates that are each valid alone. */
export const dateError = ({ beyond }: { beyond?: boolean | undefined }) =>
  beyond ? beyondTime : endBeforeStart
const endBeforeStart = {
  code: 'end_before_start',
  sentence: {
    en: '{name}: an event cannot end before it starts.',
    fr: '{name} : un évènement ne peut pas finir avant d’avoir commencé.',
  },
}
