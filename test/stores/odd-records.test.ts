import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { examine } from '../../src/service/doctor.ts'
import { openRows } from '../support/engine.ts'
import { imageFile } from '../support/openapi-body.ts'
import { restart, type Service, startService } from '../support/service.ts'

// On PostgreSQL too: its columns take other values.

const when = {
  start_date: '2027-03-10 10:00:00',
  end_date: '2027-03-10 11:00:00',
  timezone: 'Europe/Paris',
  status: 'publish',
}

let service: Service
before(async () => {
  service = await startService({ clock: '2027-03-01T12:00:00Z' })
})
after(() => service.close())

/** What an earlier version took from archives, or a disk may leave, in a fact of an event. */
const oddFacts: readonly (readonly [column: string, value: string | number])[] = [
  ['ends', 9e15],
  ['starts', -9e15],
  ['utc_starts', 9e15],
  ['date', 9e15],
  ['modified', -9e15],
  ['postponed_from', 9e15],
  ['recurrence', '{}'],
  ['recurrence', '{"rules":["RRULE:FREQ=SECONDLY"]}'],
  ['recurrence', '["RRULE:FREQ=SECONDLY"]'],
  ['recurrence', '['],
  ['recurrence', ''],
  ['timezone', 'Nowhere/Land'],
  ['timezone', ''],
  ['main', 'xx'],
  ['venue', '[1,'],
  ['returned', '{'],
]

/** Those that are shown all the same. */
const harmless: typeof oddFacts = [
  ['all_day', 7],
  ['venue', '[1]'],
  ['image', -5],
]

const paths = [
  '/',
  ...['list/', 'month/', 'day/2027-03-10/', 'map/', 'summary/'].flatMap(part => [
    `/events/${part}`,
    `/events/${part}?search=jazz`,
  ]),
  ...['', 'liste/', 'mois/', 'carte/'].map(part => `/fr/evenements/${part}`),
  ...['ics', 'rss', 'atom', 'json', 'geojson', 'csv'].map(type => `/events.${type}`),
  '/embed/calendar/',
  '/sitemap.xml',
  '/llms.txt',
]

const lists = [
  '/events',
  '/events?start_date=0001-01-01&end_date=9999-12-31',
  '/events?occurrences=series',
  '/events?geoloc=true',
  '/venues',
  '/organizers',
  '/images',
  '/categories',
]

