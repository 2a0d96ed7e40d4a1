import { existing } from '../../define/base/objects.ts'
import type { Cell } from '../../define/record.ts'
import type { Connection } from '../contract/connection.ts'
import type { Reader } from '../contract/store.ts'
import { allDone } from './all-done.ts'

export type GroupRows = ReturnType<typeof openGroupRows>
type Rows = readonly (readonly Cell[])[]
export type SlugRow = [kind: string, slug: string, id: number]

/** Rows that a group of writes creates: at its end they are inserted together, many with one statement. */
export function openGroupRows() {
  const tables = new Map<(rows: Rows) => Promise<void>, (readonly Cell[])[]>()
  const kinds = new Set<string>()
  const owners = new Map<string, number>()
  let added = 0
  function add(kind: string, insert: (rows: Rows) => Promise<void>, rows: Rows) {
    const waiting = tables.get(insert)
    if (waiting) waiting.push(...rows)
    else tables.set(insert, [...rows])
    kinds.add(kind)
    added += rows.length
  }
  return {
    /** `insert` is called once with all rows that were added for it. */
    add,
    addSlugs(insert: (rows: Rows) => Promise<void>, rows: readonly SlugRow[]) {
      for (const [kind, slug, id] of rows) owners.set(`${kind} ${slug}`, id)
      add('slug', insert, rows)
    },
    /** The owner of a slug once all rows are in. */
    ownerOf: (kind: string, slug: string) => owners.get(`${kind} ${slug}`),
    /** The number of rows that were ever added: they count as written. */
    get added() {
      return added
    },
    get isEmpty() {
      return tables.size === 0
    },
    /** True if rows of records of this kind are still pending. */
    isOf: (kind: string) => kinds.has(kind),
    async flush() {
      if (tables.size === 0) return
      const all = [...tables]
      this.forget()
      // Each is sent at once: a server need not be waited for between them.
      await allDone(all.map(([insert, rows]) => insert(rows)))
    },
    forget() {
      tables.clear()
      kinds.clear()
      owners.clear()
    },
  }
}

/** The owners of slugs, also those that the group has still to write. */
const ownersWith =
  (read: Reader, rows: GroupRows): Reader['bySlugs'] =>
  async (kind, slugs) => {
    const pending = slugs.flatMap(slug => {
      const owner = rows.ownerOf(kind, slug)
      return owner === undefined ? [] : [[slug, owner] as const]
    })
    if (pending.length === 0) return read.bySlugs(kind, slugs)
    const others = slugs.filter(slug => rows.ownerOf(kind, slug) === undefined)
    const stored = others.length > 0 ? await read.bySlugs(kind, others) : []
    return new Map([...pending, ...stored])
  }

