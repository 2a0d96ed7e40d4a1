import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { service as everything } from '../../src/calendar/access/access.ts'
import { publishDue } from '../../src/calendar/schedule/schedule.ts'
import type { Values } from '../../src/define/param.ts'
import { call } from '../../src/http/server/connections.ts'
import { openLog } from '../../src/outside/log.ts'
import { openStorage } from '../../src/outside/storage-health.ts'
import { serviceOf } from '../../src/service.ts'
import { openInside } from '../support/inside.ts'
import { often } from '../support/runs.ts'
import { stillClock } from '../support/service.ts'
import '../support/own-process.ts'

const noon = '2027-03-01T12:00:00Z'
const clock = stillClock({ clock: noon })
const settings = { clock: noon, timezone: 'UTC', publicUrl: 'https://a.example' }
const inside = await openInside(settings, clock.now)
after(inside.close)
const { calendar } = inside
const caller = { actor: everything, language: 'en', fallback: true } as const
type Kind = 'event' | 'venue' | 'organizer' | 'category' | 'tag'
const make = async (kind: Kind, body: Values) =>
  (await calendar.create(kind, caller, body)).record.id

const near = { geo_lat: 45, geo_lng: 4 }
const far = { geo_lat: 10, geo_lng: 4 }
const past = { start_date: '2027-02-06 20:00:00', end_date: '2027-02-06 22:00:00' }
const coming = { start_date: '2027-03-06 20:00:00', end_date: '2027-03-06 22:00:00' }

const venues = [
  await make('venue', { venue: 'Near', ...near }),
  await make('venue', { venue: 'Far', ...far }),
] as const
const organizers = [
  await make('organizer', { organizer: 'Anna' }),
  await make('organizer', { organizer: 'Bert' }),
] as const
const categories = [
  await make('category', { name: 'Parent' }),
  await make('category', { name: 'Child' }),
] as const
const tag = await make('tag', { name: 'Outdoors' })
const eventAt = (index: 0 | 1) =>
  make('event', {
    title: `Event ${index}`,
    ...coming,
    venue: venues[index],
    organizer: organizers[index],
    categories: [String(categories[1])],
    tags: [String(tag)],
  })
const events = [await eventAt(0), await eventAt(1)] as const
/** The records that come and go. */
const brief = {
  tag: 0,
  event: await make('event', {
    title: 'Brief',
    ...past,
    organizer: await make('organizer', { organizer: 'Dora' }),
  }),
}
const weekly = (count: number) => ({ recurrence: [`RRULE:FREQ=WEEKLY;COUNT=${count}`] })
const series = await make('event', {
  title: 'Choir',
  ...coming,
  ...weekly(6),
  venue: venues[0],
  organizer: organizers[0],
  categories: [String(categories[1])],
})
const dates = (await inside.engine.seriesDates(series)).map(({ id }) => id)
const [, second = 0, third = 0, fourth = 0] = dates
await inside.buildIndexes()

/** Each write changes something every time it comes, from one state to the next. */
function states(kind: Kind, id: number, ...bodies: Values[]) {
  let at = 0
  return () => calendar.change(kind, caller, { id }, bodies[++at % bodies.length] as Values)
}
const wallTime = (seconds: number) =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
const hoursFromNow = (start: number, end: number) => ({
  start_date: wallTime(clock.now() + start * 3600),
  end_date: wallTime(clock.now() + end * 3600),
})

/** One step each time it comes, in turn; of two that are sent together, the second waits for what it undoes. */
function alternately(...steps: (() => Promise<unknown>)[]) {
  let turn = 0
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    last = last.then(steps[turn++ % steps.length])
    return last
  }
}
const presented = [{ status: 'publish' }, { status: 'draft' }]

