import type { EventQuery, Visible } from '../store.ts'
import { type ListCalendar, statusKey } from './event-order.ts'
import type { Question, Without } from './event-values.ts'
import { flags, keyOf, languageKeys } from './posting-keys.ts'
import type { Places } from './venue-grid.ts'

/** What is asked of the events that anyone may see, and of the others that this caller sees too. */
export type Asked = { listed?: Question; apart?: Question }

/** Is anything asked for that a password hides? */
const asksForHidden = ({ linked, ticketed, located, near, search }: EventQuery) =>
  linked.length > 0 || ticketed === true || located?.has === true || near || search

const isPublish = (status: string) => status === 'publish'
const isOther = (status: string) => status !== 'publish'

/** Writes queries as questions. Undefined: one that no caller asks, and that the index does not know. */
export function openQuestions(calendar: ListCalendar, places: Places) {
  function wanted(query: EventQuery, words: readonly number[]): Question {
    const groups: number[][] = query.linked.map(({ kind, targets, roots }) =>
      (roots ?? targets).map(id => keyOf(kind, id)),
    )
    const without: Without[] = []
    const { protectedOf } = query
    const flag = (keys: number[], isWanted: boolean | undefined) => {
      if (isWanted === true) groups.push(keys)
      else if (isWanted === false) without.push(...keys)
    }
    /** The same for what a protected event does not have to those who may not read it (A10). */
    const hidden = (keys: number[], isWanted: boolean | undefined) => {
      if (isWanted !== false || protectedOf === 'all') return flag(keys, isWanted)
      const but = keyOf('author', protectedOf)
      without.push(...keys.map(key => ({ key, unless: flags.protected, but })))
    }
    flag([flags.featured], query.featured)
    hidden([flags.ticketed], query.ticketed)
    if (query.located) hidden(locatedFor(query.located.venues), query.located.has)
    if (query.parent !== undefined) groups.push([keyOf('parent', query.parent)])
    if (query.hasText) groups.push([languageKeys[query.hasText]])
    if (query.search) {
      const { all, none } = query.search
      groups.push(...words.slice(0, all.length).map(key => [key]))
      const asSent = words[all.length + none.length]
      for (const key of words.slice(all.length, all.length + none.length))
        without.push(asSent === undefined ? key : { key, unless: asSent })
    }
    if (protectedOf !== 'all' && asksForHidden(query))
      without.push({ key: flags.protected, unless: keyOf('author', protectedOf) })
    return { groups, without, window: query.window }
  }

  const locatedFor = (venues: Visible) => [
    flags.located,
    ...places.seenOnlyBy(venues).map(id => keyOf('venue', id)),
  ]

  function apart({ groups, without, window }: Question, visible: Visible): Question | undefined {
    const { own } = visible
    const anyone = visible.statuses.filter(isOther)
    const mine = own?.statuses.filter(isOther) ?? []
    const statuses = [...anyone, ...mine].map(status => statusKey(calendar, status))
    if (statuses.length === 0) return undefined
    return {
      groups: [
        ...groups,
        statuses,
        ...(mine.length > 0 ? [[keyOf('author', own?.author ?? 0)]] : []),
      ],
      without: [...without, flags.hidden],
      window,
    }
  }

  return (query: EventQuery, words: readonly number[]): Asked | undefined => {
    if (!isKnown(query)) return undefined
    const question = wanted(query, words)
    const others = apart(question, query.visible)
    return {
      ...(query.visible.statuses.some(isPublish) && { listed: question }),
      ...(others && { apart: others }),
    }
  }
}

/** Callers see the published events of anyone or of nobody, and others of anyone or only their own (A2). */
const isKnown = ({ visible, located, near }: EventQuery) =>
  [visible, located?.venues, near?.venues].every(
    of =>
      !of?.own?.statuses.length ||
      (!of.statuses.some(isOther) &&
        (of.statuses.some(isPublish) || !of.own.statuses.some(isPublish))),
  ) &&
  (!located || located.venues.statuses.some(isPublish))
