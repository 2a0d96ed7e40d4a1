import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { type Service, startService } from '../support/service.ts'

let site: Service
const at = (day: string) => ({ start_date: `${day} 20:00`, end_date: `${day} 22:00` })
const tickets = 'https://tickets.example.org/?a=1&b=2'
const create = async (body: object) => {
  const { status, body: created, text } = await site.send('POST', '/events', { as: 'editor', body })
  assert.equal(status, 201, text)
  return created
}

before(async () => {
  site = await startService({ clock: '2027-03-01T10:00:00Z', timezone: 'Europe/Paris' })
  const cellar = { venue: 'Cellar' }
  const friends = { organizer: 'Friends' }
  const music = { categories: ['Music'] }
  const all = { venue: cellar, organizer: friends, ...music }
  await create({ title: 'Main', ...at('2027-03-06'), ...all, registration_url: tickets })
  await create({ title: 'Same place', ...at('2027-03-08'), venue: cellar, ...music })
  await create({ title: 'Same people', ...at('2027-03-09'), organizer: friends })
  for (const number of [1, 2, 3, 4, 5])
    await create({ title: `Music ${number}`, ...at(`2027-03-1${number}`), ...music })
  await create({ title: 'Secret', ...at('2027-03-07'), ...all, password: 'sesame' })
  await create({ title: 'Draft', ...at('2027-03-07'), ...all, status: 'draft' })
  await create({ title: 'Gone by', ...at('2027-02-01'), ...all, registration_url: tickets })
  await create({
    title: 'Called off',
    ...at('2027-03-07'),
    event_status: 'cancelled',
    registration_url: tickets,
  })
})
after(() => site.close())

const page = async (path: string) =>
  (await site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })).text

test('a ticket button stands under the title while there is something to book', async () => {
  const open = await page('/event/main/')
  assert.ok(open.includes('<a class="button" href="https://tickets.example.org/?a=1&amp;b=2"'))
  assert.ok(open.indexOf('class="button"') < open.indexOf('class="calendars"'))
  for (const closed of ['/event/gone-by/', '/event/called-off/'])
    assert.doesNotMatch(await page(closed), /class="button"/, closed)
})

