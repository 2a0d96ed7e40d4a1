// The items that readers pass to the engine. A reader (`read-csv.ts`, `read-ics.ts` …) turns bytes or pages into items, one after the other,
// in bounded memory; the engine (`calendar/imports`) checks and writes them, and knows nothing of formats. A reader never touches the
// calendar, the disk or the network: these come as arguments.
//
// - A reader yields what it has understood, in the order of the source. One broken record is one `refused`, never an exception: it
//   throws only where nothing can be read at all (`ReadError`), which ends the run with exit code 1.
// - `values` are what the API takes to create the record (`POST /events`): the same names, the same spellings, `translations` for other
//   languages. A field that the source does not have is absent; one that the source has empty is `''` or `[]`, which clears it.
// - Wherever the API takes the ID of a record (`venue`, `organizer`, `categories`, `tags`, `parent`, `post_parent`), `{ source_id }`
//   names a record of the same source, and `{ source_id, …values }` brings it along: it is created or updated first, once in a run.
//   Data without a `source_id` are embedded as in the API: a venue that is stored like this already is linked (L2), terms by name.
// - `image` is a URL or, of an archive, the ID in it.

import { mappingIn } from '../../define/column-mapping.ts'
import type { CustomField } from '../../define/custom-fields.ts'
import type { FieldError } from '../../define/field-type.ts'
import type { ImportHow } from '../../define/import-options.ts'
import type { Values } from '../../define/param.ts'
import type { Language } from '../../define/text/language.ts'
import type { WrittenName } from '../../resources/index.ts'

/** Where in the source something stands, as people find it: the line (from 1), the name of the part or its URL. */
export type Place = { line?: number; part?: string }

/** One record of the source. */
export type Item = {
  kind: WrittenName
  /** Unique in the source for its kind, and the same at every reading. A longer one than `maxSourceId`: `fittedId`. */
  source_id: string
  at: Place
  /**
   * Of an event whose ID others of the source may share: that ID, the one with the start of this event, and the beginning that all of the latter
   * have. `source_id` is `dated` where the source has several now.
   */
  shared?: { id: string; dated: string; before: string }
  /** True if the source gives it no ID: `source_id` follows from its title, start and place, and the engine finds the one under which it is stored. */
  isUnnamed?: true
  /** With `recurrence` as lines of RFC 5545 (RRULE, RDATE, EXDATE) for a series. R2: a start that the rule does not match stays the first date. */
  values: Values
  /** The language of the texts in `values`; by default that of the calendar. */
  language?: Language
  /** Dates of a series on which something is otherwise (RECURRENCE-ID), by their start by the rule. */
  dates?: ItemDate[]
  /** The values that were left out or read with doubt; they refuse nothing. */
  notes?: FieldError[]
  /** Where the year of a day is not written: the times in the last half year, of an event that the source had then; `notes` are about them alone. */
  earlier?: { values: Values; notes: FieldError[] }
  /** Of a table: the cells of its row, so that a refused one can be corrected. */
  cells?: readonly string[]
  /** The ID of the record in its source, where IDs are preserved. */
  id?: number
  /** The names that lead to the record in its source, besides its own slug and ID. */
  names?: PreviousName[]
}

/** A slug or an ID that redirects to a record; `original`: to the date of the series with this original start. */
export type PreviousName = { name: string | number; original?: string }

/** One date of a series. */
export type ItemDate = {
  /** The start that the rule gives, as wall time of the event: `2026-12-05 20:00:00`. */
  original: string
  at: Place
  /**
   * The differences, in the input form of the API; `{ event_status: 'cancelled' }` for a date that is cancelled (R13). A removed date is an EXDATE.
   */
  values: Values
}

/** A record that could not be read. */
export type Refused = {
  kind: WrittenName
  refused: FieldError
  at: Place
  source_id?: string
  title?: string
  cells?: readonly string[]
}

/** A record of which nothing is left to show: the source has it, and an import has no use for it. */
export type Skipped = { kind: WrittenName; skipped: FieldError; at: Place; source_id: string }

