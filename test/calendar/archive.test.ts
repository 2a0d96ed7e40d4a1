import assert from 'node:assert/strict'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, test } from 'node:test'
import { listSubscriptions, subscribe } from '../../src/calendar/imports/subscriptions.ts'
import { intervals } from '../../src/define/import-messages.ts'
import { ReadError } from '../../src/moving/base/item.ts'
import { exportArchive, importArchive } from '../../src/transfer/archive.ts'
import { randomFrom } from '../support/import-history.ts'
import { imageFile } from '../support/openapi-body.ts'
import {
  change,
  create,
  edit,
  send,
  service,
  tenToNoon,
  until,
  useService,
} from '../support/scenario.ts'
import { type Service, startService } from '../support/service.ts'

const zone = { timezone: 'Europe/Paris' }
useService(zone)

const folder = mkdtempSync(join(tmpdir(), 'almanac-archive-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const site = { given: new Set<string>(), replaces: false }
const how = {
  language: 'en' as const,
  isDry: false,
  signal: new AbortController().signal,
  progress() {},
}

async function exported(name: string): Promise<string> {
  const path = join(folder, name)
  const { stream, close } = await exportArchive(service.settings, site)
  await pipeline(stream, createWriteStream(path))
  await close()
  return path
}

/** A calendar with something of everything. */
async function fill() {
  const image = await send('POST', '/images', {
    as: 'editor',
    body: await imageFile(),
    headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' },
  })
  const venue = await edit('POST', '/venues', {
    venue: 'Hall',
    city: 'Paris',
    geo_lat: 48.8,
    geo_lng: 2.3,
  })
  const parent = await edit('POST', '/categories', { name: 'Music' })
  await edit('POST', '/categories', { name: 'Jazz', parent: parent.id })
  const single = await create({
    title: 'Fair',
    ...tenToNoon,
    venue: venue.id,
    organizer: { organizer: 'Ann' },
    categories: ['Jazz'],
    tags: ['outdoor'],
    image: image.body.id,
    translations: { fr: { title: 'Foire' } },
    cost: '12 €',
    source: 'x',
    source_id: '1',
  })
  await change(single.id, { title: 'Great fair', slug: 'great-fair' })
  const series = await create({
    title: 'Choir',
    timezone: 'Europe/Paris',
    start_date: '2030-03-03 20:00:00',
    end_date: '2030-03-03 22:00:00',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'],
  })
  const dates = await service.rows<{ id: number }>(
    `SELECT id FROM series_date WHERE series = ${series.id} ORDER BY original`,
  )
  await change(Number(dates[1]?.id), {
    title: 'Other',
    start_date: '2030-03-10 21:00:00',
    end_date: '2030-03-10 23:00:00',
  })
  await send('DELETE', `/events/${dates[2]?.id}`, { as: 'editor' })
  await change(Number(dates[4]?.id), { cost: '5', scope: 'following' })
  await create({ title: 'Draft', ...tenToNoon, status: 'draft' })
  await create({ title: 'Secret', ...tenToNoon, password: 'sesame' })
  const trashed = await create({ title: 'Trashed', ...tenToNoon })
  await send('DELETE', `/events/${trashed.id}`, { as: 'editor' })
  return dates.map(({ id }) => Number(id))
}

const window = 'start_date=2020-01-01&end_date=2035-01-01&per_page=50'
const paths = [
  `/events?${window}`,
  `/events?${window}&occurrences=series`,
  `/events?${window}&status=trash`,
  `/events?${window}&ml_language=fr`,
  `/events?${window}&search=choir`,
  `/events?${window}&categories=music`,
  '/events/by-slug/great-fair',
  '/events/by-slug/fair',
  '/venues?per_page=50',
  '/organizers?per_page=50',
  '/categories?hide_empty=false&per_page=50',
  '/tags?per_page=50',
  '/images?per_page=50',
  '/admin/api/versions?kind=event&id=1',
]

/** The responses of a service, without its address. */
async function answers(of: Service, own: readonly number[]): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {}
  for (const path of [...paths, ...own.map(id => `/events/${id}`)])
    for (const as of ['editor', 'anonymous']) {
      const { status, text } = await of.send('GET', path, { as })
      const { host } = new URL(of.address)
      results[`${as} ${path}`] = [
        status,
        text.replaceAll(host, 'here').replaceAll(host.replace(':', '%3A'), 'here'),
      ]
    }
  return results
}

test('an archive in an empty calendar gives the same answers, IDs and versions; again it changes nothing', async t => {
  const dates = await fill()
  const path = await exported('all.zip')
  const other = await startService(zone)
  t.after(other.close)
  const dry = await importArchive(other.settings, site, { ...how, from: path, isDry: true })
  assert.equal(dry.counts.event.created, 6)
  const report = await importArchive(other.settings, site, { ...how, from: path })
  assert.deepEqual([report.counts.event.created, report.problems], [6, []])
  const here = await answers(service, dates)
  await until(async () => assert.deepEqual(await answers(other, dates), here))
  const again = await importArchive(other.settings, site, { ...how, from: path })
  assert.deepEqual(again.counts.event, {
    created: 0,
    updated: 0,
    unchanged: 6,
    skipped: 0,
    refused: 0,
  })
  const versions = 'SELECT kind, id, version, before FROM replaced ORDER BY kind, id, version'
  assert.deepEqual(await other.rows(versions), await service.rows(versions))
  const parts =
    'SELECT id, continues, continued_by, continued_after, split_at FROM event ORDER BY id'
  const split = await service.rows<{ continued_after: number | null }>(parts)
  assert.ok(split.some(part => part.continued_after !== null))
  assert.deepEqual(await other.rows(parts), split)
  const image = (await other.send('GET', '/images?per_page=1', { as: 'editor' })).body.images[0]
  const file = new URL(image.url).pathname
  const bytes = async (of: Service) => (await of.send('GET', of.address + file)).text
  assert.equal(await bytes(other), await bytes(service))
  const { body } = await other.send('POST', '/events', {
    as: 'editor',
    body: { title: 'New', ...tenToNoon },
  })
  assert.ok(body.id > Math.max(...dates), 'new IDs come after those of the archive')
})

test('subscriptions come along in an archive with their owner, once', async t => {
  const owner = await service.accounts.get('administrator')
  const url = 'webcal://feeds.example.org/all.ics'
  const feed = { format: 'ics', url, source: 'town-hall', every: intervals.weekly } as const
  const options = { policy: 'theirs', threshold: 10 }
  const now = () => 0
  await subscribe({ store: service.store, now }, { ...feed, options, user: owner.id })
  const archive = await exported('subscriptions.zip')
  const other = await startService(zone)
  t.after(other.close)
  for (const notes of [1, 0]) {
    const report = await importArchive(other.settings, site, { ...how, from: archive })
    assert.equal(report.notes.filter(({ reason }) => reason.includes(url)).length, notes)
  }
  const [here, ...more] = await listSubscriptions(other.store)
  assert.deepEqual(more, [])
  assert.equal(here?.user, (await other.accounts.get('administrator')).id)
  for (const [name, value] of Object.entries({ ...feed, options, state: 'active' }))
    assert.deepEqual(here?.[name as keyof typeof here], value, name)
})

test('a damaged archive and a calendar that has records are refused in full', async t => {
  await create({ title: 'One', ...tenToNoon })
  const path = await exported('damaged.zip')
  const bytes = readFileSync(path)
  const other = await startService(zone)
  t.after(other.close)
  const damaged = join(folder, 'broken.zip')
  const middle = bytes.indexOf('images/') + 200
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff
  writeFileSync(damaged, bytes)
  const into = (from: string) => importArchive(other.settings, site, { ...how, from })
  await assert.rejects(into(damaged), ReadError)
  assert.equal((await other.send('GET', '/events', { as: 'editor' })).body.total, 0)
  await other.send('POST', '/events', { as: 'editor', body: { title: 'Own', ...tenToNoon } })
  await assert.rejects(into(path), ReadError)
  await assert.rejects(into(join(folder, 'nothing.zip')), ReadError)
})

test('an archive with any bytes changed, or cut anywhere, is refused, or gives all that it gave', async t => {
  await create({ title: 'One', ...tenToNoon })
  const path = await exported('changed.zip')
  const other = await startService(zone)
  t.after(other.close)
  const preview = (from: string) =>
    importArchive(other.settings, site, { ...how, isDry: true, from })
  const expected = await preview(path)
  const { below } = randomFrom(38)
  const damaged = join(folder, 'flipped.zip')
  let refused = 0
  for (let at = 0; at < 30; at++) {
    const bytes = readFileSync(path)
    const place = below(bytes.length)
    if (at % 2 === 0) bytes.fill(below(256), place, place + 1 + below(50))
    writeFileSync(damaged, at % 2 === 0 ? bytes : bytes.subarray(0, place))
    try {
      assert.deepEqual(await preview(damaged), expected, `bytes from ${place}`)
    } catch (error) {
      if (!(error instanceof ReadError)) throw error
      refused += 1
    }
  }
  assert.ok(refused > 20, `${refused} refused`)
})
