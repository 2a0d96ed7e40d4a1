import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read, send, useService } from '../support/scenario.ts'
import { listed, scoped, series } from '../support/series.ts'

useService()

const onDate = (method: string, slug: string, occurrence: string, body: object = {}) =>
  send(method, `/events/by-slug/${slug}`, { as: 'editor', query: { occurrence }, body })

const titles = async (title: string) =>
  (await listed(title)).map(({ start_date, title }) => `${start_date.slice(5, 10)} ${title}`)

test('a date is changed by the slug of its series and its start, and no other one with it', async () => {
  const { title, slug, ids } = await series()
  const [, second = 0, third = 0] = ids
  for (const [method, id, start] of [
    ['PATCH', second, '2030-03-10T20:00'],
    ['PUT', third, '2030-03-17'],
    ['POST', second, '2030-03-10 20:00:00'],
  ] as const) {
    const { status, body } = await onDate(method, slug, start, { title: `${title} ${method}` })
    assert.deepEqual([status, body.id, body.title], [200, id, `${title} ${method}`])
  }
  assert.deepEqual(await titles(title), [
    `03-03 ${title}`,
    `03-10 ${title} POST`,
    `03-17 ${title} PUT`,
    `03-24 ${title}`,
    `03-31 ${title}`,
    `04-07 ${title}`,
  ])
})

test('a date is removed by the slug of its series and its start, or as much as a scope says', async () => {
  const { id, title, slug, ids } = await series()
  const removed = await onDate('DELETE', slug, '2030-03-10T20:00')
  assert.deepEqual([removed.status, removed.body.id], [200, ids[1]])
  assert.equal((await listed(title)).length, 5)
  await onDate('DELETE', slug, '2030-03-31', { scope: 'following' })
  assert.equal((await listed(title)).length, 3)
  const detached = await onDate('PATCH', slug, '2030-03-24', { scope: 'detach' })
  assert.deepEqual([detached.body.id, detached.body.series], [ids[3], undefined])
  assert.equal((await read(`/events/${id}`)).status, 'publish')
})

test('a write to a date that a series does not have changes nothing', async () => {
  const { title, slug, ids } = await series()
  await scoped('DELETE', ids[4] ?? 0, 'this')
  await scoped('PATCH', ids[3] ?? 0, 'following', {})
  const before = await titles(title)
  for (const method of ['PATCH', 'DELETE'])
    for (const [start, sentence] of [
      ['2030-03-11', 'occurrence is unknown: no date of the event starts then.'],
      ['2030-03-31T20:00', 'occurrence is unknown: no date of the event starts then.'],
      ['tomorrow', /^occurrence is not a date\. Expected /],
    ] as const) {
      const response = await onDate(method, slug, start, method === 'PATCH' ? { title: 'X' } : {})
      const { occurrence } = response.body.data.params
      assert.equal(response.status, 400)
      if (typeof sentence === 'string') assert.equal(occurrence, sentence)
      else assert.match(occurrence, sentence)
    }
  assert.deepEqual(await titles(title), before)
  const moved = await onDate('PATCH', slug, '2030-04-07', { title: `${title} last` })
  assert.equal(moved.body.id, ids[5])
  const stranger = await send('DELETE', `/events/by-slug/${slug}`, {
    as: 'subscriber',
    query: { occurrence: '2030-03-03' },
  })
  assert.equal(stranger.status, 403)
})
