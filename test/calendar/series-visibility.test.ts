import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edit, read, send, service, useService } from '../support/scenario.ts'
import { page, series as six } from '../support/series.ts'

useService()

/** Six Sundays in a place, and a date of them that differs. */
async function series(patch: object, more: object = {}) {
  const created = await six({ description: 'Open to all.', ...more })
  const date = created.ids[0] ?? 0
  await edit('PATCH', `/events/${date}`, patch)
  return { ...created, date }
}

const secret = { title: 'SECRET title', description: 'SECRET body', cost: '777' }
const isSecret = (text: string) => /SECRET|777/.test(text)

/** Titles in a list of events. */
async function listed(query: object, as?: string) {
  const all = { start_date: '2030-01-01', end_date: '2030-12-31', per_page: 50, ...query }
  const { body } = await send('GET', '/events', { query: all, ...(as && { as }) })
  return body.events.map(({ id }: { id: number }) => id) as number[]
}

for (const patch of [
  { status: 'draft' },
  { status: 'private' },
  { status: 'pending' },
  { password: 'open' },
  { hide_from_listings: true },
]) {
  const kind = Object.entries(patch).join()

  test(`a date with ${kind} is not shown with its series`, async () => {
    const { id, date, slug } = await series({ ...secret, start_date: '2030-03-03 19:11', ...patch })
    for (const path of [`/event/${slug}/`, `/event/${slug}/2030-03-10/`, `/event/${slug}.ics`]) {
      const { status, text } = await page(path)
      assert.equal(status, 200, path)
      assert.ok(!isSecret(text), path)
      assert.doesNotMatch(text, /19:11|191100|2030-03-03/, path)
    }
    const body = await read(`/events/${id}`)
    assert.equal(body.start_date, '2030-03-10 20:00:00')
    assert.deepEqual(
      body.next_occurrences.map((next: { start_date: string }) => next.start_date.slice(5, 10)),
      ['03-10', '03-17', '03-24', '03-31', '04-07'],
    )
    const dates = await read(`/events/${id}/occurrences`)
    assert.equal(dates.events.length, 5)
    assert.ok(!isSecret(JSON.stringify(dates)))
    if ('hide_from_listings' in patch) return
    assert.equal((await send('GET', `/events/${date}`)).status, 403)
    for (const path of [`/event/${slug}/2030-03-03/`, `/event/${slug}/2030-03-03.ics`]) {
      const { status, text } = await page(path)
      assert.ok(status >= 400 && !isSecret(text), path)
    }
  })
}

test('a date with a password of its own is opened by it, on its page', async () => {
  const { slug } = await series({ ...secret, password: 'open' })
  const post = (password: string) =>
    send('POST', `${service.address}/event/${slug}/2030-03-03/`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: service.address },
      body: Buffer.from(`password=${password}`),
    })
  assert.ok(!isSecret((await post('wrong')).text))
  assert.match((await post('open')).text, /SECRET body/)
})

test('a date is shown with its own place and image on its page, and its series with the usual ones', async () => {
  const hall = await edit('POST', '/venues', { venue: 'Own hall' })
  const own = { venue: hall.id, title: 'Own title', event_status: 'cancelled' }
  const { id, slug, title } = await series(own, { venue: [{ venue: 'Usual hall' }] })
  for (const path of [`/event/${slug}/2030-03-03/`, `/event/${slug}/2030-03-03.ics`]) {
    const { text } = await page(path)
    assert.match(text, /Own hall/, path)
    assert.doesNotMatch(text, /Usual hall/, path)
  }
  assert.match((await page(`/event/${slug}.ics`)).text, /Usual hall.*Own hall/s)
  const body = await read(`/events/${id}`)
  assert.deepEqual(
    [body.id, body.title, body.event_status, body.venue.venue],
    [id, title, 'scheduled', 'Usual hall'],
  )
})

for (const status of ['draft', 'private'])
  test(`a published date of a series with status ${status} is not published, nor in the trash`, async () => {
    const { id, date } = await series({ ...secret, status: 'publish' }, { status })
    assert.equal((await edit('GET', `/events/${date}`)).status, status)
    assert.equal((await send('GET', `/events/${date}`)).status, 403)
    assert.ok(!(await listed({})).includes(date))
    assert.ok((await listed({ status }, 'editor')).includes(date))
    await edit('DELETE', `/events/${id}`)
    assert.ok(!(await listed({})).includes(date))
    assert.ok(!(await listed({ status }, 'editor')).includes(date))
    assert.ok((await listed({ status: 'trash' }, 'editor')).includes(date))
    assert.equal((await send('GET', `/events/${date}`)).status, 403)
  })

test('dates of a hidden or protected series are hidden or protected, whatever they have', async () => {
  const hidden = await series({ hide_from_listings: false }, { hide_from_listings: true })
  assert.ok(!(await listed({})).includes(hidden.date))
  const sealed = await series({ ...secret, password: 'other' }, { password: 'open' })
  for (const [password, status] of [
    ['other', 403],
    ['open', 200],
  ] as const)
    assert.equal(
      (await send('GET', `/events/${sealed.date}`, { query: { password } })).status,
      status,
    )
  assert.ok(!isSecret((await page(`/event/${sealed.slug}/2030-03-03/`)).text))
})

test('a contributor changes a date of their draft, and nothing that is published', async () => {
  const body = {
    title: 'Proposed',
    start_date: '2030-03-03 20:00:00',
    end_date: '2030-03-03 22:00:00',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'],
    status: 'draft',
  }
  const { body: event } = await send('POST', '/events', { as: 'contributor', body })
  const [first] = await service.rows(`SELECT id FROM series_date WHERE series = ${event.id}`)
  const { id } = first as { id: number }
  const change = (of: number) =>
    send('PATCH', `/events/${of}`, { as: 'contributor', body: { excerpt: 'Mine' } })
  await edit('PATCH', `/events/${id}`, { status: 'publish' })
  assert.equal((await change(id)).status, 200)
  assert.equal((await send('GET', `/events/${id}`)).status, 403)
  await edit('PATCH', `/events/${event.id}`, { status: 'publish' })
  for (const one of [id, event.id]) assert.equal((await change(one)).status, 403)
})

test('nothing publishes one date later than its series', async () => {
  const { id, date } = await series({})
  const sent = (body: object) => send('PATCH', `/events/${date}`, { as: 'editor', body })
  for (const [name, body] of [
    ['status', { status: 'future', date: '2040-01-01 10:00:00' }],
    ['date', { date: '2020-01-01 10:00:00' }],
    ['date_utc', { date_utc: '2020-01-01 10:00:00' }],
  ] as const) {
    const refused = await sent(body)
    assert.equal(refused.status, 400, name)
    assert.deepEqual(Object.keys(refused.body.data.params), [name])
  }
  const { date: published } = await edit('GET', `/events/${id}`)
  assert.equal((await sent({ date: published, excerpt: 'Here' })).status, 200)
})

test('the ID of a removed date discloses nothing of a series that the reader may not see', async () => {
  const { date } = await series({}, { status: 'private' })
  await edit('DELETE', `/events/${date}`)
  const { status, body } = await send('GET', `/events/${date}`)
  assert.deepEqual([status, body.code], [404, 'rest-event-not-found'])
  assert.equal((await send('GET', `/events/${date}`, { as: 'editor' })).status, 410)
})
