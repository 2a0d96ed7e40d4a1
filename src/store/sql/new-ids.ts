import { existing } from '../../define/base/objects.ts'
import type { Cell } from '../../define/record.ts'
import type { Connection } from '../contract/connection.ts'
import type { Family, Reader } from '../contract/store.ts'
import type { GroupRows } from './group-rows.ts'
import { type Insertion, insertion } from './insertion.ts'
import type { Dialect } from './schema.ts'

/** Maximum number of IDs that are reserved at once. */
const maxReserved = 32
/** Maximum number of IDs per statement when the sequence is raised. */
const maxRaised = 10_000

export type NewIds = ReturnType<typeof openNewIds>

/** The numbers of a table. */
type Numbers = {
  next(): Promise<number>
  /** Returns several new IDs, lowest first. */
  several(count: number): Promise<number[]>
  /** Later ones are higher than this; resolves with the highest one that was given before. */
  raise(to: number): Promise<number>
  /** Reserves one more ID. */
  expect(): void
  /** A group ends. */
  flushed(): void
  /** Others have been given higher ones meanwhile. */
  forget(): void
}

/** Ids of new records, in the order of the writes; their rows go in with those of the records. */
export function openNewIds(connection: Connection, dialect: Dialect, rows: GroupRows) {
  const { numbers } = dialect
  const tables = new Map<string, Numbers & { into: Insertion }>()
  const opened = (table: string) => ({
    into: insertion(connection, dialect, table, ['id', 'kind']),
    ...('reserve' in numbers
      ? reserving(connection, numbers.reserve(table), numbers.skipTo(table))
      : counting(connection, numbers, table, rows)),
  })
  function tableOf(family: string) {
    const table = `${family}_id`
    const of = tables.get(table) ?? opened(table)
    tables.set(table, of)
    return { table, of }
  }
  return {
    async next(family: string, kind: string): Promise<number> {
      const { table, of } = tableOf(family)
      const id = await of.next()
      rows.add(table, of.into.rows, [[id, kind]])
      return id
    },
    /** Numbers of the same sequence for other purposes, without a row of a kind. */
    several: (family: string, count: number) => tableOf(family).of.several(count),
    raise: (family: string, to: number) => tableOf(family).of.raise(to),
    /** Gives a number of the sequence to a record of a kind. */
    give(family: string, id: number, kind: string) {
      const { table, of } = tableOf(family)
      rows.add(table, of.into.rows, [[id, kind]])
    },
    expect: (family: string) => tableOf(family).of.expect(),
    flushed() {
      for (const of of tables.values()) of.flushed()
    },
    forget() {
      for (const of of tables.values()) of.forget()
    },
  }
}

/** Where asking means waiting for a server, a group reserves the more of them the more it has used. */
function reserving(connection: Connection, sql: string, skipTo: string): Numbers {
  let ids: number[] = []
  let many = 1
  let expected = 0
  const several = async (count: number) => {
    const reserved = await connection.all<{ id: number }>(sql, [count])
    return reserved.map(({ id }) => id).sort((a, b) => a - b)
  }
  return {
    async next() {
      if (ids.length === 0) {
        const wanted = Math.max(many, expected)
        ids = (await connection.all<{ id: number }>(sql, [wanted])).map(({ id }) => id).reverse()
        many = Math.min(many * 2, maxReserved)
      }
      if (expected > 0) expected--
      return existing(ids.pop())
    },
    several,
    // To set a sequence would give numbers twice that others take meanwhile: they never take so many.
    async raise(to) {
      const [first = to] = await several(1)
      if (to - first > maxRaised) await connection.run(skipTo, [to])
      else if (to > first) await several(to - first)
      return first
    },
    expect: () => void expected++,
    // the next group may be a single write
    flushed() {
      many = 1
      expected = 0
    },
    // what is left is given up
    forget() {
      ids = []
      expected = 0
    },
  }
}

type Counted = Extract<Dialect['numbers'], { last(table: string): string }>

/** While no other process writes, the numbers are counted on in memory: a row for each would be a statement for each. */
function counting(
  connection: Connection,
  numbers: Counted,
  table: string,
  rows: GroupRows,
): Numbers {
  let last: number | undefined
  const forget = () => {
    last = undefined
  }
  const now = async () => (await connection.get<{ last: number }>(numbers.last(table)))?.last ?? 0
  const raise = (to: readonly (readonly Cell[])[]) =>
    connection.run(numbers.raise(table), to.at(-1))
  return {
    async next() {
      last ??= await now()
      return ++last
    },
    async several(count) {
      const first = (last ?? (await now())) + 1
      last = first + count - 1
      // After the row of the record that they are for, which has made the sequence.
      rows.add(table, raise, [[last]])
      return Array.from({ length: count }, (_, at) => first + at)
    },
    async raise(to) {
      const before = last ?? (await now())
      await connection.run(numbers.begin(table))
      await connection.run(numbers.raise(table), [to])
      last = Math.max(before, to)
      return before
    },
    expect() {},
    flushed: forget,
    forget,
  }
}

/** Maximum number of IDs whose kind is cached while no other process writes. */
const maxKinds = 20_000

export type Kinds = ReturnType<typeof openKinds>

/** The kind of the record with an ID: read once, and set for new records before their rows are written. */
export function openKinds({ kindOf }: Pick<Reader, 'kindOf'>, rows: GroupRows) {
  const kinds = new Map<string, string>()
  async function remember(family: Family, id: number, kind: string) {
    if (kinds.size >= maxKinds) {
      // Those of new records may be known here alone.
      await rows.flush()
      kinds.clear()
    }
    kinds.set(family + id, kind)
  }
  return {
    remember,
    async of(family: Family, id: number): Promise<string | undefined> {
      const cached = kinds.get(family + id)
      if (cached !== undefined) return cached
      const kind = await kindOf(family, id)
      if (kind !== undefined) await remember(family, id, kind)
      return kind
    },
    remove: (family: Family, id: number) => void kinds.delete(family + id),
    forget: () => kinds.clear(),
  }
}
