import { type Cell, isPlaced, isTree, linksOf, type PostLinkKind } from '../../define/record.ts'
import { daySeconds, isTime } from '../../define/time/clock.ts'
import { Problem } from '../../problem/index.ts'
import { dateColumns, showableTimes } from '../contract/bounds.ts'
import { nearestFirst } from '../contract/distance.ts'
import { type DatedOccurrence, noDays, settle, spread } from '../contract/events-per-day.ts'
import {
  addTo,
  type Cities,
  citiesOf,
  countedIn,
  type FacetName,
  type FacetQuery,
  type Facets,
  isOfVenues,
  monthOf,
  mostFrequent,
  type Tally,
} from '../contract/facets.ts'
import { type Dates, occurrenceColumns } from '../contract/occurrence.ts'
import type {
  DaySpan,
  EventQuery,
  InitialCount,
  JournalEntry,
  LinkKind,
  Listed,
  ListedDays,
  ListItem,
  Near,
  Occurrence,
  Page,
  Place,
  PostEntry,
  Reader,
  Replaced,
  TitlePlace,
} from '../contract/store.ts'
import { sees } from '../contract/visible.ts'
import { seriesDateReader } from './date-reader.ts'
import { detailIn } from './journal-detail.ts'
import {
  dateNames,
  dateStatements,
  eventStatements,
  eventsByTitle,
  type ListStatements,
  postStatements,
  termStatements,
  venuesInBox,
} from './list-statements.ts'
import { readNote } from './notes.ts'
import { previousVersionIn } from './previous-versions.ts'
import { idsOf, recordReader, type Source } from './records.ts'
import { anyOf, languagesSql } from './schema.ts'
import { eventsLinkedTo, initialsStatement } from './sort-keys.ts'

type Group = { value: Cell; count: number }

/** The most groups of events with the same links that are read while the list index is not built. */
const maxGroups = 20_000

/** As the index counts, from the events grouped by all that they are linked to. Undefined: there are too many groups. */
async function countFacets(
  source: Source,
  query: EventQuery,
  { names, venues: visible }: FacetQuery,
  nearest: readonly number[] | undefined,
  venues: readonly PostEntry[],
): Promise<Facets | undefined> {
  const facets: Facets = {}
  const seen = new Set(venues.filter(venue => sees(visible, venue)).map(({ id }) => id))
  const cities = citiesOf(venues, visible)
  const lineOf = await linesOf(source, names)
  for (const name of names) {
    const groups = await groupsOf(source, countedIn(query, name), name, nearest)
    if (groups.length > maxGroups) return undefined
    const tally: Tally = new Map()
    for (const { value, count } of groups)
      for (const each of new Set(valuesIn(name, value, lineOf, cities))) addTo(tally, each, count)
    if (name !== 'city') facets[name] = mostFrequent(tally, id => !isPlaced(name) || seen.has(id))
    else
      facets.city = mostFrequent(tally).map(({ value, count }) => ({
        value: cities.names[value] ?? '',
        count,
      }))
  }
  return facets
}

/** The columns that entries of a list are grouped by. */
const columns: Record<FacetName, string> = {
  category: 'o.category',
  tag: 'o.tag',
  venue: 'o.venue',
  city: 'o.venue',
  month: 'o.starts',
}

function groupsOf(
  { connection, dialect }: Source,
  { sorted: _, ...query }: EventQuery,
  name: FacetName,
  nearest: readonly number[] | undefined,
): Promise<Group[]> {
  const column = columns[name]
  const all = { ...query, page: { limit: 2 ** 31, offset: 0 } }
  const { sql, values } = eventStatements(all, dialect, nearest, `o.id, ${column}`).page
  // days: months differ in length. Databases round towards zero.
  const value = name === 'month' ? `(o.starts + ${cycles}) / ${daySeconds}` : column
  return connection.all<Group>(
    `SELECT ${value} AS value, count(*) AS count FROM (${sql}) o GROUP BY ${value} LIMIT ${maxGroups + 1}`,
    values,
  )
}

/** A time that makes all wall times positive: a multiple of a day. */
const cycles = 800_000 * daySeconds

