import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import ICAL from 'ical.js'
import { datesIn } from '../support/expanded-calendar.ts'
import { type Service, startService } from '../support/service.ts'

let site: Service
let market = 0
before(async () => {
  site = await startService({ clock: '2027-03-01T10:00:00Z', timezone: 'Europe/Paris' })
  const create = async (body: object) =>
    (await site.send('POST', '/events', { as: 'editor', body })).body.id as number
  const at = (day: string) => ({ start_date: `${day} 09:00:00`, end_date: `${day} 12:00:00` })
  await create({
    ...at('2027-03-06'),
    title: 'Concert & tea',
    description: '<p>Bring a cup.</p>',
    venue: { venue: 'Town hall', city: 'Lyon' },
    translations: { fr: { title: 'Concert et thé' } },
  })
  market = await create({
    ...at('2027-03-08'),
    title: 'Market',
    recurrence: ['RRULE:FREQ=WEEKLY;INTERVAL=3;COUNT=2'],
    translations: french('Marché'),
  })
  await create({ ...at('2027-02-01'), title: 'Gone by' })
  await create({ ...at('2027-03-20'), title: 'Called off', event_status: 'cancelled' })
  await create({ ...at('2027-03-20'), title: 'In no list', hide_from_listings: true })
})
after(() => site.close())

const french = (title: string) => ({ fr: { title } })
const get = (path: string) =>
  site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
const propertyOf = (text: string, name: string) =>
  eventsOf(text).map(event => String(event.getFirstPropertyValue(name)))

/** Where the links of the choice lead, by what they say. */
function choiceOf(html: string): Record<string, string> {
  const [, label = '', list = ''] =
    /<details class="calendars"><summary>([^<]*)<\/summary><ul>(.*?)<\/ul>/s.exec(html) ?? []
  const links = [...list.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)]
  return Object.fromEntries([
    ['label', label],
    ...links.map(([, href = '', text = '']) => [text, href.replaceAll('&amp;', '&')]),
  ])
}
const queryOf = (url: string | undefined) => Object.fromEntries(new URL(url ?? '').searchParams)

