import { hash } from 'node:crypto'
import { notACursor } from '../../define/field-errors.ts'
import type { FieldError } from '../../define/field-type.ts'
import type { ParamValues } from '../../define/param.ts'
import { isDated, type StoredRecord } from '../../define/record.ts'
import { detailOf, seenIn } from '../../journal/index.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import {
  type ChangeKind,
  type ChangeVerb,
  changeKinds,
  type changesParams,
  firstCursor,
  isSeries,
  modifiedOf,
} from '../../resources/index.ts'
import type { JournalEntry, ListedEvent, Reader, Seen } from '../../store/index.ts'
import type { Caller, Context, View } from '../base/context.ts'
import { onNextDate } from '../read/dates.ts'
import { mayShow, type Showing, showingTo } from '../read/showing.ts'
import { viewsOf } from '../read/views.ts'

/** A position in the change log: the number of a line, and its mark, by which it is recognized; empty at the beginning. */
type Mark = { seq: number; line: string }

/** The state of a follower, all of which is in its cursor. */
export type Cursor = {
  mark: Mark
  kinds: readonly ChangeKind[]
  records: boolean
  /** The visibility of records for the caller, as a digest. */
  rights: string
  /** During a first read: the records that were sent last. Afterwards the change log is read, from `mark` on. */
  first?: { kind: number; after: number }
}

/** Short and not secret: it tells apart what differs by accident. */
export const digestOf = (value: unknown) =>
  hash('sha1', JSON.stringify(value), 'base64url').slice(0, 10)

/** Bits of `changeKinds`. */
const bitsOf = (kinds: readonly ChangeKind[]) =>
  changeKinds.reduce((bits, kind, at) => (kinds.includes(kind) ? bits | (1 << at) : bits), 0)

export function writeCursor({ mark, kinds, records, rights, first }: Cursor): string {
  const parts = [mark.seq, mark.line, bitsOf(kinds), Number(records), rights]
  const all = first ? [...parts, first.kind, first.after] : parts
  return Buffer.from(all.join('.')).toString('base64url')
}

const written =
  /^(?<seq>\d{1,15})\.(?<line>[\w-]{0,10})\.(?<bits>\d{1,3})\.(?<records>[01])\.(?<rights>[\w-]{10})(?:\.(?<kind>\d)\.(?<after>\d{1,15}))?$/

/** Throws for what is none: a cursor is not signed, for it opens nothing that its caller may not see. */
export function readCursor(text: string): Cursor {
  const groups = written.exec(Buffer.from(text, 'base64url').toString('latin1'))?.groups
  if (!groups) throw fieldProblem('cursor', notACursor)
  const { seq, line = '', bits, records, rights = '', kind, after } = groups
  return {
    mark: { seq: Number(seq), line },
    kinds: changeKinds.filter((_, at) => Number(bits) & (1 << at)),
    records: records === '1',
    rights,
    ...(kind !== undefined && { first: { kind: Number(kind), after: Number(after) } }),
  }
}

/**
 * What a line of the change log means for callers whose lists show this: a record that appears there was created, one that disappears
 * deleted. Undefined: they saw it neither before nor after. Null: the line, of an earlier version, does not say who saw the record.
 */
function changeFor(showing: Showing, entry: JournalEntry): ChangeVerb | undefined | null {
  const seen = seenIn(entry)
  if (!seen) return null
  const [was, is] = seen.map(state => state !== null && isShown(showing, entry.kind, state))
  if (is) return was ? 'updated' : 'created'
  return was ? 'deleted' : undefined
}

const isShown = (showing: Showing, kind: string, { status, author, hidden }: Seen) =>
  mayShow(showing, {
    kind,
    facts: { status: status ?? null, author: author ?? 0, hide_from_listings: Number(hidden) },
  })

/** One change. `dates`: the range of dates of a series that it touches, as far as the change log has it, in wall seconds. */
type Change = {
  kind: ChangeKind
  id: number
  change: ChangeVerb
  version: number
  /** Unix seconds. */
  instant: number
  dates?: { starts: number; ends: number } | undefined
  view?: View
}

/** `isComplete`: it ends a first read, which has named every record since its beginning. */
export type ChangesPage = {
  changes: Change[]
  cursor: string
  hasMore: boolean
  isComplete: boolean
}

