import { backup } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { runNode } from '../common/index.ts'
import { openDatabase } from './sqlite/driver.ts'
import { applicationId, migrations } from './sqlite/migrations.ts'

const program = fileURLToPath(new URL('./sqlite/check-file.ts', import.meta.url))
/** Maximum length of the report of damage, in characters. */
const maxOutput = 1000

export type DamageCheck = {
  /** The damage of the file; undefined: none. Rejects if the file could not be checked. */
  damage: Promise<string | undefined>
  /** Ends it at once. */
  stop(): void
}

/**
 * Looks for damage in a database (SQLite's `quick_check`) in a process of its own and of the lowest priority: a large file takes
 * long to read, nothing can interrupt that in a thread, and a damaged file may end the process that reads it.
 */
export function checkForDamage(file: string, run = runNode): DamageCheck {
  const { ended, stop } = run(['--max-old-space-size=64', program, file], { maxOutput })
  return {
    stop,
    damage: ended.then(({ out, err }) => {
      const malformed = /SQLITE_(CORRUPT|NOTADB)|malformed/.test(err)
      return out.trim() || (malformed ? err.trim().split('\n')[0] : undefined)
    }),
  }
}

/** More pages than a database can have: they are copied in one step, of one state, while others write. */
const allPages = 2 ** 31 - 1

/** Copies what is committed into a new file, which stands alone: it needs no write-ahead log. */
export async function copyDatabase(from: string, to: string) {
  const source = openDatabase(from, { readOnly: true, timeout: 60_000 })
  try {
    await backup(source.driver, to, { rate: allPages })
  } finally {
    source.close()
  }
  const copy = openDatabase(to)
  try {
    copy.exec('PRAGMA journal_mode = DELETE')
  } finally {
    copy.close()
  }
}

/** The version of its form. A file that is no database throws. */
export function versionOf(file: string): number {
  const db = openDatabase(file, { readOnly: true })
  try {
    return Number(db.value('PRAGMA user_version'))
  } finally {
    db.close()
  }
}

/** The number of events, trash included. */
export function eventsIn(file: string): number {
  const db = openDatabase(file, { readOnly: true })
  try {
    return Number(db.value('SELECT count(*) FROM event'))
  } finally {
    db.close()
  }
}

/**
 * The error of a copy that a calendar cannot be restored from: it is of another program, of a newer version of this one, or has another number
 * of events than it should.
 */
export function contentError(
  file: string,
  events: number,
): 'foreign' | 'newer' | 'content' | undefined {
  const db = openDatabase(file, { readOnly: true })
  try {
    const application = Number(db.value('PRAGMA application_id'))
    // earlier versions have not marked their files; all have these tables
    const isOurs = application === applicationId || application === 0
    const tables =
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('event', 'venue', 'organizer', 'category', 'tag', 'image', 'journal', 'note', 'slug', 'user')"
    if (!isOurs || Number(db.value(tables)) < 10) return 'foreign'
    if (Number(db.value('PRAGMA user_version')) > (migrations.at(-1)?.to ?? 0)) return 'newer'
    return Number(db.value('SELECT count(*) FROM event')) === events ? undefined : 'content'
  } finally {
    db.close()
  }
}

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
export { idName, isSameLine } from './sql/redirects.ts'
export { languagesSql } from './sql/schema.ts'
export { sqlite } from './sqlite/engine.ts'
export { lockFolder } from './sqlite/folder-lock.ts'
export { disk } from './sqlite/update.ts'
