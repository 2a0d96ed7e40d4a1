import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSchedule } from '../../src/calendar/write/schedule.ts'
import { openCurrentStore } from '../../src/journal/current-store.ts'
import { pruneJournal } from '../../src/journal/retention.ts'
import { caller, folderFor, open, until } from './journal.ts'

const everything = Number.MAX_SAFE_INTEGER

test('old lines go, young ones and the last one stay', async t => {
  const { context, event, engine, close } = await open(folderFor(t))
  t.after(close)
  for (let n = 0; n < 5; n++) await event(`Event ${n}`)
  const last = await engine.lastSeq()
  assert.equal(await pruneJournal(context.store, context.now()), 0)
  assert.equal(await pruneJournal(context.store, everything), last - 1)
  assert.equal(await engine.lastSeq(), last)
  assert.deepEqual(
    (await engine.journal(0, 10)).map(({ seq }) => seq),
    [last],
  )
  await event('Another')
  assert.equal(await engine.lastSeq(), last + 1)
})

test('while lines are pruned, lists, records and counts go on, in the middle of writes', async t => {
  const { context, calendar, changes, event, tag, total, close } = await open(folderFor(t))
  t.after(close)
  const free = await tag('free')
  let isOver = false
  const pruning = (async () => {
    for (; !isOver; await new Promise(setImmediate)) await pruneJournal(context.store, everything)
  })()
  for (let n = 1; n <= 60; n++) {
    const id = await event(`Event ${n}`, { tags: ['free'] })
    assert.equal(await total(), n)
    const stored = await context.store.get('tag', free)
    assert.equal(stored?.facts.count, n)
    const [view] = await calendar.views('event', caller, { ids: [id] })
    assert.equal(view?.record.texts.en?.title, `Event ${n}`)
    assert.equal(changes.seq, await context.store.lastSeq())
  }
  isOver = true
  await pruning
  assert.ok((await context.store.journal(0, 1000)).length < 60)
})

test('another process that slept while lines were pruned begins again: no list, record or count of it is old', async t => {
  const { context, engine, event, tag, close } = await open(folderFor(t))
  t.after(close)
  const free = await tag('free')
  await event('One', { tags: ['free'] })
  const asleep = { ...engine, watch: () => () => {} }
  const other = await openCurrentStore(asleep, error => assert.fail(String(error)))
  await other.buildIndexes(() => {})
  const list = async () => {
    const { items, total } = await other.store.listEvents({
      visible: { statuses: ['publish'] },
      protectedOf: 0,
      tag: { targets: [free] },
      page: { limit: 10, offset: 0 },
    })
    return { events: items.map(({ event }) => event), total }
  }
  const since = other.changes.seq
  const validity = other.changes.validity('event', 1)
  const { index } = other
  assert.deepEqual(await list(), { events: [1], total: 1 })
  assert.equal((await other.store.get('tag', free))?.facts.count, 1)
  await event('Two', { tags: ['free'] })
  await event('Three', { tags: ['free'] })
  await pruneJournal(context.store, everything)
  await event('Four')
  await other.changes.pull()
  assert.equal(other.changes.seq, await engine.lastSeq())
  assert.ok(other.changes.hasTouched({ of: 'event', matches: () => false }, since))
  assert.equal(validity.isOver, true)
  assert.equal((await other.store.get('tag', free))?.facts.count, 3)
  assert.equal((await list()).total, 3)
  assert.notEqual(other.index, index)
  await until(() => other.index?.isReady === true)
  assert.equal((await list()).total, 3)
  await event('Five', { tags: ['free'] })
  await other.changes.pull()
  assert.equal((await list()).total, 4)
})

test('the service removes old lines by itself, after so many days as the setting says', async t => {
  for (const [journalRetention, left] of [
    [0, 7],
    [30, 3],
    [1, 1],
  ] as const) {
    const { context, engine, close } = await open(folderFor(t))
    const now = context.now()
    const first = await engine.lastSeq()
    for (const days of [100, 50, 31, 31, 29, 2, 2])
      await context.store.write(tx =>
        tx.log({
          instant: now - days * 86_400,
          actor: 0,
          verb: 'change',
          kind: 'tag',
          id: 1,
          language: '',
          version: 1,
          detail: null,
        }),
      )
    const failed = (error: unknown) => assert.fail(String(error))
    const { isLeader } = engine
    const schedule = openSchedule(context, { zoneData: 'test', journalRetention, isLeader, failed })
    await until(async () => (await engine.journal(first, 10)).length === left)
    await schedule.stop()
    assert.equal((await engine.journal(first, 10)).length, left)
    await close()
  }
})
