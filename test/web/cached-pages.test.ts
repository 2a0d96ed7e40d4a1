import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openService } from '../../src/service.ts'
import { settingsFor } from '../support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-'))
const authorization = 'Bearer alm_cached_pages'
let opened: Awaited<ReturnType<typeof openService>>
/** The number of pages that were made, not sent from the cache. */
let created = 0

before(async () => {
  const settings = settingsFor(folder, { clock: '2027-03-10T10:00:00Z', timezone: 'Europe/Paris' })
  opened = await openService(settings)
  const { accounts, service } = opened
  await accounts.add({ login: 'anna', role: 'administrator' })
  const secret = authorization.slice('Bearer '.length)
  await accounts.issue({ login: 'anna', form: 'bearer', name: 'test', secret })
  const { respond } = service.pages
  service.pages.respond = request => {
    created++
    return respond(request)
  }
  for (const day of [1, 10, 11, 12, 20, 30]) await write('POST', '/events', on(day))
})
after(async () => {
  await opened.close()
  rmSync(folder, { recursive: true })
})

const two = (day: number) => String(day).padStart(2, '0')
const on = (day: number, hour = 20) => ({
  title: `Day ${day}`,
  start_date: `2027-03-${two(day)} ${hour}:00`,
  end_date: `2027-03-${two(day)} ${hour + 1}:00`,
})

