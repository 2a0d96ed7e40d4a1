import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { service as everything } from '../../src/calendar/access/access.ts'
import { listedEvent } from '../../src/calendar/write/log-change.ts'
import type { Values } from '../../src/define/param.ts'
import type { EventFacts } from '../../src/store/form/occurrence.ts'
import { feedExtensions } from '../../src/web/feeds/extensions.ts'
import { openRows } from '../support/engine.ts'
import { type Inside, openInside } from '../support/inside.ts'
import { everyAddress } from './every-address.ts'

// The list index is made wrong on purpose, and every reader is tested: listed records are checked again before they are shown.

const caller = { actor: everything, language: 'en', fallback: true } as const
const day = '2027-03-06'
const evening = { start_date: `${day} 20:00:00`, end_date: `${day} 22:00:00` }

/** A word of its own by which each record would be found in a response. */
const secret = /wordof\w+/i
const texts = (of: string) => ({
  title: `Wordof${of}`,
  description: `Wordof${of}description`,
  translations: { fr: { title: `Wordof${of}fr`, description: `Wordof${of}frdescription` } },
})

/** The states of an event that lists show to nobody. */
const unseen: Record<string, Values> = {
  draft: { status: 'draft' },
  pending: { status: 'pending' },
  private: { status: 'private' },
  future: { status: 'publish', date: '2028-01-01 00:00:00' },
  trash: {},
  hidden: { hide_from_listings: true },
  featured: { status: 'draft', featured: true, sticky: true },
}

let inside: Inside
let author = 0
let token = ''
let venue = 0
let organizer = 0
let draft = 0
let sealed = 0
const closed: number[] = []

before(async () => {
  inside = await openInside({
    clock: '2027-03-01T10:00:00Z',
    publicUrl: 'https://calendar.example',
  })
  const { calendar, accounts, settings } = inside
  author = (await accounts.add({ login: 'author', role: 'author' })).id
  const issued = await accounts.issue({ login: 'author', form: 'bearer', name: 'test' })
  token = issued.secret
  const make = async (kind: 'event' | 'venue' | 'organizer' | 'category' | 'tag', body: Values) =>
    (await calendar.create(kind, caller, body)).record.id
  const point = { geo_lat: 45.76, geo_lng: 4.83 }
  venue = await make('venue', { venue: 'Open house', ...point })
  organizer = await make('organizer', { organizer: 'Open hosts' })
  await make('category', { name: 'Music' })
  await make('tag', { name: 'Outdoors' })
  const linked = { venue, organizer, categories: ['music'], tags: ['outdoors'] }
  await make('event', { title: 'Seen by all', ...evening, ...linked })
  const wordVenue = await make('venue', { venue: 'Wordofvenue', ...point })
  const wordHost = await make('organizer', { organizer: 'Wordoforganizer' })
  for (const [name, body] of Object.entries(unseen)) {
    const id = await make('event', { ...texts(name), ...evening, ...linked, ...body })
    if (name === 'trash') await calendar.remove('event', caller, { id })
    if (name === 'draft') draft = id
    closed.push(id)
  }
  sealed = await make('event', { ...texts('sealed'), ...evening, ...linked, password: 'sesame' })
  await inside.buildIndexes()
  await makeWrong(closed, { status: 'publish', hidden: 0 })
  await makeWrong([sealed], { protected: 0 })
  // Lists of venues and organizers are read when they are first asked for; then they miss a change.
  for (const kind of ['venue', 'organizer'] as const) await calendar.list(kind, caller, {})
  const { rows, close } = openRows(settings, { mayWrite: true })
  await rows(`UPDATE venue SET status = 'draft' WHERE id = ${wordVenue}`)
  await rows(`UPDATE organizer SET status = 'draft' WHERE id = ${wordHost}`)
  await close()
})
after(() => inside.close())

/** Tells the index what is not so. */
async function makeWrong(ids: readonly number[], facts: Partial<EventFacts>) {
  const { engine, current, changes } = inside
  for (const record of await engine.getMany('event', ids)) {
    const listed = listedEvent(record)
    const line = {
      seq: changes.seq,
      instant: 0,
      actor: 0,
      language: 'en',
      version: 1,
      id: record.id,
    }
    const detail = { is: { ...listed, facts: { ...listed.facts, ...facts } } }
    await current.index?.follow([{ ...line, verb: 'change', kind: 'event', detail }])
  }
}

