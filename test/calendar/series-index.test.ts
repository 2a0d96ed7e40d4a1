import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Values } from '../../src/define/param.ts'
import { caller, openFor } from '../journal/journal.ts'

const everyDate = {
  visible: { statuses: ['publish', 'draft'] },
  protectedOf: -1,
  page: { limit: 20_000, offset: 0 },
}

test('the list index takes the dates of a series from the write, without reading them again', async t => {
  const { calendar, context, event, engine, current } = await openFor(t)
  let reads = 0
  const { listEntriesOf } = engine
  engine.listEntriesOf = ids => {
    reads++
    return listEntriesOf(ids)
  }
  const change = (id: number, body: Values) => calendar.change('event', caller, { id }, body)
  const isAsStored = async (step: string) =>
    assert.deepEqual(
      await current.index?.listEvents(everyDate),
      await engine.listEvents(everyDate),
      step,
    )

  await event('Single')
  const weekly = { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=60'] }
  const [series = 0, other = 0] = await Promise.all(
    Array.from({ length: 12 }, (_, n) => event(`Weekly ${n}`, weekly)),
  )
  await isAsStored('created')
  await change(series, { title: 'Another title' })
  await change(series, { recurrence: ['RRULE:FREQ=DAILY;COUNT=40'] })
  await isAsStored('another rule')
  await change(series, { recurrence: ['RRULE:FREQ=DAILY;COUNT=42'] })
  await isAsStored('a few more dates')
  await change(series, { recurrence: [] })
  await isAsStored('single')
  await change(series, { recurrence: ['RRULE:FREQ=DAILY;COUNT=30'] })
  await isAsStored('a series again')
  assert.equal(reads, 0)
  // in one group of writes: the later of them says nothing of all dates
  await Promise.all([
    change(other, { recurrence: ['RRULE:FREQ=DAILY;COUNT=50'] }),
    change(other, { recurrence: ['RRULE:FREQ=DAILY;COUNT=51'], cost: '5' }),
    change(other, { title: 'Last' }),
  ])
  await isAsStored('three changes at once')

  const dates = await context.store.seriesDates(other)
  await change(dates[5]?.id ?? 0, { title: 'Otherwise', end_date: '2027-06-06 12:00:00' })
  await isAsStored('one date')
  await change(dates[20]?.id ?? 0, { title: 'Later', scope: 'following' })
  await isAsStored('a split')
  await change(other, { recurrence: ['RRULE:FREQ=DAILY;COUNT=15'] })
  await isAsStored('another rule, with a date that is otherwise')
})
