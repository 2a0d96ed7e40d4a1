import { type Links, linkCells, linkKinds, type Row } from '../../define/record.ts'
import { choiceNames, flagNames, idNames, markNames, type NamesOf } from './event-filters.ts'
import { type Dates, ownColumns, type Span } from './series-date.ts'

export type { Dates } from './series-date.ts'

/** The values of an event that lists need, the same for all of its dates. */
export type EventFacts = {
  event: number
  /** Publication, as a wall time: the second key of the order. */
  published: number
  status: string
  author: number
  /** 1 if lists leave it out. */
  hidden: number
  /** 1 if it comes first on its day (`sticky`). */
  first_in_day: number
  /** 1 if it has a password. */
  protected: number
  /** `languageBits` of its texts. */
  languages: number
  /** 1 if the date has values of its own, unlike the record. */
  patched: number
  /** What filters ask for of the fields that the site has defined (`listedValues`). */
  custom: string
} & Record<FactName, number>

/** One row of the table of events in list order. */
export type Occurrence = Dates & EventFacts

/** The values of an event that lists need, with its only date. */
export type ListedEvent = {
  facts: EventFacts
  /** For a series: the changed dates, if they are few. */
  dates: readonly Dates[]
  links: Links
  /** When the record was last changed; lines of earlier versions do not say. No row of lists has it: rows stay while only texts change. */
  modified?: number
  /**
   * It is a series, with dates that are not named here. In a line of the journal: nothing is new of them, or something is; then they
   * are within `span`.
   */
  others?: 'same' | 'changed'
  span?: Span
}

export const isSameListed = (was: ListedEvent | undefined, is: ListedEvent | undefined) =>
  was === is || listedText(was) === listedText(is)

const listedText = (event: ListedEvent | undefined) =>
  event && JSON.stringify({ ...event, modified: undefined })

/** The values that all rows of a series share. */
export const commonRow = ({ facts, links }: Omit<ListedEvent, 'dates'>): Row => ({
  ...facts,
  ...linkCells(links),
})

export const occurrencesOf = ({ facts, dates }: Omit<ListedEvent, 'links'>): Occurrence[] =>
  dates.map(date => ({ ...facts, ...date }))

/** Its rows: one for each of its dates, each with its links as the record has them. */
export function rowsOf(event: ListedEvent): Row[] {
  const links = linkCells(event.links)
  return occurrencesOf(event).map(occurrence => ({ ...occurrence, ...links }))
}

/** Facts of an event that filters ask for, by the names of the filters: flags are 0 or 1, ids 0 where there is none, words 0 for the first, several words one bit each. */
export type FactName = NamesOf<'flag' | 'id' | 'choice' | 'marks'>
export const factNames: readonly FactName[] = [
  ...flagNames,
  ...idNames,
  ...choiceNames,
  ...markNames,
]

/** Events with their dates, in SQL: `listedInSql` reads of it. */
export const withDates = `event LEFT JOIN (
    SELECT series AS date_series, ${ownColumns.map(name => `${name} AS date_${name}`).join(', ')}
      FROM series_date WHERE gone = 0 AND patch = ''
  ) dates ON date_series = id AND recurrence_until IS NOT NULL`

const columns: Record<Exclude<keyof Occurrence, FactName>, ColumnType> = {
  id: 'integer',
  event: 'integer',
  original: 'integer',
  starts: 'integer',
  ends: 'integer',
  utc_starts: 'integer',
  utc_ends: 'integer',
  published: 'integer',
  status: 'text',
  author: 'integer',
  hidden: 'integer',
  first_in_day: 'integer',
  protected: 'integer',
  languages: 'integer',
  patched: 'integer',
  custom: 'text',
}
type ColumnType = 'integer' | 'text'

/** Raise it when an event gives other rows than before, by the same columns. */
export const occurrenceForm = 3

/** A column that is added or removed makes every database rebuild the table. */
export const occurrenceColumns: Record<string, ColumnType> = {
  ...columns,
  ...Object.fromEntries(factNames.map(name => [name, 'integer'])),
  ...Object.fromEntries(linkKinds.map(kind => [kind, 'text'])),
}
