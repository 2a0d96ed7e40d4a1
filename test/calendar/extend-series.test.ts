import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refreshZones } from '../../src/calendar/schedule/schedule.ts'
import { extendSeries } from '../../src/calendar/write/series.ts'
import { detailOf } from '../../src/journal/entry.ts'
import { openFor } from '../journal/journal.ts'

const year = 365 * 86_400
const weekly = { recurrence: ['RRULE:FREQ=WEEKLY'], timezone: 'Europe/Paris' }

test('dates of series are stored up to a horizon that moves with time', async t => {
  const { context, event, engine, current } = await openFor(t)
  const endless = await event('Endless', weekly)
  const ended = await event('Ended', { ...weekly, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
  const others = []
  for (let n = 0; n < 40; n++) others.push(await event(`Weekly ${n}`, weekly))
  const before = await engine.seriesDates(endless)
  const [record, seq] = [await engine.get('event', endless), await engine.lastSeq()]
  assert.equal(await extendSeries(context), 0)
  assert.equal(await extendSeries({ ...context, now: () => context.now() + 20 * 86_400 }), 0)
  const later = { ...context, now: () => context.now() + year }

  assert.equal(await extendSeries(later), 41)
  const after = await engine.seriesDates(endless)
  assert.deepEqual(after.slice(0, before.length), before)
  assert.ok(Math.abs(after.length - before.length - 52) <= 1)
  const steps = after.slice(1).map((date, at) => date.starts - (after[at]?.starts ?? 0))
  assert.deepEqual([...new Set(steps)], [7 * 86_400])
  assert.equal((await engine.seriesDates(ended)).length, 3)
  assert.equal((await engine.get('event', endless))?.version, record?.version)
  const lines = await engine.journal(seq, 100)
  assert.equal(lines.length, 41)
  for (const line of lines) assert.equal(detailOf(line).is?.others, 'changed')
  assert.equal(await extendSeries(later), 0)

  // by a month: the journal names the dates, and the list index takes them in without reading the others
  const month = { ...context, now: () => context.now() + year + 31 * 86_400 }
  assert.equal(await extendSeries(month), 41)
  const [line] = await engine.journal((await engine.lastSeq()) - 1, 1)
  assert.ok(line && detailOf(line).is?.others === 'same' && detailOf(line).is?.dates.length)
  await current.changes.pull()
  const query = {
    visible: { statuses: ['publish'] },
    protectedOf: -1,
    page: { limit: 20_000, offset: 0 },
  }
  const stored = await engine.listEvents(query)
  assert.ok(stored.total > 41 * 310)
  assert.deepEqual(await current.index?.listEvents(query), stored)
})

test('series that cannot be extended hold up no other, and end', async t => {
  const { context, event, engine } = await openFor(t)
  const ids = []
  for (let n = 0; n < 70; n++) ids.push(await event(`Weekly ${n}`, weekly))
  // more than are extended at once
  const [failing = 0, ...broken] = ids.splice(0, 66)
  for (const id of broken)
    await engine.write(tx => tx.update('event', id, { recurrence: 'not JSON' }))
  const write: typeof engine.write = (work, isCreation) =>
    engine.write(tx => {
      const get: typeof tx.get = (kind, id) =>
        id === failing ? Promise.reject(new RangeError('no such zone')) : tx.get(kind, id)
      return work({ ...tx, get })
    }, isCreation)
  const later = { ...context, now: () => context.now() + year, store: { ...engine, write } }
  await assert.rejects(extendSeries(later), RangeError)
  const count = (await engine.seriesDates(failing)).length
  for (const id of broken) assert.equal((await engine.seriesDates(id)).length, count)
  for (const id of ids) assert.ok((await engine.seriesDates(id)).length > count + 50)
})

test('when the data of time zones changes, dates of series that are not over follow', async t => {
  const { context, event, engine } = await openFor(t)
  const id = await event('Weekly', weekly)
  await refreshZones(context, 'older', assert.ifError)
  const dates = await engine.seriesDates(id)
  // as older data had it: an hour off
  await engine.write(async tx => {
    const earlier = dates.map(date => ({
      ...date,
      utc_starts: date.utc_starts - 3600,
      utc_ends: date.utc_ends - 3600,
    }))
    await tx.setDates(id, earlier)
  })
  assert.equal(await refreshZones(context, 'newer', assert.ifError), 1)
  assert.deepEqual(await engine.seriesDates(id), dates)
  assert.equal(await refreshZones(context, 'newer', assert.ifError), 0)
})