type Values = ParamValues<typeof changesParams>

/** Lines, or records of a first read, that one request looks at: those that its caller does not see cost time too. */
const maxRead = 2000
const atOnce = 200

/**
 * The changes after a cursor in the order of their commits, as this caller may see them. `position`: that of the change log up to which
 * caches are current; NaN: none is used.
 */
export async function readChanges(
  context: Context,
  { actor, language, fallback }: Pick<Caller, 'actor' | 'language' | 'fallback'>,
  values: Values,
  position: number,
): Promise<ChangesPage> {
  const { store } = context
  const showing = showingTo(actor)
  const end = Number.isNaN(position) ? await store.lastSeq() : Math.floor(position)
  const cursor = await cursorFor(store, showing, values, end)
  const perPage = values.per_page ?? atOnce
  const page = cursor.first
    ? await firstPage(store, showing, cursor, cursor.first, perPage)
    : await nextPage(store, showing, cursor, perPage, end)
  const changes = cursor.records
    ? await withViews(context, { actor, language, fallback }, showing, page.changes)
    : page.changes
  const { first, mark } = page.cursor
  return {
    changes,
    cursor: writeCursor(page.cursor),
    hasMore: first !== undefined || mark.seq < end,
    isComplete: cursor.first !== undefined && first === undefined,
  }
}

const otherFilter: FieldError = {
  sentence: {
    en: '{name} differs from that of the cursor. Leave it out, or begin again with cursor=start.',
    fr: '{name} diffère de celui du curseur. Omettez ce paramètre, ou recommencez avec cursor=start.',
  },
}

/** The cursor that was sent, or a new one at the end of the change log. */
async function cursorFor(
  store: Reader,
  showing: Showing,
  { cursor, kinds, records }: Values,
  end: number,
): Promise<Cursor> {
  const rights = digestOf(showing)
  if (cursor === undefined || cursor === firstCursor)
    return {
      mark: await markAt(store, end),
      kinds: kinds ?? changeKinds,
      records: records ?? false,
      rights,
      ...(cursor && { first: { kind: 0, after: 0 } }),
    }
  const sent = readCursor(cursor)
  if (kinds && !sameKinds(kinds, sent.kinds)) throw fieldProblem('kinds', otherFilter)
  if (records !== undefined && records !== sent.records) throw fieldProblem('records', otherFilter)
  if (rights !== sent.rights) throw new Problem('changes_cursor_gone')
  return sent
}

const sameKinds = (some: readonly ChangeKind[], others: readonly ChangeKind[]) =>
  some.length === others.length && some.every(kind => others.includes(kind))

async function markAt(store: Reader, seq: number): Promise<Mark> {
  const [line] = seq > 0 ? await store.journal(seq - 1, 1) : []
  return line ? markOf(line) : { seq: 0, line: '' }
}

const markOf = (line: JournalEntry): Mark => ({ seq: line.seq, line: digestOf(lineOf(line)) })

/** A restored database may have given the number to another line. */
const lineOf = ({ seq, instant, actor, verb, kind, id, language, version }: JournalEntry) => [
  seq,
  instant,
  actor,
  verb,
  kind,
  id,
  language,
  version,
]

/** The lines after a position. Throws if its line is gone, or another one: lines may be missing between. */
async function linesAfter(
  store: Reader,
  { seq, line }: Mark,
  limit: number,
): Promise<JournalEntry[]> {
  if (seq === 0) {
    const lines = await store.journal(0, limit)
    if ((lines[0]?.seq ?? 1) > 1) throw new Problem('changes_cursor_gone')
    return lines
  }
  const [last, ...lines] = await store.journal(seq - 1, limit + 1)
  if (last?.seq !== seq || markOf(last).line !== line) throw new Problem('changes_cursor_gone')
  return lines
}

type Page = { changes: Change[]; cursor: Cursor }

/** Changes from the change log, up to the line `end`. */
async function nextPage(
  store: Reader,
  showing: Showing,
  cursor: Cursor,
  perPage: number,
  end: number,
): Promise<Page> {
  const changes: Change[] = []
  let { mark } = cursor
  const furthest = Math.min(end, mark.seq + maxRead)
  do {
    const lines = await linesAfter(store, mark, atOnce)
    let last: JournalEntry | undefined
    for (const line of lines) {
      if (line.seq > furthest || changes.length >= perPage) break
      const change = changeIn(showing, cursor.kinds, line)
      if (change) changes.push(change)
      last = line
    }
    if (!last) break
    mark = markOf(last)
  } while (mark.seq < furthest && changes.length < perPage)
  return { changes, cursor: { ...cursor, mark } }
}

