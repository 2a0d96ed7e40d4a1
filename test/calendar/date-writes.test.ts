import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, change, edit, read, refused, send, useService } from '../support/scenario.ts'
import { series } from '../support/series.ts'

useService()

/** So many days from 4 March 2030 on, as lines of recurrences write them. */
const days = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    new Date(Date.UTC(2030, 2, 4 + n)).toISOString().slice(0, 10).replaceAll('-', ''),
  )
const badParameter = (name: string) => [400, 'rest_invalid_param', name]

test('lists of single dates are refused beyond their limit, and stay readable up to it', async () => {
  const rdates = (count: number) => [
    `RDATE:${days(count)
      .map(day => `${day}T200000`)
      .join()}`,
  ]
  const when = {
    timezone: 'Europe/Paris',
    start_date: '2030-03-03 20:00:00',
    end_date: '2030-03-03 22:00:00',
  }
  // without a rule, the start counts too
  const preview = { ...when, recurrence: rdates(1000) }
  assert.deepEqual(
    await refused('POST', '/events/recurrence/preview', preview),
    badParameter('recurrence'),
  )
  assert.deepEqual(
    await refused('POST', '/events', { title: 'Full', ...preview }),
    badParameter('recurrence'),
  )
  const { id } = await series({ recurrence: rdates(999) })
  await change(id, { start_date: '2030-03-02 20:00:00', end_date: '2030-03-02 22:00:00' })
  assert.equal((await read(`/events/${id}`)).start_date, '2030-03-02 20:00:00')

  const periods = [0, 1, 2, 3].map(
    quarter =>
      `RDATE;VALUE=PERIOD:${days(800)
        .slice(quarter * 200, quarter * 200 + 200)
        .map(day => `${day}T200000/${day}T213000`)
        .join()}`,
  )
  const long = await series({ recurrence: periods })
  await change(long.id, { excerpt: 'Read again.' })

  const exdates = `EXDATE:${days(1000)
    .map(day => `${day}T200000`)
    .join()}`
  const full = await series({ recurrence: ['RRULE:FREQ=DAILY;COUNT=1500', exdates] })
  const [first = 0] = full.ids
  assert.deepEqual(
    await refused('PATCH', `/events/${first}`, { scope: 'detach', title: 'Own' }),
    badParameter('recurrence'),
  )
  assert.equal((await read(`/events/${first}`)).series, full.id)
})

test('a date that is changed while it goes gets a response, whichever write is first', async () => {
  for (const removed of ['detach', 'single', 'delete']) {
    const { id, ids } = await series()
    const [, second = 0] = ids
    const as = 'editor'
    const goes =
      removed === 'detach'
        ? send('PATCH', `/events/${second}`, { as, body: { scope: 'detach', title: 'Own' } })
        : removed === 'single'
          ? send('PATCH', `/events/${id}`, { as, body: { recurrence: null } })
          : send('DELETE', `/events/${second}`, { as })
    const replies = await Promise.all([
      send('PATCH', `/events/${second}`, { as, body: { cost: '5' } }),
      goes,
      send('PATCH', `/events/${second}`, { as, body: { cost: '6' } }),
      send('DELETE', `/events/${second}`, { as }),
    ])
    for (const { status, body, text } of replies) {
      assert.ok([200, 404, 410].includes(status), `${removed}: ${text}`)
      if (status === 200) assert.ok([id, second].includes(body.id), text)
    }
    assert.ok(
      replies.some(({ status }) => status === 200),
      removed,
    )
  }
})

test('force with the scope of a date does not erase the series', async () => {
  const { id } = await series()
  for (const scope of ['this', 'following', 'detach'])
    assert.deepEqual(
      await refused('DELETE', `/events/${id}?force=true&scope=${scope}`),
      badParameter('scope'),
      scope,
    )
  assert.equal((await send('GET', `/events/${id}`)).status, 200)
  assert.equal((await send('DELETE', `/events/${id}?force=true`, { as: 'editor' })).status, 200)
})

test('a date is not part of its own series', async () => {
  const { id, ids } = await series()
  const [, second = 0] = ids
  for (const event of [id, second])
    assert.deepEqual(
      await refused('PATCH', `/events/${event}`, { post_parent: id }),
      badParameter('post_parent'),
    )
})

test('a date that is sent back as it was read changes nothing', async () => {
  const { id, ids } = await series()
  const [, second = 0] = ids
  const date = await read(`/events/${second}`)
  const { title, description, start_date, end_date, recurrence, slug } = date
  for (const method of ['PUT', 'POST', 'PATCH']) {
    const sent = { title, description, start_date, end_date, recurrence, slug }
    const after: Body = await edit(method, `/events/${second}`, sent)
    assert.deepEqual(
      [after.id, after.series, after.slug, after.recurrence],
      [second, id, slug, recurrence],
    )
  }
  const other = { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'] }
  assert.deepEqual(await refused('PATCH', `/events/${second}`, other), badParameter('recurrence'))
  const named = { slug: `${slug}-2` }
  assert.deepEqual(await refused('PATCH', `/events/${second}`, named), badParameter('slug'))
})
