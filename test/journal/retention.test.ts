import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginRun } from '../../src/calendar/imports/runs.ts'
import { changeSubscription, subscribe } from '../../src/calendar/imports/subscriptions.ts'
import { openSchedule } from '../../src/calendar/schedule/schedule.ts'
import { emptyTrash } from '../../src/calendar/write/trash.ts'
import { openCurrentStore } from '../../src/journal/current-store.ts'
import { pruneJournal } from '../../src/journal/follower.ts'
import { caller, folderFor, open, until } from './journal.ts'

const everything = Number.MAX_SAFE_INTEGER

test('old lines go, young ones and the last one stay', async t => {
  const { context, event, engine, close } = await open(folderFor(t))
  t.after(close)
  for (let n = 0; n < 5; n++) await event(`Event ${n}`)
  const last = await engine.lastSeq()
  // the clock goes on while events are written
  assert.equal(await pruneJournal(context.store, context.now() - 600), 0)
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
  let isStale = false
  const pruning = (async () => {
    for (; !isStale; await new Promise(setImmediate)) await pruneJournal(context.store, everything)
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
  isStale = true
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
  assert.equal(validity.isStale, true)
  assert.equal((await other.store.get('tag', free))?.facts.count, 3)
  assert.equal((await list()).total, 3)
  assert.notEqual(other.index, index)
  await until(() => other.index?.isReady === true)
  assert.equal((await list()).total, 3)
  await event('Five', { tags: ['free'] })
  await other.changes.pull()
  assert.equal((await list()).total, 4)
})

test('the service removes old lines after as many days as the setting says', async t => {
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

/** A schedule of a calendar, days later, until something is so. */
async function runLater(
  { context, engine }: Awaited<ReturnType<typeof open>>,
  days: number,
  retention: { trash: number; submitters: number },
  isDone: () => Promise<boolean>,
  journalRetention = 0,
) {
  const schedule = openSchedule(
    { ...context, now: () => context.now() + days * 86_400 },
    {
      zoneData: 'test',
      journalRetention,
      retention,
      isLeader: engine.isLeader,
      failed: error => assert.fail(String(error)),
    },
  )
  await until(isDone)
  await schedule.stop()
}

test('records in the trash are deleted after as many days as the setting says, and others stay', async t => {
  const opened = await open(folderFor(t))
  const { calendar, event, engine } = opened
  t.after(opened.close)
  const { record } = await calendar.create('venue', caller, { venue: 'Hall' })
  const { id: hall } = record
  const venue = String(hall)
  const [stays, removed, series] = [
    await event('Stays', { venue }),
    await event('Gone', { venue, translations: { fr: { title: 'Partie' } } }),
    await event('Weekly', { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' }),
  ]
  await calendar.remove('event', caller, { id: removed })
  await calendar.remove('event', caller, { id: series })
  const before = await engine.lastSeq()
  const are = async (kind: string, ids: number[]) =>
    (await engine.getMany(kind, ids)).map(({ id }) => id)
  const later = { ...opened.context, now: () => opened.context.now() + 29 * 86_400 }
  assert.deepEqual(await emptyTrash(later, later.now() - 30 * 86_400), {
    events: 0,
    venues: 0,
    organizers: 0,
    pages: 0,
  })
  await runLater(
    opened,
    31,
    { trash: 30, submitters: 0 },
    async () => (await are('event', [removed, series])).length === 0,
  )
  assert.deepEqual(await are('event', [stays, removed, series]), [stays])
  assert.deepEqual(await are('venue', [hall]), [hall])
  assert.deepEqual(await engine.bySlug('event', 'gone__trashed'), undefined)
  assert.deepEqual(await engine.eventsOf('venue', hall, 0, 9), [stays])
  const lines = (await engine.journal(before, 9)).map(
    ({ verb, kind, id }) => `${verb} ${kind} ${id}`,
  )
  assert.deepEqual(
    lines.toSorted(),
    [`remove event ${removed}`, `remove event ${series}`].toSorted(),
  )
})

test('the sender of a proposal is erased as many days after the end of the event as the setting says', async t => {
  const opened = await open(folderFor(t))
  const { event, engine, context } = opened
  t.after(opened.close)
  const submission = JSON.stringify({ name: 'Ada', email: 'ada@example.org', note: '', agreed: 1 })
  const propose = async (title: string, more: object = {}) => {
    const id = await event(title, { ...more })
    await context.store.write(tx => tx.update('event', id, { submission }))
    return id
  }
  const once = await propose('Once')
  const weekly = await propose('Weekly', { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=10' })
  const reportOn = (event: number) =>
    context.store.write(tx =>
      tx.insert('report', { event, what: 'mistake', note: 'No.', at: context.now() }, {}),
    )
  const [onOnce, onWeekly] = [await reportOn(once), await reportOn(weekly)]
  const submissionOf = async (id: number) => (await engine.get('event', id))?.facts.submission
  // the event is a month ahead, the series goes on for ten weeks
  await runLater(
    opened,
    31 + 8,
    { trash: 0, submitters: 7 },
    async () => (await submissionOf(once)) === null && !(await engine.get('report', onOnce)),
  )
  assert.ok(await engine.get('report', onWeekly))
  assert.equal(await submissionOf(weekly), submission)
  assert.equal((await engine.get('event', once))?.texts.en?.title, 'Once')
  for (const { before } of await engine.replaced('event', once, 99, 99))
    assert.ok(!JSON.stringify(before).includes('ada@'))
})

test('imports are forgotten with what undoes them when the change log is, but the last of a subscription', async t => {
  const opened = await open(folderFor(t))
  const { context, engine } = opened
  t.after(opened.close)
  const begin = (source: string) =>
    beginRun(context, {
      user: 1,
      format: 'ics',
      origin: 'https://x.example/a',
      source,
      language: 'en',
      options: {},
    })
  const old = await begin('old')
  const last = await begin('last')
  await context.store.write(async tx => {
    for (let n = 1; n <= 1100; n++)
      await tx.insert(
        'import_change',
        { run: old.id, record: `event ${n}`, before: 0, after: 1 },
        {},
      )
  })
  const { id } = await subscribe(context, {
    user: 1,
    format: 'ics',
    url: 'https://x.example/a',
    source: 'last',
    options: {},
    every: 3600,
  })
  await changeSubscription(context, id, { run: last.id, state: 'paused' })
  await runLater(
    opened,
    31,
    { trash: 0, submitters: 0 },
    async () => (await engine.get('import_run', old.id)) === undefined,
    30,
  )
  assert.deepEqual(await engine.lookup('import_change', 'run', old.id), [])
  assert.ok(await engine.get('import_run', last.id))
})