const writes = {
  'a venue moves': states('venue', venues[0], near, far),
  'another venue moves': states('venue', venues[1], far, near),
  'a venue loses its place': states('venue', venues[1], far, { geo_lat: null, geo_lng: null }),
  'a venue is renamed': states('venue', venues[0], { venue: 'Near' }, { venue: 'Hall' }),
  'a venue is hidden or shown': states('venue', venues[1], ...presented),
  'an organizer is renamed': states(
    'organizer',
    organizers[0],
    { organizer: 'Anna' },
    { organizer: 'Clara' },
  ),
  'an organizer is hidden or shown': states('organizer', organizers[1], ...presented),
  'a category moves': states('category', categories[1], { parent: 0 }, { parent: categories[0] }),
  'a category is renamed': states(
    'category',
    categories[0],
    { name: 'Parent' },
    { name: 'Mother' },
  ),
  'a tag is renamed': states('tag', tag, { name: 'Outdoors' }, { name: 'Hall' }),
  'an event is hidden or shown': states('event', events[0], ...presented),
  'another event is hidden or shown': states('event', events[1], ...presented),
  'an event changes its venue': states(
    'event',
    events[1],
    { venue: venues[1] },
    { venue: venues[0] },
  ),
  'an event leaves its organizer': states(
    'event',
    events[0],
    { organizer: organizers[0] },
    { organizer: organizers[1] },
  ),
  'an event leaves its tag': states('event', events[1], { tags: [String(tag)] }, { tags: [] }),
  'an event is over': states('event', events[0], coming, past),
  'an event gets a password': states('event', events[1], { password: null }, { password: 'x' }),
  'an event begins later': states('event', events[1], coming, {
    start_date: '2027-03-07 20:00:00',
    end_date: '2027-03-07 22:00:00',
  }),
  'a series gets more dates': states('event', series, weekly(6), weekly(8)),
  'a series is renamed': states('event', series, { title: 'Choir' }, { title: 'Hall' }),
  'a series changes its venue': states('event', series, { venue: venues[0] }, { venue: venues[1] }),
  'a series gets a password': states('event', series, { password: null }, { password: 'x' }),
  'a series is hidden or shown': states('event', series, ...presented),
  'a date is renamed': states('event', second, { title: 'Choir' }, { title: 'Clara sings' }),
  'a date is elsewhere': states('event', third, { venue: venues[0] }, { venue: venues[1] }),
  'a date is in no category': states(
    'event',
    third,
    { categories: [String(categories[1])] },
    { categories: [] },
  ),
  'a date is cancelled': states(
    'event',
    second,
    { event_status: 'scheduled' },
    { event_status: 'cancelled' },
  ),
  'a date moves': states(
    'event',
    fourth,
    { start_date: '2027-03-27 20:00:00', end_date: '2027-03-27 22:00:00' },
    { start_date: '2027-02-27 18:00:00', end_date: '2027-02-27 19:00:00' },
  ),
  'a date is hidden or shown': states('event', fourth, ...presented),
  'a tag comes, and goes from its event': alternately(
    async () => {
      brief.tag = await make('tag', { name: 'Brief' })
      await calendar.change('event', caller, { id: events[1] }, { tags: [String(brief.tag)] })
    },
    () => calendar.remove('tag', caller, { id: brief.tag }),
  ),
  'an event begins soon, and ends while nothing is written': alternately(
    () => calendar.change('event', caller, { id: brief.event }, hoursFromNow(1, 2)),
    async () => clock.advance(3 * 3600),
  ),
}
type WriteName = keyof typeof writes
const writeNames = Object.keys(writes) as WriteName[]

const aroundNear = 'geoloc_lat=45&geoloc_lng=4&geoloc_radius=50'
const ofEvents = [
  '',
  aroundNear,
  'geoloc=true',
  'geoloc=false',
  'search=hall',
  'search=clara',
  `categories=${categories[0]}`,
  `categories=${categories[1]}&${aroundNear}`,
  `tags=${tag}&search=event`,
  `venue=${venues[1]}`,
  `organizer=${organizers[1]}`,
  // more than is shown: a total follows events that are on no page
  'per_page=1',
  'tags=brief,outdoors&per_page=1',
  // their values are of events on no page, and of records that no event has
  'facets=categories,tags,venues,city,month&per_page=1',
]
const ofLinked = [
  'has_events=true',
  'has_events=false',
  'only_with_upcoming=true',
  `only_with_upcoming=true&search=a`,
  'search=hall',
  `event=${events[1]}`,
]
const ofSeries = [
  '',
  `categories=${categories[1]}`,
  'search=clara',
  'per_page=1',
  'page=2&per_page=3',
]
const urls = [
  ...ofSeries.map(query => `events?occurrences=series&start_date=2027-01-01&${query}`),
  ...ofEvents.map(query => `events?start_date=2027-01-01&${query}`),
  'events',
  ...ofLinked.flatMap(query => [`venues?${query}`, `organizers?${query}`]),
  ...['hide_empty=true', 'orderby=count', `event=${events[1]}`, 'search=hall'].flatMap(query => [
    `categories?${query}`,
    `tags?${query}`,
  ]),
  `categories?parent=${categories[0]}`,
].map(path => `/cal/events/v1/${path}`)

/** A series, its dates and what they are by themselves: they need not come from this cache. */
const ofOne = [
  `events/${series}`,
  `events/${series}/occurrences?start_date=2027-01-01`,
  ...[second, third, fourth].map(id => `events/${id}`),
].map(path => `/cal/events/v1/${path}`)

/** A service over the same records that has nothing cached. */
function uncached() {
  const log = openLog(inside.settings)
  return serviceOf({ ...inside, given: new Map() }, log, openStorage(log))
}