/**
 * The properties of the source; a reader may yield them at any time, the latest count. `read`: the guesses about how to read it, for people to check.
 */
type About = {
  about: {
    name?: string
    total?: number
    timezone?: string
    read?: Record<string, string>
    /** Of a table: its columns, for people to choose the field of each. */
    columns?: readonly TableColumn[]
    /** The IDs of its events, as far as they are known before: where most are new, events are recognized by their content. */
    ids?: readonly string[]
    /** A remark for people about how the source was read. */
    note?: FieldError
    /** The highest IDs of its records that are preserved. */
    last?: { post: number; term: number }
  }
}

/** A column by its heading, with the first value in it, and the field that it is read as; empty: none. */
export type TableColumn = { name: string; sample: string; field: string }

export type Yielded = Item | Refused | Skipped | About

/** Nothing of the source can be read, and why. */
export class ReadError extends Error {
  readonly reason: FieldError
  /** The columns of a table, where these could be read. */
  readonly columns: readonly TableColumn[]
  constructor(reason: FieldError, columns: readonly TableColumn[] = []) {
    super(reason.sentence.en)
    this.reason = reason
    this.columns = columns
  }
}

/** One file or URL that is read. */
export type Source = {
  /** The path or URL as it was given. */
  name: string
  /** The bytes of it in parts; a URL is fetched when the first part is read. Throws `ReadError`. */
  bytes(): AsyncIterable<Uint8Array>
  /** GETs a URL of the same import through the guarded fetcher, politely (rate, retries). */
  fetch: FetchPage
  signal: AbortSignal
}

export type FetchPage = (
  url: string,
  how?: { accept?: readonly string[]; headers?: Record<string, string>; maxBytes?: number },
) => Promise<Fetched>

/** `headers` in lower case. `status` 304 where an ETag was sent and nothing has changed. */
type Fetched =
  | { url: string; status: number; headers: Record<string, string>; bytes: Uint8Array }
  | { refused: string }

/** The properties of the calendar that a reader may use. */
export type ReadContext = {
  /** Zone of the site, for times without one. */
  zone: string
  /** The language of texts that state none. */
  language: Language
  /** The fields of events that the site has defined. */
  customFields?: readonly CustomField[]
  /** Unix seconds. */
  now: number
}

/** The field of each column, and the order in dates where that was stated. */
export type ColumnMapping = { columns: Readonly<Record<string, string>>; dates?: string }

/** Options of readers: each takes those that it knows. */
export type ReaderOptions = Partial<ImportHow> & {
  /** The field of each column, by the names in the file. */
  mapping?: Readonly<Record<string, string>>
  /** Mappings that were chosen before, by the columns of their tables. */
  mappings?: {
    saved(headings: readonly string[]): Promise<ColumnMapping | undefined>
    /** Hears of one that is chosen now. */
    chosen(headings: readonly string[], mapping: ColumnMapping): Promise<void>
  }
  /** The header that lets in at a site, for its host alone. */
  authorization?: string
}

/** The options of an import, as its reader takes them. */
export const readerOptions = ({ map = '', ...how }: Partial<ImportHow>): ReaderOptions => {
  const mapping = mappingIn(map)
  return { ...how, ...(mapping && { mapping }) }
}

export type Reader<Options = ReaderOptions> = (
  source: Source,
  context: ReadContext,
  options: Options,
) => AsyncIterable<Yielded>

/** The first records of a source; that there are more is an error of its own, so that none of them counts as gone. */
export async function* atMost(items: AsyncIterable<Yielded>, max: number): AsyncGenerator<Yielded> {
  let count = 0
  for await (const each of items) {
    if (!('about' in each) && ++count > max) {
      yield { kind: 'event', refused: { sentence: tooMany, params: { max } }, at: each.at }
      return
    }
    yield each
  }
}

/** `maxImportRecords` is the setting. */
const tooMany = {
  en: 'The source has more than {max} {max|record|records}, the most that are read from one (maxImportRecords). The others are left out.',
  fr: 'La source a plus de {max} {max|fiche|fiches}, le maximum lu dans une source (maxImportRecords). Les autres sont omises.',
}
