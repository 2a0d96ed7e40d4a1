import type { Params } from '../../define/param.ts'
import type { Row, StoredRecord } from '../../define/record.ts'
import type { WallTime } from '../../define/time/clock.ts'
import { passwordParam } from '../shared/common.ts'
import { dateName } from './date-name.ts'
import { eventFilters } from './filters.ts'
import { derive } from './when.ts'

/** One date of an event, on the clock of the event; the only date of an event has its id. `original`: its start by the rule, before it was moved. */
export type OnDate = {
  occurrence: number
  starts: WallTime
  ends: WallTime
  original?: WallTime
  /** Something else is otherwise on it than in the record of the series. */
  patched?: true
  /** In a list by series: how many dates of the series it has. */
  count?: number
}

/**
 * An event as it is on one of its dates. A date of a series has more facts: its ID (`occurrence`), its start by the rule (`original`), and
 * what URLs call it (`on`); in a list by series the number of dates that the list has of it (`in_list`).
 */
export function onDate(record: StoredRecord, date: OnDate): StoredRecord {
  const { id, facts } = record
  const { occurrence, starts, ends, original = starts, count } = date
  if (occurrence === id && starts === facts.starts && ends === facts.ends) return record
  const [timezone, all_day] = [String(facts.timezone), Number(facts.all_day)]
  const when = derive({ timezone, all_day, starts, ends })
  const dated = { ...facts, ...when }
  if (occurrence === id) return { ...record, facts: dated }
  const on = dateName({ ...dated, original })
  const ofList = count === undefined ? {} : { in_list: count }
  return { ...record, facts: { ...dated, occurrence, original, on, ...ofList } }
}

/** True for one date of a series under its own URL. */
export const isOnOwnDate = ({ facts }: Pick<StoredRecord, 'facts'>): boolean =>
  facts.on !== undefined

/** A series under its own ID and URL, when one of its dates is. Its sentence follows from the original start. */
export function asSeries(date: StoredRecord): StoredRecord {
  const { occurrence: _, on: _1, ...facts } = date.facts
  return { ...date, facts }
}

/** The facts of a date, as opposed to those of its series. */
export const datedFacts = ({ facts }: Pick<StoredRecord, 'facts'>): Row => {
  const { occurrence, original, on, starts, ends, utc_starts, utc_ends, event_status } = facts
  return { occurrence, original, on, starts, ends, utc_starts, utc_ends, event_status } as Row
}

const { page, per_page, start_date, end_date } = eventFilters

/** The filters of a list of the dates of an event. */
export const occurrencesParams = {
  page,
  per_page,
  start_date: {
    type: start_date.type,
    en: 'Dates that start on this day or later.',
    fr: 'Les dates qui débutent ce jour-là ou après.',
  },
  end_date: {
    type: end_date.type,
    en: 'Dates that end on this day or earlier.',
    fr: 'Les dates qui finissent ce jour-là ou avant.',
  },
  ...passwordParam,
} satisfies Params