function changeIn(
  showing: Showing,
  kinds: readonly ChangeKind[],
  entry: JournalEntry,
): Change | undefined {
  const kind = kinds.find(kind => kind === entry.kind)
  // a line without a record makes lists be read again
  if (!kind || entry.id === 0) return undefined
  const change = changeFor(showing, entry)
  if (change === null) throw new Problem('changes_cursor_gone')
  if (!change) return undefined
  const { id, version, instant } = entry
  return { kind, id, change, version, instant, dates: datesIn(change, entry) }
}

/** Of a record that was not visible before, or is not any more, nothing is said of that time. */
function datesIn(change: ChangeVerb, entry: JournalEntry): Change['dates'] {
  const { was, is } = detailOf(entry)
  const states = change === 'updated' ? [was, is] : change === 'created' ? [is] : []
  const times = states.flatMap(state => (state?.others ? timesOf(state) : []))
  if (times.length === 0) return undefined
  return {
    starts: Math.min(...times.map(({ starts }) => starts)),
    ends: Math.max(...times.map(({ ends }) => ends)),
  }
}

type Times = { starts: number; ends: number }
const timesOf = ({ dates, span }: ListedEvent): readonly Times[] =>
  span ? [span.least, span.most] : dates

/** Records in the order of their kinds and IDs. */
async function firstPage(
  store: Reader,
  showing: Showing,
  cursor: Cursor,
  { kind: firstKind, after: firstAfter }: NonNullable<Cursor['first']>,
  perPage: number,
): Promise<Page> {
  const { kinds, mark } = cursor
  // what is written meanwhile is read from there
  await linesAfter(store, mark, 0)
  const changes: Change[] = []
  let [at, after, left] = [firstKind, firstAfter, maxRead]
  for (let kind = kinds[at]; kind; kind = kinds[at]) {
    if (left <= 0 || changes.length >= perPage)
      return { changes, cursor: { ...cursor, first: { kind: at, after } } }
    const ids = await store.idsAfter(kind, after, atOnce)
    for (const record of await store.getMany(kind, ids)) {
      if (changes.length >= perPage) break
      if (mayShow(showing, record)) changes.push(asCreated(kind, record))
      after = record.id
    }
    left -= atOnce
    if (changes.length >= perPage) continue
    after = ids.at(-1) ?? 0
    if (ids.length < atOnce) [at, after] = [at + 1, 0]
  }
  const { first: _, ...rest } = cursor
  return { changes, cursor: rest }
}

const asCreated = (kind: ChangeKind, record: StoredRecord): Change => ({
  kind,
  id: record.id,
  change: 'created',
  version: record.version,
  instant: modifiedOf(record),
})

/** The same with the records as they are now. One that is not visible any more was deleted since, whatever happened before. */
async function withViews(
  context: Context,
  caller: Caller,
  showing: Showing,
  changes: readonly Change[],
): Promise<Change[]> {
  const views = new Map<string, View>()
  const present = changes.filter(({ change }) => change !== 'deleted')
  for (const [kind, group] of Map.groupBy(present, change => change.kind)) {
    const ids = [...new Set(group.map(({ id }) => id))]
    const records = await context.store.getMany(kind, ids)
    const visible = records.filter(record => mayShow(showing, record))
    for (const view of await viewsOf(context, caller, kind, await asRead(context, visible)))
      views.set(`${kind} ${view.record.id}`, view)
  }
  return changes.map(change => {
    if (change.change === 'deleted') return change
    const view = views.get(`${change.kind} ${change.id}`)
    return view
      ? { ...change, version: view.record.version, view }
      : { ...change, change: 'deleted', dates: undefined }
  })
}

/** As a read by ID has them: a series is on its next date. */
const asRead = (context: Context, records: readonly StoredRecord[]): Promise<StoredRecord[]> =>
  Promise.all(
    records.map(record =>
      isDated(record.kind) && isSeries(record) ? onNextDate(context, record) : record,
    ),
  )
