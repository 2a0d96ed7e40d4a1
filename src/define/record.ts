import type { Language } from './text/language.ts'

/** A record as it is stored: every folder from the store to the doors speaks of it. */
export type StoredRecord = {
  id: number
  kind: string
  /** Counts the writes to this record, from 1. */
  version: number
  facts: Row
  texts: Texts
  /** Events only; elsewhere every list is empty. */
  links: Links
}

export type Cell = string | number | null
export type Row = Record<string, Cell>
export type Texts = Partial<Record<Language, Row>>
/** Texts to change by language; null deletes one. */
export type TextChange = Partial<Record<Language, Row | null>>

/** Links of an event by kind, each in the order given. */
export type Links = Record<LinkKind, number[]>
export type LinkKind = 'venue' | 'organizer' | 'category' | 'tag'
