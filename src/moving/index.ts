/** The formats of other calendars, read and written. */

import type { ImportFormat } from '../define/import-messages.ts'
import type { Reader, ReaderOptions } from './base/item.ts'

export { beforeStart } from './base/fitted-id.ts'
export {
  atMost,
  type ColumnMapping,
  type FetchPage,
  type Item,
  type ItemDate,
  type Place,
  type ReadContext,
  ReadError,
  type ReaderOptions,
  type Refused,
  readerOptions,
  type Skipped,
  type Source,
  type TableColumn,
  type Yielded,
} from './base/item.ts'
export { isOfReasons, rowKindOf } from './csv/columns.ts'
export { datesLabel, fieldsOf } from './csv/field-labels.ts'
export type { DifferingDate } from './csv/write-csv.ts'

/** The formats that calendars are imported from. Each reader is loaded when it is used. */
export const readers = {
  csv: async () => (await import('./csv/read-csv.ts')).readCsv,
  tec: async () => (await import('./tec/read-tec.ts')).readTec,
  jsonld: async () => (await import('./json-ld/read-json-ld.ts')).readJsonLd,
  ics: async () => (await import('./ics/read-ics.ts')).readIcs,
} satisfies Record<ImportFormat, () => Promise<Reader<ReaderOptions>>>
