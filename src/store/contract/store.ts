import type {
  Cell,
  LinkKind,
  Links,
  PostLinkKind,
  Row,
  StoredRecord,
  TextChange,
  Texts,
} from '../../define/record.ts'
import type { Requester } from '../../define/requester.ts'
import { inEachLanguage, type Language, languages } from '../../define/text/language.ts'
import type { Near, Place } from './distance.ts'
import type { DaySpan, ListedDays } from './events-per-day.ts'
import type { FacetQuery, Facets } from './facets.ts'
import type { WriteFigures } from './group-commit.ts'
import type { EventFacts, Occurrence } from './occurrence.ts'
import type { PuttingBack } from './put-back.ts'
import type { EventQuery, EventsByTitle, PostQuery, TermQuery, TitlePlace } from './queries.ts'
import type {
  DatePatch,
  DatePatches,
  Dates,
  DatesChange,
  IrregularDate,
  SeriesDate,
  Span,
  WantedDate,
} from './series-date.ts'
import type { Shape } from './shape.ts'
import type { CountedEvents, InitialCount, InitialsQuery } from './sorted.ts'
import type { TextSearch } from './text-search.ts'

export { noLinks } from '../../define/record.ts'
export type { Bound } from './bounds.ts'
export type { Near, Place } from './distance.ts'
export type { DaySpan, ListedDays } from './events-per-day.ts'
export type { Occurrence } from './occurrence.ts'
export {
  type EventOrder,
  type EventQuery,
  type EventsByTitle,
  maxCounted,
  type Page,
  type PostQuery,
  type TermQuery,
  type TitlePlace,
  type WideTexts,
} from './queries.ts'
export type { DatePatch, DatePatches } from './series-date.ts'
export { type InitialCount, type Sorted, type SortKey, termOrders } from './sorted.ts'
export type { ProtectedOf, Visible } from './visible.ts'
export type { Cell, LinkKind, Links, Row, Shape, StoredRecord, TextChange, Texts }

/** Languages of a record in one number: one bit for each that it has a name in. */
export const languageBits: Record<Language, number> = inEachLanguage((_, at) => 1 << at)
export const allLanguageBits = (1 << languages.length) - 1

/** The values of one date of an event that lists need. */
export type ListEntry = { at: Occurrence; links: Links; modified: number }

/** The keys of the order of events (T3). */
type ListPlace = Pick<Occurrence, 'starts' | 'published' | 'event' | 'id'>

/** The values of a venue or organizer that lists need. `languages`: `languageBits` of its texts. */
export type PostEntry = {
  id: number
  date: number
  status: string
  author: number
  languages: number
  /** For venues with coordinates. */
  place?: Place
  /** For venues in a city. */
  city?: string
}

export type Listed = { ids: number[]; total: number }
/** A page of dates of events; the total counts dates too. */
export type ListedDates = { items: ListItem[]; total: number }
/** A date of an event: `occurrence` is its ID, which a single event's only date has from the event. Wall times and instants in seconds. */
export type ListItem = Omit<Dates, 'id'> & {
  occurrence: number
  event: number
  /** The publication of the event, which decides among dates that start together. */
  published: number
  /** Something is otherwise on this date than in the record (`datePatches`). */
  patched?: true
  /** In a list by series: the number of its dates. */
  count?: number
}

/** The visibility of an event, in the columns of lists. */
export type Visibility = Pick<EventFacts, 'status' | 'hidden' | 'protected'>

/**
 * The dates of one event that start at `from` or later and before `before`, in wall seconds, end at `endsBy` or earlier, and end at the instant
 * `notOverAt` or later; the latest first if `descending`. `isUncounted`: the total is that of the page.
 */
export type DatesQuery = {
  from?: number | undefined
  before?: number
  endsBy?: number | undefined
  notOverAt?: number
  /** Leaves out dates that are less visible than this. */
  visibleAs?: Visibility
  descending?: boolean
  limit: number
  offset?: number
  isUncounted?: true
}

/** One line of the change log. */
export type JournalEntry = {
  seq: number
  /** Unix seconds. */
  instant: number
  /** User id; 0 for the service itself. */
  actor: number
  verb: 'create' | 'change' | 'remove'
  kind: string
  id: number
  language: string
  version: number
  /** For the list index; null if lists do not change. */
  detail: object | null
  /** All dates of a series after it. It is not stored: only the process that wrote the line has it, and not always. */
  dates?: readonly Dates[]
}

