import assert from 'node:assert/strict'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { after, test } from 'node:test'
import type { Settings } from '../../src/config/config.ts'
import { openArchive } from '../../src/outside/archive/read-archive.ts'
import { exportArchive, importArchive } from '../../src/transfer/archive.ts'
import { newPlace } from '../support/engine.ts'
import { imageFile } from '../support/openapi-body.ts'
import { often } from '../support/runs.ts'
import { type Service, settingsFor, startService } from '../support/service.ts'

// On PostgreSQL too: every table and column comes back from each engine.

// A random calendar in an archive, in an empty calendar, in an archive again: the same bytes.

const folder = mkdtempSync(join(tmpdir(), 'almanac-round-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const site = { given: new Set<string>(), replaces: false }
const settings = { timezone: 'Europe/Paris', clock: '2027-01-15T12:00:00Z' }
const how = {
  language: 'en' as const,
  isDry: false,
  signal: new AbortController().signal,
  progress() {},
}

/** Numbers that follow from a seed (mulberry32). */
function numbersOf(seed: number) {
  let at = seed
  const next = () => {
    at = (at + 0x6d2b79f5) | 0
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (max: number) => Math.floor(next() * max)
  return {
    below,
    chance: (of: number) => next() < of,
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
  }
}
type Numbers = ReturnType<typeof numbersOf>

const texts = [
  'Fête d’été',
  'A & B <i>again</i>',
  '東京 “quoted”',
  '  spaced\u00a0out ',
  'tab\there; comma, semicolon',
  '🎷 jazz',
]
const statuses = ['publish', 'publish', 'publish', 'draft', 'pending', 'private', 'future'] as const
const eventStatuses = ['scheduled', 'cancelled', 'postponed', 'moved_online', 'sold_out'] as const
const rules = [
  ['RRULE:FREQ=WEEKLY;COUNT=6'],
  ['RRULE:FREQ=DAILY;UNTIL=20270320', 'RDATE:20270325T110000', 'EXDATE;VALUE=DATE:20270305'],
  ['RRULE:FREQ=MONTHLY;BYMONTHDAY=1,28;COUNT=5'],
  ['RDATE;VALUE=PERIOD:20270401T100000/PT3H', 'RDATE:20270402T100000'],
  ['RRULE:FREQ=YEARLY'],
]
const zones = ['Europe/Paris', 'America/New_York', 'UTC', 'UTC+5:30']

/** A calendar with something of everything, in both languages. */
async function fill(service: Service, numbers: Numbers) {
  const { below, chance, pick } = numbers
  let number = 0
  const send = async (method: string, path: string, body?: object) => {
    const reply = await service.send(method, path, { as: 'editor', ...(body && { body }) })
    assert.ok(reply.status < 500, reply.text)
    return reply
  }
  const title = () => `${pick(texts)} ${++number}`
  const translated = (name: string) =>
    chance(0.5) && { translations: { fr: { [name]: `${title()} (fr)`, description: title() } } }
  const ids: Record<string, number[]> = {}
  const note = (path: string, id: number) => {
    ids[path] = [...(ids[path] ?? []), id]
  }
  const create = async (path: string, body: object) => {
    const reply = await send('POST', `/${path}`, body)
    if (reply.status === 201) note(path, reply.body.id)
    return reply
  }
  const some = (path: string) => (ids[path] ?? []).filter(() => chance(0.3))
  for (let at = 0; at < 3; at++) {
    const reply = await service.send('POST', '/images', {
      as: 'editor',
      body: await imageFile(20 + below(100), 20 + below(100)),
      headers: {
        'content-type': 'image/png',
        'content-disposition': `attachment; filename="${at}.png"`,
      },
    })
    assert.equal(reply.status, 201, reply.text)
    note('images', reply.body.id)
    await send('PATCH', `/images/${reply.body.id}`, { alt: title() })
  }
  for (let at = 0; at < 4; at++) {
    const image = chance(0.4) && { image: pick(ids.images ?? []) }
    const status = pick(['publish', 'draft'])
    await create('venues', {
      venue: title(),
      city: title(),
      status,
      ...image,
      ...translated('venue'),
    })
    await create('organizers', {
      organizer: title(),
      email: 'a@b.example',
      ...translated('organizer'),
    })
    const parent = chance(0.5) && { parent: pick(ids.categories ?? [0]) }
    await create('categories', { name: title(), ...parent, ...translated('name') })
    await create('tags', { name: title(), description: title(), ...translated('name') })
  }
  for (let at = 0; at < 16; at++) {
    const day = `2027-03-0${1 + below(9)}`
    const status = pick(statuses)
    await create('events', {
      title: title(),
      description: `<p>${title()}</p>`,
      start_date: `${day} 10:00`,
      end_date: `${day} 1${1 + below(8)}:30`,
      timezone: pick(zones),
      all_day: chance(0.2),
      status,
      ...(status === 'future' && { date: '2027-02-01 10:00' }),
      ...(chance(0.5) && { recurrence: pick(rules) }),
      ...(chance(0.2) && { password: 'sesame' }),
      ...(chance(0.3) && { event_status: pick(eventStatuses) }),
      ...(chance(0.3) && { image: pick(ids.images ?? []) }),
      ...(chance(0.3) && { cost: pick(['12 €', 'Free', '$5-10', 0]) }),
      ...(chance(0.3) && { source: 'town', source_id: `${at}` }),
      ...(chance(0.3) && { ml_language: 'fr' }),
      venue: some('venues'),
      organizer: some('organizers'),
      categories: some('categories'),
      tags: some('tags'),
      ...translated('title'),
    })
  }
  for (let at = 0; at < 30; at++) {
    const id = pick(ids.events ?? [])
    const { body } = await send('GET', `/events/${id}/occurrences?per_page=20`)
    const dates: { id: number; start_date: string }[] = body?.events ?? []
    const date = dates.length > 0 ? pick(dates) : undefined
    const scope = pick(['this', 'this', 'this', 'following', 'all', 'detach'])
    const day = date?.start_date.slice(0, 10)
    const changes = [
      { title: title(), translations: { fr: { title: title() } } },
      { start_date: `${day} 19:00`, end_date: `${day} 23:15` },
      { event_status: 'cancelled', cost: '7' },
      { timezone: pick(zones) },
      { venue: some('venues'), image: pick(ids.images ?? []) },
      { slug: `own-slug-${at}` },
    ]
    if (date && chance(0.6)) await send('PATCH', `/events/${date.id}`, { ...pick(changes), scope })
    else if (date && chance(0.5)) await send('DELETE', `/events/${date.id}`, { scope })
    else await send('PATCH', `/events/${id}`, { title: title(), sticky: chance(0.5) })
  }
  for (const path of ['events', 'venues', 'organizers', 'categories', 'tags'])
    for (const id of ids[path] ?? []) {
      if (chance(0.15)) await send('DELETE', `/${path}/${id}`, { force: chance(0.3) })
      if (path === 'events' && chance(0.1))
        await send('PATCH', `/events/${id}`, { status: 'publish' })
    }
  // whatever chance has left out
  const dates = { start_date: '2027-03-01 10:00', end_date: '2027-03-01 11:00' }
  for (const change of [{ status: 'draft' }, { slug: 'moved' }, { status: 'trash' }]) {
    const { body } = await create('events', { title: title(), ...dates, password: 'sesame' })
    await send('PATCH', `/events/${body.id}`, change)
  }
  for (const scope of ['this', 'following', 'detach']) {
    const { body } = await create('events', { title: title(), ...dates, recurrence: rules[0] })
    const { body: list } = await send('GET', `/events/${body.id}/occurrences`)
    await send('PATCH', `/events/${list.events[2].id}`, { title: title(), scope })
  }
}

/** The files of an archive of a calendar, and its manifest without what says where and when it was written. */
async function archived(settings: Settings, name: string) {
  const path = join(folder, name)
  const { stream, close } = await exportArchive(settings, site)
  await pipeline(stream, createWriteStream(path))
  await close()
  const archive = await openArchive(path)
  assert.ok(archive)
  const files: Record<string, string> = {}
  for (const file of archive.names().toSorted()) {
    const bytes = await buffer(await archive.stream(file))
    files[file] = bytes.toString(file.startsWith('images/') ? 'base64' : 'utf8')
  }
  archive.close()
  const { calendar: _, exported: _at, ...manifest } = JSON.parse(files['manifest.json'] ?? '')
  return { path, files: { ...files, 'manifest.json': JSON.stringify(manifest, null, 1) } }
}

for (let seed = 1; seed <= often(2); seed++)
  test(`a random calendar comes out of an archive, byte for byte (${seed})`, async t => {
    const service = await startService(settings)
    t.after(service.remove)
    try {
      await fill(service, numbersOf(seed))
      const number = async (sql: string) => Number((await service.rows<{ n: number }>(sql))[0]?.n)
      for (const [what, where] of Object.entries({
        dates: "series_date WHERE patch <> ''",
        detached: 'series_date WHERE gone > 0',
        parts: 'event WHERE continues IS NOT NULL',
        protected: 'event WHERE password IS NOT NULL',
        translated: 'event WHERE title_en IS NOT NULL AND title_fr IS NOT NULL',
        drafts: "event WHERE status = 'draft'",
        trashed: "event WHERE status = 'trash'",
        slugs: "moved WHERE kind = 'event'",
        versions: 'replaced',
      }))
        assert.ok((await number(`SELECT count(*) AS n FROM ${where}`)) > 0, `no ${what}`)
    } finally {
      // two connections of one process would wait for each other
      await service.stop()
    }
    const first = await archived(service.settings, `first-${seed}.zip`)
    const other = await newPlace()
    t.after(other.remove)
    const there = settingsFor(other.folder, settings)
    const report = await importArchive(there, site, { ...how, from: first.path })
    assert.deepEqual(report.problems, [])
    const second = await archived(there, `second-${seed}.zip`)
    assert.deepEqual(Object.keys(second.files), Object.keys(first.files))
    for (const [name, text] of Object.entries(first.files))
      assert.deepEqual(
        second.files[name as keyof typeof second.files]?.split('\n'),
        text.split('\n'),
        name,
      )
  })
