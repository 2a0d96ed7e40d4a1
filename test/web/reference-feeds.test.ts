import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import ICAL from 'ical.js'
import { type Service, startService } from '../support/service.ts'

let site: Service
const wallTimes = (date: string) => ({
  start_date: `${date} 20:00:00`,
  end_date: `${date} 22:00:00`,
  timezone: 'Europe/Paris',
})
const create = async (body: object, path = '/events') => {
  const reply = await site.send('POST', path, { as: 'editor', body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body as { id: number; slug: string }
}
before(async () => {
  site = await startService({
    clock: '2027-03-01T10:00:00Z',
    timezone: 'Europe/Paris',
    basePath: '/wp-json',
    namespace: 'tribe/events/v1',
  })
  const arts = await create({ name: 'Arts' }, '/categories')
  await create({ name: 'Books', parent: arts.id }, '/categories')
  await create({ title: 'Choir', ...wallTimes('2027-03-03'), categories: 'Books' })
  await create({ title: 'Match', ...wallTimes('2027-04-10'), categories: 'Sports' })
  await create({ title: 'Over', ...wallTimes('2027-01-10'), categories: 'Sports' })
  await create({
    title: 'Moment',
    ...wallTimes('2027-03-20'),
    end_date: '2027-03-20 20:00:00',
  })
  await create({
    title: 'Weekly',
    ...wallTimes('2027-05-02'),
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
  })
})
after(() => site.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  site.send('GET', site.address + path, { headers })
async function entriesAt(path: string, headers: Record<string, string> = {}) {
  const reply = await get(path, headers)
  assert.equal(reply.status, 200, `${path} ${reply.text}`)
  assert.equal(reply.headers['content-type'], 'text/calendar; charset=utf-8', path)
  return new ICAL.Component(ICAL.parse(reply.text)).getAllSubcomponents('vevent')
}
const titlesAt = async (path: string, headers: Record<string, string> = {}) =>
  (await entriesAt(path, headers)).map(each => String(each.getFirstPropertyValue('summary')))

const weekly = ['Weekly', 'Weekly', 'Weekly']
const all = ['Choir', 'Moment', 'Match', ...weekly]
const subscribe = 'post_type=tribe_events&ical=1&eventDisplay=list'

test('the address behind the subscribe button of The Events Calendar is a calendar, for whoever asks', async () => {
  for (const query of [subscribe, 'ical=1', 'outlook-ical=1', 'post_type=tribe_events&feed=ical'])
    for (const path of ['/', '/index.php', '/fr/'])
      for (const accept of ['*/*', 'text/calendar', 'text/html', 'application/json'])
        assert.deepEqual(await titlesAt(`${path}?${query}`, { accept }), all, path + query)
  const news = await get('/?post_type=tribe_events&feed=rss2')
  assert.equal(news.headers['content-type'], 'application/rss+xml; charset=utf-8')
  const atom = await get('/events/list/?feed=atom')
  assert.equal(atom.headers['content-type'], 'application/atom+xml; charset=utf-8')
  const index = await get('/?post_type=tribe_events')
  assert.match(String(index.headers['content-type']), /^application\/json/)
})

test('it has the filters, the day and the view of The Events Calendar', async () => {
  const titles: Record<string, string[]> = {
    'tribe_events_cat=arts': ['Choir'],
    'tribe_events_cat=sports': ['Match'],
    'tribe_events_cat=&tribe-bar-search=&tribe-bar-date=': all,
    'tribe-bar-search=match': ['Match'],
    'tribe-bar-date=2027-04-01': ['Match', ...weekly],
    'tribe-bar-date=2027-04-01&eventDisplay=month': ['Match'],
    'tribe-bar-date=2027-04&eventDisplay=month': ['Match'],
    'eventDisplay=month': ['Choir', 'Moment'],
    'eventDisplay=week': ['Choir'],
    'eventDisplay=day&eventDate=2027-05-09': ['Weekly'],
    'eventDisplay=past': ['Over'],
    'occurrences=series': ['Choir', 'Moment', 'Match', 'Weekly'],
  }
  for (const [query, wanted] of Object.entries(titles))
    for (const path of ['/', '/events/', '/events/ical/', '/fr/evenements/'])
      assert.deepEqual(await titlesAt(`${path}?ical=1&${query}`), wanted, path + query)
  assert.deepEqual(await titlesAt('/events/list/?ical=1&eventDisplay=past'), ['Over'])
  assert.deepEqual(await titlesAt('/events/list/?ical=1&tribe_events_cat=arts'), ['Choir'])
  const month = await titlesAt('/events/month/?ical=1&tribe-bar-date=2027-04-05')
  assert.deepEqual(month, ['Match'])
  const bad = await get(`/?${subscribe}&tribe-bar-date=nonsense`)
  assert.equal(bad.status, 400)
  assert.equal((await get(`/?${subscribe}&tribe_events_cat=unknown`)).status, 400)
})

test('a category has its feeds behind its parents and under its views, too', async () => {
  const follow = async (path: string) => {
    const { status, headers } = await get(path)
    assert.equal(status, 301, path)
    return String(headers.location)
  }
  const moved: Record<string, string> = {
    '/events/category/arts/books/?ical=1': '/events/category/books/?ical=1',
    '/events/category/arts/books/feed/': '/events/category/books/feed/',
    '/events/category/arts/list/?ical=1': '/events/list/?ical=1&categories=arts',
    '/events/category/arts/books/list/?ical=1': '/events/list/?ical=1&categories=books',
    '/events/category/books/month/2027-03/?ical=1':
      '/events/month/2027-03/?ical=1&categories=books',
  }
  for (const [path, to] of Object.entries(moved)) {
    assert.equal(await follow(path), to)
    if (to.includes('ical')) assert.deepEqual(await titlesAt(to), ['Choir'], to)
  }
  assert.equal((await get('/events/category/arts/unknown/?ical=1')).status, 301)
  assert.equal((await get('/events/category/unknown/?ical=1')).status, 404)
})

test('each entry has an end there, and at our own addresses only what has a length', async () => {
  const endOf = async (path: string) =>
    String((await entriesAt(path))[0]?.getFirstPropertyValue('dtend'))
  assert.equal(await endOf(`/?${subscribe}&search=moment`), '2027-03-20T20:00:00')
  assert.equal(await endOf('/event/moment/?ical=1'), '2027-03-20T20:00:00')
  assert.equal(await endOf('/events.ics?search=moment'), 'null')
})
