import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formatWall } from '../../src/define/time/clock.ts'
import { readCsv } from '../../src/moving/csv/read-csv.ts'
import { eventStatusOf } from '../../src/resources/event/event-status.ts'
import { lostFrom, type ModelRecord, randomFrom, timeText } from '../support/import-history.ts'
import { openImportedCalendar } from '../support/imported-calendar.ts'
import {
  isSameRow,
  type Row,
  type RowRecord,
  recordsOfRows,
  tableOf,
} from '../support/table-history.ts'

let calendar: Awaited<ReturnType<typeof openImportedCalendar>>
before(async () => {
  calendar = await openImportedCalendar('2027-06-01T10:00:00Z')
})
after(() => calendar.close())

const noon = Date.UTC(2027, 5, 1, 10) / 1000
const steps = 30

/** The events of a source as they are stored, by ID. */
async function storedIn(source: string) {
  const { store } = calendar.context
  const ids = await store.lookup('event', 'source', source, 10_000)
  const records = await store.getMany('event', ids)
  const venues = await store.getMany(
    'venue',
    records.flatMap(({ links }) => links.venue ?? []),
  )
  const names = new Map(venues.map(({ id, texts }) => [id, String(texts.en?.venue)]))
  return new Map(
    records.map(({ id, facts, texts, links }) => {
      const isCancelled = eventStatusOf(facts).event_status === 'cancelled'
      const state = facts.status === 'trash' ? 'trash' : isCancelled ? 'cancelled' : 'here'
      const shown = {
        title: String(texts.en?.title),
        starts: formatWall(Number(facts.starts)),
        ends: formatWall(Number(facts.ends)),
        // its venue may be in the trash too
        place: state === 'trash' ? '' : (names.get(links.venue?.[0] ?? 0) ?? ''),
        text: String(texts.en?.excerpt ?? ''),
        state,
      }
      return [id, shown] as const
    }),
  )
}

/** What the calendar should show of a record. */
const shownOf = ({ row, ownTitle, at = row, state }: RowRecord) => {
  const isTrashed = state === 'trash' || state === 'thrown away'
  return {
    title: ownTitle ?? row.title,
    starts: timeText(at.day, at.hour),
    ends: timeText(at.day, at.hour + 2),
    place: isTrashed ? '' : row.place,
    text: row.text,
    state: isTrashed ? 'trash' : state,
  }
}

const order = <T>(list: Iterable<readonly [number, T]>) => [...list].sort(([a], [b]) => a - b)

/** As the model of feeds has it. */
const asModelRecord = (record: RowRecord, id: number): ModelRecord => ({
  id,
  feed: { ...record.row, count: 1, removed: new Set() },
  ...(record.at && { at: record.at }),
  ownRemoved: new Set(),
  isTrashed: record.state !== 'here',
})

