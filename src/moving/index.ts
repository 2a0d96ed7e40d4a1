/** The formats of other calendars, read and written. */

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
export { readers } from './formats/readers.ts'
