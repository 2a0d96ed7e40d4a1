import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

let site: Service
before(async () => {
  site = await startService({ clock: '2027-03-10T10:00:00Z' })
  const at = { start_date: '2027-03-20 20:00', end_date: '2027-03-20 22:00' }
  for (const body of [
    { title: 'حفلة موسيقية!', slug: 'concert', description: '<p>אולם המוזיקה.</p>', ...at },
    { title: 'Concert', slug: 'plain', description: '<p>Music.</p>', ...at },
  ])
    assert.equal((await site.send('POST', '/events', { as: 'administrator', body })).status, 201)
})
after(() => site.close())
const get = async (path: string) => (await site.send('GET', site.address + path)).text

test('titles and descriptions from right to left have their own direction', async () => {
  const page = await get('/event/concert/')
  assert.match(page, /<h1 dir="auto">حفلة/)
  assert.match(page, /<div class="prose" dir="auto"><p>אולם/)
  for (const path of ['/', '/events/month/2027-03/', '/events/list/', '/events/2027-03-20/'])
    assert.match(await get(path), /<a href="[^"]*\/concert\/" dir="auto">/, path)
})

test('other titles have no attribute for it', async () => {
  assert.doesNotMatch(await get('/event/plain/'), /<h1 dir|prose" dir/)
})

test('a page on paper says where it is from', async () => {
  for (const path of ['/event/plain/', '/events/list/', '/fr/evenements/liste/']) {
    const [, from = ''] =
      /class="printed">(?:Printed from|Imprimé depuis) (\S+) <time>/.exec(await get(path)) ?? []
    assert.equal(from, site.address + path)
  }
})
