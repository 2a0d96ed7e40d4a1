import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

let site: Service
before(async () => {
  site = await startService({ clock: '2027-03-10T10:00:00Z', timezone: 'Europe/Paris' })
  const create = async (body: object) => {
    const reply = await site.send('POST', '/events', { as: 'administrator', body })
    assert.equal(reply.status, 201, reply.text)
  }
  const at = (from: string, to: string) => ({ start_date: from, end_date: to })
  for (let n = 1; n <= 5; n++)
    await create({
      title: `Crowd ${n}`,
      categories: ['music'],
      ...at(`2027-03-20 1${n}:00`, `2027-03-20 1${n}:30`),
    })
  await create({ title: 'Whole week', all_day: true, ...at('2027-03-15', '2027-03-21') })
  await create({ title: 'Until midnight', ...at('2027-03-17 20:00', '2027-03-18 00:00') })
  await create({ title: 'Over long ago', ...at('2026-01-10 20:00', '2026-01-10 22:00') })
  await create({
    title: 'Bal du printemps',
    ml_language: 'fr',
    ...at('2027-03-25 20:00', '2027-03-25 23:00'),
    venue: { venue: 'Salle des fêtes', city: 'Lyon' },
    organizer: { organizer: 'Comité' },
  })
})
after(() => site.close())

const get = async (path: string) => {
  const reply = await site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })
  return { ...reply, words: reply.text.replace(/<[^>]+>/g, ' ').replace(/[ \n]+/g, ' ') }
}
const cellOf = (text: string, day: string) =>
  text.split('<td').find(cell => cell.includes(`/events/${day}/`)) ?? ''

test('a day of the month shows three events of its own, whatever runs besides, and the number of others', async () => {
  const { text } = await get('/events/month/2027-03/')
  const cell = cellOf(text, '2027-03-20')
  assert.match(cell, /Whole week/)
  const [presented = '', rest = ''] = cell.split('<ol class="rest">')
  assert.match(presented, /Crowd 1[\s\S]*Crowd 2[\s\S]*Crowd 3/)
  assert.doesNotMatch(presented, /Crowd 4/)
  assert.match(rest, /Crowd 4[\s\S]*Crowd 5/)
  assert.match(cell, /aria-label="2 more events on 20 March 2027">\+ 2 more</)
})

test('the month is a table with a caption and named columns; an event of several days is a link once a week', async () => {
  const { text } = await get('/events/month/2027-03/')
  assert.match(text, /<caption[^>]*>March 2027<\/caption>/)
  assert.equal(text.match(/<th scope="col">/g)?.length, 7)
  assert.equal(text.match(/>Whole week<\/a>/g)?.length, 1)
  assert.equal(text.match(/Whole week \(continued\)/g)?.length, 6)
})

test('every view has its search and its date in one toolbar', async () => {
  for (const view of ['month/2027-03', 'week/2027-03-15', '2027-03-20', 'list', 'map']) {
    const { text } = await get(`/events/${view}/`)
    const [, toolbar = ''] = /<div class="tools">([\s\S]*?<div class="stepper">)/.exec(text) ?? []
    assert.match(toolbar, /<search class="filters">/, view)
    assert.match(toolbar, /<div class="stepper">/, view)
  }
})

test('an event that ends at midnight is not on the day that begins then', async () => {
  const { text } = await get('/events/month/2027-03/')
  assert.match(cellOf(text, '2027-03-17'), /Until midnight/)
  assert.doesNotMatch(cellOf(text, '2027-03-18'), /Until midnight/)
  assert.doesNotMatch((await get('/events/2027-03-18/')).text, /Until midnight/)
})

test('each view has its address in both languages, and leads to the same in the other one', async () => {
  const pairs = [
    ['/events/month/2027-03/', '/fr/evenements/mois/2027-03/'],
    ['/events/week/2027-03-15/', '/fr/evenements/semaine/2027-03-15/'],
    ['/events/2027-03-20/', '/fr/evenements/2027-03-20/'],
    ['/events/list/?categories=music', '/fr/evenements/liste/?categories=music'],
    ['/events/list/2027-03-15/', '/fr/evenements/liste/2027-03-15/'],
    ['/venue/salle-des-fetes/', '/fr/lieu/salle-des-fetes/'],
    ['/organizer/comite/', '/fr/organisateur/comite/'],
    ['/events/category/music/', '/fr/evenements/categorie/music/'],
  ] as const
  for (const [english, french] of pairs) {
    const [en, fr] = [await get(english), await get(french)]
    assert.deepEqual([en.status, fr.status], [200, 200], english)
    assert.ok(en.text.includes(`href="${french}" hreflang="fr"`), english)
    assert.ok(fr.text.includes(`href="${english}" hreflang="en"`), french)
    assert.match(fr.text, /^<!doctype html>\n<html lang="fr">/)
  }
})

test('a text that fell back to the other language says in which it is', async () => {
  const { text } = await get('/event/bal-du-printemps/')
  assert.match(text, /<h1 lang="fr">Bal du printemps<\/h1>/)
  assert.match(text, /<span lang="fr">Salle des fêtes<\/span>/)
  assert.doesNotMatch((await get('/fr/evenement/bal-du-printemps/')).text, /<h1 lang/)
})