/**
 * The values that one change of a record replaced: they restore the record before it. `version` is that of the record before; author and time are of
 * the change.
 */
export type Replaced = {
  kind: string
  id: number
  version: number
  /** Unix seconds. */
  instant: number
  actor: number
  /** The version that the change brought back; 0 for none. */
  restored: number
  before: PreviousVersion
}

/**
 * The facts, texts and links that a change replaced, as they were. A language of null was not there. `joined`: so many more changes
 * are in this one, the first of them at `began`.
 */
export type PreviousVersion = DatePatch & {
  joined?: number
  /** Unix seconds. */
  began?: number
  /** For dates of a series, by ID: their previous values; null: none. */
  dates?: DatePatches
}

export type SettingDates = {
  /** Seconds by which the start of the series, and so all original starts, have moved. */
  step?: number
  /** Dates of earlier original starts stay as they are. */
  from?: number
  /** When a date is on which something is otherwise; without it, as the rule says. */
  timesOf?: (byRule: WantedDate, patch: DatePatch) => WantedDate
}

export type Family = Shape['family']

/** Reads from the database. Nothing here grows with the number of records but lists that say so. */
export type Reader = {
  get(kind: string, id: number): Promise<StoredRecord | undefined>
  /** Also one that cannot be shown, as far as it can be read. */
  anyRecord(kind: string, id: number): Promise<StoredRecord | undefined>
  /** In the order of the ids; unknown ones are left out. */
  getMany(kind: string, ids: readonly number[]): Promise<StoredRecord[]>
  kindOf(family: Family, id: number): Promise<string | undefined>
  /** By the normal form of a slug, in either language (M6). */
  bySlug(kind: string, slug: string): Promise<number | undefined>
  /** The same of several at once, by slug; those that are free are left out. */
  bySlugs(kind: string, slugs: readonly string[]): Promise<ReadonlyMap<string, number>>
  idsWithSlug(kind: string, part: string, after: number, limit: number): Promise<number[]>
  /** The record that a former slug leads to, or `idName` of one that was merged into it. */
  movedTo(kind: string, name: string): Promise<number | undefined>
  /** The names that lead to a record: its slugs in normal form, and its earlier names and those of records merged into it. */
  namesOf(kind: string, id: number): Promise<{ slugs: string[]; moved: string[] }>
  /** Ids of records whose name has this key in either language, lowest first. */
  named(kind: string, key: string): Promise<number[]>
  /** Ids of records whose indexed fact equals the value, or is not set (null), lowest first. */
  lookup(kind: string, fact: string, value: Cell, limit?: number): Promise<number[]>
  /** Ids of records with an indexed fact, those with the highest value first. */
  highest(kind: string, fact: string, limit: number): Promise<number[]>
  /** Ids of records that wait for an instant (status `future`) which has come, earliest first. */
  due(kind: string, now: number, limit: number): Promise<number[]>
  /** The ids given and all below them, by the fact `parent`. */
  withDescendants(kind: string, ids: readonly number[]): Promise<number[]>
  /** Series whose dates are stored up to less than a wall time, those of the earliest first; some may be left out at the beginning. */
  seriesStoredUntil(before: number, limit: number, offset?: number): Promise<number[]>
  /** Events that are linked to a record or show an image, also on one date alone, lowest first, after an id. */
  eventsOf(
    kind: LinkKind | 'image',
    target: number,
    after: number,
    limit: number,
  ): Promise<number[]>
  /** Ids of a kind, lowest first, after an id. */
  idsAfter(kind: string, after: number, limit: number): Promise<number[]>
  listEvents(query: EventQuery, requester?: Requester): Promise<ListedDates>
  /** Dates of one event in their order, whether or not lists show it. */
  occurrencesOf(event: number, query: DatesQuery): Promise<ListedDates>
  /** The events of a list in a span of days; its window is that span. */
  listDays(query: EventQuery, span: DaySpan, requester?: Requester): Promise<ListedDays>
  /** The number of entries of a list with each value of these facets. */
  listFacets(query: EventQuery, facets: FacetQuery, requester?: Requester): Promise<Facets>
  listPosts(query: PostQuery): Promise<Listed>
  /** IDs of the venues within a circle that the caller sees, nearest first. */
  venuesNear(near: Near): Promise<number[]>
  listTerms(query: TermQuery): Promise<Listed>
  /** Events by the titles that a language shows. */
  eventsByTitle(query: EventsByTitle): Promise<TitlePlace[]>
  /** The initials of names, folded, with the number of names. */
  initials(query: InitialsQuery): Promise<InitialCount[]>
  /** The number of these events that are linked to each of these records, up to one more than `maxEventsCounted`. */
  eventCounts(
    kind: LinkKind,
    ids: readonly number[],
    events: CountedEvents,
  ): Promise<Map<number, number>>
  count(kind: string): Promise<number>
  /** Ids of records that have this fact, lowest first, after an id. Reads all records on the way: for background work. */
  idsWith(kind: string, fact: string, after: number, limit: number): Promise<number[]>
  /** The number of records with this fact. */
  countWith(kind: string, fact: string): Promise<number>
  /** The highest id of a kind; 0 when there is none. */
  lastId(kind: string): Promise<number>
  /** The entries of the dates of events, in list order after one; or of those of these events. */
  listEntries(after: ListPlace | undefined, limit: number): Promise<ListEntry[]>
  listEntriesOf(ids: readonly number[]): Promise<ListEntry[]>
  /** Reads the texts of so many events after an id: those that have these letters, and the id of the last (none: no more). */
  eventsWithText(
    language: Language,
    letters: string,
    after: number,
    limit: number,
  ): Promise<{ ids: number[]; last: number | undefined }>
  /** The events among these whose folded text has these letters. */
  eventsOfText(language: Language, letters: string, ids: readonly number[]): Promise<number[]>
  /** Venues or organizers as lists know them: all, or these. */
  postEntries(kind: PostLinkKind, ids?: readonly number[]): Promise<PostEntry[]>
  /** A date of a series by its ID, also one that is gone. */
  seriesDate(id: number): Promise<SeriesDate | undefined>
  /** Dates of a series in the order of their original starts, from one on; `gone`: those that it had, `removed` or `detached`. */
  seriesDates(
    series: number,
    part?: { from?: number; limit?: number; gone?: number },
  ): Promise<SeriesDate[]>
  /** A date that is gone, `removed` or `detached`, whose start by the rule of now is in a window. */
  goneDate(
    series: number,
    window: { from: number; before: number },
    removed: number,
  ): Promise<SeriesDate | undefined>
  /** The differences of these dates from their series; those without any are left out. */
  datePatches(ids: readonly number[]): Promise<ReadonlyMap<number, DatePatch>>
  /** The dates of a series that are not as its record, in the order of their original starts. */
  overridesOf(series: number): Promise<(SeriesDate & { patch: DatePatch })[]>
  /** Dates of series that are not as rule and first date say, in what, when or how long; by series and original start. */
  irregularDates(series: readonly number[]): Promise<IrregularDate[]>
  /** When the last dates of series end, by series. */
  lastEnds(series: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** Series of which a date cannot be shown, lowest first. Reads all dates: for `doctor`. */
  seriesWithUnshown(limit: number): Promise<number[]>
  /** The span of all dates of a series; undefined: there are none. */
  spanOf(series: number): Promise<Span | undefined>
  journal(after: number, limit: number): Promise<JournalEntry[]>
  /** The values that changes of a record replaced, latest first: of versions before one. */
  replaced(kind: string, id: number, before: number, limit: number): Promise<Replaced[]>
  lastSeq(): Promise<number>
  note(key: string): Promise<string | undefined>
}

/** One write: all of it happens, or nothing. */
export type Transaction = Reader &
  PuttingBack & {
    /** The id of a record that is going to be inserted. */
    newId(kind: string): Promise<number>
    /** Gives an ID that `raiseIds` has passed over and no record has. */
    giveId(kind: string, id: number): Promise<void>
    insert(kind: string, facts: Row, texts: Texts, links?: Links, id?: number): Promise<number>
    /**
     * Changes only what is given; a text of null deletes that language, and links are replaced by kind. Returns the new version.
     */
    update(
      kind: string,
      id: number,
      facts: Row,
      texts?: TextChange,
      links?: Partial<Links>,
    ): Promise<number>
    /** Changes texts and links without counting as a write. */
    amend(kind: string, id: number, texts: TextChange, links?: Partial<Links>): Promise<void>
    remove(kind: string, id: number): Promise<void>
    /** The slugs by which a record is found, in normal form; those it had before are freed. */
    setSlugs(kind: string, id: number, slugs: readonly string[]): Promise<void>
    /** From now on a name leads to a record (`movedTo`), where no record has it as its slug. */
    keepName(kind: string, name: string, id: number): Promise<void>
    /** Redirects of one record lead to another. */
    leadOn(kind: string, from: number, to: number): Promise<void>
    /**
     * Gives a series the dates that it is to have, and writes what differs: IDs stay by R9, dates that are not wanted are gone. Comes
     * before `derive`.
     */
    setDates(series: number, wanted: readonly WantedDate[], how?: SettingDates): Promise<void>
    /** Gives the dates of a series from an original start on to another, with their IDs; also those that are gone. */
    moveDates(from: number, to: number, original: number): Promise<void>
    /** Takes a date from its series; its ID becomes that of a record, which is to be inserted with it. */
    detachDate(id: number, kind: string): Promise<void>
    /** Says what is otherwise on a date, or with null that nothing is, and when the date is then; without `times`, as before. */
    patchDate(id: number, patch: DatePatch | null, times?: WantedDate): Promise<void>
    /** The changes of this write to the dates of a series, for its line in the journal; undefined: none. */
    takeDatesChange(series: number): DatesChange | undefined
    /** Writes what follows from a record as it is now: its rows in lists, the texts to search in. `before`: as it was. */
    derive(record: StoredRecord, before?: StoredRecord): Promise<void>
    /** Adds to a numeric fact of these records without counting as a write; answers what it is now, by id. */
    add(
      kind: string,
      ids: readonly number[],
      fact: string,
      delta: number,
    ): Promise<[id: number, value: number][]>
    log(entry: Omit<JournalEntry, 'seq'>): Promise<void>
    /** Keeps what a change of a record replaces, and of the changes before it so many that there are `most`. */
    keepReplaced(replaced: Replaced, max: number): Promise<void>
    /** Forgets what changes of a record have replaced: it has no earlier versions then. */
    forgetReplaced(kind: string, id: number): Promise<void>
    /** Removes the lines of the journal up to a position; never the last one. */
    dropJournal(until: number): Promise<void>
    setNote(key: string, value: string): Promise<void>
    /** Does a part of the write: where it throws, what it has written is undone, and the rest stays. */
    attempt<T>(work: () => Promise<T>): Promise<T>
  }

/** `regained` resolves when what was written meanwhile is read; else it is tried again. */
export type ConnectionListener = { lost(): void; regained(): Promise<void> }

/** May reject where what is new could not be read. */
export type Watcher = (position: number, lines?: readonly JournalEntry[]) => void | Promise<void>

/** Hears what the operator may want to know. */
export type Informed = (message: string, fields: Record<string, unknown>) => void

/** Best-effort messages to all other processes that serve the calendar; they are not queued. */
export type Broadcast = {
  send(text: string): void
  listen(listener: (text: string) => void): void
}

/** A database: `sqlite/engine.ts` or `postgres/engine.ts`. Both meet the same contract (`test/stores/contract`). */
export type Store = Reader & {
  /** Brings the tables to the version of this program, or throws. Rebuilds small derived tables of another form. */
  prepare(shapes: readonly Shape[], informed?: Informed): Promise<void>
  /**
   * Rebuilds what `prepare` has left, in the background: lists are as before until it is done, and lists by a new column are refused. Then an entry
   * of event 0 in the journal invalidates all lists.
   */
  rebuild(progress?: (done: number, total: number) => void): Promise<void>
  /**
   * Runs a write as if alone, in one transaction; resolves when it is durable. It may run several times (others of its group fail; a creation runs
   * once without writing, to read ahead), so it changes nothing but the database, and does all its work through `tx`.
   */
  write<T>(work: (tx: Transaction) => Promise<T>, isCreation?: boolean): Promise<T>
  /**
   * Reports positions that the journal has reached: those of durable writes of this process before any is answered, others within
   * moments. `lines`: some that lead there, where they are at hand. Returns what ends it.
   */
  watch(watcher: Watcher): () => void
  /** True if another process has written since watchers were last called; calls them then. */
  look(): boolean
  /** Reports when announcements of other writes are lost, and when they work again; an unreachable database is reported only after minutes. */
  listen?(listener: ConnectionListener): void
  /** True in the leader, which runs background work such as publication. For a moment two may be: ask each time. */
  isLeader(): Promise<boolean>
  /** Messages to the other processes, where there may be some. */
  broadcast?: Broadcast | undefined
  /** Figures of this process: waiting writes, and writes per commit. */
  writeFigures(): WriteFigures
  search: TextSearch
  close(): Promise<void>
}
