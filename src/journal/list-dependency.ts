import { tableOf } from '../define/base/objects.ts'
import { meets, valuesListed } from '../define/custom-fields.ts'
import { isDated, isPostLink, isTermLink, isTree } from '../define/record.ts'
import {
  type BySort,
  columnOf,
  conditionsOf,
  dateColumns,
  type EventQuery,
  eventFilters,
  filterNames,
  holds,
  isReadable,
  type ListEntry,
  type ListedEvent,
  languageBits,
  minuteOf,
  occurrencesOf,
  openBounds,
  partsOfDay,
  type Span,
  weekdayOf,
} from '../store/index.ts'

/** The changes that invalidate a cached list, besides those of the records it shows. */
export type ListDependency =
  /** `linked: false`: no filter depends on other records than events. */
  | { of: 'event'; matches(event: ListedEvent): boolean; linked?: false }
  /**
   * `counts: false`: it does not show the number of events of a term. `dependsOnPosts`: its content depends on the posts that show it, of whichever
   * kind.
   */
  | { of: 'kind'; kind: string; events: boolean; counts?: false; dependsOnPosts?: true }
  /** A page shows several lists. */
  | { of: 'several'; lists: readonly ListDependency[] }
  | { of: 'none' }

/** A line of the journal, as cached lists need it. */
export type Change = {
  seq: number
  kind: string
  was: ListedEvent | undefined
  is: ListedEvent | undefined
  /** An event changed and the line does not say how: any list of events may be touched. */
  isOpen: boolean
  /** Counts of terms changed. */
  counts: boolean
}

/** True if this change may touch a list with this dependency. */
export function isTouched(dependency: ListDependency, change: Change): boolean {
  if (dependency.of === 'none') return false
  if (dependency.of === 'several') return dependency.lists.some(list => isTouched(list, change))
  if (dependency.of === 'event') {
    if (change.isOpen) return true
    // The visibility of places and people, and the tree of categories, decide filters too.
    if (isPostLink(change.kind) || isTree(change.kind)) return dependency.linked !== false
    return (
      (change.was !== undefined && dependency.matches(change.was)) ||
      (change.is !== undefined && dependency.matches(change.is))
    )
  }
  return (
    change.kind === dependency.kind ||
    (dependency.events && isDated(change.kind)) ||
    (dependency.dependsOnPosts && !isTermLink(change.kind)) ||
    (change.counts && dependency.counts !== false && isTermLink(dependency.kind))
  )
}

/** True if an event matches on one of its dates, or may match on dates of which only the span is known. */
type Matches = (entry: Pick<ListEntry, 'at' | 'links'> & { span?: Span }) => boolean

/** A filter that no line of the journal decides, since it depends on texts or on other records. */
const undecided = () => undefined

/** Undecided filters are not evaluated: such a list may be read again without need. */
const matching: BySort<Matches | undefined> = {
  window: bounds => {
    const compared = bounds.map(bound => ({ bound, column: columnOf(bound) }))
    return ({ at, span }) =>
      span
        ? openBounds(span, bounds) !== undefined
        : compared.every(({ bound, column }) => holds(bound, at[column]))
  },
  flag:
    (_, name) =>
    ({ at }) =>
      at[name] === 1,
  id:
    (id, name) =>
    ({ at }) =>
      at[name] === id,
  choice:
    ({ numbers }, name) =>
    ({ at }) =>
      numbers.includes(at[name]),
  marks:
    ({ positions, every }, name) =>
    ({ at }) => {
      const has = (position: number) => ((at[name] >> position) & 1) === 1
      return every ? positions.every(has) : positions.some(has)
    },
  custom:
    conditions =>
    ({ at }) => {
      const values = valuesListed(at.custom)
      return conditions.every(each =>
        values.some(([name, value]) => name === each.name && meets(each, value)),
      )
    },
  ids: ids => {
    const wanted = new Set(ids)
    // a line without dates may change any of them
    return ({ at }) => wanted.has(at.event) || at.id === noDates.id || wanted.has(at.id)
  },
  authors: ids => {
    const wanted = new Set(ids)
    return ({ at }) => wanted.has(at.author)
  },
  link: ({ targets }, kind) => {
    const wanted = new Set(targets)
    return ({ links }) => links[kind].some(id => wanted.has(id))
  },
  every:
    ({ kind, targets }) =>
    ({ links }) =>
      targets.every(id => links[kind].includes(id)),
  none: ({ kind, targets }) => {
    const unwanted = new Set(targets)
    return ({ links }) => links[kind].some(id => unwanted.has(id))
  },
  except: ({ ids }) => {
    const unwanted = new Set(ids)
    return ({ at }) => unwanted.has(at.event) || unwanted.has(at.id)
  },
  language:
    ({ language }) =>
    ({ at }) =>
      (at.languages & languageBits[language]) !== 0,
  // of dates that are not named it is not known
  weekday:
    ({ days }) =>
    ({ at }) =>
      at.id === noDates.id || days.includes(weekdayOf(at.starts)),
  clock: times => {
    const parts = partsOfDay(times)
    return ({ at }) => {
      const minute = minuteOf(at.starts)
      return (
        at.id === noDates.id || parts.some(([from, before]) => minute >= from && minute < before)
      )
    }
  },
  change: undecided,
  place: undecided,
  near: undecided,
  text: undecided,
  wide: undecided,
}

/** False for lists by text or place: no line of the journal says whether an event was in one. */
export const isDecidable = (query: EventQuery) =>
  filterNames.every(
    name => query[name] === undefined || matching[eventFilters[name].sort] !== undecided,
  )

const noDates = { id: 0, original: 0, starts: 0, ends: 0, utc_starts: 0, utc_ends: 0 }
/** The span of dates that a line does not name. */
const anytime: Span = {
  count: 0,
  least: tableOf(dateColumns, () => -Infinity),
  most: tableOf(dateColumns, () => Infinity),
}

/** Returns whether an event belongs to a public list. */
export function matcher(query: EventQuery): (event: ListedEvent) => boolean {
  const readable: Matches = ({ at }) => isReadable(at, query.protectedOf)
  const conditions = conditionsOf<Matches>(query, {
    of: matching,
    not: matches => entry => !matches(entry),
    notOrProtected: matches => entry => !matches(entry) || !readable(entry),
    readable,
  })
  const isByWords = query.search !== undefined || query.wide !== undefined
  const isMatched: Matches = entry => conditions.every(matches => matches(entry))
  return ({ facts, dates, links, others, span }) =>
    facts.status === 'publish' &&
    facts.hidden === 0 &&
    (occurrencesOf({ facts, dates }).some(at => isMatched({ at, links })) ||
      // with the same dates and facts, a series may have other words
      ((others === 'changed' || (others === 'same' && isByWords)) &&
        isMatched({ at: { ...facts, ...noDates }, links, span: span ?? anytime })))
}
