import type { Language } from '../../define/text/language.ts'
import {
  type Client,
  type Condition,
  inSearch,
  type Page,
  type Paths,
  type Query,
  type ResourceName,
  type Sending,
} from '../../sdk/index.ts'

/** A record of any resource: the requested fields, by name. */
export type Row = {
  id: number
  /** Its title and texts in each language that it has. */
  translations?: Partial<Record<Language, Record<string, string>>>
  /** As it is written, with `context=edit`. */
  editing?: Editing
  [field: string]: unknown
}

type Editing = {
  main_language: Language
  facts: Record<string, string | number | boolean | null>
  texts: Partial<Record<Language, Record<string, string | null>>>
  /** Of a date of a series: the fields that are its own, but for its times. */
  differs?: string[]
  /** The note of an editor to the author of a returned event. */
  returned?: { note: string; time: string }
}

/** `query`: with `context: 'edit'`, the dates in a patch of a series are those of its first date, as the form of it has them. */
type Writing = Condition & Sending & { query?: Query }

/** The path of records in the API. */
export type RecordPath = Paths[ResourceName]

/** The operations on the records of any resource. */
type Records = {
  list(
    query: Query & { _fields?: readonly string[] | undefined },
    sending?: Sending,
  ): Promise<Page<Row>>
  all(
    query: Query & { _fields?: readonly string[] | undefined },
    sending?: Sending,
  ): AsyncGenerator<Row, void>
  read(id: number, query?: Query, sending?: Sending): Promise<Row>
  create(draft: object, sending?: Sending): Promise<Row>
  change(id: number, patch: object, writing?: Writing): Promise<Row>
  remove(
    id: number,
    removing?: { force?: boolean; scope?: string } & Condition & Sending,
  ): Promise<Row>
}

/**
 * The records of a resource by its path, for screens that are made of the definitions. The client has each path of them with these
 * functions; only its types, which know each resource, are left aside.
 */
export const recordsOf = (api: Client, path: RecordPath): Records => api[path] as unknown as Records

/** A record of which an operation knows no more than that it is one of the API. */
export const rowOf = (record: object | undefined) => record as Row

/** A query as it stands in a URL. */
export const queryText = (query: Query) => inSearch(query).replace(/^\?/, '')
