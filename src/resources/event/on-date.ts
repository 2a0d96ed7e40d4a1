import type { StoredRecord } from '../../define/record.ts'
import type { WallTime } from '../../define/time/clock.ts'
import { derive } from './when.ts'

/** One date of an event, on the clock of the event; the only date of an event has its id. */
export type OnDate = { occurrence: number; starts: WallTime; ends: WallTime }

/** An event as it is on one of its dates: a date of a series is named by the fact `occurrence`. Whatever this changes is `dated` in the response. */
export function onDate(record: StoredRecord, date: OnDate): StoredRecord {
  const { id, facts } = record
  const { occurrence, starts, ends } = date
  if (occurrence === id && starts === facts.starts && ends === facts.ends) return record
  const [timezone, all_day] = [String(facts.timezone), Number(facts.all_day)]
  const when = derive({ timezone, all_day, starts, ends })
  return { ...record, facts: { ...facts, ...when, ...(occurrence !== id && { occurrence }) } }
}

/** The id of the date that an event is shown on: its own, or that of a date of a series. */
export const occurrenceOf = ({ id, facts }: StoredRecord): number => Number(facts.occurrence ?? id)
