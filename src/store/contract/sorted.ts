import type { LinkKind } from '../../define/record.ts'
import type { Language } from '../../define/text/language.ts'
import type { ProtectedOf, Visible } from './visible.ts'

/** The key that records are sorted by, and its language. */
export type SortKey =
  | { by: 'text'; name: string }
  | { by: 'fact'; name: string; isNumber: boolean }
  | { by: 'languages' }
  /** The name of the first of those that it is linked to. */
  | { by: 'links'; kind: LinkKind }
  /** The number of these events that are linked to it. */
  | ({ by: 'events' } & CountedEvents)
/** The events that are counted: one whose password hides its links from the reader counts nowhere. */
export type CountedEvents = { visible: Visible; protectedOf: ProtectedOf }
/** `unless`: records of others that have a password come as if the key were empty, for their order would say what it hides. */
export type Sorted = {
  key: SortKey
  language: Language
  descending: boolean
  unless?: { protectedOf: ProtectedOf }
}

/** Folded first characters of names, as a language shows them. */
export type Initials = { language: Language; among: readonly string[] }

/** The number of records whose names begin with a character. */
export type InitialCount = { initial: string; total: number }

/** `visible`: of records with a status. `withTextIn`: only records with a name in this language. */
export type InitialsQuery = {
  kind: LinkKind
  language: Language
  visible?: Visible
  withTextIn?: Language
}

/** The orders of terms. */
export const termOrders = [
  'name',
  'id',
  'slug',
  'count',
  'description',
  'parent',
  'modified',
  'position',
  'include',
  'none',
] as const
export type TermOrder = (typeof termOrders)[number]