async function tableHistory(seed: number) {
  const random = randomFrom(seed)
  const { below, oneOf } = random
  const gone = seed % 2 === 0 ? 'trash' : 'cancel'
  const source = `table-${seed}`
  const log: string[] = []
  let rows: Row[] = []
  const left: Row[] = []
  let records = new Map<number, RowRecord>()
  let today = 0
  let names = 0
  calendar.clock.now = noon

  const compare = async (step: string) => {
    log.push(step)
    const shown = [...records].map(([id, record]) => [id, shownOf(record)] as const)
    assert.deepEqual(order(await storedIn(source)), order(shown), log.join('\n'))
  }
  const newText = () => `N${++names}`
  const newRow = (): Row => ({
    title: oneOf(['A', 'B', 'C', 'D', `T${++names}`]) ?? '',
    day: today + 1 + below(12),
    hour: 16 + below(4),
    place: oneOf(['X', 'Y', 'Z']) ?? '',
    text: newText(),
  })
  const put = (row: Row) => {
    // what is the same in all cells is one event
    if (!rows.some(each => isSameRow(each, row) && each.text === row.text)) rows.push(row)
  }
  const changeTable = () => {
    const [a, b] = [below(rows.length), below(rows.length)]
    const [one, other] = [rows[a], rows[b]]
    const kind = below(14)
    if (!one || !other || kind < 2) put(newRow())
    else if (kind < 4) put({ ...one, text: newText() })
    else if (kind < 7) left.push(...rows.splice(a, 1))
    else if (kind === 7) for (const row of left.splice(0)) put(row)
    else if (kind === 8) rows = rows.toSorted(() => below(3) - 1)
    else {
      const changed: Row[] =
        kind === 9
          ? [{ ...one, text: newText() }]
          : kind === 10
            ? [{ ...one, ...(below(2) ? { hour: 16 + below(4) } : { day: today + 1 + below(12) }) }]
            : kind === 11
              ? [{ ...one, ...(below(2) ? { title: `T${++names}` } : { place: 'W' }) }]
              : kind === 12
                ? [
                    { ...one, day: other.day, hour: other.hour },
                    { ...other, day: one.day, hour: one.hour },
                  ]
                : [
                    { ...one, title: other.title },
                    { ...other, title: one.title },
                  ]
      rows = rows.filter(row => row !== one && (row !== other || changed.length === 1))
      for (const row of changed) put(row)
    }
    log.push(tableOf(rows))
  }
  const importTable = async () => {
    const before = new Map(records)
    const known = new Set((await storedIn(source)).keys())
    const { found, fresh } = recordsOfRows(rows, records, today)
    // a row that is there twice, in all its cells, is one event
    const text =
      below(4) > 0 ? tableOf(rows) : tableOf([...rows, ...rows.slice(below(rows.length))])
    await calendar.importText(readCsv, text, { source, gone })
    const isNew = ([id]: readonly [number, unknown]) => !known.has(id)
    const created = [...(await storedIn(source))].filter(isNew)
    for (const [id, row] of found) {
      const record = records.get(id)
      if (record && record.state !== 'thrown away')
        records.set(id, { ...record, row, state: 'here' })
    }
    for (const row of fresh) {
      const isIt = ([, { title, text }]: (typeof created)[number]) =>
        title === row.title && text === row.text
      const [id = 0] = created.find(isIt) ?? []
      records.set(id, { row, state: 'here' })
    }
    const feed = new Map(
      [...records].flatMap(([id, record]) =>
        rows.includes(record.row) ? [[`${id}`, asModelRecord(record, id).feed] as const] : [],
      ),
    )
    const modelled = new Map(
      [...records].map(([id, record]) => [`${id}`, asModelRecord(record, id)] as const),
    )
    for (const uid of lostFrom(modelled, feed, today)) {
      const record = records.get(Number(uid))
      const state = gone === 'trash' ? 'trash' : 'cancelled'
      if (record) records.set(Number(uid), { ...record, state })
    }
    await compare(`import (${gone})`)
    if (below(4) > 0) return true
    await calendar.undo()
    records = new Map(
      [...records].map(([id, record]) => [id, before.get(id) ?? { ...record, state: 'trash' }]),
    )
    await compare('undo')
    return false
  }
  const importSame = async () => {
    rows = rows.toSorted(() => below(3) - 1)
    const report = await calendar.importText(readCsv, tableOf(rows), { source, gone })
    const { created, updated } = report.counts.event
    assert.deepEqual([created, updated, report.gone.changed], [0, 0, 0], log.join('\n'))
    await compare('same')
  }
  const edit = async () => {
    const [id, record] =
      oneOf([...records].filter(([, { state }]) => state === 'here' || state === 'cancelled')) ?? []
    if (id === undefined || !record) return
    if (below(8) === 0) {
      await calendar.change(id, { status: 'trash' })
      records.set(id, { ...record, state: 'thrown away' })
    } else if (below(2) === 0) {
      const ownTitle = `H${++names}`
      await calendar.change(id, { title: ownTitle })
      records.set(id, { ...record, ownTitle })
    } else {
      const { day, hour } = record.at ?? record.row
      const at = { day, hour: hour === 20 ? 15 : hour + 1 }
      const times = { start_date: timeText(day, at.hour), end_date: timeText(day, at.hour + 2) }
      await calendar.change(id, times)
      records.set(id, { ...record, at })
    }
    await compare(`edit ${id}`)
  }

  for (let at = 0; at < 6; at++) put(newRow())
  log.push(tableOf(rows))
  for (let step = 0; step < steps; step++) {
    const kind = below(10)
    if (kind < 4) changeTable()
    else if (kind < 6) await edit()
    else if (kind < 7) {
      today += 1 + below(2)
      calendar.clock.now = noon + today * 86_400
      log.push(`day ${today}`)
    } else if (rows.length > 0 && (await importTable()) && below(2) === 0) await importSame()
  }
}

// Each of these finds some of the faults that were planted in the recognition of rows and in the undo.
for (const seed of [2, 3, 10, 11, 45])
  test(`CSV without IDs: random edits in a table and here agree with a plain model (${seed})`, () =>
    tableHistory(seed))

const row = (title: string, text: string): Row => ({ title, day: 3, hour: 18, place: 'X', text })

