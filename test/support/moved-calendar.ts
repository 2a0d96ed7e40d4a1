import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoCalendar } from '../../demo/calendar.ts'
import { writeDemo } from '../../demo/write.ts'
import type { Settings } from '../../src/config/config.ts'
import { serve } from '../../src/main.ts'
import { connect } from '../../src/sdk/client.ts'
import { openService } from '../../src/service.ts'
import { png } from '../http/filled.ts'
import { settingsFor, stillClock } from './service.ts'

const given = { publicUrl: 'http://calendar.example', clock: '2030-01-02T12:00:00Z' }
/** Long after all of it was written, however long that took: until then responses do not say when it was changed. */
const { now } = stillClock({ clock: '2030-01-02T18:00:00Z' })
const secret = 'alm_token_of_the_editor_of_tests'

/** A calendar with something in every table: versions before, removed records, images, a password, a series with a date that differs, all that texts can hold. */
export async function fillCalendar(folder: string, count = 24) {
  const { fetch, root, accounts, store, close } = await openService(settingsFor(folder, given))
  await accounts.add({ login: 'editor', role: 'administrator', password: 'pass word of editor' })
  await accounts.issue({ login: 'editor', form: 'bearer', name: 'tests', scope: 'admin', secret })
  const client = connect(root, { token: secret, fetch })
  await writeDemo(client, demoCalendar('2030-01-02', count))
  const { items } = await client.events.list({ per_page: 8 })
  const [first, second, third, last] = items.map(({ id }) => id)
  await client.events.change(first ?? 0, {
    title: 'Back\\slash \\N, “quotes” and 🎉',
    description: 'one\ntwo\ttabs\r\n\\.\n<b>three</b>',
    translations: { fr: { title: 'L’été\u202f: ça va\u202f?' } },
  })
  await client.events.change(first ?? 0, { cost: '10 – 20', slug: 'another-slug' })
  await client.events.change(second ?? 0, { password: 'sesame' })
  await client.events.change(third ?? 0, { status: 'private' })
  const venue = await client.venues.create({ venue: 'Hall', geo_lat: 45.000001, geo_lng: -1e-7 })
  await client.venues.remove(venue.id)
  await client.pages.create({ title: 'Legal notice', status: 'publish' })
  await client.events.remove(last ?? 0)
  const series = await client.events.create({
    title: 'Choir',
    status: 'publish',
    start_date: '2030-01-06 20:00',
    end_date: '2030-01-06 22:00',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'],
  })
  const dates = await client.events.list({ include: [series.id] })
  await client.events.change(dates.items[1]?.id ?? 0, { title: 'Concert of the choir' })
  const image = await client.images.upload(new Blob([png], { type: 'image/png' }), 'pixel.png')
  await client.images.replace(image.id, new Blob([png], { type: 'image/png' }), 'other.png')
  await accounts.link('editor')
  await store.write(async tx => {
    await tx.insert(
      'session',
      { user: 1, hash: 'of a cookie', created: 1, used: 1, expires: 9e9 },
      {},
    )
    await tx.insert(
      'saved_view',
      { user: 1, of: 'event', name: 'Drafts', query: '', created: 1 },
      {},
    )
    await tx.insert('report', { event: series.id, what: 'mistake', note: 'No.', at: 1 }, {})
    // not due before the calendar has moved
    await tx.insert('waiting_mail', { sealed: 'an e-mail', due: 9e9, tried: 0 }, {})
    await tx.insert('erasure', { sealed: 'a name', user: 1, seen: 9e9 }, {})
    await tx.insert(
      'kept_response',
      { key: 'of a request', request: 'a write', response: 'its response', due: 9e9 },
      {},
    )
    const feed = { user: 1, format: 'ics', source: 'town', options: '{}' }
    // its file waits for it, and is forgotten after a week
    const started = { state: 'new', language: 'en', started: now(), done: 0 }
    const run = await tx.insert('import_run', { ...feed, ...started, origin: 'town.ics' }, {})
    await tx.insert('import_change', { run, record: 'event/1', before: 0, after: 1 }, {})
    await tx.insert('import_part', { run, bytes: 'QQ==' }, {})
    const listed = { run, place: `${run} new 1`, records: '[]' }
    await tx.insert('import_page', listed, {})
    const url = 'https://town.example/a.ics'
    const paused = { state: 'disabled', every: 3600, next: 9e9, failures: 0 }
    await tx.insert('subscription', { ...feed, ...paused, url }, {})
    await tx.insert('webhook', { user: 1, url, state: 'paused', cursor: 'MA' }, {})
  })
  await close()
}

const ask = async (address: string, path: string, authorization?: string) => {
  const response = await fetch(address + path, {
    // what is compressed is not the same bytes on a machine that has other things to do
    headers: { 'accept-encoding': 'identity', ...(authorization && { authorization }) },
  })
  const headers = Object.fromEntries(response.headers)
  for (const name of ['date', 'keep-alive', 'connection', 'x-request-id']) delete headers[name]
  const body = Buffer.from(await response.arrayBuffer())
  const digest = createHash('sha256').update(body).digest('hex')
  return { path, status: response.status, headers, digest, text: body.subarray(0, 200).toString() }
}

const lists = ['events', 'venues', 'organizers', 'categories', 'tags', 'images']
const window = 'start_date=2000-01-01&end_date=2099-12-31&per_page=50'

/** The responses of a service over HTTP, in both languages, to anyone and to a user who sees all: all bytes but those of the moment. */
export async function answersOf(settings: Partial<Settings> & { dataFolder: string }) {
  const service = await serve(settingsFor(settings.dataFolder, { ...given, ...settings }), { now })
  try {
    const paths = ['', '/fr'].flatMap(language => {
      const root = `${language}/cal/events/v1`
      return [
        ...lists.map(name => `${root}/${name}?${window}`),
        ...lists.map(name => `${root}/${name}?search=a&${window}`),
        ...lists.map(name => `${root}/${name}?status=any&${window}`),
      ]
    })
    const answers = []
    for (const path of paths)
      for (const authorization of [undefined, `Bearer ${secret}`])
        answers.push(await ask(service.address, path, authorization))
    const ids = await service.store.idsAfter('event', 0, 50)
    for (const id of ids)
      for (const root of ['/cal/events/v1', '/fr/cal/events/v1'])
        answers.push(await ask(service.address, `${root}/events/${id}`))
    const uploads = join(settings.dataFolder, 'uploads')
    for (const name of readdirSync(uploads, { recursive: true, encoding: 'utf8' }))
      if (/\.(jpg|png|webp)$/.test(name))
        answers.push(await ask(service.address, `/uploads/${name}`))
    return answers
  } finally {
    await service.close()
  }
}

export const keyIn = (folder: string) => readFileSync(join(folder, 'secret.key'), 'hex')
