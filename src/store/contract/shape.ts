import type { StoredRecord } from '../../define/record.ts'
import type { Language } from '../../define/text/language.ts'
import type { ListedEvent } from './occurrence.ts'

export type ColumnType = 'text' | 'integer' | 'real'
export type Columns = Record<string, ColumnType>

/**
 * The form of a kind of record in the store: its columns by their place, those that are looked up, and its derived rows. Kinds of one family share
 * one series of ids.
 */
export type Shape = {
  kind: string
  family: 'post' | 'term' | 'user' | 'credential' | 'file' | 'import'
  facts: Columns
  texts: Columns
  /** True if it is linked to other records. */
  linked?: boolean
  /** Facts that no two records share. */
  unique?: string[]
  /** Facts that `lookup` takes. */
  indexed?: string[]
  /** Listed by publication, newest first (`listPosts`). */
  listed?: boolean
  /** True if previous versions are stored. */
  hasVersions?: boolean
  /** True if its records are read by name (`eventsByTitle`). */
  byName?: boolean
  /** True if `named` is supported. */
  named?: boolean
  /** False for a record that is left out of everything that is read, as if it were not there. Also of facts of one date. */
  canBeShown?(record: Pick<StoredRecord, 'kind' | 'facts'>): boolean
  /** The values that lists need (`occurrence.ts`). */
  listedAs?(record: StoredRecord): ListedEvent
  /** The same in SQL, where its rows can be had from the record's: expressions by column. */
  listedBy?: Readonly<Record<string, string>> | undefined
  /** The records whose rows SQL does not make: a condition on their columns. */
  listedApart?: string
  /** The fields that `searchText` reads, in its order: with others, the texts of all records are made again. */
  searchedFields?: readonly string[]
  /**
   * Folded texts to search in, by language; one part per field that must match on its own (`derived.ts`). Undefined: they are
   * what they were before. `dates`: a series on dates where some of it differs, which its texts have too.
   */
  searchText?(
    record: StoredRecord,
    before?: StoredRecord,
    dates?: readonly StoredRecord[],
  ): Partial<Record<Language, readonly string[]>> | undefined
}

export type Shapes = ReadonlyMap<string, Shape>
