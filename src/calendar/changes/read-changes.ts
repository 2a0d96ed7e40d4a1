import { hash } from 'node:crypto'
import { tableOf } from '../../define/base/objects.ts'
import { notACursor, tooMany } from '../../define/field-errors.ts'
import type { FieldError } from '../../define/field-type.ts'
import type { ParamValues } from '../../define/param.ts'
import {
  isDated,
  isTree,
  type StoredRecord,
  type TermLinkKind,
  termLinkKinds,
} from '../../define/record.ts'
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
import { protectedFor, visibleTo } from '../access/access.ts'
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
  terms: Terms
  /** The visibility of records for the caller, and the categories below those of `terms`, as a digest. */
  rights: string
  /** During a first read: the records that were sent last. Afterwards the change log is read, from `mark` on. */
  first?: { kind: number; after: number }
}

/** The IDs of the categories and tags of a filter: an event needs one of each kind; no ID of a kind means any event. */
export type Terms = Readonly<Record<TermLinkKind, readonly number[]>>

/** Short and not secret: it tells apart what differs by accident. */
export const digestOf = (value: unknown) =>
  hash('sha1', JSON.stringify(value), 'base64url').slice(0, 10)

/** Bits of `changeKinds`. */
const bitsOf = (kinds: readonly ChangeKind[]) =>
  changeKinds.reduce((bits, kind, at) => (kinds.includes(kind) ? bits | (1 << at) : bits), 0)

export function writeCursor({ mark, kinds, records, terms, rights, first }: Cursor): string {
  const parts = [mark.seq, mark.line, bitsOf(kinds), Number(records), rights]
  if (isFilter(terms)) parts.push(termLinkKinds.map(kind => terms[kind].join('-')).join('_'))
  if (first) parts.push(first.kind, first.after)
  return Buffer.from(parts.join('.')).toString('base64url')
}

const isFilter = (terms: Terms) => termLinkKinds.some(kind => terms[kind].length > 0)

/** Of the terms of a filter: their IDs are in the cursor. */
const maxTerms = 20

const written =
  /^(?<seq>\d{1,15})\.(?<line>[\w-]{0,10})\.(?<bits>\d{1,3})\.(?<records>[01])\.(?<rights>[\w-]{10})(?:\.(?<terms>[\d-]*_[\d-]*))?(?:\.(?<kind>\d)\.(?<after>\d{1,15}))?$/

/** Throws for what is none: a cursor is not signed, for it opens nothing that its caller may not see. */
export function readCursor(text: string): Cursor {
  const groups = written.exec(Buffer.from(text, 'base64url').toString('latin1'))?.groups
  if (!groups) throw fieldProblem('cursor', notACursor)
  const { seq, line = '', bits, records, rights = '', terms = '', kind, after } = groups
  const byKind = terms.split('_').map(ids => ids.split('-').filter(Boolean).map(Number))
  return {
    mark: { seq: Number(seq), line },
    kinds: changeKinds.filter((_, at) => Number(bits) & (1 << at)),
    records: records === '1',
    terms: tableOf(termLinkKinds, (_, at) => byKind[at] ?? []),
    rights,
    ...(kind !== undefined && { first: { kind: Number(kind), after: Number(after) } }),
  }
}

/** The terms of a cursor. */
export const termsIn = (cursor: string): Terms => readCursor(cursor).terms

/**
 * What a line of the change log means for callers whose lists show this: a record that appears there was created, one that disappears
 * deleted. Undefined: they saw it neither before nor after. Null: the line, of an earlier version, does not say who saw the record.
 */