/** Every write alone, there and back, so that no other touches what it should touch; then any of them, some sent together. */
const histories = fc
  .tuple(
    fc.shuffledSubarray([...writeNames, ...writeNames], { minLength: writeNames.length * 2 }),
    fc.array(fc.array(fc.constantFrom(...writeNames), { minLength: 1, maxLength: 3 }), {
      minLength: 6,
      maxLength: 12,
    }),
  )
  .map(([alone, together]) => [...alone.map(name => [name]), ...together])

let isCached = false
const { responses } = inside.service
const { get } = responses
responses.get = name => {
  const results = get(name)
  isCached = results !== undefined
  return results
}

/** Requests a list until it comes from the cache: a list that was invalidated early is cached only after more requests. */
async function fromCache(url: string, wanted: string, after: string) {
  for (let times = 0; times < 40; times++) {
    const { text, status } = await inside.send(url)
    assert.equal(text, wanted, `${url} after ${after}`)
    if (isCached || status !== 200) return
  }
  assert.fail(`${url} is never cached`)
}

test('after any writes, sent together or not, a list is the same as without a cache', async () => {
  const property = fc.asyncProperty(histories, async history => {
    for (const batch of history) {
      // lists are read during the writes: results may be cached, and not for long
      const readers = batch.length > 1 ? urls.map(url => inside.send(url)) : []
      await Promise.all([...batch.map(name => writes[name]()), ...readers])
      const fresh = uncached()
      for (const url of urls)
        await fromCache(url, (await call(fresh, { url })).body.toString(), batch.join(', '))
      for (const url of ofOne) {
        const wanted = (await call(fresh, { url })).body.toString()
        for (let times = 0; times < 3; times++)
          assert.equal((await inside.send(url)).text, wanted, `${url} after ${batch.join(', ')}`)
      }
    }
  })
  await fc.assert(property, { numRuns: often(1), endOnFailure: true })
})

test('a list is read again when its filter finds another tag, another word or no parent', async () => {
  const on = (day: string, body: Values) =>
    make('event', {
      start_date: `${day} 20:00:00`,
      end_date: `${day} 22:00:00`,
      ...body,
    })
  const [brass, wind] = [
    await make('tag', { name: 'Brass' }),
    await make('tag', { name: 'Wind' }),
  ] as const
  const parent = await on('2027-03-20', { title: 'Festival' })
  await on('2027-03-20', { title: 'Trumpets', tags: [String(wind)], post_parent: parent })
  // on no event of the first page
  const apart = await make('venue', { venue: 'Apart', city: 'Lyon' })
  const late = await make('category', { name: 'Late' })
  await on('2027-03-20', { title: 'Apart', venue: apart, categories: [String(late)] })
  const ofFacets: [string, Kind, number, Values][] = [
    ['categories', 'category', late, { name: 'Later' }],
    ['tags', 'tag', wind, { name: 'Winds' }],
    ['venues', 'venue', apart, { venue: 'Aside' }],
    ['city', 'venue', apart, { city: 'Lille' }],
    ['venues', 'venue', apart, { status: 'draft' }],
  ]
  const changes: [string, () => Promise<unknown>][] = [
    [
      'tags=brass',
      async () => {
        await calendar.change('tag', caller, { id: brass }, { slug: 'copper' })
        await calendar.change('tag', caller, { id: wind }, { slug: 'brass' })
      },
    ],
    [`tags=${brass}`, () => calendar.remove('tag', caller, { id: brass })],
    // it is one letter off, until an event has it, though outside the list
    ['q=trumpetz', () => on('2031-03-20', { title: 'Trumpetz' })],
    ...ofFacets.map(([facet, kind, id, body]): (typeof changes)[number] => [
      `facets=${facet}&per_page=1&sort=-start_date`,
      () => calendar.change(kind, caller, { id }, body),
    ]),
    [
      `post_parent=${parent}`,
      () => calendar.change('event', caller, { id: parent }, { status: 'draft' }),
    ],
  ]
  for (const [query, change] of changes) {
    const url = `/cal/events/v1/events?end_date=2028-01-01&${query}`
    const textOf = async () => (await call(uncached(), { url })).body.toString()
    const before = await textOf()
    await fromCache(url, before, 'nothing')
    await change()
    const wanted = await textOf()
    assert.notEqual(wanted, before, query)
    await fromCache(url, wanted, query)
  }
})

test('a record that is no longer due when its turn comes is not published', async () => {
  const body = { title: 'Later', ...coming, status: 'publish', date: '2028-01-01 00:00:00' }
  const [later, withdrawn] = [await make('event', body), await make('event', body)]
  await calendar.change('event', caller, { id: withdrawn }, { status: 'draft' })
  // Found due a moment ago, and changed since.
  const store = { ...inside.context.store, due: async () => [later, withdrawn] }
  await publishDue({ ...inside.context, store })
  const statuses = (await inside.engine.getMany('event', [later, withdrawn])).map(
    ({ facts }) => facts.status,
  )
  assert.deepEqual(statuses, ['future', 'draft'])
})
