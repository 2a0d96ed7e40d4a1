import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bringUsesBack } from '../../src/calendar/people/last-use.ts'
import { openSchedule, publishDue, repairTrashSlugs } from '../../src/calendar/schedule/schedule.ts'
import type { Values } from '../../src/define/param.ts'
import type { Transaction } from '../../src/store/contract/store.ts'
import { caller, folderFor, open, until } from '../journal/journal.ts'
import '../support/own-process.ts'

test('an event is published when it is due, while records of earlier versions are repaired and where that fails', async t => {
  for (const outcome of ['goes on', 'fails'] as const) {
    const { context, event, engine, close } = await open(folderFor(t))
    const id = await event('Due', { status: 'publish', date: '2027-05-02 10:00:00' })
    assert.equal((await engine.get('event', id))?.facts.status, 'future')
    const failures: unknown[] = []
    let calls = 0
    const gate = Promise.withResolvers<number[]>()
    const idsWithSlug = () => {
      calls++
      return gate.promise
    }
    if (outcome === 'fails') gate.reject(new Error('cannot be repaired'))
    gate.promise.catch(() => {})
    const schedule = openSchedule(
      {
        ...context,
        store: { ...context.store, idsWithSlug },
        now: () => context.now() + 30 * 86_400,
      },
      {
        zoneData: 'test',
        journalRetention: 0,
        isLeader: engine.isLeader,
        failed: error => void failures.push(error),
      },
    )
    await until(async () => (await engine.get('event', id))?.facts.status === 'publish')
    await until(() => calls > 0)
    gate.resolve([])
    await schedule.stop()
    assert.equal(failures.length, outcome === 'fails' ? 1 : 0)
    await close()
  }
})

test('a record changed between the search for due records and the write is not published', async t => {
  const { context, calendar, event, engine, close } = await open(folderFor(t))
  t.after(close)
  const scheduled = { status: 'publish', date: '2027-05-02 10:00:00' }
  const [draft, postponed, removed, due] = [
    await event('A draft again', scheduled),
    await event('Postponed', scheduled),
    await event('Removed', scheduled),
    await event('Due', scheduled),
  ]
  const later = context.now() + 30 * 86_400
  const change = (id: number, values: Values) => calendar.change('event', caller, { id }, values)
  await publishDue({
    ...context,
    now: () => later,
    store: {
      ...context.store,
      async due(...query) {
        const ids = await context.store.due(...query)
        if (query[0] !== 'event') return ids
        assert.deepEqual(ids, [draft, postponed, removed, due])
        await change(draft, { status: 'draft' })
        await change(postponed, { date: later + 86_400 })
        await calendar.remove('event', caller, { id: removed })
        return ids
      },
    },
  })
  const statuses = async (id: number) => (await engine.get('event', id))?.facts.status
  assert.deepEqual(await Promise.all([draft, postponed, removed, due].map(statuses)), [
    'draft',
    'future',
    'trash',
    'publish',
  ])
})

test('a record that cannot be published keeps no other waiting, and fails once', async t => {
  const { context, event, engine, close } = await open(folderFor(t))
  t.after(close)
  const scheduled = { status: 'publish', date: '2027-05-02 10:00:00' }
  const [first, second] = [await event('First', scheduled), await event('Second', scheduled)]
  const { store } = context
  const write: typeof store.write = (work, isCreation) =>
    store.write(
      tx =>
        work({
          ...tx,
          update(kind, id, ...values) {
            if (id === first) throw new Error('cannot be published')
            return tx.update(kind, id, ...values)
          },
        }),
      isCreation,
    )
  const failures: unknown[] = []
  const schedule = openSchedule(
    { ...context, store: { ...store, write }, now: () => context.now() + 30 * 86_400 },
    {
      zoneData: 'test',
      journalRetention: 0,
      isLeader: engine.isLeader,
      failed: error => void failures.push(error),
    },
  )
  const statusOf = async (id: number) => (await engine.get('event', id))?.facts.status
  await until(async () => (await statusOf(second)) === 'publish' && failures.length > 0)
  await schedule.stop()
  assert.deepEqual(
    [await statusOf(first), String(failures[0])],
    ['future', 'Error: cannot be published'],
  )
})

