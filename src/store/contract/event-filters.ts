import { namesIn } from '../../define/base/objects.ts'
import type { CustomCondition } from '../../define/custom-fields.ts'
import type { LinkKind, TermLinkKind } from '../../define/record.ts'
import type { Language } from '../../define/text/language.ts'
import type { Bound } from './bounds.ts'
import type { Near } from './distance.ts'
import type { ProtectedOf, Visible } from './visible.ts'

/** The value of a filter, by its sort. SQL, list index, cache, calendar and tests handle each sort. */
export type FilterValues = {
  /** Bounds that all hold. */
  window: readonly Bound[]
  /** A fact that is true or false: a column of 0 and 1 of the same name. */
  flag: boolean
  /** A fact that is an id: a column of the same name, 0 where there is none. */
  id: number
  /**
   * One of a few words: a column of the same name with the position of the word, 0 for the first, which nearly all events have.
   * Matches events with these words or, if the first is among them, all events except those with the others.
   */
  choice: { has: boolean; numbers: readonly number[] }
  /**
   * Several of a few words: a column of the same name with a bit for the position of each, from the lowest on (`marksOf`). Matches
   * events with any of these, or with `every` one.
   */
  marks: { positions: readonly number[]; every: boolean }
  /** Each of these, on the fields that the site has defined. */
  custom: readonly CustomCondition[]
  ids: readonly number[]
  /** Starts on any of these days of the week on its own clock; 0 is Monday. */
  weekday: { days: readonly number[] }
  /** Starts at a minute of the day from then on, and before; of a night, which is from an evening to a morning, in either part. */
  clock: { from?: number; before?: number }
  /** When it was last changed, in Unix seconds: from then on, and before. */
  change: { from?: number; before?: number }
  /** Users of whom one is its author. */
  authors: readonly number[]
  /** Any of these; of categories `roots` without those below them, which `targets` adds (P8). */
  link: { targets: readonly number[]; roots?: readonly number[] }
  /** Each of these. */
  every: { kind: TermLinkKind; targets: readonly number[] }
  /** None of these, nor of those below them. */
  none: { has: false; kind: TermLinkKind; targets: readonly number[]; roots?: readonly number[] }
  /** Neither events nor dates with these IDs. */
  except: { has: false; ids: readonly number[] }
  /** Any of its visible venues has coordinates, or none has. */
  place: { has: boolean; venues: Visible }
  /** Nearest venue first, then list order; events elsewhere are left out. */
  near: Near
  /** Texts of the language, or of any one, must have `all`, and those of `none` only if they have `asSent`. */
  text: {
    language: Language | 'any'
    all: readonly string[]
    none: readonly string[]
    asSent?: string
  }
  /** Each word is in its texts by any of its letters, or in what it is linked to. */
  wide: { language: Language | 'any'; words: readonly WideWord[] }
  /** It has a text in the language, or has none. `complete`: the texts of these names, too, where another language has them. */
  language: { has: boolean; language: Language; complete?: readonly string[] }
}
/** Letters of which a text must have any, and records of which an event may have any instead, or be one of `ids`. */
type WideWord = {
  letters: readonly string[]
  /** Only where texts of any language are searched. */
  ids?: readonly number[]
  links: Readonly<Record<LinkKind, { targets: readonly number[]; roots?: readonly number[] }>>
}

export type FilterSort = keyof FilterValues

type Filter = {
  sort: FilterSort
  /** True if the password of an event hides the values that the filter reads. */
  isProtected?: true
}

/**
 * The filters of lists of events: one row each, and nothing else where the sort exists. The columns of `occurrence`, conditions in SQL and
 * in the list index, the dependency of cached lists, the type of the query and the random queries of the tests follow from it; a parameter
 * of the resource without a row does not compile (`event-question.ts`).
 */