function valuesIn(
  name: FacetName,
  value: Cell,
  lineOf: (category: number) => number[],
  { of }: Cities,
): number[] {
  if (name === 'month') return [monthOf(Number(value) * daySeconds - cycles)]
  const ids: number[] = value ? JSON.parse(String(value)) : []
  if (isTree(name)) return ids.flatMap(lineOf)
  return name === 'city' ? ids.flatMap(id => of.get(id) ?? []) : ids
}

/** Categories with all above them. */
async function linesOf({ connection }: Source, names: readonly FacetName[]) {
  const rows = names.some(isTree)
    ? await connection.all<{ id: number; parent: number }>(
        'SELECT id, parent FROM category WHERE parent > 0',
        [],
      )
    : []
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]))
  return (category: number) => {
    const line = new Set<number>()
    for (let id: number | undefined = category; id && !line.has(id); id = parents.get(id))
      line.add(id)
    return [...line]
  }
}

/** Every read of a database, in one text for all engines. */
export const reader = (source: Source): Reader => ({
  ...recordReader(source),
  ...listReader(source),
  ...entryReader(source),
  ...seriesDateReader(source),
  ...textReader(source),
  ...journalReader(source),
})

/** A page and its total, as they are at one moment. */
const pageOf = <R extends { id: number }>(
  { connection }: Source,
  { page, total }: ListStatements,
  { limit, offset }: Page,
): Promise<{ rows: R[]; total: number }> =>
  connection.snapshot(async at => {
    const rows = await at.all<R>(page.sql, page.values)
    // The end of a page that is not full is the total.
    if (rows.length < limit && (rows.length > 0 || offset === 0))
      return { rows, total: offset + rows.length }
    const count = await at.get<{ total: number }>(total.sql, total.values)
    return { rows, total: count?.total ?? 0 }
  })

async function listed(source: Source, statements: ListStatements, page: Page): Promise<Listed> {
  const { rows, total } = await pageOf(source, statements, page)
  return { ids: idsOf(rows), total }
}

async function venuesNear({ connection }: Source, near: Near): Promise<number[]> {
  const { sql, values } = venuesInBox(near)
  return nearestFirst(near, await connection.all<Place & { id: number }>(sql, values))
}

/** A filter on a column that a table lacks while it is being rebuilt is not answered yet. */
function refuseUnknown({ unknown }: Source, { total: { sql } }: ListStatements) {
  if (unknown?.some(name => new RegExp(`\\bo\\.${name}\\b`).test(sql))) throw notReady()
}

/** Indexes are being built in the background. */
const notReady = () => new Problem('service_too_busy', { params: { seconds: 30 }, retryAfter: 30 })

/** Maximum number of dates that are read for a span of days while the list index is not built; beyond it there is no response yet. */
const maxOfDays = 5000

async function daysOf(source: Source, query: EventQuery, span: DaySpan): Promise<ListedDays> {
  const nearest = query.near && (await venuesNear(source, query.near))
  const dayQuery = {
    ...query,
    descending: false,
    bySeries: false,
    page: { limit: maxOfDays + 1, offset: 0 },
  }
  const statements = eventStatements(dayQuery, source.dialect, nearest, dayColumns)
  refuseUnknown(source, statements)
  const { sql, values } = statements.page
  const listed = noDays(span)
  const rows = await source.connection.all<DateRow & { first_in_day: number }>(sql, values)
  if (rows.length > maxOfDays) throw notReady()
  for (const { first_in_day, ...row } of rows) spread(listed, span, dayOf(row), first_in_day === 1)
  return settle(listed, span)
}

function listReader(
  source: Source,
): Pick<
  Reader,
  | 'listEvents'
  | 'occurrencesOf'
  | 'listDays'
  | 'listFacets'
  | 'listPosts'
  | 'venuesNear'
  | 'listTerms'
  | 'eventsByTitle'
  | 'initials'
  | 'eventCounts'
