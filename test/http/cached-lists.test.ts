import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { service as everything } from '../../src/calendar/access/access.ts'
import { publishDue } from '../../src/calendar/write/schedule.ts'
import type { Values } from '../../src/define/param.ts'
import { call } from '../../src/http/server/in-process.ts'
import { openLog } from '../../src/outside/log.ts'
import { serviceOf } from '../../src/service.ts'
import { openInside } from '../support/inside.ts'

const inside = await openInside({ clock: '2027-03-01T10:00:00Z', publicUrl: 'https://a.example' })
after(inside.close)
const { calendar } = inside
const caller = { actor: everything, language: 'en', fallback: true } as const
type Kind = 'event' | 'venue' | 'organizer' | 'category' | 'tag'
const make = async (kind: Kind, body: Values) =>
  (await calendar.create(kind, caller, body)).record.id
const evening = { start_date: '2027-03-06 20:00:00', end_date: '2027-03-06 22:00:00' }

const venues = [
  await make('venue', { venue: 'Near', geo_lat: 45, geo_lng: 4 }),
  await make('venue', { venue: 'Far', geo_lat: 10, geo_lng: 4 }),
]
const organizers = [await make('organizer', { organizer: 'One' })]
const categories = [await make('category', { name: 'A' }), await make('category', { name: 'B' })]
const events: number[] = []
for (const venue of venues)
  events.push(
    await make('event', {
      title: `At ${venue}`,
      ...evening,
      venue,
      organizer: organizers[0] as number,
      categories: [String(categories[1])],
    }),
  )
await inside.buildIndexes()

const at = (ids: readonly number[], n: number) => ids[n % ids.length] as number
const change = (kind: Kind, id: number, body: Values) => calendar.change(kind, caller, { id }, body)

/** Whatever may change a list, of events and of what they are linked to. */
const writes = [
  (n: number) => change('venue', at(venues, n), { geo_lat: n % 3 ? 45 : 10, geo_lng: 4 }),
  (n: number) => change('venue', at(venues, n), { status: n % 3 ? 'publish' : 'draft' }),
  (n: number) => change('venue', at(venues, n), { venue: `Hall ${n}` }),
  (n: number) => change('organizer', at(organizers, n), { status: n % 2 ? 'publish' : 'draft' }),
  (n: number) => change('category', at(categories, 1), { parent: n % 2 ? at(categories, 0) : 0 }),
  (n: number) => change('event', at(events, n), { status: n % 3 ? 'publish' : 'draft' }),
  (n: number) => change('event', at(events, n), { venue: at(venues, n >> 1) }),
  (n: number) => change('event', at(events, n), { password: n % 3 ? null : 'x' }),
]
const near = 'geoloc_lat=45&geoloc_lng=4&geoloc_radius=50'
const urls = [
  '',
  near,
  'geoloc=true',
  'search=hall',
  `categories=${categories[0]}`,
  `venue=${venues[0]}`,
  `organizer=${organizers[0]}`,
  `categories=${categories[1]}&${near}`,
].map(query => `/cal/events/v1/events?start_date=2027-01-01&${query}`)
urls.push('/cal/events/v1/venues?has_events=true', '/cal/events/v1/categories?hide_empty=true')

test('after any write, a list is the same as from a service that has nothing cached', async () => {
  const write = fc.record({
    which: fc.nat(writes.length - 1),
    n: fc.nat(11),
  })
  const property = fc.asyncProperty(fc.array(write, { minLength: 6, maxLength: 6 }), async all => {
    for (const { which, n } of all) {
      await writes[which]?.(n)
      const log = openLog(inside.settings)
      const fresh = serviceOf({ ...inside, logo: undefined }, log, () => undefined)
      for (const url of urls) {
        const wanted = (await call(fresh, { url })).body.toString()
        for (let again = 0; again < 2; again++)
          assert.equal((await inside.send(url)).text, wanted, `${url} after write ${which}`)
      }
    }
  })
  await fc.assert(property, { numRuns: 12 })
})

test('what is due no longer when its turn comes is not published', async () => {
  const body = { title: 'Later', ...evening, status: 'publish', date: '2028-01-01 00:00:00' }
  const [later, withdrawn] = [await make('event', body), await make('event', body)]
  await change('event', withdrawn, { status: 'draft' })
  // Found due a moment ago, and changed since.
  const store = { ...inside.context.store, due: async () => [later, withdrawn] }
  await publishDue({ ...inside.context, store })
  const statuses = (await inside.engine.getMany('event', [later, withdrawn])).map(
    ({ facts }) => facts.status,
  )
  assert.deepEqual(statuses, ['future', 'draft'])
})
