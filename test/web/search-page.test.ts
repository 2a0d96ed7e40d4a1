import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

let site: Service
before(async () => {
  site = await startService({ clock: '2027-03-01T10:00:00Z' })
  const create = async (day: string, body: object) => {
    const at = { start_date: `${day} 20:00`, end_date: `${day} 22:00` }
    const sent = await site.send('POST', '/events', { as: 'editor', body: { ...at, ...body } })
    assert.equal(sent.status, 201, sent.text)
  }
  await create('2027-03-04', { title: 'Talk', excerpt: 'On <b>exhibitions</b> & <i>more</i>' })
  await create('2027-04-05', {
    title: 'Exhibition & tea',
    venue: { venue: 'Hall', city: 'Ottawa' },
  })
  await create('2027-02-01', { title: 'First exhibition' })
  await create('2027-02-03', { title: 'Second', excerpt: 'An exhibition' })
})
after(() => site.close())

const page = async (path: string) =>
  (await site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })).text
const titles = (text: string) =>
  [...text.matchAll(/<h[23]>.*?<a [^>]*>(.*?)<\/a><\/h[23]>/g)].map(([, title]) => title)

test('the list has titles first and marks what is found, a wrong letter aside', async () => {
  const text = await page('/events/list/?q=exibition')
  assert.deepEqual(titles(text), ['<mark>Exhibition</mark> &amp; tea', 'Talk'])
  assert.match(text, /name="q" value="exibition"/)
  assert.match(text, /<meta name="robots" content="noindex">/)
  assert.deepEqual(titles(await page('/events/list/?q=ottawa')), ['Exhibition &amp; tea'])
  assert.deepEqual(titles(await page('/fr/evenements/liste/?q=EXHIBITION+te')), [
    '<mark>Exhibition</mark> &amp; <mark>tea</mark>',
  ])
})

test('earlier events are still listed from the latest on', async () => {
  assert.deepEqual(titles(await page('/events/list/?q=exhibition&past=1')), [
    'Second',
    'First <mark>exhibition</mark>',
  ])
})

test('an old link with search still finds, and the form continues with q', async () => {
  const text = await page('/events/list/?search=exhibition')
  assert.equal(titles(text).length, 2)
  assert.match(text, /name="q" value="exhibition"/)
})