test('an event that its table took away and that was edited since takes place again with its row', async () => {
  calendar.clock.now = noon
  const how = { source: 'again', gone: 'cancel' } as const
  const rows = [row('A', 'a'), row('B', 'b'), row('C', 'c')]
  const importRows = (of: Row[]) => calendar.importText(readCsv, tableOf(of), how)
  const states = async () =>
    order(await storedIn('again')).map(([, { title, state }]) => `${title} ${state}`)
  await importRows(rows)
  await importRows(rows.slice(1))
  const [[id] = [0]] = order(await storedIn('again'))
  await calendar.change(id, { title: 'A here' })
  assert.deepEqual(await states(), ['A here cancelled', 'B here', 'C here'])
  await importRows(rows)
  assert.deepEqual(await states(), ['A here here', 'B here', 'C here'])
})

test('of like rows, one that changes is the event that is there, not the one in the trash', async () => {
  calendar.clock.now = noon
  const how = { source: 'like', gone: 'trash' } as const
  const importRows = (of: Row[]) => calendar.importText(readCsv, tableOf(of), how)
  const texts = async () =>
    order(await storedIn('like')).map(([, { text, state }]) => `${text} ${state}`)
  await importRows([row('A', 'first'), row('A', 'second'), row('B', 'b')])
  await importRows([row('A', 'second'), row('B', 'b')])
  assert.deepEqual((await texts()).toSorted(), ['b here', 'first trash', 'second here'])
  await importRows([row('A', 'changed'), row('B', 'b')])
  assert.deepEqual((await texts()).toSorted(), ['b here', 'changed here', 'first trash'])
})

test('a day without a year stays in the year in which its table had it', async () => {
  const { clock, importText } = calendar
  const tables = {
    'no ID': 'Title,Date,Time\nA,June 13,20:00\nB,,22:00\nC,June 20,20:00',
    'with IDs': 'ID,Title,Date,Time\n1,A,June 13,20:00\n2,B,,22:00\n3,C,June 20,20:00',
    'in days': 'Time;Title;Place\n13 June;;\n20:00;A;X\n22:00;B;X\n20 June;;\n20:00;C;Y',
  }
  for (const [source, table] of Object.entries(tables)) {
    clock.now = noon
    await importText(readCsv, table, { source })
    const before = await calendar.dates(source)
    assert.deepEqual(
      before.map(({ starts }) => starts),
      ['2027-06-13 20:00:00', '2027-06-13 22:00:00', '2027-06-20 20:00:00'],
    )
    clock.now = Date.UTC(2027, 5, 15, 10) / 1000
    const { counts, notes } = await importText(readCsv, table, { source, gone: 'trash' })
    assert.deepEqual([counts.event?.unchanged, counts.event?.created], [3, 0], source)
    assert.ok(!notes.some(({ reason }) => reason.includes('2028')), JSON.stringify(notes))
    assert.deepEqual(await calendar.dates(source), before, source)
    // what it did not have then is to come, and what was longer ago comes again
    const more = table.replace(/(^|,|;)A(?=[,;])/m, '$1New')
    await importText(readCsv, more.replace(/^1,New/m, '9,New'), { source })
    const added = (await calendar.dates(source)).map(({ starts }) => starts)
    assert.deepEqual(added.slice(3), ['2028-06-13 20:00:00'], source)
  }
  clock.now = noon
  await importText(readCsv, tables['no ID'], { source: 'each year' })
  clock.now = Date.UTC(2028, 3, 1, 10) / 1000
  await importText(readCsv, tables['no ID'], { source: 'each year' })
  assert.equal((await calendar.dates('each year')).length, 6)
})

test('others have their turn while a large table is compared with what is stored', async () => {
  const { context } = calendar
  const { store } = context
  const rows = Array.from({ length: 400 }, (_, at) => row(`Large ${at}`, 'as it was'))
  const importRows = (of: Row[]) =>
    calendar.importText(readCsv, tableOf(of), { source: 'large', gone: 'trash' })
  await importRows(rows)
  let [inTurn, most, isOver] = [0, 0, false]
  const nextTurn = () => {
    inTurn = 0
    if (!isOver) setImmediate(nextTurn)
  }
  const getMany: typeof store.getMany = (kind, ids) => {
    inTurn += ids.length
    most = Math.max(most, inTurn)
    return store.getMany(kind, ids)
  }
  context.store = { ...store, getMany }
  nextTurn()
  const { counts } = await importRows(rows.slice(1)).finally(() => {
    isOver = true
    context.store = store
  })
  assert.deepEqual([counts.event?.unchanged, most < 200], [399, true], `${most} records in a turn`)
})
