import assert from 'node:assert/strict'
import { test } from 'node:test'
import { change, create, edit, get, in_, read, send, useService } from '../support/scenario.ts'

useService()

test('the next page has the fields that were asked for', async () => {
  for (const title of ['Page one', 'Page two']) await create({ title })
  const query = { per_page: 1, _fields: 'events.id,next_rest_url', search: 'Page' }
  const { body, headers } = await get('/events', { query })
  assert.match(body.next_rest_url, /[?&]_fields=events.id/)
  assert.match(String(headers.link), /_fields=.*rel="next"/)
  const next = await send('GET', body.next_rest_url)
  assert.deepEqual(Object.keys(next.body.events[0]), ['id'])
  assert.doesNotMatch(
    (await read('/events', { ...query, _fields: 'rest_url' })).rest_url,
    /_fields/,
  )
})

test('the category with the very name is taken, in the language of the request first', async () => {
  const marche = await edit('POST', '/categories', { name: 'March\u00e9' })
  const walk = await edit('POST', '/categories', { name: 'Marche', slug: 'marche-a-pied' })
  for (const [name, term] of [
    ['Marche', walk],
    ['March\u00e9', marche],
    ['MARCHE', walk],
  ] as const)
    assert.deepEqual(
      (await create({ categories: [name] })).categories.map((one: { id: number }) => one.id),
      [term.id],
      name,
    )
  const talk = await edit('POST', '/categories', {
    name: 'Lecture',
    translations: { fr: { name: 'Conf\u00e9rence' } },
  })
  const reading = await edit('POST', in_('fr', '/categories'), {
    name: 'Lecture',
    slug: 'lecture-fr',
  })
  for (const [language, term] of [
    ['fr', reading],
    ['en', talk],
  ] as const) {
    const event = await edit('POST', in_(language, '/events'), {
      title: 'Named',
      start_date: '2027-05-10',
      end_date: '2027-05-10',
      categories: ['Lecture'],
    })
    assert.deepEqual(
      event.categories.map((one: { id: number }) => one.id),
      [term.id],
      language,
    )
  }
  assert.equal(
    (await send('POST', '/categories', { as: 'editor', body: { name: 'lecture' } })).status,
    400,
  )
})

test('a date that does not exist is refused where it is written, and read in filters', async () => {
  for (const [date, nearest] of [
    ['2027-02-31 10:00', /2027-02-28 .*2027-03-01/],
    ['2027-04-31', /2027-04-30 .*2027-05-01/],
    ['20270100', /2026-12-31 .*2027-01-01/],
    ['2027-00-10', /2026-12-31 .*2027-01-01/],
  ] as const) {
    const body = { title: 'No day', start_date: date, end_date: '2028-01-01' }
    const reply = await send('POST', '/events', { as: 'editor', body })
    assert.equal(reply.status, 400, date)
    assert.match(reply.body.data.params.start_date, nearest)
  }
  await create({ title: 'Leap', start_date: '2028-02-29', end_date: '2028-02-29' })
  await read('/events', { end_date: '2027-02-31' })
})

test('now is the same moment for events of every zone', async () => {
  // it is noon in UTC
  await create({
    title: 'Zoned over',
    timezone: 'Asia/Tokyo',
    start_date: '2027-05-01 18:00',
    end_date: '2027-05-01 20:00',
  })
  await create({
    title: 'Zoned running',
    timezone: 'America/Los_Angeles',
    start_date: '2027-05-01 04:00',
    end_date: '2027-05-01 06:00',
  })
  for (const query of [
    { ends_after: 'now', starts_before: 'now' },
    { ends_after: '-30 minutes', starts_before: '+1 hour' },
  ]) {
    const { events } = await read('/events', { ...query, strict_dates: true, search: 'Zoned' })
    assert.deepEqual(
      events.map((event: { title: string }) => event.title),
      ['Zoned running'],
    )
  }
})

test('an end stays as it was typed where its start is skipped by the clocks', async () => {
  const event = await create({
    timezone: 'Europe/Paris',
    start_date: '2027-03-28 02:30',
    end_date: '2027-03-28 03:30',
  })
  assert.deepEqual(
    [event.start_date, event.end_date],
    ['2027-03-28 03:30:00', '2027-03-28 03:30:00'],
  )
})

test('an event is no part of its own parts', async () => {
  const [a, b] = [await create({}), await create({})]
  await change(a.id, { post_parent: b.id })
  const reply = await send('PATCH', `/events/${b.id}`, {
    as: 'editor',
    body: { post_parent: a.id },
  })
  assert.equal(reply.status, 400)
  assert.match(
    reply.body.data.params.post_parent,
    /^post_parent is the event itself or a part of it/,
  )
})
