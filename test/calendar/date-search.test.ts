import assert from 'node:assert/strict'
import { test } from 'node:test'
import { change, edit, read, restartService, useService } from '../support/scenario.ts'
import { restore, scoped, series, timeOnly, versionsOf } from '../support/series.ts'

// On PostgreSQL too: its trigrams are its own.

useService()

const find = async (search: string, more: object = {}): Promise<number> =>
  (await read('/events', { ...timeOnly, search, ...more })).total

test('a series is found by what its dates alone say, by those who may read these dates', async () => {
  const { id, ids } = await series({ translations: { fr: { title: 'Chorale' } } })
  const [, second = 0, third = 0] = ids
  await change(second, { title: 'Zanzibar night', description: 'With drums.' })
  assert.equal(await find('zanzibar'), 6)
  assert.equal(await find('zanzibar drums', { occurrences: 'series' }), 1)
  // what is shown in French is the French title of the series
  assert.equal(await find('zanzibar', { ml_language: 'fr' }), 0)
  assert.equal(await find('drums', { ml_language: 'fr' }), 6)
  for (const hidden of [{ status: 'draft' }, { password: 'open' }, { hide_from_listings: true }]) {
    await change(third, { title: 'Quagga', ...hidden })
    assert.equal(await find('quagga'), 0)
    await change(third, { status: 'publish', password: '', hide_from_listings: false })
    assert.equal(await find('quagga'), 6)
  }
  // a draft of a series has what its dates have; published, a date that stays a draft says nothing
  await change(id, { status: 'draft' })
  await change(third, { status: 'draft' })
  await change(id, { status: 'publish' })
  assert.equal(await find('zanzibar'), 6)
  const [{ version }] = await versionsOf(id)
  await change(second, { title: (await read(`/events/${id}`)).title })
  assert.equal(await find('zanzibar'), 0)
  await restore(id, version)
  assert.equal(await find('zanzibar'), 6)
  await restartService()
  assert.equal(await find('zanzibar'), 6)
  await scoped('PATCH', second, 'following', { excerpt: 'Later.' })
  assert.equal(await find('zanzibar'), 5)
  await edit('DELETE', `/events/${second}`)
  assert.equal(await find('zanzibar'), 0)
})