test('records in the trash take no write of the repair of slugs, and a repair that is stopped begins again', async t => {
  const { context, calendar, event, close } = await open(folderFor(t))
  t.after(close)
  for (let n = 0; n < 3; n++)
    await calendar.remove('event', caller, { id: await event(`Thrown ${n}`) })
  let writes = 0
  const { store } = context
  const counting = {
    ...context,
    store: {
      ...store,
      write<T>(work: (tx: Transaction) => Promise<T>) {
        writes++
        return store.write(work)
      },
    },
  }
  assert.equal(await repairTrashSlugs(counting, () => true), 0)
  assert.deepEqual([writes, await store.note('trash-slugs')], [0, undefined])
  assert.equal(await repairTrashSlugs(counting), 0)
  assert.deepEqual([writes, await store.note('trash-slugs')], [1, '1'])
})

test('last uses in the future are brought back to now, by two processes at once too', async t => {
  const { context, accounts, engine, close } = await open(folderFor(t))
  t.after(close)
  await accounts.add({ login: 'ada', role: 'editor' })
  const { credential } = await accounts.issue({ login: 'ada', form: 'bearer', name: 'sync' })
  const used = async () => (await engine.get('credential', credential.id))?.facts.used
  const now = context.now()
  await engine.write(tx => tx.add('credential', [credential.id], 'used', now + 1000))
  await Promise.all([1, 2].map(() => bringUsesBack(context.store, now)))
  assert.equal(await used(), now)
})

test('series are extended once the indexes of lists are built', async t => {
  const { context, event, engine, close } = await open(folderFor(t))
  t.after(close)
  const id = await event('Weekly', { recurrence: ['RRULE:FREQ=WEEKLY'] })
  const first = (await engine.seriesDates(id)).length
  let searches = 0
  t.mock.timers.enable({ apis: ['setInterval'] })
  let isBuilding = true
  const inspection = Promise.withResolvers<void>()
  const schedule = openSchedule(
    {
      ...context,
      now: () => context.now() + 90 * 86_400,
      store: {
        ...context.store,
        seriesStoredUntil(...query) {
          searches++
          return context.store.seriesStoredUntil(...query)
        },
      },
    },
    {
      zoneData: 'test',
      journalRetention: 0,
      isLeader: engine.isLeader,
      isBuilding() {
        inspection.resolve()
        return isBuilding
      },
      failed: error => assert.ifError(error),
    },
  )
  t.after(schedule.stop)
  await inspection.promise
  assert.equal(searches, 0)
  isBuilding = false
  await until(async () => {
    t.mock.timers.tick(5000)
    return (await engine.seriesDates(id)).length > first
  })
})

test('where files of images cannot be removed, old lines of the change log are, and series are extended', async t => {
  const { context, event, engine, close } = await open(folderFor(t))
  t.after(close)
  const id = await event('Weekly', { recurrence: ['RRULE:FREQ=WEEKLY'] })
  const first = (await engine.seriesDates(id)).length
  await event('Another')
  await engine.write(tx => tx.insert('replaced_file', { files: '{"sizes":{}}', due: 0 }, {}))
  const away = new Error('the bucket is away')
  const failures: unknown[] = []
  const schedule = openSchedule(
    {
      ...context,
      now: () => context.now() + 90 * 86_400,
      imageStore: { ...context.imageStore, remove: () => Promise.reject(away) },
    },
    {
      zoneData: 'test',
      journalRetention: 1,
      isLeader: engine.isLeader,
      failed: error => void failures.push(error),
    },
  )
  t.after(schedule.stop)
  await until(async () => (await engine.seriesDates(id)).length > first)
  const lines = await engine.journal(0, 10)
  assert.equal(lines.length, 2, 'the last one before, and that of the extension')
  assert.deepEqual(failures, [away])
})