/** Readings that would miss what a group has still to write wait until it is written. */
export function afterGroup(
  read: Reader,
  { rows, sums, flush }: { rows: GroupRows; sums: Sums; flush(): Promise<void> },
): Reader {
  const waiting =
    <A extends unknown[], T>(
      reading: (...of: A) => Promise<T>,
      isMissed: (...of: A) => boolean,
    ): ((...of: A) => Promise<T>) =>
    (...of) =>
      isMissed(...of) ? flush().then(() => reading(...of)) : reading(...of)
  const ofKind = (kind: string) => rows.isOf(kind)
  const withSums = (kind: string) => rows.isOf(kind) || sums.isOf(kind)
  const ofAny = () => !rows.isEmpty || !sums.isEmpty
  return {
    // Notes and what was replaced are written at once; kinds of new ids are known (`writer.ts`).
    replaced: read.replaced,
    kindOf: read.kindOf,
    movedTo: read.movedTo,
    namesOf: waiting(read.namesOf, ofKind),
    note: read.note,
    bySlug: async (kind, slug) => rows.ownerOf(kind, slug) ?? read.bySlug(kind, slug),
    bySlugs: ownersWith(read, rows),
    idsWithSlug: waiting(read.idsWithSlug, ofKind),
    count: waiting(read.count, ofAny),
    get: waiting(read.get, withSums),
    anyRecord: waiting(read.anyRecord, withSums),
    getMany: waiting(read.getMany, withSums),
    lookup: waiting(read.lookup, withSums),
    highest: waiting(read.highest, withSums),
    named: waiting(read.named, ofKind),
    due: waiting(read.due, ofKind),
    withDescendants: waiting(read.withDescendants, ofKind),
    idsAfter: waiting(read.idsAfter, ofKind),
    idsWith: waiting(read.idsWith, ofKind),
    countWith: waiting(read.countWith, ofKind),
    lastId: waiting(read.lastId, ofKind),
    eventsOf: waiting(read.eventsOf, ofAny),
    listEvents: waiting(read.listEvents, ofAny),
    occurrencesOf: waiting(read.occurrencesOf, ofAny),
    listDays: waiting(read.listDays, ofAny),
    listFacets: waiting(read.listFacets, ofAny),
    listPosts: waiting(read.listPosts, ofAny),
    venuesNear: waiting(read.venuesNear, ofAny),
    listTerms: waiting(read.listTerms, ofAny),
    initials: waiting(read.initials, ofAny),
    eventsByTitle: waiting(read.eventsByTitle, ofAny),
    eventCounts: waiting(read.eventCounts, ofAny),
    listEntries: waiting(read.listEntries, ofAny),
    listEntriesOf: waiting(read.listEntriesOf, ofAny),
    eventsWithText: waiting(read.eventsWithText, ofAny),
    eventsOfText: waiting(read.eventsOfText, ofAny),
    seriesDate: waiting(read.seriesDate, ofAny),
    seriesDates: waiting(read.seriesDates, ofAny),
    seriesStoredUntil: waiting(read.seriesStoredUntil, ofAny),
    spanOf: waiting(read.spanOf, ofAny),
    datePatches: waiting(read.datePatches, ofAny),
    overridesOf: waiting(read.overridesOf, ofAny),
    irregularDates: waiting(read.irregularDates, ofAny),
    goneDate: waiting(read.goneDate, ofAny),
    lastEnds: waiting(read.lastEnds, ofAny),
    seriesWithUnshown: waiting(read.seriesWithUnshown, ofAny),
    postEntries: waiting(read.postEntries, ofAny),
    journal: waiting(read.journal, ofAny),
    lastSeq: waiting(read.lastSeq, ofAny),
  }
}

export type Sums = ReturnType<typeof openSums>
type Sum = { kind: string; id: number; fact: string; value: number }

/** A group of writes counts the same few terms again and again: the sums are written once, at its end. */
export function openSums(connection: Connection) {
  const sums = new Map<string, Sum>()
  let added = 0
  async function read(kind: string, id: number, fact: string): Promise<[number, number]> {
    const sql = `SELECT coalesce("${fact}", 0) AS value FROM "${kind}" WHERE id = ?`
    return [id, (await connection.get<{ value: number }>(sql, [id]))?.value ?? 0]
  }
  return {
    /** The value of a record as it is in the database. */
    read,
    /** The values as they are now, by id. Those that the group has counted before are not read again. */
    async add(
      kind: string,
      ids: readonly number[],
      fact: string,
      delta: number,
    ): Promise<[id: number, value: number][]> {
      const keyOf = (id: number) => `${kind} ${id} ${fact}`
      const unread = ids.filter(id => !sums.has(keyOf(id)))
      if (unread.length > 0)
        for (const [id, value] of await allDone(unread.map(id => read(kind, id, fact))))
          sums.set(keyOf(id), { kind, id, fact, value })
      added += ids.length
      return ids.map(id => {
        // each was read, now or before
        const sum = existing(sums.get(keyOf(id)))
        sum.value += delta
        return [id, sum.value]
      })
    },
    get added() {
      return added
    },
    get isEmpty() {
      return sums.size === 0
    },
    /** True if sums of records of this kind are still to be written. */
    isOf: (kind: string) => sums.values().some(sum => sum.kind === kind),
    async flush() {
      const all = [...sums.values()]
      sums.clear()
      await allDone(
        all.map(({ kind, id, fact, value }) =>
          connection.run(`UPDATE "${kind}" SET "${fact}" = ? WHERE id = ?`, [value, id]),
        ),
      )
    },
    forget: () => sums.clear(),
  }
}
