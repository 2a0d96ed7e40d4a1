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
  await create('2027-04-06', { title: 'Evening', excerpt: 'The <b>Orchestre</b> de la rive' })
  await create('2027-04-07', { title: 'Salon' })
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

test('a search offers the page of what is called so, in its suggestions too, and the days that it names', async () => {
  assert.match(
    await page('/events/list/?q=hall'),
    /<h1>Results for “hall” \(1\)<\/h1>[\s\S]*See also: <a href="\/venue\/hall\/">Hall<\/a><\/p>/,
  )
  assert.match(await page('/events/list/?q=Tea+hall'), /Results for “Tea hall” \(1\)/)
  assert.doesNotMatch(await page('/events/list/?q=Tea+hall'), /See also/)
  const evening = await page('/fr/evenements/liste/?q=ce+soir')
  assert.match(
    evening,
    /Voir aussi\u00a0: <a href="[^"]*\?start_date=2027-03-01\+17%3A00[^"]*">Ce soir</,
  )
  assert.match(
    evening,
    /data-suggests="[^"]*\/venues\?[^"]* [^"]*\/organizers\?[^"]* [^"]*\/events\?/,
  )
})

test('a search without results offers a word that is there, and each filter less, with what is there then', async () => {
  const misspelled = await page('/events/list/?q=exhibtoin&city=Ottawa')
  assert.match(
    misspelled,
    /href="\/events\/list\/\?q=exhibition&amp;city=Ottawa">Did you mean “exhibition”\? 1 event</,
  )
  assert.match(misspelled, /href="\/events\/list\/\?city=Ottawa">Without “exhibtoin”: 1 event</)
  assert.doesNotMatch(misspelled, /Without “Ottawa”|Subscribe/)
})

test('a long word may have two wrong letters, a short one only one', async () => {
  for (const [sought, meant] of [
    ['orquestre', 'orchestre'],
    ['orkestre', 'orchestre'],
  ])
    assert.match(await page(`/events/list/?q=${sought}`), new RegExp(`“${meant}”\\? 1 event<`))
  assert.match(await page('/events/list/?search=orkestre'), /list\/\?q=orchestre">Did you mean/)
  for (const sought of ['salsa', 'talc', 'rivage', 'orkhestri', 'zzzzzzzzzzzz'])
    assert.doesNotMatch(await page(`/events/list/?q=${sought}`), /Did you mean/)
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
