import { tableOf } from './base/objects.ts'
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
  /** For a date with values of its own: the record of its series. The date stores only what differs. */
  series?: StoredRecord
}

/** The ID that a record is shown by: a date of a series has one of its own (`onDate`). */
export const publicId = ({ id, facts }: Pick<StoredRecord, 'id' | 'facts'>): number =>
  Number(facts.occurrence ?? id)

export type Cell = string | number | null
export type Row = Record<string, Cell>
export type Texts = Partial<Record<Language, Row>>
/** Texts to change by language; null deletes one. */
export type TextChange = Partial<Record<Language, Row | null>>

/** The posts that events link to. */
export const postLinkKinds = ['venue', 'organizer'] as const
export type PostLinkKind = (typeof postLinkKinds)[number]
/** The terms that events link to. */
export const termLinkKinds = ['category', 'tag'] as const
export type TermLinkKind = (typeof termLinkKinds)[number]
/** Everything that events link to. */
export const linkKinds = [...postLinkKinds, ...termLinkKinds] as const
export type LinkKind = (typeof linkKinds)[number]

/** Events of one venue or organizer are counted up to so many. */
export const maxEventsCounted = 1000

const [postLinks, termLinks] = [new Set<string>(postLinkKinds), new Set<string>(termLinkKinds)]
export const isPostLink = (kind: string): kind is PostLinkKind => postLinks.has(kind)
export const isTermLink = (kind: string): kind is TermLinkKind => termLinks.has(kind)
export const isLink = (kind: string): kind is LinkKind => isPostLink(kind) || isTermLink(kind)

/** The terms that stand below each other. */
export type TreeKind = 'category'
export const isTree = (kind: string): kind is TreeKind => trees.has(kind)
const trees = new Set<string>(['category'] satisfies TreeKind[])

/** The posts that are at a place on the map. */
export type PlacedKind = 'venue'
export const isPlaced = (kind: string): kind is PlacedKind => placed.has(kind)
const placed = new Set<string>(['venue'] satisfies PlacedKind[])

/** The kind of records with dates and links. The tables of lists have columns for one such resource, so no other can be dated. */
export type DatedKind = 'event'
export const isDated = (kind: string): kind is DatedKind => dated.has(kind)
const dated = new Set<string>(['event'] satisfies DatedKind[])

/** Links of an event by kind, each in the order given. */
export type Links = Record<LinkKind, number[]>

/** For records that are no events, and events without links. */
export const noLinks: Links = tableOf(linkKinds, () => [])

/** The cells of the links given. */
export function linkCells(links: Partial<Links>): Row {
  const cells: Row = {}
  for (const kind of linkKinds) {
    const ids = links[kind]
    if (ids) cells[kind] = ids.length > 0 ? JSON.stringify(ids) : noIds
  }
  return cells
}
const noIds = '[]'

/** The ids in a cell of links; an empty one is of a table that is being rebuilt. */
const idsIn = (cell: Cell | undefined): number[] =>
  !cell || cell === noIds ? [] : JSON.parse(String(cell))

export const linksOf = (row: Readonly<Partial<Record<LinkKind, Cell>>>): Links => ({
  venue: idsIn(row.venue),
  organizer: idsIn(row.organizer),
  category: idsIn(row.category),
  tag: idsIn(row.tag),
})