test('an event is shared by links that load nothing, in the language it is written in', async () => {
  const french = await page('/fr/evenement/main/')
  const url = `${site.address}/event/main/`
  assert.ok(french.includes(`data-share="Main" data-url="${url}"><summary>Partager</summary>`))
  assert.ok(french.includes(`href="https://wa.me/?text=Main%20${encodeURIComponent(url)}"`))
  assert.doesNotMatch(french, /(?:src|srcset)="https?:/)
  assert.doesNotMatch(await page('/event/secret/'), /data-share/)
})

test('related events are each shown once, at most three of a kind, and only those for anyone', async () => {
  const related = (text: string) => {
    const [, part = ''] = /<section class="related"(.*?)<\/section>/s.exec(text) ?? []
    return part
      .split('<h3>')
      .slice(1)
      .map(group => ({
        heading: /<a [^>]*>([^<]*)/.exec(group)?.[1],
        titles: [...group.matchAll(/<li>.*?<a [^>]*>([^<]*)/gs)].map(([, title]) => title),
      }))
  }
  assert.deepEqual(related(await page('/event/main/')), [
    { heading: 'Also at Cellar', titles: ['Same place'] },
    { heading: 'More by Friends', titles: ['Same people'] },
    { heading: 'More in Music', titles: ['Music 1', 'Music 2', 'Music 3'] },
  ])
  const [place] = related(await page('/fr/evenement/gone-by/'))
  assert.deepEqual(place, { heading: 'Au même lieu\u00a0: Cellar', titles: ['Main', 'Same place'] })
  assert.deepEqual(related(await page('/event/called-off/')), [])
})

test('the page of an event shows an event at its venue as soon as there is one', async () => {
  assert.doesNotMatch(await page('/event/main/'), /Just added/)
  await create({ title: 'Just added', ...at('2027-03-07'), venue: { venue: 'Cellar' } })
  assert.match(await page('/event/main/'), /Just added/)
})

test('the links to the events before and after say when these are', async () => {
  assert.match(
    await page('/event/same-people/'),
    /rel="prev"><span>Previous event<\/span><b>Same place<\/b><span><time[^>]*>Mon 8 March 2027/,
  )
  assert.match(
    await page('/fr/evenement/same-people/'),
    /rel="next"><span>Évènement suivant<\/span><b lang="en">Music 1<\/b><span><time[^>]*>jeu\. 11 mars 2027/,
  )
})

test('a cached page says that its event is over from the second on in which it ends', async () => {
  const path = '/event/same-place/'
  const over = /This event is over/
  site.clock.advance(Date.parse('2027-03-08T20:50:00Z') / 1000 - site.clock.now())
  for (let visit = 0; visit < 4; visit++) assert.doesNotMatch(await page(path), over)
  site.clock.advance(601)
  assert.match(await page(path), over)
})

const words = {
  en: ['/event/', '/events/list/', 'Original date', 'Original date:', 'Original place', 'Sold out'],
  fr: [
    '/fr/evenement/',
    '/fr/evenements/liste/',
    'Date initiale',
    'Date initiale\u00a0:',
    'Lieu initial',
    'Complet',
  ],
} as const
const cardIn = (text: string, slug: string) =>
  text.split('<li class="card').find(card => card.includes(`/${slug}/"`)) ?? ''

test('an event says where and when it was to be, what is left, and no way to what is not there', async () => {
  const hall = { venue: { venue: 'Town hall', address: '1 Main St', show_map_link: true } }
  const of = { ...at('2027-04-06'), show_map_link: true, registration_url: tickets }
  await create({ title: 'Screened', ...of, ...hall, event_status: 'moved_online' })
  await create({ title: 'Streamed too', ...of, ...hall, attendance: 'mixed' })
  await create({ title: 'Put off', ...of, event_status: 'postponed' })
  await create({ title: 'Full house', ...of, availability: 'sold_out' })
  for (const [event, list, was, wasOnCard, place, full] of Object.values(words)) {
    const cards = await page(`${list}?start_date=2027-04-01`)
    const screened = await page(`${event}screened/`)
    assert.ok(screened.includes(`<dt>${place}</dt><dd class="struck">`), screened)
    assert.doesNotMatch(screened, /class="directions"/)
    assert.match(await page(`${event}streamed-too/`), /class="directions"/)
    assert.match(cardIn(cards, 'screened'), /<p class="card-where"><s>.*Town hall.*<\/s>/)
    assert.match(cardIn(cards, 'streamed-too'), /<p class="card-where">(?!<s>).*Town hall</)
    const putOff = await page(`${event}put-off/`)
    assert.ok(putOff.includes(`<dt>${was}</dt>`))
    assert.doesNotMatch(putOff, /class="button"|calendar\.google/)
    assert.ok(cardIn(cards, 'put-off').includes(`<p class="card-when">${wasOnCard} <time`))
    const mark = `<strong class="status sold_out">${full}</strong>`
    assert.ok(cardIn(cards, 'full-house').includes(mark))
    const fullHouse = await page(`${event}full-house/`)
    assert.ok(fullHouse.includes(mark))
    assert.doesNotMatch(fullHouse, /class="button"/)
    assert.match(fullHouse, /calendar\.google/)
  }
})

test('a poster is seen whole, and leads to its file; a wide image fills its place', async () => {
  for (const [title, width, height, isWhole] of [
    ['Poster', 600, 848, true],
    ['Square', 600, 600, true],
    ['Photo', 800, 600, false],
  ] as const) {
    const of = { width, height, channels: 3, background: 'red' } as const
    const sent = await site.send('POST', '/images', {
      as: 'editor',
      body: await sharp({ create: of }).png().toBuffer(),
      headers: { 'Content-Type': 'image/png', 'Content-Disposition': `filename=${title}.png` },
    })
    const { slug } = await create({ title, ...at('2027-05-06'), image: sent.body.id })
    const { pathname } = new URL(sent.body.url)
    const [, figure = ''] = /<figure>(.*?)<\/figure>/.exec(await page(`/event/${slug}/`)) ?? []
    assert.ok(figure.startsWith(`<a href="${pathname}" aria-label="The whole image"><img `), figure)
    const card = cardIn(await page('/events/list/?start_date=2027-05-01'), slug)
    for (const shown of [figure, card])
      assert.equal(shown.includes('class="whole"'), isWhole, title)
  }
})
