import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { demoCalendar } from '../../demo/calendar.ts'
import { writeDemo } from '../../demo/write.ts'
import { connect } from '../../src/sdk/client.ts'
import { type Service, startService } from '../support/service.ts'
import '../support/own-process.ts'

const mebibyte = 2 ** 20
const today = '2030-01-02'
const settings = { responseCache: mebibyte, recordCache: mebibyte }
const allowed = settings.responseCache + settings.recordCache

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

let service: Service
let slugs: string[]
before(async () => {
  service = await startService({ ...settings, clock: `${today}T12:00:00Z` })
  const { authorization } = await service.bearer('administrator', { scope: 'admin' })
  const client = connect(service.root.plain, { token: authorization.replace('Bearer ', '') })
  await writeDemo(client, demoCalendar(today, 40))
  const { items } = await client.events.list({ per_page: 50, start_date: '2029-01-01' })
  slugs = items.map(({ slug }) => slug)
})
after(() => service.close())

const held = () => {
  collect()
  collect()
  return process.memoryUsage().arrayBuffers
}

/** Each path twice, since a response is cached from the second request on. */
async function ask(paths: Iterable<string>) {
  for (const path of paths)
    for (let n = 0; n < 2; n++) {
      const { status } = await service.send('GET', service.address + path)
      assert.equal(status, 200, path)
    }
}

function* mixed() {
  for (let n = 0; n < 45; n++) {
    const day = new Date(Date.UTC(2030, 0, 1 + n * 2)).toISOString().slice(0, 10)
    const lang = n % 2 === 0 ? 'en' : 'fr'
    const slug = slugs[n % slugs.length]
    yield `/cal/events/v1/events?start_date=${day}&per_page=${1 + (n % 20)}&ml_language=${lang}`
    yield `/cal/events/v1/events/by-slug/${slug}?ml_language=${lang}`
    yield `/event/${slug}/`
    yield `/events/${day}/`
    yield `/events/month/${day.slice(0, 7)}/`
    yield `/events.${['ics', 'rss', 'atom', 'csv', 'json'][n % 5]}?start_date=${day}`
  }
}

test('caches hold no more memory than their settings allow, after lists, records, pages and feeds', async () => {
  await ask(['/cal/events/v1/events', '/events/', `/event/${slugs[0]}/`, '/events.ics'])
  const before = held()
  await ask(mixed())
  const grown = held() - before
  assert.ok(grown <= allowed, `${grown} bytes are held, ${allowed} allowed`)
})