> {
  const { dialect } = source
  return {
    listDays: (query, span) => daysOf(source, query, span),
    async listFacets(query, facets) {
      const nearest = query.near && (await venuesNear(source, query.near))
      const venues = facets.names.some(isOfVenues) ? await postEntries(source, 'venue') : []
      refuseUnknown(source, eventStatements(query, dialect, nearest))
      const counts = await countFacets(source, query, facets, nearest, venues)
      if (!counts) throw notReady()
      return counts
    },
    async listEvents(query) {
      const nearest = query.near && (await venuesNear(source, query.near))
      const statements = eventStatements(query, dialect, nearest)
      refuseUnknown(source, statements)
      const { rows, total } = await pageOf<DateRow>(source, statements, query.page)
      return { items: rows.map(itemOf), total }
    },
    async occurrencesOf(event, { limit, offset = 0, isUncounted, ...window }) {
      const statements = dateStatements(event, { ...window, limit, offset })
      if (isUncounted) {
        const { sql, values } = statements.page
        const items = (await source.connection.all<DateRow>(sql, values)).map(itemOf)
        return { items, total: items.length }
      }
      const { rows, total } = await pageOf<DateRow>(source, statements, { limit, offset })
      return { items: rows.map(itemOf), total }
    },
    venuesNear: near => venuesNear(source, near),
    listPosts: query => listed(source, postStatements(query, dialect), query.page),
    eventsByTitle(query) {
      const { sql, values } = eventsByTitle(query, dialect)
      return source.connection.all<TitlePlace>(sql, values)
    },
    listTerms: query => listed(source, termStatements(query, dialect), query.page),
    initials: query => {
      const { sql, values } = initialsStatement(query)
      return source.connection.all<InitialCount>(sql, values)
    },
    async eventCounts(kind, ids, events) {
      const among = anyOf('t.id', ids, dialect)
      const linked = eventsLinkedTo(kind, 't', events)
      const rows = await source.connection.all<{ id: number; total: number }>(
        `SELECT t.id, ${linked.sql} AS total FROM "${kind}" t WHERE ${among.sql}`,
        [...linked.values, ...among.values],
      )
      return new Map(rows.map(({ id, total }) => [id, total]))
    },
  }
}

const dayColumns = `${dateNames}, o.first_in_day`

function dayOf(row: DateRow): DatedOccurrence {
  const { occurrence, event, starts, ends, original, patched } = itemOf(row)
  const moved = original === starts ? {} : { original }
  return { occurrence, event, starts, ends, ...moved, ...(patched && { patched }) }
}

type DateRow = Dates & { event: number; published: number; patched: number; in_list?: number }
const itemOf = (row: DateRow): ListItem => {
  const { id, event, patched, in_list, ...dates } = dated(row)
  return {
    occurrence: id,
    event,
    ...dates,
    ...(patched === 1 && { patched: true }),
    ...(in_list !== undefined && id !== event && { count: in_list }),
  }
}

/** Until a table of an earlier form is rebuilt, each event in it has one date, with the event's ID and no original start. */
const dated = <R extends DateRow>(row: R): R => ({
  ...row,
  id: idOf(row),
  original: row.original !== 0 && isTime(row.original) ? row.original : row.starts,
})
const idOf = ({ id, event }: Pick<Occurrence, 'id' | 'event'>) => id || event

/** Named, since a table that is being rebuilt may have others. */
const listColumns = Object.keys(occurrenceColumns).join(', ')

/** Reads the entries of the list index. */
function entryReader(
  source: Source,
): Pick<Reader, 'listEntries' | 'listEntriesOf' | 'postEntries'> {
  const entries = async (condition: string, values: readonly (string | number)[]) => {
    const rows = await source.connection.all<
      Occurrence & Record<LinkKind, string> & { modified: number | null }
    >(
      `SELECT ${listColumns}, (SELECT e.modified FROM event e WHERE e.id = occurrence.event) AS modified
        FROM occurrence WHERE ${showableTimes(dateColumns)} AND ${condition}`,
      values,
    )
    return rows.map(row => {
      const { venue, organizer, category, tag, modified, ...at } = row
      return { at: dated(at), links: linksOf(row), modified: modified ?? 0 }
    })
  }
  return {
    listEntries: (after, limit) =>
      entries(
        `(starts, published, event, id) > (?, ?, ?, ?)
          ORDER BY starts, published, event, id LIMIT ?`,
        [
          after?.starts ?? Number.MIN_SAFE_INTEGER,
          after?.published ?? 0,
          after?.event ?? 0,
          after?.id ?? 0,
          limit,
        ],
      ),
    listEntriesOf(ids) {
      const { sql, values } = anyOf('event', ids, source.dialect)
      return entries(sql, values)
    },
    postEntries: (kind, ids) => postEntries(source, kind, ids),
  }
}

