import { setTimeout as sleep } from 'node:timers/promises'
import { type DerivedTable, derivedTables, formOf } from './derived.ts'
import {
  columnsOf,
  type Derived,
  type Next,
  noteOf,
  put,
  refuseOtherForm,
  type State,
  stateOf,
  targetOf,
} from './derived-rows.ts'
import { setNote } from './notes.ts'
import { derivedSchema } from './schema.ts'

/** A smaller calendar is rebuilt before the service listens. */
const fewRecords = 2000
const slice = 200
/** Number of records in a slice where the database itself makes their rows. */
const sliceInSql = 2000
const emptiedAtOnce = 2000

async function setState(derived: Derived, table: DerivedTable, state: State) {
  derived.targets = undefined
  await setNote(derived.connection, noteOf(table), JSON.stringify(state))
  await findUnknown(derived)
}

async function findUnknown(derived: Derived) {
  const unknown: string[] = []
  for (const table of derivedTables)
    unknown.push(...((await stateOf(derived, table))?.next?.unknown ?? []))
  derived.unknown = unknown
}

/** Reads again which rebuilds are going on: another process may have begun or ended one. Throws when that was of another version. */
export async function readRebuilds(derived: Derived) {
  derived.targets = undefined
  await findUnknown(derived)
  for (const table of derivedTables) refuseOtherForm(derived, table, await stateOf(derived, table))
}

const kindsOf = ({ shapes }: Derived, table: DerivedTable) =>
  [...shapes.values()].filter(table.isOf).map(({ kind }) => kind)

async function create(
  { connection, dialect, shapes }: Derived,
  table: DerivedTable,
  name: string,
  isIndexed = true,
) {
  const [columns = '', ...indexes] = derivedSchema(table, name, dialect, shapes.values())
  for (const sql of isIndexed ? [columns, ...indexes] : [columns]) await connection.run(sql)
}

/** Creates what is missing, and notes the rebuilds that are needed. */
export async function beginRebuilds(derived: Derived) {
  const { run } = derived.connection
  for (const table of derivedTables) {
    const form = formOf(table, derived.shapes.values())
    const noted = await stateOf(derived, table)
    const isMissing = (await columnsOf(derived, table.name)).length === 0
    const { next, ...current } = noted ?? { form: isMissing ? form : 'not noted' }
    const kinds = kindsOf(derived, table)
    if (!isMissing && next?.form === form && kinds.includes(next.kind)) continue
    if (next) await run(`DROP TABLE IF EXISTS ${table.name}_next`)
    if (current.form === form && !(isMissing && noted)) {
      await create(derived, table, table.name)
      if (next || isMissing) await setState(derived, table, current)
      continue
    }
    if (isMissing) await create(derived, table, table.name, false)
    const present = new Set((await columnsOf(derived, table.name)).map(({ name }) => name))
    const unknown = Object.keys(table.columns).filter(name => !present.has(name))
    for (const name of unknown) await addColumn(derived, table, name)
    await run(`DROP TABLE IF EXISTS ${table.name}_old`)
    await create(derived, table, `${table.name}_next`)
    const started: Next = { form, kind: kinds[0] ?? '', after: 0, unknown }
    await setState(derived, table, { form: current.form, next: started })
  }
  await findUnknown(derived)
}

function addColumn({ connection, dialect }: Derived, { name, columns }: DerivedTable, of: string) {
  const type = columns[of] ?? 'integer'
  const value = type === 'text' ? "''" : '0'
  return connection.run(
    `ALTER TABLE ${name} ADD COLUMN ${of} ${dialect.type[type]} NOT NULL DEFAULT ${value}`,
  )
}

/** Records that are read for a rebuild of every table; of each kind at most so many are counted. */
async function recordsToRead(derived: Derived, atMost?: number): Promise<number> {
  const limit = atMost === undefined ? '' : ` LIMIT ${atMost}`
  let total = 0
  for (const table of derivedTables) {
    if (!(await stateOf(derived, table))?.next) continue
    for (const kind of kindsOf(derived, table)) {
      const sql = `SELECT count(*) AS total FROM (SELECT 1 FROM "${kind}"${limit}) AS counted`
      total += (await derived.connection.get<{ total: number }>(sql))?.total ?? 0
    }
  }
  return total
}

// To count a million events takes a third of a second, for which the first start of a new version would wait.
export const isSmall = async (derived: Derived) =>
  (await recordsToRead(derived, fewRecords + 1)) <= fewRecords

/** Runs the rebuilds that were noted, each slice as a write of its own. */
export function openRebuilds(derived: Derived, write: <T>(work: () => Promise<T>) => Promise<T>) {
  let isStopped = false
  let running: Promise<void> | undefined

  async function runAll(progress?: (done: number, total: number) => void) {
    const total = await recordsToRead(derived)
    for (let done = 0; !isStopped; ) {
      const started = performance.now()
      const read = await write(() => rebuildSlice(derived))
      if (read === undefined) {
        if (total > 0) progress?.(total, total)
        return
      }
      done += read
      if (read > 0) progress?.(Math.min(done, total - 1), total)
      // In the background others have as much time.
      if (progress) await sleep(performance.now() - started)
    }
  }

  return {
    run(progress?: (done: number, total: number) => void): Promise<void> {
      running = runAll(progress)
      return running
    },
    async stop() {
      isStopped = true
      // its caller has received the error
      await running?.catch(() => {})
    },
  }
}

