import assert from 'node:assert/strict'
import { test } from 'node:test'
import { change, edit, read, useService } from '../support/scenario.ts'
import { listed, page, restore, scoped, series, versionsOf } from '../support/series.ts'

// Series without a rule: all their dates are listed.

useService()

const recurrence = ['RDATE:20300310T200000,20300317T200000']
const days = async (title: string) =>
  (await listed(title)).map(({ id, start_date }) => [id, start_date.slice(0, 10)])
const on = (ids: number[], days: string[]) => ids.map((id, at) => [id, `2030-${days[at]}`])

test('following from the first date of a series without a rule is the whole series', async () => {
  const changed = await series({ recurrence })
  const after = await scoped('PATCH', changed.ids[0] ?? 0, 'following', {
    start_date: '2030-03-04 20:00',
    end_date: '2030-03-04 22:00',
  })
  assert.equal(after.recurrence_text, 'on 4 March 2030, 11 March 2030 and 18 March 2030')
  assert.deepEqual(await days(changed.title), on(changed.ids, ['03-04', '03-11', '03-18']))
  const removed = await series({ recurrence })
  await scoped('DELETE', removed.ids[0] ?? 0, 'following')
  assert.deepEqual(await days(removed.title), [])
  await change(removed.id, { status: 'publish' })
  assert.deepEqual(await days(removed.title), on(removed.ids, ['03-03', '03-10', '03-17']))
})

test('the sentence of a series without a rule has its start too, before and after a split', async () => {
  const { id, ids } = await series({ recurrence })
  const text = async (of: number) => (await read(`/events/${of}`)).recurrence_text
  assert.equal(await text(id), 'on 3 March 2030, 10 March 2030 and 17 March 2030')
  const preview = await edit('POST', '/events/recurrence/preview', {
    start_date: '2030-03-03 20:00',
    end_date: '2030-03-03 22:00',
    recurrence,
  })
  assert.equal(preview.recurrence_text, 'on 3 March 2030, 10 March 2030 and 17 March 2030')
  const later = await scoped('PATCH', ids[1] ?? 0, 'following', { excerpt: 'Later.' })
  assert.equal(later.recurrence_text, 'on 10 March 2030 and 17 March 2030')
  assert.equal(await text(id), 'on 3 March 2030')
})

test('a series of dates takes a date before its first one: the others keep their IDs and differences, also when it is taken back', async () => {
  const { id, title, ids } = await series({ recurrence })
  const [, second = 0] = ids
  await change(second, { event_status: 'cancelled', venue: [] })
  const states = async () =>
    (await listed(title)).map(({ id, start_date, event_status }) => [
      id,
      start_date.slice(5, 10),
      event_status,
    ])
  const before = await states()
  assert.deepEqual(
    before.map(([, , state]) => state),
    ['scheduled', 'cancelled', 'scheduled'],
  )
  await change(id, {
    start_date: '2030-03-01 20:00',
    end_date: '2030-03-01 22:00',
    recurrence: ['RDATE:20300301T200000,20300303T200000,20300310T200000,20300317T200000'],
  })
  const after = await states()
  assert.deepEqual(after.slice(1), before)
  assert.equal(after[0]?.[1], '03-01')
  const [, version] = await versionsOf(id)
  await restore(id, version?.version)
  assert.deepEqual(await states(), before)
})

test('a date has hours of its own, also beside another one on its day: in lists, on its page and in files', async () => {
  const { id, slug, title } = await series({
    start_date: '2027-09-04 20:00',
    end_date: '2027-09-04 22:00',
    recurrence: ['RDATE:20270905T200000', 'RDATE;VALUE=PERIOD:20270905T150000/PT1H30M'],
  })
  const hours = ['04T20:00-22:00', '05T15:00-16:30', '05T20:00-22:00']
  const shown = (await listed(title)).map(
    ({ start_date, end_date }) =>
      `${start_date.slice(8, 16).replace(' ', 'T')}-${end_date.slice(11, 16)}`,
  )
  assert.deepEqual(shown, hours)
  const { text: file } = await page(`/event/${slug}.ics`)
  assert.match(
    file,
    /RDATE;TZID=Europe\/Paris:20270905T200000,20270905T150000|RDATE;TZID=Europe\/Paris:20270905T150000,20270905T200000/,
  )
  assert.match(
    file,
    /RECURRENCE-ID;TZID=Europe\/Paris:20270905T150000\r\nDTSTART;TZID=Europe\/Paris:20270905T150000\r\nDTEND;TZID=Europe\/Paris:20270905T163000/,
  )
  assert.equal(file.match(/RECURRENCE-ID/g)?.length, 1)
  const { text: html } = await page(`/event/${slug}/2027-09-05/15-00/`)
  assert.match(
    html,
    /"startDate":"2027-09-05T15:00:00\+02:00","endDate":"2027-09-05T16:30:00\+02:00"/,
  )
  const { text: table } = await page(
    `/events.csv?start_date=2027-09-01&end_date=2027-09-30&search=${title}`,
  )
  assert.match(table, /2027-09-05 15:00:00,2027-09-05 16:30:00/)
  assert.equal(
    (await read(`/events/${id}`)).recurrence_text,
    'on 4 September 2027 and 5 September 2027',
  )
})
