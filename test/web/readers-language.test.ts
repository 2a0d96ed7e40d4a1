import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import ICAL from 'ical.js'
import { type Service, startService } from '../support/service.ts'

let site: Service
const paths: Record<'en' | 'fr', string> = { en: '', fr: '' }
before(async () => {
  site = await startService({
    clock: '2026-12-01T15:00:00Z',
    timezone: 'Europe/Paris',
    currencyCode: 'EUR',
  })
  const create = async (body: object) => {
    const reply = await site.send('POST', '/events', { as: 'administrator', body })
    assert.equal(reply.status, 201, reply.text)
    return reply.body as { url: string; cost: string }
  }
  const event = await create({
    title: 'Bal',
    start_date: '2026-12-01 20:30',
    end_date: '2026-12-01 23:00',
    cost: 12.5,
    description: 'Entrée\u00a0: 5\u00a0€. Qui vient\u202f?',
    timezone: 'Europe/Paris',
    venue: {
      venue: 'Salle',
      address: '12 rue X',
      zip: '69001',
      city: 'Lyon',
      country: 'France',
      geo_lat: 45.76,
      geo_lng: 4.83,
    },
    show_map_link: true,
  })
  assert.equal(event.cost, '€12.5')
  paths.en = new URL(event.url).pathname
  paths.fr = '/fr/evenement/bal/'
  await create({
    title: 'Fair',
    start_date: '2026-12-02 10:00',
    end_date: '2026-12-02 12:00',
    timezone: 'America/Toronto',
    cost: '$35 – $48',
    venue: {
      venue: 'Park',
      zip: 'H3J 0D5',
      city: 'Montréal',
      province: 'Québec',
      country: 'Canada',
    },
  })
  await create({ title: 'Over', start_date: '2026-12-01 08:00', end_date: '2026-12-01 09:00' })
})
after(() => site.close())

const get = async (path: string) => {
  const reply = await site.send('GET', site.address + path, { headers: { Accept: '*/*' } })
  assert.equal(reply.status, 200, path)
  return reply
}

test('a price on pages and in feeds is that of the reader’s language', async () => {
  for (const [path, price, fair] of [
    [paths.en, '€12.50', '$35 – $48'],
    [paths.fr, '12,50\u00a0€', '35\u00a0$ – 48\u00a0$'],
  ] as const) {
    assert.match((await get(path)).text, new RegExp(`<dd>${price.replace('.', '\\.')}</dd>`))
    const base = path.startsWith('/fr') ? '/fr/evenements' : '/events'
    const list = (await get(`${base}/${base === '/events' ? 'list' : 'liste'}/`)).text
    for (const each of [price, fair]) {
      assert.ok(list.includes(`<span class="price">${each}</span></p>`), each)
      for (const feed of ['rss', 'atom', 'csv', 'json'])
        assert.ok((await get(`${base}.${feed}`)).text.includes(each), `${feed}: ${each}`)
    }
  }
})

test('the spaces of prices and summaries do not break on pages', async () => {
  const { text } = await get('/fr/evenements/liste/')
  assert.ok(text.includes('Entrée\u00a0: 5\u00a0€. Qui vient\u202f?</p>'))
  const event = (await get(paths.fr)).text
  const about = /<meta property="og:description" content="([^"]*)"/.exec(event)?.[1] ?? ''
  assert.ok(about.includes('Entrée\u00a0: 5\u00a0€. Qui vient\u202f?'), about)
})

test('a postal address is the same on pages, in feeds, previews, calendars and links', async () => {
  const { text } = await get(paths.en)
  assert.ok(text.includes('<address>12 rue X<br>69001 Lyon<br>France</address>'))
  const line = '12 rue X, 69001 Lyon, France'
  assert.ok(text.includes(`${line} · `), 'Open Graph')
  assert.ok(text.includes(encodeURIComponent(line)), 'Google')
  assert.ok((await get('/events.rss')).text.includes(line))
  assert.ok((await get('/events.csv')).text.includes(line))
  const places = async (path: string) =>
    new ICAL.Component(ICAL.parse((await get(path)).text))
      .getAllSubcomponents('vevent')
      .map(event => event.getFirstPropertyValue('location'))
  assert.ok((await places('/events.ics')).includes(`Salle, ${line}`))
  assert.ok((await places('/events.ics')).includes('Park, Montréal, Québec H3J 0D5, Canada'))
  assert.ok(
    (await places('/fr/evenements.ics')).includes('Park, Montréal (Québec) H3J 0D5, Canada'),
  )
  assert.match((await get('/fr/lieu/park/')).text, /Montréal \(Québec\) H3J 0D5<br>Canada/)
})

test('an hour is written in one way on pages, in feeds, previews and for language models', async () => {
  const french = 'mardi 1er décembre 2026, 20\u00a0h\u00a030 – 23\u00a0h'
  const english = 'Tuesday 1 December 2026, 8:30\u00a0pm – 11\u00a0pm'
  for (const [path, feed, words] of [
    [paths.fr, '/fr/evenements', french],
    [paths.en, '/events', english],
  ] as const) {
    assert.ok((await get(path)).text.includes(`content="${words} · `), path)
    for (const format of ['rss', 'atom', 'json'])
      assert.ok((await get(`${feed}.${format}`)).text.includes(words), `${feed}.${format}`)
  }
  const { text } = await get('/llms.txt')
  assert.ok(text.includes(`: ${english}`), text)
  assert.doesNotMatch(text, /\[Over\]/)
})

test('feeds say their language: header, file name and product', async () => {
  for (const [feed, language, file] of [
    ['/events', 'en', 'events'],
    ['/fr/evenements', 'fr', 'evenements'],
  ] as const)
    for (const format of ['csv', 'rss', 'ics', 'json']) {
      const { headers, text } = await get(`${feed}.${format}`)
      assert.equal(headers['content-language'], language)
      assert.match(
        String(headers['content-disposition']),
        new RegExp(`filename="${file}\\.${format}"`),
      )
      if (format === 'ics')
        assert.match(text, new RegExp(`PRODID:-//Almanac//Almanac//${language.toUpperCase()}\r`))
    }
})