const created = async (path: string, body: object | Buffer, headers = {}): Promise<number> => {
  const reply = await service.send('POST', path, { as: 'editor', body, headers })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

/** The paths that do not answer, with the status, for visitors and for an editor. */
async function failing(all: readonly string[]): Promise<string[]> {
  const failed: string[] = []
  for (const path of all)
    for (const as of ['anonymous', 'editor'] as const) {
      const { status } = await service.send('GET', path, { as })
      if (status >= 500) failed.push(`${status} ${path}`)
    }
  return [...new Set(failed)]
}

test('a record or a date that cannot be shown takes no list, page or feed with it', async () => {
  const database = openRows(service.settings, { mayWrite: true })
  const { rows } = database
  const venue = await created('/venues', { venue: 'Hall', geo_lat: 48.8, geo_lng: 2.3 })
  const category = await created('/categories', { name: 'Concerts' })
  const odd: { id: number; what: string }[] = []
  const shown: number[] = [await created('/events', { ...when, title: 'Jazz', venue })]
  for (const [column, value] of [...oddFacts, ...harmless]) {
    const title = `Jazz ${column} ${value}`
    const id = await created('/events', { ...when, title, venue, categories: [category] })
    await rows(`UPDATE event SET "${column}" = ? WHERE id = ?`, value, id)
    if (/starts|ends/.test(column))
      await rows(`UPDATE occurrence SET ${column} = ? WHERE event = ?`, value, id)
    if (oddFacts.some(each => each[0] === column && each[1] === value))
      odd.push({ id, what: title })
    else shown.push(id)
  }
  const series: number[] = []
  for (const change of [
    'starts = 9e15',
    'original = -9e15',
    'utc_ends = 9e15',
    `patch = '{"facts":{"postponed_from":9e15}}'`,
  ]) {
    const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=3']
    const id = await created('/events', {
      ...when,
      title: `Jazz each week ${change}`,
      recurrence,
      venue,
    })
    const [date] = await rows<{ id: number }>(
      'SELECT id FROM series_date WHERE series = ? ORDER BY original LIMIT 1 OFFSET 1',
      id,
    )
    await rows(
      `UPDATE series_date SET ${change.replaceAll('9e15', '9000000000000000')} WHERE id = ?`,
      date?.id ?? 0,
    )
    if (!change.startsWith('patch')) {
      await rows(
        `UPDATE occurrence SET ${change.replaceAll('9e15', '9000000000000000')} WHERE event = ? AND id = ?`,
        id,
        date?.id ?? 0,
      )
      series.push(id)
    }
    shown.push(id)
  }
  const images: number[] = []
  for (const change of [`sizes = '{"medium":null}'`, "sizes = '['", "file = '../secret.key'"]) {
    const image = await created('/images', await imageFile(40, 40), { 'Content-Type': 'image/png' })
    shown.push(await created('/events', { ...when, title: `Jazz image ${change}`, image, venue }))
    await rows(`UPDATE image SET ${change} WHERE id = ?`, image)
    images.push(image)
  }
  await rows(
    'UPDATE venue SET geo_lat = 1e308 WHERE id = ?',
    await created('/venues', { venue: 'Pole', geo_lat: 1, geo_lng: 1 }),
  )
  service = await restart(service)

  const singles = [...odd.map(({ id }) => id), ...shown, ...series].flatMap(id => [
    `/events/${id}`,
    `/events/${id}?context=edit`,
    `/events/${id}/occurrences`,
  ])
  const { body: list } = await service.send('GET', '/events', {
    query: { per_page: 50, occurrences: 'series' },
  })
  const urls: string[] = list.events.map(({ url }: { url: string }) => new URL(url).pathname)
  const pages = [...paths, ...urls].map(path => service.address + path)
  assert.deepEqual(await failing([...pages, ...lists, ...singles]), [])

  const listed = new Set(
    list.events.map(({ id, series }: { id: number; series?: number }) => series ?? id),
  )
  assert.deepEqual(
    shown.filter(id => !listed.has(id)),
    [],
  )
  for (const { id, what } of odd) {
    assert.ok(!listed.has(id), what)
    assert.equal((await service.send('GET', `/events/${id}`)).status, 400, what)
  }
  const { text } = await service.send('GET', `${service.address}/events.ics`)
  assert.match(text, /SUMMARY;LANGUAGE=en:Jazz\r/)

  assert.equal(await found(), `error ${odd.length + images.length + series.length}`)
  const removable = [...odd.map(({ id }) => `/events/${id}`), ...images.map(id => `/images/${id}`)]
  for (const path of removable) {
    assert.equal((await service.send('DELETE', path, { as: 'author' })).status, 403, path)
    // events still show the images; the doctor says it so for all
    const query = { force: true }
    const { status, text: said } = await service.send('DELETE', path, { as: 'editor', query })
    assert.equal(status, 200, `${path} ${said}`)
    const again = await service.send('DELETE', path, { as: 'editor' })
    assert.ok([400, 404].includes(again.status), path)
  }
  // one image has lost the path of its file
  const uploads = readdirSync(join(service.settings.dataFolder, 'uploads'), { recursive: true })
  assert.equal(uploads.filter(name => /\d\/[^/]+\.png$/.test(String(name))).length, 1)
  assert.equal((await service.send('GET', `/categories/${category}`)).body.count, harmless.length)
  const logged = await rows<{ count: number }>(
    "SELECT count(*) AS count FROM journal WHERE verb = 'remove'",
  )
  assert.equal(Number(logged[0]?.count), removable.length)
  assert.deepEqual(await failing([...pages, ...lists]), [])
  assert.equal(await found(), `error ${series.length}`)
  await database.close()
})

/** What the doctor says of the records. */
async function found() {
  const { settings } = service
  for await (const { check, level, params } of examine({ settings, backups: undefined, now: 0 }))
    if (check === 'records') return `${level} ${params.count}`
  return ''
}