function changeFor(
  showing: Showing,
  terms: TermSets,
  entry: JournalEntry,
): ChangeVerb | undefined | null {
  const seen = seenIn(entry)
  if (!seen) return null
  const { was: before, is: after } = detailOf(entry)
  const listed = [before, after]
  const [was, is] = seen.map(
    (state, at) =>
      state !== null && isShown(showing, entry.kind, state) && mayHaveTerms(terms, listed[at]),
  )
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

/** The terms of a filter that are there, with the categories below them; a kind without filter is missing. */
type TermSets = Partial<Record<TermLinkKind, ReadonlySet<number>>>

async function termSets(store: Reader, terms: Terms): Promise<TermSets> {
  const sets: TermSets = {}
  for (const kind of termLinkKinds) {
    const ids = terms[kind]
    if (ids.length === 0) continue
    const all = isTree(kind) ? await store.withDescendants(kind, ids) : ids
    const records = await store.getMany(kind, all)
    sets[kind] = new Set(records.map(({ id }) => id).toSorted((a, b) => a - b))
  }
  return sets
}

const hasTerms = (sets: TermSets, links: ListedEvent['links']) =>
  termLinkKinds.every(kind => !sets[kind] || links[kind].some(id => sets[kind]?.has(id)))

/** False where an event has none of the terms. What a password hides, and a series of which the line does not say it, may have them. */
const mayHaveTerms = (sets: TermSets, event: Pick<ListedEvent, 'facts' | 'links'> | undefined) =>
  !event || event.facts.protected === 1 || hasTerms(sets, event.links)

/**
 * The changes of events that the list of these terms has. One that it does not have any more was deleted for its reader, whatever else
 * happened; a first read leaves it out.
 */
async function withTerms(
  { store }: Context,
  actor: Caller['actor'],
  sets: TermSets,
  changes: readonly Change[],
  isFirst: boolean,
): Promise<readonly Change[]> {
  const isEvent = ({ kind, change }: Change) => isDated(kind) && change !== 'deleted'
  const ids = [...new Set(changes.filter(isEvent).map(({ id }) => id))]
  const filters = Object.entries(sets)
  if (filters.length === 0 || ids.length === 0) return changes
  const { items } = filters.some(([, set]) => set.size === 0)
    ? { items: [] }
    : await store.listEvents({
        visible: visibleTo(actor),
        protectedOf: protectedFor(actor),
        ids,
        ...Object.fromEntries(filters.map(([kind, set]) => [kind, { targets: [...set] }])),
        bySeries: true,
        page: { limit: ids.length, offset: 0 },
      })
  const listed = new Set(items.map(({ event }) => event))
  const left = (change: Change): Change => ({ ...change, change: 'deleted', dates: undefined })
  return changes.flatMap(change => {
    if (!isEvent(change) || listed.has(change.id)) return change
    return isFirst ? [] : left(change)
  })
}

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
  const { sets, ...cursor } = await cursorFor(store, showing, values, end)
  const perPage = values.per_page ?? atOnce
  const isFirst = cursor.first !== undefined
  const page = cursor.first
    ? await firstPage(store, showing, sets, cursor, cursor.first, perPage)
    : await nextPage(store, showing, sets, cursor, perPage, end)
  const filtered = await withTerms(context, actor, sets, page.changes, isFirst)
  const changes = cursor.records
    ? await withViews(context, { actor, language, fallback }, showing, filtered)
    : [...filtered]
  const { first, mark } = page.cursor
  return {
    changes,
    cursor: writeCursor(page.cursor),
    hasMore: first !== undefined || mark.seq < end,
    isComplete: isFirst && first === undefined,
  }
}

const otherFilter: FieldError = {
  sentence: {
    en: '{name} differs from that of the cursor. Leave it out, or begin again with cursor=start.',
    fr: '{name} diffère de celui du curseur. Omettez ce paramètre, ou recommencez avec cursor=start.',
  },
}

/** The cursor that was sent, or a new one at the end of the change log, with what its terms are now. */
async function cursorFor(
  store: Reader,
  showing: Showing,
  { cursor, kinds, records, ...filter }: Values,
  end: number,
): Promise<Cursor & { sets: TermSets }> {
  const sent = cursor === undefined || cursor === firstCursor ? undefined : readCursor(cursor)
  const given = termsOf(filter)
  const terms = sent?.terms ?? given
  const sets = await termSets(store, terms)
  const of = Object.entries(sets).map(([kind, set]) => [kind, ...set])
  const rights = digestOf(of.length === 0 ? showing : [showing, of])
  if (!sent)
    return {
      mark: await markAt(store, end),
      kinds: kinds ?? changeKinds,
      records: records ?? false,
      terms,
      sets,
      rights,
      ...(cursor && { first: { kind: 0, after: 0 } }),
    }
  if (kinds && !sameKinds(kinds, sent.kinds)) throw fieldProblem('kinds', otherFilter)
  if (records !== undefined && records !== sent.records) throw fieldProblem('records', otherFilter)
  for (const [name, kind] of termParams)
    if (filter[name] && given[kind].join() !== terms[kind].join())
      throw fieldProblem(name, otherFilter)
  if (rights !== sent.rights) throw new Problem('changes_cursor_gone')
  return { ...sent, sets }
}

const termParams = [
  ['categories', 'category'],
  ['tags', 'tag'],
] as const

/** The check of the request has made IDs of the names of terms. */
export function termsOf(filter: Pick<Values, 'categories' | 'tags'>): Terms {
  const terms: Record<TermLinkKind, number[]> = tableOf(termLinkKinds, () => [])
  for (const [name, kind] of termParams) {
    terms[kind] = [...new Set(filter[name]?.map(Number))].toSorted((a, b) => a - b)
    if (terms[kind].length > maxTerms) throw fieldProblem(name, tooMany(maxTerms))
  }
  return terms
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
  sets: TermSets,
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
      const change = changeIn(showing, sets, cursor.kinds, line)
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
  sets: TermSets,
  kinds: readonly ChangeKind[],
  entry: JournalEntry,
): Change | undefined {
  const kind = kinds.find(kind => kind === entry.kind)
  // a line without a record makes lists be read again
  if (!kind || entry.id === 0) return undefined
  const change = changeFor(showing, sets, entry)
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
  sets: TermSets,
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
      if (mayShow(showing, record) && mayBeListed(sets, record))
        changes.push(asCreated(kind, record))
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

/** Any date of a series may have terms of its own. */
const mayBeListed = (sets: TermSets, { kind, facts, links }: StoredRecord) =>
  !isDated(kind) || Boolean(facts.password) || isSeries({ facts }) || hasTerms(sets, links)

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
