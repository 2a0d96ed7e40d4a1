import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addDates } from '../support/further-dates.ts'
import { restart, type Service, startService } from '../support/service.ts'

const many = 320
const day = 86_400

let site: Service
before(async () => {
  const first = await startService({ clock: '2027-03-01T10:00:00Z', timezone: 'Europe/Paris' })
  const create = async (body: object) =>
    (await first.send('POST', '/events', { as: 'editor', body })).body.id as number
  const at = (on: string) => ({ start_date: `${on} 20:00:00`, end_date: `${on} 22:00:00` })
  const class_ = await create({
    ...at('2027-03-02'),
    title: 'Class',
    translations: { fr: { title: 'Cours' } },
  })
  await create({ ...at('2027-03-02'), title: 'Once' })
  addDates(
    first.settings.dataFolder,
    class_,
    Array.from({ length: many - 1 }, (_, at) => (at + 1) * day),
  )
  site = await restart(first)
})
after(() => site.close())

const get = (path: string) =>
  site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })

test('each of the dates of an event has its page, however many there are', async () => {
  const lastDay = new Date(Date.UTC(2027, 2, 2 + many - 1)).toISOString().slice(0, 10)
  for (const [on, path] of [
    ['2027-03-03', '/event/class'],
    [lastDay, '/event/class'],
    [lastDay, '/fr/evenement/cours'],
  ] as const)
    assert.ok((await get(`${path}/${on}/`)).text.includes(`datetime="${on}T20:00:00`), on)
  for (const on of ['2027-03-01', '2028-03-02', '2027-02-30', '2027-13-01'])
    assert.equal((await get(`/event/class/${on}/`)).status, 404, on)
})

test('a date is found by its time too, and its page is where links to it lead', async () => {
  const { status, headers } = await get('/event/class/2027-03-04/20-00/')
  assert.deepEqual([status, headers.location], [301, '/event/class/2027-03-04/'])
  assert.equal((await get('/event/class/2027-03-04/20-00.ics')).status, 200)
  for (const path of ['/event/class/2027-03-04/19-00/', '/event/class/2027-03-04/25-00/'])
    assert.equal((await get(path)).status, 404, path)
})

const datesIn = (text: string) => /<section class="dates".*?<\/section>/s.exec(text)?.[0] ?? ''
const linksIn = (part: string) =>
  [...part.matchAll(/<li><a href="([^"]*)"/g)].map(([, href = '']) => href)

test('all dates of an event are in reach from its page, by month, both ways', async () => {
  const next = (text: string, rel: string) =>
    new RegExp(`href="([^"]*)#dates" rel="${rel} nofollow"`).exec(datesIn(text))?.[1]
  const { text } = await get('/event/class/')
  assert.match(datesIn(text), /<h2>All dates \(320\)<\/h2><nav.*<\/nav><h3>March 2027<\/h3>/)
  // each month is one link away
  const months = [...datesIn(text).matchAll(/<a href="([^"]*)#dates" rel="nofollow">(.*?)<\/a>/g)]
  assert.equal(months.length, 11)
  const [, href = '', name] = months.at(-1) ?? []
  assert.equal(name, 'January 2028')
  assert.ok(linksIn(datesIn((await get(href)).text)).includes('/event/class/2028-01-15/'))
  assert.match(datesIn(text), /href="[^"]*03-02\/" aria-current="date"><time[^>]*>Tue 2 March</)
  assert.equal(next(text, 'prev'), undefined)
  const seen = new Set(linksIn(datesIn(text)))
  assert.equal(seen.size, 60)
  let last = text
  for (let path = next(text, 'next'); path; path = next(last, 'next')) {
    last = (await get(path)).text
    for (const link of linksIn(datesIn(last))) seen.add(link)
  }
  assert.equal(seen.size, many)
  const back = await get(next(last, 'prev') ?? '')
  assert.equal(linksIn(datesIn(back.text)).length, 60)
  assert.match(
    (await get('/fr/evenement/cours/')).text,
    /Toutes les dates \(320\)[\s\S]*Dates suivantes/,
  )
  assert.doesNotMatch((await get('/event/once/')).text, /class="dates"/)
  // what is no day, or a day after all dates, shows the next ones
  for (const odd of ['x', '2199-01-01'])
    assert.equal(linksIn(datesIn((await get(`/event/class/?dates=${odd}`)).text)).length, 60, odd)
})