const year = 'start_date=2027-01-01&end_date=2028-12-31'
const filters = () => [
  '',
  'featured=true',
  'search=wordo',
  'categories=music',
  'tags=outdoors',
  'geoloc=true',
  `venue=${venue}`,
  `organizer=${organizer}`,
  `include=${[...closed, sealed]}`,
  'geoloc_lat=45.7&geoloc_lng=4.8&geoloc_radius=50',
  'sort=-start_date',
  'status=publish',
  'ml_missing=es',
  'password=wrong',
  'author=0',
]

/** Lists of the API, in both languages. */
const ofApi = () =>
  ['', '/fr'].flatMap(language => [
    ...filters().map(filter => `${language}/cal/events/v1/events?${year}&per_page=50&${filter}`),
    ...['', '?has_events=true', '?has_events=false', '?only_with_upcoming=true'].flatMap(query =>
      ['venues', 'organizers'].map(path => `${language}/cal/events/v1/${path}${query}`),
    ),
  ])

/** Pages, feeds, what other sites embed, and what programs read. */
const ofWeb = () => {
  const all = everyAddress({
    slug: ['seen-by-all', 'open-house', 'open-hosts', 'music', 'outdoors'],
    day: [day],
    date: [day],
    month: ['2027-03'],
    format: feedExtensions,
    part: ['pages', '1'],
    rest: ['events'],
    file: [],
    kind: [],
    id: [],
    side: [],
  })
  return all.flatMap(({ path, params }) => {
    if (params.slug !== undefined) return [path]
    const views = [`date=${day}&view=day`, 'view=list', 'past=1', year]
    return [...filters(), ...views].map(query => `${path}?${query}`)
  })
}

test('an index that names hidden records shows none of them in any response', async () => {
  const { current } = inside
  const query = {
    visible: { statuses: ['publish'] },
    protectedOf: -1,
    page: { limit: 50, offset: 0 },
  }
  const wrong = await current.index?.listEvents(query)
  for (const id of closed)
    assert.ok(
      wrong?.items.some(({ event }) => event === id),
      'it is wrong',
    )
  let presented = 0
  for (const url of [...ofApi(), ...ofWeb()]) {
    for (let again = 0; again < 2; again++) {
      const { text } = await inside.send(url)
      const results = text
        // lines of iCalendar are folded
        .replaceAll('\r\n ', '')
        .replace(/wordofsealed(fr)?(?![a-z])/gi, '')
        .match(secret)
      assert.equal(results?.[0], undefined, url)
      if (text.includes('Seen by all')) presented++
    }
  }
  assert.ok(presented > 100, `${presented} responses show what is public`)
})

test('an index that says of no event that it is protected finds none by what its password hides', async () => {
  const hidden = filters().filter(filter =>
    /search|categories|tags|geoloc|venue|organ/.test(filter),
  )
  assert.equal(hidden.length, 7)
  const doors = [
    '/cal/events/v1/events',
    '/fr/cal/events/v1/events',
    '/events.json',
    '/events.ics',
    '/events.csv',
    '/events/list/',
    '/events/month/2027-03/',
  ]
  for (const filter of hidden)
    for (const door of doors) {
      // Pages do not ask where events are.
      if (filter.includes('geoloc') && door.endsWith('/')) continue
      const { text } = await inside.send(`${door}?${filter}`)
      // the response repeats the search: it has fewer letters than the title
      assert.doesNotMatch(text, /wordofsealed/i, `${door}?${filter}`)
    }
})

test('an index that takes the draft of another for their own shows it to no author', async () => {
  await makeWrong([draft], { author })
  for (const query of ['status=any', 'status=draft', `author=${author}&status=any`]) {
    const url = `/cal/events/v1/events?${year}&per_page=50&${query}`
    const { status, text } = await inside.send(url, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.ok([200, 404].includes(status), text)
    assert.doesNotMatch(text, /wordofdraft/i, url)
  }
})