test('the page of an event says when in words and for machines, and leads to its neighbours', async () => {
  const { text, words } = await get('/event/crowd-2/')
  assert.match(words, /Saturday 20 March 2027 12\u00a0pm\u00a0– 12:30\u00a0pm/)
  assert.match(text, /<time datetime="2027-03-20T12:00:00\+01:00">/)
  assert.match(text, /href="\/event\/crowd-1\/" rel="prev"/)
  assert.match(text, /href="\/event\/crowd-3\/" rel="next"/)
  assert.match(
    (await get('/fr/evenement/crowd-2/')).words,
    /Samedi 20 mars 2027 12\u00a0h\u00a0– 12\u00a0h\u00a030/,
  )
})

test('where nothing is upcoming, the latest is shown', async () => {
  const empty = await startService({ clock: '2030-01-01T10:00:00Z' })
  const body = { title: 'Long past', start_date: '2027-01-01 10:00', end_date: '2027-01-01 11:00' }
  await empty.send('POST', '/events', { as: 'editor', body })
  const { text } = await empty.send('GET', `${empty.address}/events/list/`)
  assert.match(text, /No upcoming events[\s\S]*Latest events[\s\S]*Long past/)
  await empty.close()
})

test('the date picker leads to the view of its day, with the filters', async () => {
  const { status, headers } = await get('/events/?date=2027-04-08&view=week&search=a+b&categories=')
  assert.deepEqual([status, headers.location], [302, '/events/week/2027-04-05/?search=a+b'])
})

test('the list begins on any day, keeps it on its pages and in its feed, and leads to what was before', async () => {
  const { status, headers } = await get('/events/?date=2027-03-18&view=list&categories=music')
  assert.deepEqual([status, headers.location], [302, '/events/list/2027-03-18/?categories=music'])
  const from = await get('/events/list/2027-03-18/')
  assert.match(from.text, /<h1>Events from 18 March 2027 \(8\)<\/h1>/)
  assert.doesNotMatch(from.text, /Over long ago/)
  assert.match(from.text, /Crowd 1/)
  assert.match(from.text, /name="date" value="2027-03-18"/)
  assert.match(from.text, /href="\/events\/list\/2027-03-18\/\?past=1"[^>]*rel="prev"/)
  const before = await get('/events/list/2027-03-18/?past=1')
  assert.match(before.text, /<h1>Events before 18 March 2027 \(\d+\)<\/h1>/)
  assert.match(before.text, /Over long ago/)
  assert.doesNotMatch(before.text, /Crowd 1/)
  const french = await get('/fr/evenements/liste/2027-03-18/')
  assert.match(french.text, /<h1>Évènements à partir du 18 mars 2027 \(8\)<\/h1>/)
  const month = await get('/events/month/2027-05/?categories=music')
  assert.match(month.text, /href="\/events\/list\/2027-05-01\/\?categories=music"/)
  const feed = await get('/events/list/2027-03-18/?ical=1')
  assert.match(String(feed.headers['content-type']), /^text\/calendar/)
  assert.match(feed.text, /Crowd 1/)
  assert.doesNotMatch(feed.text, /Over long ago/)
  for (const path of ['/events/list/2027-02-30/', '/events/list/1/'])
    assert.equal((await get(path)).status, 404)
})

test('the url of every record leads to its page', async () => {
  for (const language of ['en', 'fr'])
    for (const path of ['/events?start_date=2020-01-01', '/venues', '/organizers', '/categories']) {
      const { body } = await site.send(
        'GET',
        `${path}${path.includes('?') ? '&' : '?'}ml_language=${language}`,
      )
      const records = Object.values(body).find(Array.isArray) as { url: string }[]
      assert.ok(records.length > 0, path)
      for (const { url } of records) {
        const { status } = await site.send('GET', url)
        assert.equal(status, 200, url)
      }
    }
})

test('a nonsensical request gets a page that says so, never a server error', async () => {
  for (const path of [
    '/events/month/2027-13/',
    '/events/month/0000-00/',
    '/events/2027-02-30/',
    '/events/month/9999-12/',
    '/events/week/1899-12-31/',
    '/events/9999-99-99/',
    '/events/list/?venue=abc',
    '/events/list/?categories=unknown',
    '/event/%E0%A4%A/',
    '/event/crowd-1/2027-03-21/',
    `/event/${'x'.repeat(3000)}/`,
  ])
    assert.match(String((await get(path)).status), /^40[04]$/, path)
  for (const path of [
    '/events/list/?page=0',
    '/events/list/?page=99999',
    '/events/list/?search=%00%ff',
    '/events/?date=never&view=%3Cscript%3E',
    '/events/list/?search=%22%3E%3Cscript%3E',
  ]) {
    const { status, text } = await get(path)
    assert.equal(status, 200, path)
    assert.doesNotMatch(text, /"><script>/, path)
  }
})

test('a view without a date redirects to the current one, with its filters, in both languages', async () => {
  for (const [path, to] of [
    ['/events/month/?categories=music', '/events/month/2027-03/?categories=music'],
    ['/events/week', '/events/week/2027-03-08/'],
    ['/events/today/', '/events/2027-03-10/'],
    ['/fr/evenements/mois', '/fr/evenements/mois/2027-03/'],
    ['/fr/evenements/aujourdhui/', '/fr/evenements/2027-03-10/'],
  ] as const) {
    const { status, headers } = await get(path)
    assert.deepEqual([status, headers.location], [302, to])
  }
})
