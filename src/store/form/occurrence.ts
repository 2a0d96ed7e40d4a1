import { type Links, linkKinds, type Row } from '../../define/record.ts'
import { choiceNames, flagNames, idNames, type NamesOf } from '../read/event-filters.ts'
import { linkCells } from '../write/link-cells.ts'

/** One date of an event: wall times and instants in seconds (T1, T3). */
export type Dates = {
  /** That of the event for the first date; each further one has its number in it besides (`occurrenceId`). */
  id: number
  starts: number
  ends: number
  utc_starts: number
  utc_ends: number
}

/** What lists know of an event, whichever of its dates is meant. */
export type EventFacts = {
  event: number
  /** Publication, as a wall time: the second key of the order. */
  published: number
  status: string
  author: number
  /** Is it left out of every list? */
  hidden: number
  /** Is it shown before the others of its day (`sticky`)? */
  first_in_day: number
  /** Has it a password? */
  protected: number
  /** `languageBits` of its texts. */
  languages: number
} & Record<FactName, number>

/** One row of the table of events in list order. */
export type Occurrence = Dates & EventFacts

/** What lists know of an event, with all of its dates. */
export type ListedEvent = { facts: EventFacts; dates: readonly Dates[]; links: Links }

export const occurrencesOf = ({ facts, dates }: Omit<ListedEvent, 'links'>): Occurrence[] =>
  dates.map(date => ({ ...facts, ...date }))

/** Its rows: one for each of its dates, each with its links as the record has them. */
export function rowsOf(event: ListedEvent): Row[] {
  const links = linkCells(event.links)
  return occurrencesOf(event).map(occurrence => ({ ...occurrence, ...links }))
}

/** Facts of an event that filters ask for, by the names of the filters: flags are 0 or 1, ids 0 where there is none, words 0 for the first. */
export type FactName = NamesOf<'flag' | 'id' | 'choice'>
export const factNames: readonly FactName[] = [...flagNames, ...idNames, ...choiceNames]

/** Ids of events are below this: the number of an occurrence is what is above. */
const numbering = 2 ** 32

/** The id of an occurrence: 0 is the first of its event. It follows from the event, so a rebuilt table has the same ids. */
export const occurrenceId = (event: number, number: number) => event + number * numbering
export const eventOf = (occurrence: number) => occurrence % numbering
/** Which date of its event it is: 0 is the first. */
export const numberOf = (occurrence: number) => Math.floor(occurrence / numbering)
/** Is it another than the first of its event? */
export const isFurther = (occurrence: number) => occurrence >= numbering

const columns: Record<Exclude<keyof Occurrence, FactName>, ColumnType> = {
  id: 'integer',
  event: 'integer',
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
}
type ColumnType = 'integer' | 'text'

/** Raise it when an event gives other rows than before, by the same columns. */
export const occurrenceForm = 1

/** A column that is added or removed makes every database rebuild the table. */
export const occurrenceColumns: Record<string, ColumnType> = {
  ...columns,
  ...Object.fromEntries(factNames.map(name => [name, 'integer'])),
  ...Object.fromEntries(linkKinds.map(kind => [kind, 'text'])),
}
