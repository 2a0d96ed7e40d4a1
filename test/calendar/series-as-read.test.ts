import assert from 'node:assert/strict'
import { test } from 'node:test'
import { change, edit, only, read, send, service, useService } from '../support/scenario.ts'
import { page, series, versionsOf } from '../support/series.ts'

// half of the dates are over
useService({ clock: '2030-03-18T12:00:00Z' })

const startsOf = async (id: number) =>
  (
    await read(`/events/${id}/occurrences`, { start_date: '2030-01-01', end_date: '2031-01-01' })
  ).events.map(({ start_date, end_date }: Record<string, string>) => `${start_date} ${end_date}`)

test('a series is itself on its next date, whatever is otherwise on that date', async () => {
  const { id, ids, slug, title } = await series({ cost: '5 €' })
  const next = ids[3] ?? 0
  await change(next, {
    event_status: 'cancelled',
    event_status_reason: 'rain',
    title: 'Off',
    cost: '0',
  })
  for (const path of [`/events/${id}`, `/events/by-slug/${slug}`]) {
    const shown = await read(path)
    assert.deepEqual(
      only(shown, 'title', 'cost', 'event_status', 'event_status_reason', 'start_date'),
      {
        title,
        cost: '5 €'.replace(' ', '\u00a0'),
        event_status: 'scheduled',
        event_status_reason: '',
        start_date: '2030-03-24 20:00:00',
      },
    )
    assert.doesNotMatch(JSON.stringify(shown.json_ld), /EventCancelled/)
    const { next_occurrences } = shown
    assert.deepEqual(
      next_occurrences.map((date: Record<string, unknown>) => [date.id, date.event_status]),
      [
        [next, 'cancelled'],
        [ids[4], 'scheduled'],
        [ids[5], 'scheduled'],
      ],
    )
  }
  assert.equal((await read(`/events/${next}`)).event_status, 'cancelled')
  const { text } = await page(`/event/${slug}/`)
  assert.doesNotMatch(text, /og:description" content="Cancelled/)
  assert.doesNotMatch(
    text,
    /"eventStatus":"https:\/\/schema.org\/EventCancelled","[^}]*EventSeries/,
  )
})

test('a date that is moved or in another zone gives a series its times alone', async () => {
  const { id, ids } = await series()
  await change(ids[3] ?? 0, { start_date: '2030-03-25 09:00', end_date: '2030-03-25 10:00' })
  const moved = await read(`/events/${id}`)
  assert.deepEqual(
    [moved.start_date, moved.end_date],
    ['2030-03-25 09:00:00', '2030-03-25 10:00:00'],
  )
  const before = await startsOf(id)
  await change(id, { start_date: moved.start_date, end_date: moved.end_date, cost: '1 €' })
  assert.deepEqual(await startsOf(id), before)
  await change(ids[3] ?? 0, {
    timezone: 'Asia/Tokyo',
    start_date: '2030-03-25 09:00',
    end_date: '2030-03-25 10:00',
  })
  const shown = await read(`/events/${id}`)
  assert.deepEqual(only(shown, 'timezone', 'start_date', 'utc_start_date'), {
    timezone: 'Europe/Paris',
    start_date: '2030-03-25 01:00:00',
    utc_start_date: '2030-03-25 00:00:00',
  })
})

test('an end alone is that of the date nearest to it', async () => {
  const { id, slug } = await series()
  const before = await startsOf(id)
  await change(id, { end_date: '2030-03-24 22:00:00' })
  assert.deepEqual(await startsOf(id), before)
  await edit('PATCH', `/events/by-slug/${slug}`, { end_date: '2030-03-24 23:00:00' })
  const longer = before.map((date: string) => date.replace('22:00:00', '23:00:00'))
  assert.deepEqual(await startsOf(id), longer)
  await change(id, { end_date: '2030-03-03 22:00:00' })
  assert.deepEqual(await startsOf(id), before)
})

test('a longer rule with the dates as read drops no past date', async () => {
  const { id } = await series()
  const before = await startsOf(id)
  const { start_date, end_date } = await read(`/events/${id}`)
  await change(id, { start_date, end_date, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=7'] })
  const after = await startsOf(id)
  assert.deepEqual(after.slice(0, 6), before)
  assert.equal(after.length, 7)
  await change(id, { end_date, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'] })
  assert.deepEqual(await startsOf(id), before)
})

test('a change without a difference is not written', async () => {
  const { id, ids } = await series({ cost: '5 €' })
  const tag = async () => (await send('GET', `/events/${id}`)).headers.etag
  const [first, last] = [await tag(), ids[5] ?? 0]
  service.clock.advance(60)
  for (const [of, sent] of [
    [id, {}],
    [id, { cost: '5 €' }],
    [last, { cost: '5 €' }],
    [last, {}],
  ] as const)
    await change(of, sent)
  assert.equal((await versionsOf(id)).length, 1)
  assert.equal(await tag(), first)
})

test('what a date has of its own stays its own, also where its series has come to have the same', async () => {
  const { id, ids } = await series({ cost: '5 €' })
  const date = ids[4] ?? 0
  await change(date, { cost: '7 €', excerpt: '<p>Own</p>', featured: true })
  await change(id, { cost: '7 €', excerpt: '<p>Own</p>', featured: true })
  const count = (await versionsOf(id)).length
  const query = { context: 'edit' }
  const found = await edit('GET', `/events/${date}`, undefined, { query })
  await edit('PUT', `/events/${date}`, found)
  assert.equal((await versionsOf(id)).length, count)
  await edit('PUT', `/events/${date}`, { ...found, sticky: true })
  await change(id, { cost: '9 €', excerpt: '<p>Other</p>', featured: false })
  const names = ['cost', 'excerpt', 'featured', 'sticky'] as const
  assert.deepEqual(
    only(await read(`/events/${date}`), ...names),
    only({ ...found, sticky: true }, ...names),
  )
  // what is sent as the series has it is the date’s own no more
  await change(date, { cost: '9 €' })
  await change(id, { cost: '11 €' })
  assert.equal((await read(`/events/${date}`)).cost, '11\u00a0€')
})