/** Does a slice of the rebuilds; answers how many records it has read, and undefined once nothing is left to do. */
async function rebuildSlice(derived: Derived): Promise<number | undefined> {
  for (const table of derivedTables) {
    const state = await stateOf(derived, table)
    if (state?.next) return fill(derived, table, state, state.next)
    if (state?.isEmptying) return empty(derived, table, state)
  }
  // another process may have done the rest
  await readRebuilds(derived)
  return undefined
}

async function fill(derived: Derived, table: DerivedTable, state: State, next: Next) {
  const { kind, after: before } = next
  const shape = derived.shapes.get(kind)
  const select = shape && table.selectOf?.(shape)
  const max = select ? sliceInSql : slice
  const ids = await derived.records.idsAfter(kind, before, max)
  const after = ids.at(-1) ?? before
  if (select) {
    await copy(derived, table, select, { kind, after: before, until: after })
    await putPatched(derived, table, { kind, after: before, until: after })
  } else {
    const target = await targetOf(derived, table, `${table.name}_next`)
    for (const record of await derived.records.getMany(kind, ids))
      await put(derived, target, record)
  }
  const kinds = kindsOf(derived, table)
  const following = kinds[kinds.indexOf(kind) + 1]
  if (ids.length === max) await setState(derived, table, { ...state, next: { ...next, after } })
  else if (following)
    await setState(derived, table, { ...state, next: { ...next, kind: following, after: 0 } })
  else await swap(derived, table, next)
  return ids.length
}

/** Fills a table from the records of a kind after an id, up to another. Replaces the rows that writes have put there meanwhile. */
async function copy(
  { connection }: Derived,
  { name, owner, selectFrom }: DerivedTable,
  select: Readonly<Record<string, string>>,
  { kind, after, until }: { kind: string; after: number; until: number },
) {
  const id = owner.at(-1)
  await connection.run(`DELETE FROM ${name}_next WHERE ${id} > ? AND ${id} <= ?`, [after, until])
  await connection.run(
    `INSERT INTO ${name}_next (${Object.keys(select).join(', ')})
      SELECT ${Object.values(select).join(', ')} FROM ${selectFrom ?? `"${kind}"`} WHERE id > ? AND id <= ?`,
    [after, until],
  )
}

/** Series with dates that are otherwise than their record, whose patches no statement knows, and records with values that none reads. */
async function putPatched(
  derived: Derived,
  table: DerivedTable,
  { kind, after, until }: { kind: string; after: number; until: number },
) {
  if (!table.seriesRow) return
  const apart = derived.shapes.get(kind)?.listedApart
  const series =
    "SELECT series AS id FROM series_date WHERE series > ? AND series <= ? AND patch <> ''"
  const records = await derived.connection.all<{ id: number }>(
    apart
      ? `${series} UNION SELECT id FROM "${kind}" WHERE id > ? AND id <= ? AND ${apart}`
      : `${series} GROUP BY series`,
    apart ? [after, until, after, until] : [after, until],
  )
  const target = await targetOf(derived, table, `${table.name}_next`)
  for (const record of await derived.records.getMany(
    kind,
    records.map(({ id }) => id),
  ))
    await put(derived, target, record)
}

async function swap(derived: Derived, table: DerivedTable, { form }: Next) {
  const { run, all } = derived.connection
  await run(`ALTER TABLE ${table.name} RENAME TO ${table.name}_old`)
  // The previous table is unused: it is emptied in batches.
  for (const { name } of await all<{ name: string }>(derived.dialect.indexesOf, [
    `${table.name}_old`,
  ]))
    await run(`DROP INDEX ${name}`)
  await run(`ALTER TABLE ${table.name}_next RENAME TO ${table.name}`)
  await setState(derived, table, { form, isEmptying: true })
  // a change of no event in particular: lists in memory are read again
  await run(`INSERT INTO journal (instant, actor, verb, kind, id, language, version, detail)
    VALUES (coalesce((SELECT instant FROM journal ORDER BY seq DESC LIMIT 1), 0), 0, 'change', 'event', 0, 'en', 0, '')`)
}

/** A table of a million rows is not dropped at once: all its pages would be overwritten meanwhile. */
async function empty(derived: Derived, table: DerivedTable, { form }: State) {
  const { change, run } = derived.connection
  const old = `${table.name}_old`
  const owner = table.owner.join(', ')
  const rows = await change(
    `DELETE FROM ${old} WHERE (${owner}) IN (SELECT ${owner} FROM ${old} LIMIT ${emptiedAtOnce})`,
  )
  if (rows > 0) return 0
  await run(`DROP TABLE ${old}`)
  await setState(derived, table, { form })
  return 0
}
