import { linkKinds } from '../../define/record.ts'
import { type BySort, conditionsOf } from '../read/event-filters.ts'
import type { EventQuery, ProtectedOf, Visible } from '../store.ts'
import { type ListCalendar, statusKey } from './event-order.ts'
import type { Question, Without } from './event-values.ts'
import { flagKey, flags, keyOf, languageKeys } from './posting-keys.ts'
import { type Places, seenOnlyBy } from './venue-grid.ts'

/** The question for public events, and the one for further events that this caller sees. */
export type SplitQuery = { listed?: Question; apart?: Question }

/** One filter, as values of which an event must have any of each group, and others that it must not have. */
type Condition = { groups: readonly (readonly number[])[]; without: readonly Without[] }

const anyOf = (...keys: number[]): Condition => ({ groups: [keys], without: [] })
const withNone = (without: Without[]): Condition => ({ groups: [], without })

/** The keys of events that a caller may not read, and those of whom they may (`isReadable`). */
const protectedKeys = (protectedOf: ProtectedOf) => ({
  key: flags.protected,
  unless: keyOf('author', protectedOf === 'all' ? 0 : protectedOf),
})

const isPublish = (status: string) => status === 'publish'
const isOther = (status: string) => status !== 'publish'

const lettersOf = (search: EventQuery['search']): string[] =>
  search
    ? [...search.all, ...search.none, ...(search.asSent === undefined ? [] : [search.asSent])]
    : []

/** Letters that a question is about: those that are sought, that must not be there, the search as sent, and those of a wide search. */
export const lettersIn = ({ search, wide }: EventQuery): string[] => [
  ...lettersOf(search),
  ...(wide?.words.flatMap(({ letters }) => letters) ?? []),
]

/** `words`: the keys of `lettersIn`. */
const conditionsIn = (
  places: Places,
  words: readonly number[],
  search: EventQuery['search'],
): BySort<Condition | undefined> => ({
  // Starts and ends are compared, not looked up (`event-lists.ts`); a few events are picked out (`selected-events.ts`).
  window: () => undefined,
  ids: () => undefined,
  authors: ids => anyOf(...ids.map(id => keyOf('author', id))),
  near: () => undefined,
  flag: (_, name) => anyOf(flagKey(name)),
  id: (id, name) => anyOf(keyOf(name, id)),
  choice: ({ numbers }, name) => anyOf(...numbers.map(number => keyOf(name, number))),
  marks({ positions, every }, name) {
    const keys = positions.map(position => keyOf(name, position))
    return every ? { groups: keys.map(key => [key]), without: [] } : anyOf(...keys)
  },
  link: ({ targets, roots = targets }, kind) => anyOf(...roots.map(id => keyOf(kind, id))),
  place: ({ venues }) =>
    anyOf(flags.located, ...seenOnlyBy(places, venues).map(id => keyOf('venue', id))),
  text({ all, none, asSent: sent }) {
    const asSent = sent === undefined ? undefined : words[all.length + none.length]
    return {
      groups: words.slice(0, all.length).map(key => [key]),
      without: words
        .slice(all.length, all.length + none.length)
        .map(key => (asSent === undefined ? key : { key, unless: asSent })),
    }
  },
  wide({ words: searchWords }) {
    let from = lettersOf(search).length
    const groups = searchWords.map(({ letters, links }) => {
      const sequence = words.slice(from, from + letters.length)
      from += letters.length
      const linked = linkKinds.flatMap(kind => {
        const { targets, roots = targets } = links[kind]
        return roots.map(id => keyOf(kind, id))
      })
      return [...sequence, ...linked]
    })
    return { groups, without: [] }
  },
  language: ({ language }) => anyOf(languageKeys[language]),
})

/** The keys of flags, places and languages as one group. */
const lacking = ({ groups }: Condition) => groups.flat()

/** Writes queries as questions. Undefined: one that no caller asks, and that the index does not know. */
export function questionOf(
  calendar: ListCalendar,
  places: Places,
  query: EventQuery,
  words: readonly number[],
): SplitQuery | undefined {
  if (!isSupported(query)) return undefined
  const { key, unless } = protectedKeys(query.protectedOf)
  const conditions = conditionsOf(query, {
    of: conditionsIn(places, words, query.search),
    not: condition => withNone(lacking(condition)),
    notOrProtected: condition =>
      withNone(lacking(condition).map(each => ({ key: each, unless: key, but: unless }))),
    readable: withNone([{ key, unless }]),
  })
  const question: Question = {
    groups: conditions.flatMap(({ groups }) => groups),
    without: conditions.flatMap(({ without }) => without),
    window: query.window ?? [],
  }
  const apart = apartFor(calendar, question, query.visible)
  return {
    ...(query.visible.statuses.some(isPublish) && { listed: question }),
    ...(apart && { apart }),
  }
}

function apartFor(
  calendar: ListCalendar,
  { groups, without, window }: Question,
  { statuses, own }: Visible,
): Question | undefined {
  const mine = own?.statuses.filter(isOther) ?? []
  const wanted = [...statuses.filter(isOther), ...mine].map(status => statusKey(calendar, status))
  if (wanted.length === 0) return undefined
  return {
    groups: [...groups, wanted, ...(mine.length > 0 ? [[keyOf('author', own?.author ?? 0)]] : [])],
    without: [...without, flags.hidden],
    window,
  }
}

/** Callers see all published events or none, and other events of all authors or only their own (A2). */
const isSupported = ({ visible, located, near, search, wide }: EventQuery) =>
  [visible, located?.venues, near?.venues].every(
    of =>
      !of?.own?.statuses.length ||
      (!of.statuses.some(isOther) &&
        (of.statuses.some(isPublish) || !of.own.statuses.some(isPublish))),
  ) &&
  // letters are looked for in one language
  (!search || !wide || search.language === wide.language) &&
  (!located || located.venues.statuses.some(isPublish))
