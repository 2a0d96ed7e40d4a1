/** The contract of the store, its engines, its list index. */

export { columnOf, dateColumns, holds, openBounds } from './contract/bounds.ts'
export { DatabaseError } from './contract/database-error.ts'
export {
  type BySort,
  conditionsOf,
  eventFilters,
  type FilterName,
  type FilterSort,
  type Filters,
  type FilterValues,
  filterNames,
  findsByProtected,
  type NamesOf,
} from './contract/event-filters.ts'
export type { FacetName } from './contract/facets.ts'
export { refuseMarked } from './contract/incomplete-move.ts'
export {
  type Dates,
  type FactName,
  factNames,
  isSameListed,
  type ListedEvent,
  type Occurrence,
  occurrencesOf,
} from './contract/occurrence.ts'
export type { StoredDate } from './contract/put-back.ts'
export {
  type DatesChange,
  detached,
  originalNow,
  removed,
  type SeriesDate,
  type Span,
  type WantedDate,
} from './contract/series-date.ts'
export type { Columns, Shape } from './contract/shape.ts'
export { minuteOf, partsOfDay, weekdayOf } from './contract/start-times.ts'
export {
  type Bound,
  type Cell,
  type DatePatch,
  type DatePatches,
  type DatesQuery,
  type DaySpan,
  type EventOrder,
  type EventQuery,
  type Family,
  type JournalEntry,
  type LinkKind,
  type Links,
  type ListEntry,
  type Listed,
  type ListedDates,
  type ListedDays,
  type ListItem,
  languageBits,
  noLinks,
  type Page,
  type PreviousVersion,
  type ProtectedOf,
  type Reader,
  type Replaced,
  type Row,
  type SettingDates,
  type Sorted,
  type SortKey,
  type Store,
  type StoredRecord,
  type Transaction,
  termOrders,
  type Visibility,
  type Visible,
  type WideTexts,
} from './contract/store.ts'
export { isReadable, sees } from './contract/visible.ts'
export type { Side } from './copy/side.ts'
export { type Compared, noneCompared, sizeOf } from './listing/compared.ts'
export type { ListIndex } from './listing/list-index.ts'
export type { Detail, Seen } from './sql/journal-detail.ts'
export {
  asBefore,
  overlaid,
  previousVersionOf,
  versionAfter,
  withPatch,
} from './sql/previous-versions.ts'
export { idName } from './sql/redirects.ts'
export { isSameLine } from './sql/same-line.ts'
export { languagesSql } from './sql/schema.ts'
export { checkForDamage, type DamageCheck } from './sqlite/damage.ts'
export { sqlite } from './sqlite/engine.ts'
export { lockFolder } from './sqlite/folder-lock.ts'
export { contentError, copyDatabase, eventsIn, versionOf } from './sqlite/snapshot.ts'
export { disk } from './sqlite/update.ts'
