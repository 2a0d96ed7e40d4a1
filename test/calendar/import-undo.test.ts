import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { service as administrator } from '../../src/calendar/access/access.ts'
import { listRuns } from '../../src/calendar/imports/runs.ts'
import { undoRun } from '../../src/calendar/imports/undo-run.ts'
import { openDataFolder } from '../../src/main.ts'
import { importRows } from '../support/import-rows.ts'
import { change, create, get, read, readNow, service, useService } from '../support/scenario.ts'

useService()

const folder = mkdtempSync(join(tmpdir(), 'almanac-undo-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const heading = 'ID,Event Name,Event Start Date,Event Start Time,Event Venue Name,Event Category'

async function rows(source: string, lines: readonly string[]) {
  const table = { folder, source, lines: [heading, ...lines] }
  const { counts } = await importRows(service.settings, table)
  return Object.values(counts.event).join()
}

async function withCalendar<T>(
  work: (context: Awaited<ReturnType<typeof openDataFolder>>['context']) => Promise<T>,
): Promise<T> {
  const opened = await openDataFolder(service.settings)
  try {
    return await work(opened.context)
  } finally {
    await opened.close()
  }
}

const runsOf = (source: string) =>
  withCalendar(async ({ store }) => {
    const { runs } = await listRuns(store, { before: undefined, max: 100 })
    return runs.filter(run => run.source === source)
  })

/** Undoes the last import of a source that is not undone. */
const undoLast = (source: string) =>
  withCalendar(async context => {
    const { runs } = await listRuns(context.store, { before: undefined, max: 100 })
    const last = runs.find(run => run.source === source && run.state === 'done')
    assert.ok(last)
    const caller = { actor: administrator, language: 'en', fallback: true } as const
    return undoRun(context, caller, last.id, { language: 'en' })
  })

type Presented = { id: number; title: string; venue: { id: number; venue: string }; status: string }
const bySource = async (source: string, status = 'publish') =>
  (await get('/events', { query: { source, status, per_page: 50 }, as: 'administrator' })).body
    .events as Presented[]

const fair = '1,Fair,2027-06-05,19:30,Old mill,Crafts'
const market = '2,Market,2027-06-06,10:00,Square of the mill,Crafts'

test('an import that is undone leaves its events in the trash, and nothing else of its own', async () => {
  assert.equal(await rows('new', [fair, market]), '2,0,0,0,0')
  const [{ id, venue } = assert.fail()] = await bySource('new')
  const report = await undoLast('new')
  assert.deepEqual(report.left, [])
  assert.equal(report.removed, 5)
  assert.deepEqual(await bySource('new'), [])
  assert.equal((await bySource('new', 'trash')).length, 2)
  assert.equal((await read(`/categories`, { search: 'Crafts' })).total, 0)
  assert.equal((await read('/venues', { search: 'mill' })).total ?? 0, 0)
  assert.deepEqual(
    (await runsOf('new')).map(({ state, undone }) => [state, undone?.removed]),
    [['undone', 5]],
  )
  // the same file again: the events are back, at their venues
  assert.equal(await rows('new', [fair, market]), '0,2,0,0,0')
  const [again = assert.fail()] = await bySource('new')
  assert.equal(again.id, id)
  assert.equal(again.venue.venue, venue.venue)
})

test('changed events are as before the import, and those edited since stay and are named', async () => {
  await rows('changed', [fair, market])
  assert.equal(
    await rows('changed', [fair.replace('Fair', 'Great fair'), market.replace('Market', 'Bazaar')]),
    '0,2,0,0,0',
  )
  const [great = assert.fail(), bazaar = assert.fail()] = await bySource('changed')
  await change(bazaar.id, { cost: '5' })
  const { restored, left } = await undoLast('changed')
  assert.equal(restored, 1)
  assert.deepEqual(
    left.map(one => [one.kind, one.id, one.title]),
    [['event', bazaar.id, 'Bazaar']],
  )
  assert.equal((await readNow(`/events/${great.id}`)).title, 'Fair')
  assert.equal((await readNow(`/events/${bazaar.id}`)).title, 'Bazaar')
  // what was undone is written again by the same file
  assert.equal(await rows('changed', [fair.replace('Fair', 'Great fair')]), '0,1,0,0,0')
})

test('imports are undone one after the other; a venue that other events use stays', async () => {
  await rows('chain', [fair.replace('Old mill', 'New mill')])
  await rows('chain', [fair.replace('Old mill', 'New mill').replace('Fair', 'Great fair')])
  const [{ id, venue } = assert.fail()] = await bySource('chain')
  const other = { title: 'Own', start_date: '2027-06-07 10:00:00', end_date: '2027-06-07 11:00:00' }
  await create({ ...other, venue: venue.id })
  assert.equal((await undoLast('chain')).restored, 1)
  assert.equal((await readNow(`/events/${id}`)).title, 'Fair')
  const { left, removed } = await undoLast('chain')
  assert.deepEqual(
    left.map(one => [one.kind, one.id]),
    [['venue', venue.id]],
  )
  assert.ok(removed >= 1)
  assert.deepEqual(await bySource('chain'), [])
})