async function write(method: string, path: string, body: object = {}) {
  const reply = await opened.fetch(`${opened.root}${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
  })
  assert.ok(reply.ok, await reply.clone().text())
  return (await reply.json()) as { id: number; venue?: { id: number } }
}

const site = () => new URL(opened.root).origin
async function page(path: string): Promise<string> {
  const reply = await opened.fetch(site() + path)
  assert.equal(reply.status, 200, path)
  return reply.text()
}

/** As it is when nothing is cached: nobody has asked at this address. */
let serial = 0
const fresh = (path: string) => page(`${path}?utm_id=${++serial}`)

/** Asks until the page comes from the cache. */
async function cached(path: string): Promise<string> {
  for (let times = 0; times < 4; times++) await page(path)
  const before = created
  const text = await page(path)
  assert.equal(created, before, `${path} is not cached`)
  return text
}

const neighboursIn = (text: string) =>
  [...text.matchAll(/rel="(?:prev|next)"><span>[^<]*<\/span><b>([^<]*)/g)].map(([, title]) => title)

test('the page of an event stays cached during writes elsewhere in the calendar', async () => {
  const path = '/event/day-11/'
  assert.deepEqual(neighboursIn(await cached(path)), ['Day 10', 'Day 12'])
  const before = created
  const { id } = await write('POST', '/events', { ...on(25), title: 'Elsewhere' })
  await write('POST', `/events/${id}`, { title: 'Elsewhere still' })
  await write('POST', `/events/${id}`, on(2))
  await write('DELETE', `/events/${id}`)
  await write('POST', '/venues', { venue: 'Somewhere' })
  await write('POST', '/organizers', { organizer: 'Someone else' })
  await page(path)
  assert.equal(created, before)
})

test('it is another page at once when one comes between, goes, moves or is called otherwise', async () => {
  const path = '/event/day-11/'
  await cached(path)
  const { id } = await write('POST', '/events', { ...on(11, 22), title: 'Between' })
  assert.deepEqual(neighboursIn(await page(path)), ['Day 10', 'Between'])
  await cached(path)
  await write('POST', `/events/${id}`, { title: 'Between them' })
  assert.deepEqual(neighboursIn(await page(path)), ['Day 10', 'Between them'])
  await cached(path)
  await write('POST', `/events/${id}`, { ...on(11, 18), title: 'Before it' })
  assert.deepEqual(neighboursIn(await page(path)), ['Before it', 'Day 12'])
  await cached(path)
  await write('DELETE', `/events/${id}`)
  assert.deepEqual(neighboursIn(await page(path)), ['Day 10', 'Day 12'])
})

test('the first and the last event have one neighbour, until there is another', async () => {
  await cached('/event/day-1/')
  await cached('/event/day-30/')
  assert.deepEqual(neighboursIn(await page('/event/day-30/')), ['Day 20'])
  const { id } = await write('POST', '/events', { ...on(31), title: 'Later' })
  assert.deepEqual(neighboursIn(await page('/event/day-30/')), ['Day 20', 'Later'])
  await write('DELETE', `/events/${id}`)
})

test('of many events that begin together, each has the one before and the one after it', async () => {
  const ids: number[] = []
  for (let at = 1; at <= 12; at++)
    ids.push((await write('POST', '/events', { ...on(24), title: `Together ${at}` })).id)
  for (let at = 1; at <= 12; at++)
    assert.deepEqual(neighboursIn(await page(`/event/together-${at}/`)), [
      at === 1 ? 'Day 20' : `Together ${at - 1}`,
      at === 12 ? 'Day 30' : `Together ${at + 1}`,
    ])
  for (const id of ids) await write('DELETE', `/events/${id}`)
})

test('an event in the first or the last second that can be written has its page', async () => {
  const at = (title: string, start_date: string) =>
    write('POST', '/events', { title, start_date, end_date: start_date, timezone: 'UTC' })
  const ids = [
    await at('Ever', '0001-01-01 00:00:00'),
    await at('Never', '9999-12-31 23:59:59'),
  ].map(({ id }) => id)
  assert.deepEqual(neighboursIn(await page('/event/ever/')), ['Day 1'])
  assert.deepEqual(neighboursIn(await page('/event/never/')), ['Day 30'])
  for (const id of ids) await write('DELETE', `/events/${id}`)
})

test('no cached page ever differs from one that was just made, whatever is written', async () => {
  const paths = [
    '/event/day-10/',
    '/event/day-12/',
    '/events/month/2027-03/',
    '/events/2027-03-11/',
  ]
  const { id } = await write('POST', '/events', { ...on(11, 21), categories: ['music'] })
  const venue = await write('POST', '/venues', { venue: 'Hall' })
  const steps: (() => Promise<unknown>)[] = [
    () => write('POST', `/events/${id}`, { title: 'Other', venue: { id: venue.id } }),
    () => write('POST', `/venues/${venue.id}`, { venue: 'Great hall' }),
    () => write('POST', `/events/${id}`, { status: 'draft' }),
    () => write('POST', `/events/${id}`, { status: 'publish', hide_from_listings: true }),
    () => write('POST', `/events/${id}`, { hide_from_listings: false, ...on(12, 19) }),
    () => write('POST', '/categories', { name: 'Dance' }),
    () => write('DELETE', `/venues/${venue.id}`),
    () => write('DELETE', `/events/${id}`),
  ]
  for (const step of steps) {
    for (const path of paths) await cached(path)
    await step()
    for (const path of paths) assert.equal(await page(path), await fresh(path), path)
  }
})

test('parts that pages share are new after a change, on pages that are made for the first time too', async () => {
  const month = '/events/month/2027-03/'
  const { id: category } = await write('POST', '/categories', { name: 'Fencing' })
  const { id } = await write('POST', '/events', {
    ...on(18),
    title: 'Foils',
    categories: [category],
  })
  const chosen = async () => page(`${month}?categories=fencing&utm_id=${++serial}`)
  const firstMonth = await fresh(month)
  assert.match(firstMonth, /value="fencing"> <span>Fencing</)
  assert.match(firstMonth, />Foils</)
  assert.match(await chosen(), /Fencing ×/)
  await write('POST', `/categories/${category}`, { name: 'Swordplay' })
  assert.match(await fresh(month), /value="fencing"> <span>Swordplay</)
  assert.match(await chosen(), /Swordplay ×/)
  await write('POST', `/events/${id}`, { title: 'Sabres' })
  const last = await fresh(month)
  assert.match(last, />Sabres</)
  assert.doesNotMatch(last, /Foils/)
  await write('DELETE', `/events/${id}`)
  await write('DELETE', `/categories/${category}?force=true`)
  assert.doesNotMatch(await fresh(month), /Sabres|Swordplay/)
})

test('a feed of events that were in another one before says of each what it is now', async () => {
  let requests = 0
  const feed = (format = 'ics') =>
    page(`/events.${format}?start_date=2027-03-01&end_date=2027-04-01&other=${++requests}`)
  /** As it is written without a cache: each format reads the entries that the other has cached. */
  const same = async (...signs: string[]) => {
    const [ics, csv] = [(await feed()).replaceAll('\r\n ', ''), await feed('csv')]
    for (const sign of signs) assert.ok(ics.includes(sign) && csv.includes(sign), `${sign}\n${ics}`)
    return ics
  }
  const body = { ...on(15), title: 'Kept', venue: { venue: 'Old mill' }, categories: ['Milling'] }
  const { id, venue } = await write('POST', '/events', body)
  await feed()
  await same('Kept', 'Old mill', 'Milling')
  await write('POST', `/venues/${venue?.id}`, { venue: 'New mill' })
  assert.doesNotMatch(await same('New mill'), /Old mill/)
  const reply = await opened.fetch(`${opened.root}/categories?search=mill`)
  const [category] = ((await reply.json()) as { categories: { id: number }[] }).categories
  await write('POST', `/categories/${category?.id}`, { name: 'Grinding' })
  assert.doesNotMatch(await same('Grinding'), /Milling/)
  await write('POST', `/events/${id}`, { ...on(16), title: 'Kept on' })
  assert.match(await same('Kept on'), /DTSTART[^:]*:20270316T200000/)
  await write('POST', `/events/${id}`, { password: 'secret' })
  assert.doesNotMatch(await same('Kept on'), /New mill/)
  assert.match(
    await page(`/fr/evenements.ics?start_date=2027-03-01&n=${++requests}`),
    /LANGUAGE=en:Kept/,
  )
  await write('DELETE', `/events/${id}`)
  assert.doesNotMatch(await feed(), /SUMMARY[^\r]*Kept/)
})

test('an error page that cannot be made is logged, and the response says what the API says', async () => {
  const { log, pages } = opened.service
  const { failure } = log
  const { refuse } = pages
  const logged: string[] = []
  log.failure = (_, error) => void logged.push(String(error))
  pages.refuse = () => Promise.reject(new Error('broken page'))
  try {
    const reply = await opened.fetch(`${site()}/nowhere`, { headers: { Accept: 'text/html' } })
    assert.equal(reply.status, 404)
  } finally {
    Object.assign(log, { failure })
    Object.assign(pages, { refuse })
  }
  assert.deepEqual(logged, ['Error: broken page'])
})
