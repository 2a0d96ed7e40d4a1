import type { Cell, Row, StoredRecord } from '../../define/record.ts'
import { languages } from '../../define/text/language.ts'
import {
  commonRow,
  isSameListed,
  occurrenceColumns,
  occurrenceForm,
  rowsOf,
  withDates,
} from '../contract/occurrence.ts'
import type { Columns, Shape } from '../contract/shape.ts'

/** A table whose rows follow from records, and which is rebuilt from them when its form changes (`rebuild.ts`). */
export type DerivedTable = {
  name: string
  /** Raise it when a record gives other rows than before. Columns, key, indexes and `source` belong to the form by themselves. */
  form: number
  columns: Columns
  key: readonly string[]
  indexes: readonly { name: string; on: string; where?: string }[]
  /** The columns that name the record of a row, and their values. */
  owner: readonly string[]
  ownerOf(kind: string, id: number): Cell[]
  /** True if records of this kind have rows here. */
  isOf(shape: Shape): boolean
  /** The fields that the rows of a kind are made of. */
  source?(shape: Shape): readonly string[] | undefined
  /** Rows of records in SQL, where they can be had without reading the records: expressions by column. */
  selectOf?(shape: Shape): Readonly<Record<string, string>> | undefined
  /** The table that SQL reads them from. */
  selectFrom?: string
  /** The values that all rows of a series share; its dates are stored (`series-date.ts`). Undefined: the record is no series. */
  seriesRow?(shape: Shape, record: StoredRecord): Row | undefined
  /** Undefined: they are what they were before. `dates`: a series on dates where some of it differs. */
  rowsOf(
    shape: Shape,
    record: StoredRecord,
    before?: StoredRecord,
    dates?: readonly StoredRecord[],
  ): Row[] | undefined
  /** True if the rows of a series also contain its irregular dates. */
  isOfDates?: true
}

/** In list order by its key: a window is one run of rows. */
const occurrence: DerivedTable = {
  name: 'occurrence',
  form: occurrenceForm,
  columns: occurrenceColumns,
  key: ['starts', 'published', 'event', 'id'],
  indexes: [
    { name: 'event', on: 'event, starts' },
    { name: 'parent', on: 'parent', where: 'parent <> 0' },
    { name: 'patched', on: 'patched', where: 'patched <> 0' },
  ],
  owner: ['event'],
  ownerOf: (_, id) => [id],
  isOf: shape => shape.listedAs !== undefined,
  selectOf: shape => shape.listedBy,
  selectFrom: withDates,
  seriesRow(shape, record) {
    const listed = shape.listedAs?.(record)
    return listed?.others && commonRow(listed)
  },
  rowsOf(shape, record, before) {
    const listed = shape.listedAs?.(record)
    const was = before && shape.listedAs?.(before)
    return listed && (was && isSameListed(was, listed) ? undefined : rowsOf(listed))
  },
}

/** The folded texts that are searched. */
const search: DerivedTable = {
  name: 'search',
  form: 2,
  columns: { kind: 'text', id: 'integer', language: 'text', part: 'integer', text: 'text' },
  key: ['kind', 'id', 'language', 'part'],
  indexes: [],
  owner: ['kind', 'id'],
  ownerOf: (kind, id) => [kind, id],
  isOf: shape => shape.searchText !== undefined,
  source: shape => shape.searchedFields,
  isOfDates: true,
  rowsOf(shape, record, before, dates) {
    const { kind, id } = record
    const texts = shape.searchText?.(record, before, dates)
    return (
      texts &&
      Object.entries(texts).flatMap(([language, parts]) =>
        parts.map((text, part) => ({ kind, id, language, part, text })),
      )
    )
  },
}

export const derivedTables: readonly DerivedTable[] = [occurrence, search]

/** The form of a table as a database notes it. */
export function formOf(table: DerivedTable, shapes: Iterable<Shape>): string {
  const { form, columns, key, indexes, source } = table
  const fields = source && [...shapes].filter(table.isOf).map(of => [of.kind, source(of)])
  // English and French were there from the first form on
  const further = languages.slice(2)
  return JSON.stringify([form, columns, key, indexes, ...(fields ? [fields, ...further] : [])])
}