test('an event goes into the calendar that is chosen, in the language of its page', async () => {
  const english = choiceOf((await get('/event/concert-tea/')).text)
  assert.deepEqual(Object.keys(english), [
    'label',
    'Google Calendar',
    'Outlook',
    'Outlook (Microsoft 365)',
    'Apple and others (.ics)',
    'File with a reminder one hour before',
    'File with a reminder the day before',
  ])
  const google = queryOf(english['Google Calendar'])
  assert.equal(google.text, 'Concert & tea')
  assert.equal(google.dates, '20270306T090000/20270306T120000')
  assert.equal(google.ctz, 'Europe/Paris')
  assert.equal(google.details, `Bring a cup.\n\n${site.address}/event/concert-tea/`)
  assert.equal(google.location, 'Town hall, Lyon')
  assert.equal(queryOf(english.Outlook).startdt, '2027-03-06T09:00:00+01:00')
  assert.match(english['Outlook (Microsoft 365)'] ?? '', /^https:\/\/outlook\.office\.com\//)
  assert.equal(english['Apple and others (.ics)'], '/event/concert-tea.ics')
  const inFrench = choiceOf((await get('/fr/evenement/concert-et-the/')).text)
  assert.equal(inFrench.label, 'Ajouter à un agenda')
  assert.equal(queryOf(inFrench['Google Agenda']).text, 'Concert et thé')
  assert.equal(inFrench['Apple et autres (.ics)'], '/fr/evenement/concert-et-the.ics')
})

test('programs find the file of an event in the head of its page', async () => {
  const { text } = await get('/fr/evenement/concert-et-the/')
  const href = `${site.address}/fr/evenement/concert-et-the.ics`
  assert.ok(text.includes(`<link rel="alternate" type="text/calendar" href="${href}">`))
})

test('events that are over, cancelled or missing cannot be added to a calendar', async () => {
  for (const path of ['/event/gone-by/', '/event/called-off/', '/event/unknown/'])
    assert.doesNotMatch((await get(path)).text, /class="calendars"|calendar\.google/, path)
})

test('the file of an event has all of its dates, that of a date has this one', async () => {
  const { id } = (await site.send('GET', '/events/by-slug/market?occurrence=2027-03-29')).body
  const uid = (of: number) => `event-${of}@${new URL(site.address).host}`
  for (const file of ['/event/market', '/fr/evenement/marche']) {
    const all = await get(`${file}.ics`)
    assert.deepEqual(propertyOf(all.text, 'uid'), [uid(market)])
    assert.deepEqual(
      datesIn(all.text, uid(market), '2028').map(({ starts }) => starts),
      ['2027-03-08 09:00:00', '2027-03-29 09:00:00'],
    )
    const one = await get(`${file}/2027-03-29.ics`)
    assert.deepEqual(propertyOf(one.text, 'uid'), [uid(id)])
    assert.deepEqual(propertyOf(one.text, 'url'), [`${site.address}${file}/2027-03-29/`])
    assert.equal(
      one.headers['content-disposition'],
      `attachment; filename="event-${market}-2027-03-29.ics"`,
    )
    assert.equal((await get(`${file}/2027-03-09.ics`)).status, 404)
  }
})

test('a series has the same UID in its file and in lists, and so has each date', async () => {
  const seriesUid = propertyOf((await get('/event/market.ics')).text, 'uid')
  assert.deepEqual(propertyOf((await get(`/events.ics?include=${market}`)).text, 'uid'), seriesUid)
  const each = await get(`/events.ics?include=${market}&occurrences=each`)
  const wanted = propertyOf(each.text, 'uid')
  assert.equal(new Set([...wanted, ...seriesUid]).size, 3)
  for (const day of ['2027-03-08', '2027-03-29'])
    for (const mark of ['ical', 'outlook-ical']) {
      const { text } = await get(`/event/market/${day}/?${mark}=1`)
      assert.deepEqual(propertyOf(text, 'uid'), [wanted[day === '2027-03-08' ? 0 : 1]])
      assert.equal(eventsOf(text)[0]?.getFirstPropertyValue('recurrence-id'), null)
    }
})

test('the page of a date offers this date, and all of them', async () => {
  for (const [path, own, file, every] of [
    ['/event/market/2027-03-29', 'Google Calendar', 'Apple and others (.ics)', 'All dates (.ics)'],
    [
      '/fr/evenement/marche/2027-03-29',
      'Google Agenda',
      'Apple et autres (.ics)',
      'Toutes les dates (.ics)',
    ],
  ] as const) {
    const choice = choiceOf((await get(`${path}/`)).text)
    assert.equal(queryOf(choice[own]).dates, '20270329T090000/20270329T120000')
    assert.equal(choice[file], `${path}.ics`)
    assert.equal(choice[every], `${path.replace('/2027-03-29', '')}.ics`)
  }
  const first = choiceOf((await get('/event/market/')).text)
  assert.equal(first['Apple and others (.ics)'], '/event/market/2027-03-08.ics')
})

test('an event hidden from lists still has its dates, its page and its file', async () => {
  for (const path of ['/', '.ics', '/2027-03-20/', '/2027-03-20.ics'])
    assert.equal((await get(`/event/in-no-list${path}`)).status, 200, path)
})

test('a file reminds of its event the hour or the day before, of whole days only the day before', async () => {
  const alarms = async (path: string) =>
    eventsOf((await get(path)).text).map(event =>
      String(event.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger') ?? ''),
    )
  assert.deepEqual(await alarms('/event/concert-tea.ics?remind=hour'), ['-PT1H'])
  assert.deepEqual(await alarms('/event/concert-tea.ics?remind=day'), ['-P1D'])
  for (const query of ['', '?remind=', '?remind=constructor', '?remind=year'])
    assert.deepEqual(await alarms(`/event/concert-tea.ics${query}`), [''])
  const day = { start_date: '2027-03-09', end_date: '2027-03-09', all_day: true }
  await site.send('POST', '/events', { as: 'editor', body: { ...day, title: 'Whole day' } })
  assert.deepEqual(await alarms('/event/whole-day.ics?remind=day'), ['-PT15H'])
  assert.deepEqual(await alarms('/event/whole-day.ics?remind=hour'), [''])
  const { text } = await get('/event/whole-day/')
  assert.match(text, /whole-day\.ics\?remind=day/)
  assert.doesNotMatch(text, /remind=hour/)
})