export const eventFilters = {
  window: { sort: 'window' },
  featured: { sort: 'flag' },
  free: { sort: 'flag', isProtected: true },
  ticketed: { sort: 'flag', isProtected: true },
  has_image: { sort: 'flag', isProtected: true },
  has_venue: { sort: 'flag', isProtected: true },
  parent: { sort: 'id' },
  event_status: { sort: 'choice' },
  attendance: { sort: 'choice' },
  availability: { sort: 'choice', isProtected: true },
  audience: { sort: 'marks', isProtected: true },
  accessibility: { sort: 'marks', isProtected: true },
  custom_fields: { sort: 'custom', isProtected: true },
  ids: { sort: 'ids' },
  modified: { sort: 'change' },
  weekday: { sort: 'weekday' },
  clock: { sort: 'clock' },
  author: { sort: 'authors' },
  venue: { sort: 'link', isProtected: true },
  organizer: { sort: 'link', isProtected: true },
  category: { sort: 'link', isProtected: true },
  tag: { sort: 'link', isProtected: true },
  tags_all: { sort: 'every', isProtected: true },
  tags_exclude: { sort: 'none', isProtected: true },
  categories_exclude: { sort: 'none', isProtected: true },
  exclude: { sort: 'except' },
  located: { sort: 'place', isProtected: true },
  near: { sort: 'near', isProtected: true },
  search: { sort: 'text', isProtected: true },
  wide: { sort: 'wide', isProtected: true },
  withTextIn: { sort: 'language' },
  withoutTextIn: { sort: 'language' },
} as const satisfies Record<LinkKind, Filter> & Record<string, Filter>

export type FilterName = keyof typeof eventFilters
export type NamesOf<S extends FilterSort> = {
  [N in FilterName]: (typeof eventFilters)[N]['sort'] extends S ? N : never
}[FilterName]

/** The filters of a question by name; those that it does not ask are left out. */
export type Filters = {
  [N in FilterName]?: FilterValues[(typeof eventFilters)[N]['sort']] | undefined
}

export const filterNames = namesIn(eventFilters)
const namesOf = <S extends FilterSort>(sort: S) =>
  filterNames.filter((name): name is NamesOf<S> => eventFilters[name].sort === sort)

/** Columns of `occurrence` that filters ask for. */
export const flagNames = namesOf('flag')
export const idNames = namesOf('id')
export const choiceNames = namesOf('choice')
export const markNames = namesOf('marks')

/** A handler of filter values for each sort of filter. */
export type BySort<Result> = {
  [S in FilterSort]: (filterValue: FilterValues[S], name: NamesOf<S>) => Result
}

/** The conditions of one reader of questions. Undefined: it ignores the filter. */
type Conditions<C> = {
  of: BySort<C | undefined>
  /** Events that do not meet the condition. */
  not(condition: C): C
  /** Events that do not meet the condition, or are protected from the caller. */
  notOrProtected(condition: C): C
  /** Events that are not protected from the caller. */
  readable: C
}

/**
 * The conditions of a question, in the form of one reader. Here is the rule of protected events (A2, A10): to those who may
 * not read it, an event has no text, no links and no place, and is not ticketed. So it is not found by what it has of these,
 * and is found where these are to be missing.
 */
export function conditionsOf<C>(
  query: ProtectedQuery,
  { of, not, notOrProtected, readable }: Conditions<C>,
): C[] {
  const conditions: C[] = []
  for (const name of filterNames) {
    const filterValue = query[name]
    if (filterValue === undefined) continue
    const filter: Filter = eventFilters[name]
    const isProtected = filter.isProtected === true && query.protectedOf !== 'all'
    const condition = bySort(of, filter.sort, filterValue, name)
    if (isPresence(filterValue)) {
      if (condition !== undefined) conditions.push(condition)
    } else if (condition !== undefined)
      conditions.push(isProtected ? notOrProtected(condition) : not(condition))
  }
  if (findsByProtected(query)) conditions.push(readable)
  return conditions
}

type ProtectedQuery = Filters & { protectedOf: ProtectedOf; bySource?: boolean }

/** True if a question reads values behind passwords. Then it finds only those that the caller may read. */
export const findsByProtected = (query: ProtectedQuery): boolean =>
  query.protectedOf !== 'all' &&
  (query.bySource === true ||
    protectedFilters.some(name => {
      const filterValue = query[name]
      return filterValue !== undefined && isPresence(filterValue)
    }))

/** Filters on values behind a password. */
const protectedFilters = filterNames.filter(name => {
  const { isProtected }: Filter = eventFilters[name]
  return isProtected === true
})

/** Flags, words, places and languages filter by presence or absence; all other filters by presence. */
const isPresence = (filterValue: FilterValues[FilterSort]) =>
  typeof filterValue === 'object' && 'has' in filterValue ? filterValue.has : filterValue !== false

/** Calls the handler of a sort: the values in `Filters` are of the sort of their filter. */
const bySort = <Result, S extends FilterSort>(
  of: BySort<Result>,
  sort: S,
  filterValue: FilterValues[S],
  name: NamesOf<S>,
) => of[sort](filterValue, name)
