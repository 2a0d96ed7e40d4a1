import { isObject } from '../../define/base/objects.ts'
import { linkKinds } from '../../define/record.ts'
import { dateColumns } from '../contract/bounds.ts'
import { factNames, type ListedEvent } from '../contract/occurrence.ts'

/** Further details of a line of the journal, besides who changed what and when. */
export type Detail = {
  /** The event in the list index before and after: enough to know which lists a change can touch. */
  was?: ListedEvent
  is?: ListedEvent
  /** For a removed series with irregular dates: its last state in lists, which its dates may have been in separately. */
  left?: ListedEvent
  /** For all other records: the visibility before and after; null where the record did not exist. */
  seen?: [before: Seen | null, after: Seen | null]
  /** Terms whose count changed with it, and what it is now. */
  counted?: [term: number, count: number][]
  /** For a term: its events lose it in several writes, without lines of their own. */
  isLeaving?: true
  /** The earlier version that it brought back. */
  restored?: number
  /** Given back to its author. */
  returned?: true
  /** The import or bulk change that it belongs to. */
  action?: number
  /** Names of settings that are others now: whatever was made before may look otherwise. */
  settings?: readonly string[]
}

/** The properties that decide who may see a record. Terms have neither a status nor an author. */
export type Seen = { status?: string; author?: number; hidden?: boolean }

/**
 * The details of a stored line, as far as this version understands them: another version may have written it. Unknown parts are left out, as if the
 * line did not have them. Both states of an event go together, since a missing state means that there was no event.
 */
export function detailIn(text: string): Detail | null {
  const stored = parsed(text)
  if (!isObject(stored)) return null
  for (const name of ['was', 'is'])
    if (name in stored && !isListedEvent(stored[name])) {
      delete stored.was
      delete stored.is
    }
  for (const [name, isUnderstood] of Object.entries(otherParts))
    if (name in stored && !isUnderstood(stored[name])) delete stored[name]
  return stored
}

/** A line of an earlier version as this one writes it; undefined: it stays as it is. At first an event had one date, which was in `at`. */
export function renewed(text: string): string | undefined {
  const stored = parsed(text)
  if (!isObject(stored)) return undefined
  const { was, is } = stored
  if (!isWithOneDate(was) && !isWithOneDate(is)) return undefined
  for (const [name, state] of Object.entries({ was, is }))
    if (isWithOneDate(state)) stored[name] = withDates(state)
  return JSON.stringify(stored)
}

/** All lines that `renewed` changes, of those between two numbers, in SQL. */
export const renewable = `SELECT seq, detail FROM journal WHERE seq > ? AND seq <= ? AND detail LIKE '%"at":{%'`
/** In SQL, the numbers of the first and last line. */
export const ends = 'SELECT min(seq) AS first, max(seq) AS last FROM journal'
export type Ends = { first: number | null; last: number | null }

/** The pairs of numbers for `renewable`: a log of any length is read in parts that fit into memory and into the time of a statement. */
export function* partsOf({ first, last }: Ends): Generator<[after: number, until: number]> {
  for (let after = (first ?? 1) - 1; after < (last ?? 0); after += partSize)
    yield [after, after + partSize]
}
const partSize = 5000

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

const isNumber = (of: unknown) => typeof of === 'number'
const isText = (of: unknown) => typeof of === 'string'
function areAll<T>(of: unknown, is: (each: unknown) => each is T): of is T[]
function areAll(of: unknown, is: (each: unknown) => boolean): boolean
function areAll(of: unknown, is: (each: unknown) => boolean) {
  return Array.isArray(of) && of.every(is)
}
/** True if a part is missing, or passes its check. */
const isMaybe = (of: unknown, is: (each: unknown) => boolean) => of === undefined || is(of)

const isSeen = (of: unknown) =>
  of === null ||
  (isObject(of) &&
    isMaybe(of.status, isText) &&
    isMaybe(of.author, isNumber) &&
    isMaybe(of.hidden, each => typeof each === 'boolean'))

const otherParts: Record<Exclude<keyof Detail, 'was' | 'is'>, (of: unknown) => boolean> = {
  seen: of => areAll(of, isSeen) && Array.isArray(of) && of.length === 2,
  left: isListedEvent,
  counted: of => areAll(of, each => areAll(each, isNumber)),
  isLeaving: of => of === true,
  restored: isNumber,
  returned: of => of === true,
  action: isNumber,
  settings: of => areAll(of, isText),
}

const dateNames = ['id', ...dateColumns] as const
const numberNames = ['event', 'published', 'author', 'hidden', 'protected', 'languages'] as const
/** Names that an older version may not have known: their values default to none. */
const laterNames = ['first_in_day', 'patched', ...factNames] as const

/** True for the values of an event that lists need. Values that an older version did not know are 0, as in a column that is added. */
function isListedEvent(of: unknown): boolean {
  if (!isObject(of) || !isObject(of.facts) || !isObject(of.links)) return false
  const { facts, dates, links } = of
  if (!isText(facts.status) || !numberNames.every(name => isNumber(facts[name]))) return false
  if (!areAll(dates, isDate)) return false
  if (!linkKinds.every(kind => areAll(links[kind], isNumber))) return false
  if (of.others !== undefined && of.others !== 'same' && of.others !== 'changed') return false
  if (!isMaybe(of.span, isSpan) || !isMaybe(of.modified, isNumber)) return false
  for (const date of dates) if (!isNumber(date.original)) date.original = date.starts
  for (const name of laterNames) if (!isNumber(facts[name])) facts[name] = 0
  if (!isText(facts.custom)) facts.custom = ''
  return true
}

const isDate = (of: unknown): of is Record<string, unknown> =>
  isObject(of) && dateNames.every(name => isNumber(of[name]))
const isSpan = (of: unknown) =>
  isObject(of) && isNumber(of.count) && [of.least, of.most].every(hasDates)
const hasDates = (of: unknown) => isObject(of) && dateColumns.every(name => isNumber(of[name]))

type WithOneDate = { at: Record<string, unknown>; links: unknown }

const isWithOneDate = (of: unknown): of is WithOneDate => isObject(of) && isObject(of.at)

function withDates({ at, links }: WithOneDate) {
  const { starts, ends, utc_starts, utc_ends, ...facts } = at
  return { facts, dates: [{ id: at.event, starts, ends, utc_starts, utc_ends }], links }
}
