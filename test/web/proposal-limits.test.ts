import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTab, startWithPasswords } from '../accounts/browser-like.ts'
import { type Service, startService } from '../support/service.ts'

const typed = {
  title: 'Street fair',
  start_date: '2027-06-05T10:00',
  end_date: '2027-06-05T18:00',
  name: 'Ada',
  email: 'ada@example.org',
  consent: 'yes',
}
const settings = { clock: '2027-03-01T10:00:00Z', trustedProxies: ['127.0.0.1'] }
const startSite = (submissions: number) => startService({ ...settings, submissions })

/** Opens the form; returns a function that sends it from an address, with changes to the typed values. */
async function openForm(site: Service) {
  const url = `${site.address}/events/submit/`
  const { text } = await site.send('GET', url)
  const [, opened = ''] = /name="opened" value="([^"]+)"/.exec(text) ?? []
  site.clock.advance(3)
  return async (from: string, changes: object = {}) => {
    const { status } = await site.send('POST', url, {
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-Forwarded-For': from,
        'Sec-Fetch-Site': 'same-origin',
      },
      body: new URLSearchParams({ ...typed, opened, ...changes }).toString(),
    })
    return status
  }
}
const count = (statuses: number[], status: number) =>
  statuses.filter(each => each === status).length

test('proposals sent at once from one address are limited like those sent one after the other', async t => {
  const site = await startSite(10)
  t.after(site.close)
  const send = await openForm(site)
  const statuses = await Promise.all(Array.from({ length: 60 }, () => send('203.0.113.7')))
  assert.deepEqual([count(statuses, 303), count(statuses, 429)], [10, 50])
})

test('rejected proposals are not counted', async t => {
  const site = await startSite(2)
  t.after(site.close)
  const send = await openForm(site)
  for (let n = 0; n < 4; n++) assert.equal(await send('203.0.113.7', { email: 'nobody' }), 400)
  for (let n = 0; n < 4; n++) assert.equal(await send('203.0.113.7', { homepage: 'x' }), 303)
  const statuses: number[] = []
  for (let n = 0; n < 3; n++) statuses.push(await send('203.0.113.7'))
  assert.deepEqual(statuses, [303, 303, 429])
})

test('a sender with many networks does not close the form for others', async t => {
  const site = await startSite(1)
  t.after(site.close)
  const send = await openForm(site)
  for (const [near, others] of [
    [(n: number) => `2001:db8:7:${n}::1`, '2001:db8:8:1::1'],
    [(n: number) => `203.0.113.${n}`, '198.51.100.1'],
  ] as const) {
    const statuses: number[] = []
    for (let n = 1; n <= 30; n++) statuses.push(await send(near(n)))
    assert.deepEqual([count(statuses, 303), count(statuses, 429)], [4, 26])
    assert.equal(await send(others), 303)
  }
})

test('counts go on when a setting changes, and the new limit holds at once', async t => {
  const given = new Set(['trustedProxies'] as const)
  const site = await startWithPasswords(settings, { given, sources: {}, replaces: true })
  const tab = openTab(site)
  t.after(async () => {
    tab.close()
    await site.close()
  })
  await tab.signIn('administrator')
  const change = async (settings: object) =>
    assert.equal((await tab.send('PATCH', 'settings', { settings })).status, 200)
  await change({ submissions: 2 })
  const send = await openForm(site)
  const from = '203.0.113.7'
  assert.deepEqual([await send(from), await send(from), await send(from)], [303, 303, 429])
  await change({ siteName: 'Fairs' })
  assert.equal(await send(from), 429)
  await change({ submissions: 3 })
  assert.deepEqual([await send(from), await send(from)], [303, 429])
})
