import type { TermLinkKind } from '../../define/record.ts'
import type { Language } from '../../define/text/language.ts'
import type { Filters, FilterValues } from './event-filters.ts'
import type { Initials, Sorted, TermOrder } from './sorted.ts'
import type { ProtectedOf, Visible } from './visible.ts'

export type Page = { limit: number; offset: number }

/** By the end, the last change, or the ID of the record. */
export type EventOrder = 'ends' | 'modified' | 'event'

/** A question for a list of events: filters, the visibility for the caller, and a page. */
export type EventQuery = Filters & {
  visible: Visible
  protectedOf: ProtectedOf
  page: Page
  /** In its order from the end. */
  descending?: boolean
  /** In another order than by start, which decides among equals. */
  order?: EventOrder
  /** Returns one date per series, the first in the order of the list. */
  bySeries?: boolean
  /** Its `ids` are those of a source, which a password hides (A10). */
  bySource?: boolean
  /** In an order of its records, instead of that of dates. */
  sorted?: Sorted
}

/** A folded title, and the event that has it. */
export type TitlePlace = { title: string; id: number }
/** `after`: the last one before. `ids`: only of these. */
export type EventsByTitle = {
  language: Language
  descending: boolean
  after?: TitlePlace | undefined
  ids?: readonly number[]
  limit: number
}

/** Each word is in any text of the language, by any of its letters. */
export type WideTexts = { language: Language | 'any'; words: readonly (readonly string[])[] }

export type PostQuery = {
  kind: string
  visible: Visible
  search?: { language: Language | 'any'; words: string[] }
  wide?: WideTexts
  ids?: number[]
  /** Images by this author, or shown by a record of these kinds that is seen, and that no password hides (A9). */
  seenBy?: {
    by: number
    visible: Visible
    in: readonly { kind: string; protectedOf: ProtectedOf }[]
  }
  /** Has events that the caller may count, or has none. */
  events?: { has: boolean; visible: Visible; protectedOf: ProtectedOf; notOverAt?: number }[]
  withTextIn?: Language
  withoutTextIn?: Language
  /** With `withoutTextIn`: those too that lack one of these texts, or have it as the other language does. */
  complete?: readonly string[]
  /** Has nothing in this text, in one of these languages. */
  emptyText?: { name: string; languages: readonly Language[] }
  /** Shows an image that no password hides. Its total is counted up to `maxCounted`. */
  showing?: { image: number; protectedOf: ProtectedOf }
  isOldestFirst?: boolean
  initials?: Initials
  sorted?: Sorted
  modified?: FilterValues['change'] | undefined
  page: Page
}

/** More records than these that show an image are not counted. */
export const maxCounted = 1000

export type TermQuery = {
  kind: TermLinkKind
  language: Language
  search?: string
  wide?: WideTexts
  /** Where the search is not in the language of the list. */
  searchIn?: 'any'
  include?: number[]
  exclude?: number[]
  /** Keep those with published events, and their ancestors. */
  used?: boolean
  parent?: number
  ids?: number[]
  withTextIn?: Language
  withoutTextIn?: Language
  /** With `withoutTextIn`: those too that lack one of these texts, or have it as the other language does. */
  complete?: readonly string[]
  order: { by: TermOrder; descending: boolean }
  modified?: FilterValues['change'] | undefined
  initials?: Initials
  sorted?: Sorted
  page: Page
}
