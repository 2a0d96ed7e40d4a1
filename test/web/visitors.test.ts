import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

let site: Service
before(async () => {
  site = await startService({
    clock: '2027-03-10T10:00:00Z',
    timezone: 'Europe/Paris',
    currencyCode: 'EUR',
  })
  const create = async (body: object) => {
    const reply = await site.send('POST', '/events', { as: 'administrator', body })
    assert.equal(reply.status, 201, reply.text)
  }
  const at = (from: string, to: string) => ({
    start_date: `2027-03-${from}`,
    end_date: `2027-03-${to}`,
  })
  await create({
    title: 'Bal',
    ml_language: 'fr',
    description: 'Venez.',
    ...at('20 20:00', '20 23:00'),
  })
  await create({
    title: 'Both',
    translations: { fr: { title: 'Deux' } },
    ...at('21 20:00', '21 23:00'),
    categories: ['Jazz'],
    cost: 0,
  })
  await create({
    title: 'Remote',
    timezone: 'America/New_York',
    ...at('22 20:00', '22 21:00'),
    attendance: 'online',
    online_url: 'https://meet.example.org/',
  })
  await create({ title: 'Same clock', timezone: 'Europe/Berlin', ...at('23 20:00', '23 21:00') })
  await create({ title: 'Exhibition', all_day: true, ...at('28', '31') })
  await create({ title: 'Past', venue: { venue: 'Hall' }, ...at('01 20:00', '01 21:00') })
})
after(() => site.close())

const get = (path: string) =>
  site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })
const cardOf = (text: string, title: string) =>
  text.split('<li class="card').find(card => card.includes(`>${title}</a>`)) ?? ''
const headOf = (text: string, rel: string) =>
  [...text.matchAll(new RegExp(`<link rel="${rel}"( hreflang="[^"]+")? href="([^"]+)"`, 'g'))].map(
    ([, language = '', href = '']) =>
      [language.slice(11, -1), new URL(href).pathname].join(' ').trim(),
  )

test('a page in a language that the record is not written in names the page that is', async () => {
  const { text } = await get('/event/bal/')
  assert.deepEqual(headOf(text, 'canonical'), ['/fr/evenement/bal/'])
  assert.deepEqual(
    headOf(text, 'alternate').filter(link => /event|evenement/.test(link) && !link.startsWith('/')),
    [],
  )
  const own = (await get('/fr/evenement/bal/')).text
  assert.deepEqual(headOf(own, 'canonical'), ['/fr/evenement/bal/'])
  const both = (await get('/fr/evenement/deux/')).text
  assert.deepEqual(headOf(both, 'canonical'), ['/fr/evenement/deux/'])
  assert.deepEqual(headOf(both, 'alternate').slice(0, 3), [
    'en /event/both/',
    'fr /fr/evenement/deux/',
    'x-default /event/both/',
  ])
  const view = (await get('/fr/evenements/liste/')).text
  assert.deepEqual(headOf(view, 'alternate').slice(0, 3), [
    'en /events/list/',
    'fr /fr/evenements/liste/',
    'x-default /events/list/',
  ])
})

test('a time in another zone than that of the site has its zone in lists, the month and the page', async () => {
  const list = (await get('/events/list/')).text
  assert.match(cardOf(list, 'Remote'), /8\u00a0pm\u00a0– 9\u00a0pm \(New York time\)/)
  assert.doesNotMatch(cardOf(list, 'Same clock'), /time\)/)
  assert.match(
    (await get('/fr/evenements/2027-03-22/')).text,
    /20\u00a0h\u00a0– 21\u00a0h \(heure de New York\)/,
  )
  assert.match((await get('/fr/evenements/mois/2027-03/')).text, />20\u00a0h \(UTC−4\)<\/time>/)
  assert.match((await get('/event/remote/')).text, /New York time \(UTC−4\)/)
  assert.doesNotMatch((await get('/event/same-clock/')).text, /Berlin time/)
})

test('lists say what is online, what is free, and in which category an event is', async () => {
  for (const [path, online, free, title] of [
    ['/events/list/', 'Online', 'Free', 'Both'],
    ['/fr/evenements/liste/', 'En ligne', 'Gratuit', 'Deux'],
  ] as const) {
    const { text } = await get(path)
    assert.ok(cardOf(text, 'Remote').includes(`<span>${online}</span>`))
    assert.ok(cardOf(text, title).includes(`<span class="free">${free}</span>`))
    assert.match(cardOf(text, title), /<p class="card-labels"><span>(<span lang="en">)?Jazz/)
    assert.doesNotMatch(cardOf(text, 'Same clock'), /card-labels/)
  }
})