async function postEntries(
  { connection, dialect }: Source,
  kind: PostLinkKind,
  ids?: readonly number[],
): Promise<PostEntry[]> {
  const { sql, values } = ids ? anyOf('p.id', ids, dialect) : { sql: '1 = 1', values: [] }
  const place = isPlaced(kind)
    ? 'p.geo_lat AS lat, p.geo_lng AS lng, p.city'
    : 'NULL AS lat, NULL AS lng, NULL AS city'
  const rows = await connection.all<
    Omit<PostEntry, 'place' | 'city'> &
      Record<'lat' | 'lng', number | null> & {
        city: string | null
      }
  >(
    `SELECT p.id, p.date, p.status, p.author, ${place},
          ${languagesSql('p.')} AS languages
          FROM "${kind}" p WHERE ${sql}`,
    values,
  )
  return rows.map(({ lat, lng, city, ...entry }) => ({
    ...entry,
    ...(lat !== null && lng !== null && { place: { lat, lng } }),
    ...(city && { city }),
  }))
}

function textReader({
  connection,
  dialect,
}: Source): Pick<Reader, 'eventsWithText' | 'eventsOfText'> {
  const events = async (which: string, values: readonly (string | number)[]) =>
    idsOf(
      await connection.all<{ id: number }>(
        `SELECT id FROM search WHERE kind = 'event' AND ${which} AND language = ? AND ${dialect.position('text', '?')} > 0`,
        values,
      ),
    )
  return {
    async eventsWithText(language, letters, after, limit) {
      const last =
        '(SELECT max(id) FROM (SELECT id FROM event WHERE id > ? ORDER BY id LIMIT ?) AS next)'
      const rows = await connection.all<{ id: number | null; is_last: number }>(
        `SELECT id, 0 AS is_last FROM search
          WHERE kind = 'event' AND id > ? AND id <= ${last} AND language = ? AND ${dialect.position('text', '?')} > 0
          UNION ALL SELECT ${last}, 1`,
        [after, after, limit, language, letters, after, limit],
      )
      const ids = rows.flatMap(({ id, is_last }) => (id === null || is_last ? [] : [id]))
      return { ids, last: rows.find(row => row.is_last)?.id ?? undefined }
    },
    eventsOfText(language, letters, ids) {
      const { sql, values } = anyOf('id', ids, dialect)
      return events(sql, [...values, language, letters])
    },
  }
}

function journalReader({
  connection,
}: Source): Pick<Reader, 'journal' | 'replaced' | 'lastSeq' | 'note'> {
  return {
    async replaced(kind, id, before, limit) {
      const rows = await connection.all<Replaced & { before: string }>(
        'SELECT * FROM replaced WHERE kind = ? AND id = ? AND version < ? ORDER BY version DESC LIMIT ?',
        [kind, id, before, limit],
      )
      const versions: Replaced[] = []
      for (const { before: text, ...change } of rows) {
        const before = previousVersionIn(text)
        // older versions follow from this one
        if (!before) break
        versions.push({ ...change, before })
      }
      return versions
    },
    async journal(after, limit) {
      const rows = await connection.all<JournalEntry & { detail: string }>(
        'SELECT * FROM journal WHERE seq > ? ORDER BY seq LIMIT ?',
        [after, limit],
      )
      return rows.map(({ detail, ...entry }) => ({
        ...entry,
        detail: detailIn(detail),
      }))
    },
    lastSeq: async () =>
      (await connection.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM journal'))?.seq ??
      0,
    note: key => readNote(connection, key),
  }
}