test('the page of a date shows it among the others, however far it is from today', async () => {
  for (const on of ['2027-03-20', '2027-11-20'])
    assert.match(
      datesIn((await get(`/event/class/${on}/`)).text),
      new RegExp(`href="/event/class/${on}/" aria-current="date"`),
    )
})

test('a date that differs from its series is shown as it is, and a moved one keeps its page', async () => {
  const series = {
    title: 'Choir',
    start_date: '2027-03-02 18:00:00',
    end_date: '2027-03-02 19:00:00',
    recurrence: ['RRULE:FREQ=DAILY;COUNT=20'],
    sticky: true,
  }
  await site.send('POST', '/events', { as: 'editor', body: series })
  const { body } = await site.send('GET', '/events/by-slug/choir?occurrence=2027-03-05')
  const change = { event_status: 'cancelled', title: 'Choir without teacher', scope: 'this' }
  await site.send('PATCH', `/events/${body.id}`, { as: 'editor', body: change })
  const { body: other } = await site.send('GET', '/events/by-slug/choir?occurrence=2027-03-06')
  const moved = { start_date: '2027-03-07 09:00:00', end_date: '2027-03-07 10:00:00' }
  await site.send('PATCH', `/events/${other.id}`, {
    as: 'editor',
    body: { ...moved, scope: 'this' },
  })
  const path = '/event/choir/2027-03-06/'
  for (const page of [
    '/events/month/2027-03/',
    '/events/week/2027-03-05/',
    '/events/list/2027-03-05/?occurrences=each',
  ]) {
    const { text } = await get(page)
    assert.match(text, /Choir without teacher/, page)
    assert.equal(text.split(`href="${path}"`).length > 1, true, page)
  }
  const own = await get(path)
  assert.equal(own.status, 200)
  assert.match(own.text, /datetime="2027-03-07T09:00:00/)
  const dates = datesIn((await get('/event/choir/')).text)
  assert.match(dates, /2027-03-05\/"><time[^>]*>Fri 5 March<\/time><\/a> <strong class="status can/)
  assert.match(
    dates,
    /Sun 7 March, 9\sam\s– 10\sam<\/time><\/a> <[^>]*>Moved from Sat 6 March, 6\spm\./,
  )
  assert.match(dates, />Mon 8 March<\/time>/)
  assert.match(
    (await get('/events.ics')).text,
    /SUMMARY;LANGUAGE=en:Cancelled: Choir without|STATUS:CANCELLED/,
  )
})

test('the other dates of an event say which is cancelled, and their times where two are on a day', async () => {
  const series = {
    title: 'Circus',
    start_date: '2027-03-02 15:00:00',
    end_date: '2027-03-02 16:00:00',
    recurrence: ['RRULE:FREQ=DAILY;BYHOUR=15,20;COUNT=8'],
    translations: { fr: { title: 'Cirque' } },
  }
  await site.send('POST', '/events', { as: 'editor', body: series })
  const { body } = await site.send('GET', '/events/by-slug/circus?occurrence=2027-03-03T20:00')
  const change = { event_status: 'cancelled', scope: 'this' }
  await site.send('PATCH', `/events/${body.id}`, { as: 'editor', body: change })
  const { text } = await get('/event/circus/')
  const own = /<li><a href="\/event\/circus\/2027-03-03\/20-00\/">(.*?)<\/li>/.exec(text)?.[1]
  assert.match(own ?? '', /Wed 3 March, 8\spm\s– 9\spm<\/time><\/a> <.*Cancelled/)
  assert.match((await get('/fr/evenement/cirque/')).text, /Mer\. 3 mars, 20/)
  for (const time of ['15', '20'])
    assert.match(
      (await get(`/event/circus/2027-03-04/${time}-00/`)).text,
      new RegExp(`datetime="2027-03-04T${time}:00:00`),
    )
  const { status, headers } = await get('/event/circus/2027-03-04/')
  assert.deepEqual([status, headers.location], [301, '/event/circus/2027-03-04/15-00/'])
})

/** Creates a daily series of four dates. */
async function createDaily(title: string, first: string, more: object = {}) {
  const body = {
    title,
    start_date: `${first} 20:00:00`,
    end_date: `${first} 21:00:00`,
    recurrence: ['RRULE:FREQ=DAILY;COUNT=4'],
    ...more,
  }
  const { status, text } = await site.send('POST', '/events', { as: 'editor', body })
  assert.equal(status, 201, text)
}

/** A date by the slug of its series. */
const dateOf = async (slug: string, on: string) =>
  (await site.send('GET', `/events/by-slug/${slug}?occurrence=${on}`)).body

test('a further date on a day of the rule has a page of its own', async () => {
  const recurrence = ['RRULE:FREQ=DAILY;COUNT=4', 'RDATE:20270504T220000']
  await createDaily('Rdated', '2027-05-03', { recurrence })
  for (const hour of [20, 22]) {
    const { url } = await dateOf('rdated', `2027-05-04T${hour}:00`)
    assert.equal(url, `${site.address}/event/rdated/2027-05-04/${hour}-00/`)
    const page = await get(new URL(url).pathname)
    assert.equal(page.status, 200, url)
    assert.match(page.text, new RegExp(`datetime="2027-05-04T${hour}:00:00`))
  }
})

test('another site can embed the page of a date', async () => {
  await createDaily('Embedded', '2027-05-10')
  const { text } = await get('/event/embedded/2027-05-12/')
  const links = [...text.matchAll(/\+oembed" href="([^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
  assert.equal(links.length, 2)
  for (const link of links) {
    const embed = await site.send('GET', link)
    assert.equal(embed.status, 200, embed.text)
    assert.match(embed.text, /event\/embedded\/2027-05-12\//)
    assert.match(embed.text, /12 May 2027/)
  }
  const url = `${site.address}/event/embedded/2027-06-12/`
  const none = await site.send('GET', `${site.address}/oembed?${new URLSearchParams({ url })}`)
  assert.equal(none.status, 404)
})

test('feeds of data give each date its ID', async () => {
  await createDaily('Counted', '2027-05-17')
  const { id } = await dateOf('counted', '2027-05-19')
  const geojson = JSON.parse((await get('/events.geojson')).text)
  const feed = JSON.parse((await get('/events.json?occurrences=each')).text)
  const csv = (await get('/events.csv')).text
  type Feature = { properties: { id: number; url: string } }
  const isIt = ({ url }: { url: string }) => url.endsWith('/event/counted/2027-05-19/')
  const feature = geojson.features.find(({ properties }: Feature) => isIt(properties))
  assert.deepEqual([feature?.id, feature?.properties.id], [`event-${id}`, id])
  assert.equal(feed.items.find(isIt)?._event.id, id)
  assert.match(csv, new RegExp(`^${id},[^\\r]*Counted,2027-05-19 20:00:00`, 'm'))
})

const changeDate = async (id: number, body: object) => {
  const { status, text } = await site.send('PATCH', `/events/${id}`, { as: 'editor', body })
  assert.equal(status, 200, text)
}

test('dates that start together are neighbours, each on the page of the other', async () => {
  await createDaily('Together', '2027-06-03')
  const days = ['2027-06-03', '2027-06-04'] as const
  const together = { start_date: '2027-06-10 20:00:00', end_date: '2027-06-10 21:00:00' }
  for (const day of days) await changeDate((await dateOf('together', day)).id, together)
  const [first, second] = await Promise.all(
    days.map(async day => (await get(`/event/together/${day}/`)).text),
  )
  assert.match(first ?? '', /href="\/event\/together\/2027-06-04\/" rel="next"/)
  assert.match(second ?? '', /href="\/event\/together\/2027-06-03\/" rel="prev"/)
  assert.doesNotMatch(second ?? '', /href="\/event\/together\/[^"]*" rel="next"/)
  for (const [text = '', other] of [
    [first, days[1]],
    [second, days[0]],
  ])
    assert.match(text, new RegExp(`<li><a href="/event/together/${other}/"`))
})

test('linked data of a date with a title of its own name its series', async () => {
  await createDaily('Ensemble', '2027-06-21', { translations: { fr: { title: 'Orchestre' } } })
  const { id } = await dateOf('ensemble', '2027-06-22')
  await changeDate(id, { title: 'Guest night', translations: { fr: { title: 'Invités' } } })
  for (const [path, own, series] of [
    ['/event/ensemble', 'Guest night', 'Ensemble'],
    ['/fr/evenement/orchestre', 'Invités', 'Orchestre'],
  ] as const) {
    const linkedData = async (of: string) => {
      const { text } = await get(of)
      return JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '')
    }
    const { '@type': type, name, superEvent } = await linkedData(`${path}/2027-06-22/`)
    assert.deepEqual([type, name], ['Event', own])
    const seriesNode = { '@type': 'EventSeries', name: series, url: `${site.address}${path}/` }
    assert.deepEqual(superEvent, seriesNode)
    const data = await linkedData(`${path}/`)
    assert.deepEqual({ '@type': data['@type'], name: data.name, url: data.url }, seriesNode)
    assert.match(data.startDate, /^2027-06-21T20:00/)
  }
})

test('the page and the file of a removed date lead to its series', async () => {
  await createDaily('Shrinking', '2027-07-05', { translations: { fr: { title: 'Moins' } } })
  const { id } = await dateOf('shrinking', '2027-07-06')
  assert.equal((await get('/event/shrinking/2027-07-06/')).status, 200)
  const removed = await site.send('DELETE', `/events/${id}`, { as: 'editor' })
  assert.equal(removed.status, 200, removed.text)
  for (const path of ['/event/shrinking', '/fr/evenement/moins']) {
    for (const [date, end] of [
      ['2027-07-06', '/'],
      ['2027-07-06/20-00', '/'],
      ['2027-07-06', '.ics'],
    ] as const) {
      const { status, headers } = await get(`${path}/${date}${end}`)
      assert.deepEqual([status, headers.location], [302, path + end], path + date + end)
    }
    assert.equal((await get(`${path}/2027-07-07/`)).status, 200)
    for (const never of ['2027-07-04/', '2027-07-09/', '2027-07-06/19-00/', '2027-07-09.ics'])
      assert.equal((await get(`${path}/${never}`)).status, 404, never)
  }
})

test('the parts of a series that was split lead to each other, as long as both are public', async () => {
  await createDaily('Market', '2027-08-02', { translations: { fr: { title: 'Marché' } } })
  const { id } = await dateOf('market', '2027-08-04')
  const change = { title: 'Night market', slug: 'night-market', scope: 'following' }
  const { status, body, text } = await site.send('PATCH', `/events/${id}`, {
    as: 'editor',
    body: change,
  })
  assert.equal(status, 200, text)
  const to = (slug: string) => new RegExp(`<p>[^<]*<a href="/event/${slug}/"`)
  assert.match((await get('/event/market/')).text, to('night-market'))
  assert.match((await get('/event/market/2027-08-03/')).text, /from Wednesday 4 August 2027/)
  assert.match((await get('/event/night-market/')).text, to('market'))
  assert.match((await get('/fr/evenement/marche/')).text, /à partir du mercredi 4 août 2027\u00a0:/)
  for (const hidden of [{ status: 'draft' }, { status: 'publish', hide_from_listings: true }]) {
    const sent = { ...hidden, scope: 'all' }
    await site.send('PATCH', `/events/${body.series}`, { as: 'editor', body: sent })
    assert.doesNotMatch((await get('/event/market/')).text, to('night-market'))
  }
  const presented = { hide_from_listings: false, scope: 'all' }
  await site.send('PATCH', `/events/${body.series}`, { as: 'editor', body: presented })
  assert.match((await get('/event/market/')).text, to('night-market'))
})

test('a series of many years has a link to each of them, a short one none', async () => {
  const made = async (title: string, count: number) => {
    const times = { start_date: '2027-03-02 18:00:00', end_date: '2027-03-02 19:00:00' }
    const recurrence = [`RRULE:FREQ=WEEKLY;COUNT=${count}`]
    const body = { title, ...times, recurrence }
    const { slug } = (await site.send('POST', '/events', { as: 'editor', body })).body
    return datesIn((await get(`/event/${slug}/`)).text)
  }
  const years = await made('For years', 150)
  const links = [...years.matchAll(/dates=([\d-]+)#dates" rel="nofollow">(\d{4})</g)]
  assert.deepEqual(
    links.map(([, from, year]) => `${year}: ${from}`),
    ['2027: 2027-03-01', '2028: 2028-01-01', '2029: 2029-01-01', '2030: 2030-01-01'],
  )
  assert.doesNotMatch(await made('For a month', 5), /<nav/)
})