test('lists say in few words, in the language of the page, for whom an event is free', async () => {
  const when = { start_date: '2027-03-23 20:00:00', end_date: '2027-03-23 21:00:00' }
  const long = '10 € for residents of other towns, free for children under 12'
  for (const [title, cost] of [
    ['Booked', 'Gratuit sur réservation'],
    ['Contribution', 'Entrée libre, participation aux frais'],
    ['For some', long],
  ])
    await site.send('POST', '/events', { as: 'editor', body: { title, cost, ...when } })
  for (const [path, booked, some] of [
    ['/events/list/', 'Free with booking', 'Free for some'],
    ['/fr/evenements/liste/', 'Gratuit sur réservation', 'Gratuit pour certains'],
  ] as const) {
    const { text } = await get(path)
    const has = (title: string, label: string) => assert.ok(cardOf(text, title).includes(label))
    has('Booked', `<span class="free">${booked}</span>`)
    has('Contribution', '<span class="free">Entrée libre, participation aux frais</span>')
    has('For some', `<span class="price">${some}</span>`)
  }
  const list = await get('/events/list/?free=true')
  assert.deepEqual(
    ['Booked', 'Contribution', 'For some'].map(title => list.text.includes(`>${title}</a>`)),
    [true, true, false],
  )
})

test('an empty month or week says which one it is', async () => {
  for (const [path, sentence] of [
    ['/fr/evenements/mois/2031-05/', 'Aucun évènement en mai 2031.'],
    ['/events/month/2031-05/', 'No events in May 2031.'],
    ['/fr/evenements/semaine/2031-08-27/', 'Aucun évènement la semaine du 25 août 2031.'],
    ['/fr/evenements/semaine/2031-09-03/', 'Aucun évènement la semaine du 1er septembre 2031.'],
    ['/events/week/2031-08-27/', 'No events in the week of 25 August 2031.'],
  ] as const)
    assert.ok((await get(path)).text.includes(`<p class="none">${sentence}</p>`), path)
})

test('a day with nothing but running events says that nothing begins', async () => {
  const running = (await get('/events/2027-03-29/')).text
  assert.match(running, /<p class="none">Nothing begins on this day\.<\/p>[\s\S]*Exhibition/)
  assert.doesNotMatch((await get('/events/2027-03-28/')).text, /Nothing begins/)
})

test('a page beyond the last leads to the first', async () => {
  for (const [path, to] of [
    ['/events/list/?page=999', '/events/list/'],
    ['/fr/evenements/liste/?search=bal&page=999', '/fr/evenements/liste/?search=bal'],
    ['/events/list/?past=1&page=99', '/events/list/?past=1'],
    ['/events/map/?page=99', '/events/map/'],
    ['/venue/hall/?page=99', '/venue/hall/'],
  ] as const) {
    const { status, headers } = await get(path)
    assert.deepEqual([status, headers.location], [302, to], path)
  }
})

test('a page of an error leads on: without the filters, to a search and to what is upcoming', async () => {
  const wrong = await get('/fr/evenements/liste/?categories=nope')
  assert.equal(wrong.status, 400)
  assert.match(wrong.text, /<a href="\/fr\/evenements\/liste\/">Afficher sans filtres<\/a>/)
  const missing = await get('/event/nothing/')
  assert.equal(missing.status, 404)
  assert.match(missing.text, /<form action="\/events\/list\/" method="get">[\s\S]*name="q"/)
  assert.match(missing.text, /<a href="\/events\/list\/">Upcoming events<\/a>/)
})

test('an event that is over leads to its venue', async () => {
  assert.match(
    (await get('/event/past/')).text,
    /This event is over\. <a href="\/venue\/hall\/">Upcoming at Hall<\/a>/,
  )
})

test('an event across the end of a month is named in both months of its week', async () => {
  const body = { title: 'Bridge', all_day: true, start_date: '2027-06-29', end_date: '2027-07-02' }
  assert.equal((await site.send('POST', '/events', { as: 'editor', body })).status, 201)
  for (const month of ['2027-06', '2027-07']) {
    const { text } = await get(`/events/month/${month}/`)
    // from Tuesday to Wednesday, and from Thursday to Friday
    assert.match(text, /<li class="bar over-2 from"><span class="label"><a [^>]*>Bridge/)
    assert.match(text, /<li class="bar again over-2">/, month)
  }
})
