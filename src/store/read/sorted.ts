import type { LinkKind } from '../../define/record.ts'
import type { Language } from '../../define/text/language.ts'
import type { ProtectedOf, Visible } from './visible.ts'

/** What records are sorted by, and in which language. */
export type SortKey =
  | { by: 'text'; name: string }
  | { by: 'fact'; name: string; isNumber: boolean }
  | { by: 'languages' }
  /** The name of the first of those that it is linked to. */
  | { by: 'links'; kind: LinkKind }
  /** How many events of these are linked to it. */
  | ({ by: 'events' } & CountedEvents)
/** Which events are counted: what a password hides from their reader is linked to nothing. */
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

/** How many records have names that begin with a character. */
export type InitialCount = { initial: string; total: number }

/** `visible`: of records with a status. `hasText`: only records with a name in this language. */
export type InitialsQuery = {
  kind: LinkKind
  language: Language
  visible?: Visible
  hasText?: Language
}
