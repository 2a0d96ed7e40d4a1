import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { publishDue, refreshZones } from '../../src/calendar/schedule.ts'
import { openHouse } from '../../src/main.ts'
import {
  type Reply,
  restart,
  type Sending,
  type Service,
  settingsFor,
  startService,
} from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService({ clock: '2027-05-01T12:00:00Z', timezone: 'Europe/Paris' })
})
after(() => service.close())

type Body = Reply['body']
const tenToNoon = { start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 12:00:00' }

/** Sends as an editor, and answers the body of what went well. */
async function edit(
  method: string,
  path: string,
  body?: object,
  sending: Sending = {},
): Promise<Body> {
  const reply = await service.send(method, path, {
    as: 'editor',
    ...(body && { body }),
    ...sending,
  })
  assert.ok(reply.status === 200 || reply.status === 201, `${method} ${path}: ${reply.text}`)
  return reply.body
}
const create = (body: object): Promise<Body> =>
  edit('POST', '/events', { title: 'Event', ...tenToNoon, ...body })
const change = (id: number, body: object): Promise<Body> => edit('PATCH', `/events/${id}`, body)

/** Reads as anybody. */
async function read(path: string, query: Sending['query'] = {}): Promise<Body> {
  const reply = await service.send('GET', path, { query })
  assert.equal(reply.status, 200, `${path}: ${reply.text}`)
  return reply.body
}

/** Sends what is refused; tells status, code, and the parameters at fault. */
async function refused(method: string, path: string, body?: object, as = 'editor') {
  const reply = await service.send(method, path, { as, ...(body && { body }) })
  const { params } = reply.body.data
  return [reply.status, reply.body.code, ...(params ? [Object.keys(params).join()] : [])]
}

const ids = (list: Body[]) => list.map(({ id }) => id)
const in_ = (language: 'en' | 'fr', path: string) => service.root[language] + path

/** Only these members, for a closer look. */
const only = (body: Body, ...names: string[]) =>
  Object.fromEntries(names.map(name => [name, body[name]]))

describe('languages', () => {
  test('M1 a record has one set of facts and a text for each language', async () => {
    const { id } = await create({
      title: 'Concert',
      description: 'Music',
      cost: '10',
      featured: true,
    })
    await edit('PUT', in_('fr', `/events/${id}`), {
      title: 'Le concert',
      description: 'De la musique',
    })
    const [en, fr] = [await read(`/events/${id}`), await read(in_('fr', `/events/${id}`))]
    assert.deepEqual(
      [en.title, en.slug, fr.title, fr.slug],
      ['Concert', 'concert', 'Le concert', 'le-concert'],
    )
    assert.deepEqual([fr.id, fr.start_date, fr.featured], [en.id, en.start_date, true])
    assert.match(fr.description, /De la musique/)
    const [venue, organizer] = [
      await edit('POST', '/venues', {
        venue: 'Town hall',
        city: 'Lyon',
        translations: { fr: { venue: 'Mairie' } },
      }),
      await edit('POST', '/organizers', {
        organizer: 'Friends',
        email: 'a@example.org',
        translations: { fr: { organizer: 'Amis' } },
      }),
    ]
    assert.deepEqual(only(await read(in_('fr', `/venues/${venue.id}`)), 'venue', 'slug', 'city'), {
      venue: 'Mairie',
      slug: 'mairie',
      city: 'Lyon',
    })
    assert.equal((await read(in_('fr', `/organizers/${organizer.id}`))).organizer, 'Amis')
  })

  test('M2 the parameter names the language, else the base address, else the setting', async () => {
    const { id } = await create({ title: 'Bread', translations: { fr: { title: 'Pain' } } })
    const title = async (path: string, query = {}) => (await read(path, query)).title
    assert.equal(await title(`/events/${id}`), 'Bread')
    assert.equal(await title(in_('fr', `/events/${id}`)), 'Pain')
    assert.equal(await title(in_('en', `/events/${id}`), { ml_language: 'fr' }), 'Pain')
    assert.equal(await title(in_('fr', `/events/${id}`), { ml_language: 'en' }), 'Bread')
    const french = await startService({ language: 'fr' })
    const { body } = await french.send('POST', '/events', {
      as: 'editor',
      body: { title: 'Vin', ...tenToNoon },
    })
    assert.equal(body.language, 'fr')
    await french.close()
  })

  test('M3 writing in a language leaves the other alone; translations write it along', async () => {
    const both = {
      title: 'Fair',
      excerpt: 'Short',
      translations: { fr: { title: 'Foire', slug: 'la-foire', excerpt: 'Bref' } },
    }
    const { id } = await create(both)
    await edit('PATCH', in_('fr', `/events/${id}`), { title: 'Grande foire' })
    assert.deepEqual(only(await read(`/events/${id}`), 'title', 'excerpt'), {
      title: 'Fair',
      excerpt: '<p>Short</p>',
    })
    assert.deepEqual(only(await read(in_('fr', `/events/${id}`)), 'title', 'excerpt', 'slug'), {
      title: 'Grande foire',
      excerpt: '<p>Bref</p>',
      slug: 'la-foire',
    })
    const { body } = await service.send('PATCH', `/events/${id}`, {
      as: 'editor',
      body: { title: 'Big fair', translations: { fr: { title: 'Fête' } } },
    })
    assert.deepEqual([body.title, body.translations.fr.title], ['Big fair', 'Fête'])
  })

  test('M4 what has no text in a language shows that of its main language, and is found by what is shown', async () => {
    const { id } = await create({
      title: 'Onlyenglish',
      description: 'Everything',
      translations: { fr: { title: 'Unmotfrançais' } },
    })
    const plain = await create({ title: 'Neverfrench' })
    const fr = await read(in_('fr', `/events/${id}`))
    assert.deepEqual([fr.title, fr.description], ['Unmotfrançais', '<p>Everything</p>'])
    const found = async (search: string, base: 'en' | 'fr', query = {}) =>
      ids((await read(in_(base, '/events'), { search, ...query })).events)
    assert.deepEqual(await found('unmotfrancais', 'fr'), [id], 'accents do not matter')
    assert.deepEqual(await found('onlyenglish', 'fr'), [], 'that title is not shown in French')
    assert.deepEqual(await found('unmotfrancais', 'en'), [])
    assert.deepEqual(await found('neverfrench', 'fr'), [plain.id])
    assert.deepEqual(await found('neverfrench', 'fr', { ml_fallback: false }), [])
    assert.deepEqual(await found('unmotfrancais', 'fr', { ml_fallback: false }), [id])
  })

  test('M5 every record tells its language and its translations', async () => {
    const { id } = await create({ title: 'Talk', translations: { fr: { title: 'Causerie' } } })
    const { body, headers } = await service.send('GET', in_('fr', `/events/${id}`))
    assert.deepEqual(
      [body.language, Object.keys(body.translations), headers['content-language']],
      ['fr', ['en', 'fr'], 'fr'],
    )
    assert.deepEqual(body.translations.fr, {
      title: 'Causerie',
      slug: 'causerie',
      url: `${service.address}/fr/evenement/causerie/`,
      rest_url: in_('fr', `/events/${id}`),
    })
    const lonely = await create({ title: 'English only' })
    const fell = await service.send('GET', in_('fr', `/events/${lonely.id}`))
    assert.deepEqual([fell.body.language, fell.headers['content-language']], ['en', 'en'])
    const list = await service.send('GET', in_('fr', '/events'))
    assert.equal(list.headers['content-language'], 'fr')
  })

  test('M6 a slug of either language leads to the record, under either address', async () => {
    const { id } = await create({ title: 'Walk', translations: { fr: { title: 'Balade à pied' } } })
    for (const base of ['en', 'fr'] as const)
      for (const slug of ['walk', 'balade-a-pied', 'BALADE-A-PIED'])
        assert.equal((await read(in_(base, `/events/by-slug/${slug}`))).id, id)
  })

  test('M7 filters by terms take ids and slugs of either language, and refuse the rest', async () => {
    const term = await edit('POST', '/categories', {
      name: 'Theatre',
      translations: { fr: { name: 'Théâtre', slug: 'scene' } },
    })
    const { id } = await create({ title: 'Play', categories: [term.id] })
    for (const categories of [
      'theatre',
      'scene',
      term.id,
      `${term.id},nothing-else`.split(',')[0] as string,
    ])
      assert.deepEqual(ids((await read('/events', { categories })).events), [id])
    assert.deepEqual(await refused('GET', '/events?categories=scene,unknown'), [
      400,
      'rest_invalid_param',
      'categories',
    ])
    assert.equal((await read(in_('fr', `/events/${id}`))).categories[0].name, 'Théâtre')
  })

  test('M8 the index describes its parameters in the language of its address; nothing else differs', async () => {
    const [en, fr] = [await read(service.root.en), await read(service.root.fr)]
    const search = (index: Body) =>
      index.routes['/cal/events/v1/events'].endpoints[0].args.search.description
    assert.match(search(en), /^Events whose/)
    assert.match(search(fr), /^Évènements dont/)
    const plain = (index: Body) =>
      JSON.stringify(index, (name, value) =>
        name === 'description' ? undefined : value,
      ).replaceAll('/en/', '/fr/')
    assert.equal(plain(en), plain(fr))
    assert.match(search(await read(service.root.en, { ml_language: 'fr' })), /^Évènements dont/)
  })

  test('M9 deleting in a language deletes the record; translations: null deletes a text, never the last', async () => {
    const { id } = await create({ title: 'Two', translations: { fr: { title: 'Deux' } } })
    const one = await change(id, { translations: { en: null } })
    assert.deepEqual(
      [Object.keys(one.translations), one.language, one.title],
      [['fr'], 'fr', 'Deux'],
    )
    assert.deepEqual(await refused('PATCH', `/events/${id}`, { translations: { fr: null } }), [
      400,
      'rest_invalid_param',
      'translations',
    ])
    assert.equal((await edit('DELETE', `/events/${id}?ml_language=fr`)).status, 'trash')
  })

  test('E5 another language is refused', async () => {
    assert.deepEqual(await refused('GET', '/events?ml_language=de'), [
      400,
      'rest_invalid_param',
      'ml_language',
    ])
    assert.deepEqual(
      await refused('POST', '/events', { title: 'x', ...tenToNoon, ml_language: 'de' }),
      [400, 'rest_invalid_param', 'ml_language'],
    )
  })
})

describe('partial updates', () => {
  test('U1 what is not sent stays', async () => {
    const sent = {
      title: 'Full',
      description: 'Words',
      excerpt: 'Few',
      slug: 'full-slug',
      status: 'draft',
      date: '2027-04-01 08:00:00',
      timezone: 'America/Toronto',
      cost: '€10',
      website: 'https://example.org/full',
      show_map: true,
      show_map_link: true,
      sticky: true,
      featured: true,
      ticketed: true,
      hide_from_listings: true,
      venue: { venue: 'Place of full' },
      organizer: [{ organizer: 'One of full' }, { organizer: 'Two of full' }],
      categories: ['Full'],
    }
    const { modified: _, modified_utc: _utc, ...made } = await create(sent)
    for (const method of ['POST', 'PUT', 'PATCH'])
      for (const body of [{}, { unknown: 1 }]) {
        const {
          modified: _,
          modified_utc: _utc,
          ...kept
        } = await edit(method, `/events/${made.id}`, body)
        assert.deepEqual(kept, made, method)
      }
    const renamed = await change(made.id, { title: 'Fuller' })
    assert.deepEqual(
      { ...renamed, title: 'Full', translations: 0, modified: 0, modified_utc: 0 },
      { ...made, translations: 0, modified: 0, modified_utc: 0 },
    )
    const days = await create({ all_day: true })
    assert.equal((await change(days.id, { title: 'Still of whole days' })).all_day, true)
    const venue = await edit('POST', '/venues', {
      venue: 'Kept',
      phone: '1',
      city: 'Oslo',
      show_map: false,
      status: 'draft',
    })
    assert.deepEqual(
      only(
        await edit('PUT', `/venues/${venue.id}`, { city: 'Bergen' }),
        'venue',
        'phone',
        'city',
        'show_map',
        'status',
      ),
      {
        venue: 'Kept',
        phone: '1',
        city: 'Bergen',
        show_map: false,
        status: 'draft',
      },
    )
  })

  test('U2 what is in the trash comes back only by a status', async () => {
    const { id } = await create({ title: 'Thrown' })
    await edit('DELETE', `/events/${id}`)
    assert.equal((await change(id, { title: 'Still thrown' })).status, 'trash')
    assert.equal((await change(id, { status: 'publish' })).status, 'publish')
    const venue = await edit('POST', '/venues', { venue: 'Thrown venue' })
    await edit('DELETE', `/venues/${venue.id}`)
    assert.equal((await edit('PUT', `/venues/${venue.id}`, { city: 'Rome' })).status, 'trash')
    assert.equal(
      (await edit('PUT', `/venues/${venue.id}`, { status: 'publish' })).status,
      'publish',
    )
  })

  test('U3 empty text, an empty list or null clears what is optional, and nothing clears what is required', async () => {
    const full = {
      description: 'Words',
      excerpt: 'Few',
      cost: '10',
      website: 'https://example.org/',
      venue: { venue: 'Cleared' },
      organizer: { organizer: 'Cleared' },
      categories: ['Cleared'],
      ticketed: true,
    }
    for (const nothing of ['', [], null]) {
      const { id } = await create(full)
      const names = [
        'description',
        'excerpt',
        'cost',
        'website',
        'venue',
        'organizer',
        'categories',
      ]
      const cleared = await change(id, Object.fromEntries(names.map(name => [name, nothing])))
      const empty = {
        description: '',
        excerpt: '',
        cost: '',
        website: '',
        venue: [],
        organizer: [],
        categories: [],
      }
      assert.deepEqual(only(cleared, ...names), empty, JSON.stringify(nothing))
      for (const name of ['title', 'start_date', 'end_date'])
        assert.deepEqual(await refused('PATCH', `/events/${id}`, { [name]: nothing }), [
          400,
          'rest_invalid_param',
          name,
        ])
    }
    const linked = await create(full)
    assert.deepEqual(
      only(
        await change(linked.id, { venue: 0, organizer: '0', ticketed: null }),
        'venue',
        'organizer',
        'ticketed',
      ),
      {
        venue: [],
        organizer: [],
        ticketed: false,
      },
    )
    const bare = await create({ description: '', cost: null, venue: [], tags: '', website: null })
    assert.deepEqual(only(bare, 'description', 'cost', 'venue', 'tags'), {
      description: '',
      cost: '',
      venue: [],
      tags: [],
    })
  })

  test('U4 by slug, the path addresses and the body renames; an unknown slug is told as the reference does', async () => {
    const { id } = await create({ title: 'Old name' })
    const other = await create({ title: 'Other name' })
    const renamed = await edit('PUT', '/events/by-slug/old-name', { slug: 'new-name' })
    assert.deepEqual([renamed.id, renamed.slug], [id, 'new-name'])
    assert.equal(
      (await edit('PUT', '/events/by-slug/new-name', { slug: 'other-name' })).slug,
      'other-name-2',
    )
    assert.equal((await read('/events/by-slug/other-name')).id, other.id)
    for (const method of ['POST', 'PUT', 'PATCH'])
      assert.deepEqual(await refused(method, '/events/by-slug/nowhere', {}), [
        404,
        'rest-event-not-found',
      ])
    for (const method of ['GET', 'DELETE'])
      assert.deepEqual(await refused(method, '/events/by-slug/nowhere'), [
        400,
        'rest_invalid_param',
        'slug',
      ])
  })

  test('U5 the id of the path wins', async () => {
    const [one, two] = [await create({ title: 'One' }), await create({ title: 'Two' })]
    await edit('PUT', `/events/${one.id}?id=${two.id}`, { id: two.id, title: 'Changed' })
    assert.deepEqual(
      [(await read(`/events/${one.id}`)).title, (await read(`/events/${two.id}`)).title],
      ['Changed', 'Two'],
    )
  })
})

describe('linked records', () => {
  test('L1 one id, one object, CSV and mixed lists are all taken', async () => {
    const [a, b] = [
      await edit('POST', '/organizers', { organizer: 'A' }),
      await edit('POST', '/organizers', { organizer: 'B' }),
    ]
    for (const [organizer, expected] of [
      [a.id, ['A']],
      [String(a.id), ['A']],
      [`${b.id},${a.id}`, ['B', 'A']],
      [{ id: a.id }, ['A']],
      [{ organizer: 'C' }, ['C']],
      [
        [b.id, { organizer: 'D' }, String(a.id), { id: a.id }],
        ['B', 'D', 'A'],
      ],
    ]) {
      const { organizer: shown } = await create({ organizer })
      assert.deepEqual(
        shown.map((one: Body) => one.organizer),
        expected,
      )
    }
    const venue = await edit('POST', '/venues', { venue: 'V' })
    assert.equal((await create({ venue: venue.id })).venue.id, venue.id)
    assert.equal((await create({ venue: [venue.id] })).venue.id, venue.id)
    assert.deepEqual(ids((await create({ venue: [venue.id, { venue: 'W' }] })).venue).length, 2)
    assert.deepEqual((await create({})).venue, [])
    for (const wrong of [a.id, 999_999, { city: 'no name' }, [[venue.id]], 'Hall'])
      assert.deepEqual(
        await refused('POST', '/events', { title: 'x', ...tenToNoon, venue: wrong }),
        [400, 'rest_invalid_param', 'venue'],
      )
  })

  test('L2 data identical to a stored record links it; anything else makes a new one; nothing is overwritten', async () => {
    const stored = await edit('POST', '/venues', {
      venue: 'Market Hall',
      city: 'Lyon',
      phone: '12',
      website: 'https://example.org/',
    })
    const embed = async (venue: object) => (await create({ venue })).venue.id
    assert.equal(await embed({ venue: 'Market Hall' }), stored.id)
    assert.equal(await embed({ venue: 'MARKET hall', city: 'Lyon' }), stored.id)
    assert.notEqual(await embed({ venue: 'Market Hall', city: 'Paris' }), stored.id)
    assert.notEqual(await embed({ venue: 'Market Hall', zip: '69001' }), stored.id)
    const again = await service.send('POST', '/venues', {
      as: 'editor',
      body: { venue: 'market hall', city: 'Lyon' },
    })
    assert.deepEqual([again.status, again.body.id], [201, stored.id])
    const { json_ld: _, ...now } = await read(`/venues/${stored.id}`)
    assert.deepEqual(now, stored)
  })

  test('L3 an event and what it embeds are written together or not at all', async () => {
    const before = service.rows('SELECT count(*) AS n FROM journal')
    const body = {
      title: 'Half',
      ...tenToNoon,
      venue: { venue: 'Never made' },
      organizer: [{ organizer: 'Never made' }],
      tags: ['987654321'],
    }
    assert.deepEqual(await refused('POST', '/events', body), [400, 'rest_invalid_param', 'tags'])
    assert.equal((await read('/venues', { search: 'Never made' })).total, 0)
    assert.equal((await read('/organizers', { search: 'Never made' })).total, 0)
    assert.deepEqual(service.rows('SELECT count(*) AS n FROM journal'), before)
  })

  test('L4 what goes to the trash leaves every event, and only it', async () => {
    const organizer = ['First', 'Second', 'Third'].map(name => ({ organizer: `${name} of L4` }))
    const events = [
      await create({ organizer, venue: { venue: 'Hall of L4' } }),
      await create({ organizer }),
    ]
    const [, second] = events[0].organizer
    await read(`/events/${events[0].id}`)
    await edit('DELETE', `/organizers/${second.id}`)
    for (const { id } of events)
      assert.deepEqual(
        (await read(`/events/${id}`)).organizer.map((one: Body) => one.organizer),
        ['First of L4', 'Third of L4'],
      )
    assert.equal((await read(`/events/${events[0].id}`)).venue.venue, 'Hall of L4')
    await edit('PUT', `/organizers/${second.id}`, { status: 'publish' })
    assert.equal(
      (await read(`/events/${events[0].id}`)).organizer.length,
      2,
      'a restored organizer is not linked again',
    )
  })

  test('L5 terms are found by name, slug or id, and made by name where the caller may', async () => {
    const jazz = await edit('POST', '/categories', { name: 'Jazz & Blues', slug: 'jazz-blues' })
    for (const word of [jazz.id, String(jazz.id), 'jazz-blues', 'JAZZ & blues'])
      assert.deepEqual(ids((await create({ categories: [word] })).categories), [jazz.id])
    const { categories, tags } = await create({
      categories: 'Jazz & Blues, Swing',
      tags: ['Late', 'Early'],
    })
    assert.deepEqual(
      categories.map((term: Body) => term.slug),
      ['jazz-blues', 'swing'],
    )
    assert.deepEqual(
      tags.map((term: Body) => term.name),
      ['Early', 'Late'],
      'in the order of their names',
    )
    assert.deepEqual(
      await refused('POST', '/events', { title: 'x', ...tenToNoon, categories: ['314159'] }),
      [400, 'rest_invalid_param', 'categories'],
    )
    const author = await service.send('POST', '/events', {
      as: 'author',
      body: { title: 'By author', ...tenToNoon, categories: ['Made by author'], tags: ['late'] },
    })
    assert.equal(author.status, 201)
    assert.deepEqual(
      await refused('POST', '/events', { title: 'x', ...tenToNoon, tags: ['Not made'] }, 'author'),
      [403, 'rest_forbidden'],
    )
  })

  test('a change of a venue shows in every event at once, also in answers that were kept', async () => {
    const { id, venue } = await create({ venue: { venue: 'Old sign' } })
    for (let n = 0; n < 3; n++) assert.equal((await read(`/events/${id}`)).venue.venue, 'Old sign')
    assert.equal((await read('/events', { include: id })).events[0].venue.venue, 'Old sign')
    await edit('PUT', `/venues/${venue.id}`, { venue: 'New sign' })
    assert.equal((await read(`/events/${id}`)).venue.venue, 'New sign')
    assert.equal((await read('/events', { include: id })).events[0].venue.venue, 'New sign')
  })
})

describe('dates and zones', () => {
  test('a date is read on the clock of the event, an instant is moved to it', async () => {
    const at = async (start_date: string | number, timezone: string) => {
      const event = await create({ start_date, end_date: '2028-01-01', timezone })
      return [event.start_date, event.utc_start_date, event.timezone_abbr]
    }
    assert.deepEqual(await at('2027-07-10 20:00:00', 'America/New_York'), [
      '2027-07-10 20:00:00',
      '2027-07-11 00:00:00',
      'EDT',
    ])
    assert.deepEqual(await at('2027-07-10T20:00:00Z', 'America/New_York'), [
      '2027-07-10 16:00:00',
      '2027-07-10 20:00:00',
      'EDT',
    ])
    assert.deepEqual(await at('2027-07-10T20:00:00+09:00', 'Europe/Paris'), [
      '2027-07-10 13:00:00',
      '2027-07-10 11:00:00',
      'CEST',
    ])
    assert.deepEqual(await at(Date.parse('2027-07-10T20:00:00Z') / 1000, 'Asia/Kolkata'), [
      '2027-07-11 01:30:00',
      '2027-07-10 20:00:00',
      'IST',
    ])
    assert.deepEqual((await at('tomorrow 9am', 'Asia/Tokyo')).slice(0, 2), [
      '2027-05-02 09:00:00',
      '2027-05-02 00:00:00',
    ])
    assert.deepEqual((await at('2027-12-01 10:00', 'UTC+2')).slice(0, 2), [
      '2027-12-01 10:00:00',
      '2027-12-01 08:00:00',
    ])
    assert.deepEqual((await at('2027-08-01 10:00', 'UTC+2')).slice(0, 2), [
      '2027-08-01 10:00:00',
      '2027-08-01 08:00:00',
    ])
  })

  test('a time that no clock shows moves forward, and one that a clock shows twice is the first', async () => {
    const gap = await create({
      start_date: '2027-03-28 02:30:00',
      end_date: '2027-03-28 05:00:00',
      timezone: 'Europe/Paris',
    })
    assert.deepEqual(
      [gap.start_date, gap.utc_start_date],
      ['2027-03-28 03:30:00', '2027-03-28 01:30:00'],
    )
    const twice = await create({
      start_date: '2027-10-31 02:30:00',
      end_date: '2027-10-31 05:00:00',
      timezone: 'Europe/Paris',
    })
    assert.deepEqual(
      [twice.start_date, twice.utc_start_date, twice.timezone_abbr],
      ['2027-10-31 02:30:00', '2027-10-31 00:30:00', 'CEST'],
    )
  })

  test('T5, T6 one date alone is honoured, and must fit the other', async () => {
    const { id } = await create({})
    assert.equal(
      (await change(id, { end_date: '2027-05-10 23:00:00' })).end_date,
      '2027-05-10 23:00:00',
    )
    assert.equal(
      (await change(id, { start_date: '2027-05-10 11:00:00' })).start_date,
      '2027-05-10 11:00:00',
    )
    assert.deepEqual(await refused('PATCH', `/events/${id}`, { start_date: '2027-05-11' }), [
      400,
      'rest_invalid_param',
      'start_date',
    ])
    assert.deepEqual(await refused('PATCH', `/events/${id}`, { end_date: '2027-05-09' }), [
      400,
      'rest_invalid_param',
      'end_date',
    ])
    const zoned = await change(id, { timezone: 'Asia/Tokyo' })
    assert.deepEqual(
      [zoned.start_date, zoned.utc_start_date],
      ['2027-05-10 11:00:00', '2027-05-10 02:00:00'],
    )
    const backwards = { title: 'x', start_date: '2027-05-11', end_date: '2027-05-10' }
    assert.deepEqual(await refused('POST', '/events', backwards), [
      400,
      'rest_invalid_param',
      'end_date',
    ])
  })

  test('an event of whole days lasts from midnight to the last second', async () => {
    const { id, ...event } = await create({
      all_day: true,
      start_date: '2027-05-10 14:00',
      end_date: '2027-05-12 15:00',
    })
    assert.deepEqual(
      [event.start_date, event.end_date],
      ['2027-05-10 00:00:00', '2027-05-12 23:59:59'],
    )
    const shorter = await change(id, { end_date: '2027-05-11 09:00' })
    assert.deepEqual([shorter.all_day, shorter.end_date], [true, '2027-05-11 23:59:59'])
  })

  test('T1, T2 whole days look at the clock of each event; strict bounds at the digits, or at the instant', async () => {
    const tag = (await edit('POST', '/tags', { name: 'Windows' })).slug
    const tokyo = await create({
      title: 'Tokyo',
      start_date: '2027-06-10 08:00',
      end_date: '2027-06-10 09:00',
      timezone: 'Asia/Tokyo',
      tags: [tag],
    })
    const paris = await create({
      title: 'Paris',
      start_date: '2027-06-10 20:00',
      end_date: '2027-06-10 21:00',
      tags: [tag],
    })
    const found = async (query: object) =>
      ids((await read('/events', { tags: tag, ...query })).events)
    assert.deepEqual(await found({ start_date: '2027-06-10 12:00', end_date: '2027-06-10' }), [
      tokyo.id,
      paris.id,
    ])
    assert.deepEqual(await found({ start_date: '2027-06-10 12:00', strict_dates: true }), [
      paris.id,
    ])
    assert.deepEqual(
      await found({ start_date: '2027-06-10T00:00:00Z', strict_dates: true }),
      [paris.id],
      'Tokyo began before',
    )
    assert.deepEqual(await found({ start_date: '2027-06-09T23:00:00Z', strict_dates: true }), [
      tokyo.id,
      paris.id,
    ])
    assert.deepEqual(await found({ starts_after: '2027-06-09' }), [tokyo.id, paris.id])
    assert.deepEqual(await found({ starts_after: '2027-06-10' }), [])
    assert.deepEqual(await found({ ends_before: '2027-06-10' }), [tokyo.id, paris.id])
    assert.deepEqual(await found({ ends_before: '2027-06-10 10:00', strict_dates: true }), [
      tokyo.id,
    ])
  })

  test('T10, P2 lists look from yesterday to two years on, unless they name ids', async () => {
    const tag = (await edit('POST', '/tags', { name: 'Old and far' })).slug
    const at = (day: string) => create({ start_date: day, end_date: day, tags: [tag] })
    const [old, , now, far] = [
      await at('2027-04-29'),
      0,
      await at('2027-04-30'),
      await at('2029-05-02'),
    ]
    assert.deepEqual(ids((await read('/events', { tags: tag })).events), [now.id])
    assert.deepEqual(ids((await read('/events', { include: `${old.id},${far.id}` })).events), [
      old.id,
      far.id,
    ])
  })

  test('when the data of time zones changes, wall times stay and instants follow', async () => {
    const { id } = await create({
      timezone: 'America/Bogota',
      start_date: '2027-09-01 10:00',
      end_date: '2027-09-01 11:00',
    })
    assert.equal((await read(`/events/${id}`)).utc_start_date, '2027-09-01 15:00:00')
    const { house, close } = await openHouse(service.settings)
    try {
      await refreshZones(house, 'older')
      // As older data had it: an hour off.
      await house.store.write(async tx => {
        const stored = await tx.get('event', id)
        const earlier = (name: string) => Number(stored?.facts[name]) - 3600
        await tx.update('event', id, {
          utc_starts: earlier('utc_starts'),
          utc_ends: earlier('utc_ends'),
        })
      })
      assert.equal(await refreshZones(house, 'newer'), 1)
      assert.equal(await refreshZones(house, 'newer'), 0, 'once for each release')
    } finally {
      await close()
    }
    await until(async () => {
      const { start_date, utc_start_date } = await read(`/events/${id}`)
      assert.deepEqual([start_date, utc_start_date], ['2027-09-01 10:00:00', '2027-09-01 15:00:00'])
    })
  })
})

/** What another process wrote is known here within moments. */
async function until(holds: () => Promise<void>) {
  for (let tries = 0; ; tries++) {
    try {
      return await holds()
    } catch (error) {
      if (tries > 40) throw error
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
}

describe('trash, slugs, terms', () => {
  test('to the trash and back: the slug is freed, and returns when it can', async () => {
    const { id } = await create({ title: 'Phoenix' })
    const thrown = await edit('DELETE', `/events/${id}`)
    assert.deepEqual([thrown.status, thrown.slug], ['trash', 'phoenix__trashed'])
    assert.deepEqual(await refused('GET', `/events/${id}`), [403, 'event-no-longer-available'])
    assert.deepEqual(await refused('DELETE', `/events/${id}`), [410, 'event-is-in-trash'])
    assert.deepEqual(await refused('GET', '/events/by-slug/phoenix'), [
      400,
      'rest_invalid_param',
      'slug',
    ])
    assert.deepEqual(await refused('GET', '/events/by-slug/phoenix__trashed'), [
      403,
      'event-no-longer-available',
    ])
    const heir = await create({ title: 'Phoenix' })
    assert.equal(heir.slug, 'phoenix')
    const risen = await change(id, { status: 'publish' })
    assert.deepEqual(
      [risen.slug, (await read('/events/by-slug/phoenix')).id],
      ['phoenix-2', heir.id],
    )
  })

  test('slugs are made from titles, in any script, and numbered when they are taken', async () => {
    const slug = async (title: string) => (await create({ title })).slug
    assert.deepEqual(
      [await slug('Fête d’été à Sète!'), await slug('Fête d’été à Sète')],
      ['fete-dete-a-sete', 'fete-dete-a-sete-2'],
    )
    const russian = await create({ title: 'Ёлка' })
    assert.equal((await read(`/events/by-slug/${encodeURIComponent('ёлка')}`)).id, russian.id)
    assert.equal((await read(`/events/by-slug/${russian.slug}`)).id, russian.id)
    const draft = await create({ title: 'Not yet', status: 'draft' })
    assert.equal(draft.slug, '')
    assert.equal((await change(draft.id, { status: 'publish' })).slug, 'not-yet')
    const kept = await create({ title: 'First title' })
    assert.equal((await change(kept.id, { title: 'Second title' })).slug, 'first-title')
  })

  test('terms: made, named once, moved, counted, deleted for good', async () => {
    const parent = await edit('POST', '/categories', { name: 'Sports' })
    const reply = await service.send('POST', '/categories', {
      as: 'editor',
      body: { name: 'Rowing', parent: parent.id, description: 'On water' },
    })
    assert.deepEqual(
      [reply.status, reply.headers.location],
      [201, `${service.root.plain}/categories/${reply.body.id}`],
    )
    assert.deepEqual(only(reply.body, 'name', 'slug', 'parent', 'count', 'taxonomy'), {
      name: 'Rowing',
      slug: 'rowing',
      parent: parent.id,
      count: 0,
      taxonomy: 'cal_events_cat',
    })
    const twin = await service.send('POST', '/categories', {
      as: 'editor',
      body: { name: 'ROWING', parent: parent.id },
    })
    assert.deepEqual(
      [twin.status, twin.body.code, twin.body.data.term_id],
      [400, 'term_exists', reply.body.id],
    )
    const elsewhere = await edit('POST', '/categories', { name: 'Rowing' })
    assert.deepEqual(await refused('PUT', `/categories/${elsewhere.id}`, { slug: 'rowing' }), [
      400,
      'duplicate_term_slug',
    ])
    assert.deepEqual(await refused('PUT', `/categories/${parent.id}`, { parent: reply.body.id }), [
      400,
      'rest_invalid_param',
      'parent',
    ])
    assert.deepEqual(await refused('POST', '/tags', { name: 'Low', parent: parent.id }), [
      400,
      'rest_taxonomy_not_hierarchical',
    ])
    const event = await create({ categories: [reply.body.id] })
    const draft = await create({ categories: [reply.body.id], status: 'draft' })
    assert.equal((await read(`/categories/${reply.body.id}`)).count, 1)
    assert.deepEqual(
      ids((await read('/events', { categories: 'sports' })).events),
      [event.id],
      'descendants come along',
    )
    await change(draft.id, { status: 'publish' })
    assert.equal((await read(`/categories/${reply.body.id}`)).count, 2)
    assert.equal((await edit('PUT', `/categories/${reply.body.id}`, { parent: 0 })).parent, 0)
    await edit('DELETE', `/categories/${reply.body.id}`)
    assert.deepEqual(await refused('GET', `/categories/${reply.body.id}`), [
      400,
      'rest_invalid_param',
      'id',
    ])
    assert.deepEqual((await read(`/events/${event.id}`)).categories, [])
  })

  test('children of a deleted category move up', async () => {
    const top = await edit('POST', '/categories', { name: 'Top' })
    const middle = await edit('POST', '/categories', { name: 'Middle', parent: top.id })
    const low = await edit('POST', '/categories', { name: 'Lowest', parent: middle.id })
    await edit('DELETE', `/categories/${middle.id}`)
    assert.equal((await read(`/categories/${low.id}`)).parent, top.id)
    const list = await read('/categories', { parent: top.id, hide_empty: false })
    assert.deepEqual(ids(list.categories), [low.id])
  })

  test('lists of terms sort, search, include, exclude, and end empty beyond their last page', async () => {
    const made = []
    for (const name of ['Xylo b', 'Xylo a', 'Xylo c'])
      made.push((await edit('POST', '/tags', { name })).id)
    const [b, a, c] = made
    const list = async (query: object) =>
      ids((await read('/tags', { search: 'xylo', hide_empty: false, ...query })).tags)
    assert.deepEqual(await list({}), [a, b, c])
    assert.deepEqual(await list({ order: 'DESC' }), [c, b, a])
    assert.deepEqual(await list({ orderby: 'id' }), [b, a, c])
    assert.deepEqual(await list({ include: `${c},${a}`, orderby: 'include' }), [c, a])
    assert.deepEqual(await list({ exclude: a }), [b, c])
    assert.deepEqual(await list({ per_page: 2, page: 3 }), [])
    assert.deepEqual(await list({ hide_empty: true }), [])
    assert.deepEqual(await refused('GET', '/tags?order=up'), [400, 'rest_invalid_param', 'order'])
  })
})

describe('places, tickets, parents, passwords', () => {
  test('X1 events near a point come nearest first, within a radius', async () => {
    const at = async (name: string, geo_lat: number, geo_lng: number) =>
      (await create({ title: name, venue: { venue: name, geo_lat, geo_lng } })).id
    const [lyon, vienne, paris] = [
      await at('Lyon', 45.76, 4.84),
      await at('Vienne', 45.52, 4.87),
      await at('Paris', 48.86, 2.35),
    ]
    const near = async (query: object) =>
      ids((await read('/events', { geoloc_lat: 45.75, geoloc_lng: 4.85, ...query })).events)
    assert.deepEqual(await near({}), [lyon, vienne])
    assert.deepEqual(await near({ geoloc_radius: 5 }), [lyon])
    assert.deepEqual(await near({ geoloc_radius: 600 }), [lyon, vienne, paris])
    assert.deepEqual(await refused('GET', '/events?geoloc_lat=45'), [
      400,
      'rest_invalid_param',
      'geoloc_lat',
    ])
    const nowhere = (await create({ title: 'Nowhere' })).id
    const located = async (geoloc: boolean) =>
      ids((await read('/events', { geoloc, include: `${lyon},${nowhere}` })).events)
    assert.deepEqual([await located(true), await located(false)], [[lyon], [nowhere]])
    const venue = (await read(`/events/${lyon}`)).venue
    assert.deepEqual([venue.geo_lat, venue.geo_lng], [45.76, 4.84])
  })

  test('X1 geolocation can be switched off', async () => {
    const without = await startService({ geolocation: false })
    const { status, body } = await without.send('GET', '/events?geoloc=true')
    assert.deepEqual([status, body.data.details.geoloc.code], [400, 'geolocation-not-available'])
    await without.close()
  })

  test('X2, X3 tickets and parents are kept and filtered by', async () => {
    const parent = await create({ title: 'Festival', ticketed: true })
    const child = await create({ title: 'First night', post_parent: parent.id })
    assert.deepEqual([parent.ticketed, child.ticketed, child.post_parent], [true, false, parent.id])
    const found = async (query: object) =>
      ids((await read('/events', { include: `${parent.id},${child.id}`, ...query })).events)
    assert.deepEqual(
      [await found({ ticketed: true }), await found({ ticketed: 'no' })],
      [[parent.id], [child.id]],
    )
    assert.deepEqual(ids((await read('/events', { post_parent: parent.id })).events), [child.id])
    assert.deepEqual(await refused('GET', '/events?post_parent=999999'), [
      400,
      'rest_invalid_param',
      'post_parent',
    ])
    assert.equal((await change(child.id, { post_parent: 0 })).post_parent, 0)
    assert.deepEqual(await refused('PATCH', `/events/${child.id}`, { post_parent: child.id }), [
      400,
      'rest_invalid_param',
      'post_parent',
    ])
  })

  test('X4 a password hides an event until it is given or taken off', async () => {
    const { id } = await create({
      title: 'Private view',
      description: 'Behind the curtain',
      cost: '10',
      password: 'open sesame',
    })
    assert.deepEqual(await refused('GET', `/events/${id}`), [403, 'event-password-protected'])
    assert.match((await read(`/events/${id}`, { password: 'open sesame' })).description, /curtain/)
    const [masked] = (await read('/events', { include: id })).events
    assert.deepEqual(only(masked, 'title', 'description', 'cost', 'all_day', 'venue'), {
      title: 'Private view',
      description: '',
      cost: '',
      all_day: null,
      venue: [],
    })
    await edit('PATCH', `/events/${id}?password=open%20sesame`, { title: 'Renamed' })
    assert.deepEqual(
      await refused('GET', `/events/${id}`),
      [403, 'event-password-protected'],
      'in a query it opens, and sets nothing',
    )
    await change(id, { password: 'another' })
    assert.deepEqual(await refused('GET', `/events/${id}?password=open%20sesame`), [
      403,
      'event-password-protected',
    ])
    await change(id, { password: '' })
    assert.match((await read(`/events/${id}`)).description, /curtain/)
    assert.ok(
      !JSON.stringify(service.rows('SELECT * FROM event')).includes('another'),
      'it is kept sealed',
    )
  })
})

describe('publication at its moment', () => {
  test('what waits for a moment is hidden until then, and public once the clock has passed it', async () => {
    let own = await startService({ clock: '2027-05-01T12:00:00Z', timezone: 'Europe/Paris' })
    try {
      const body = {
        title: 'Announced',
        ...tenToNoon,
        status: 'publish',
        date: '2027-05-02 09:00:00',
        categories: ['News'],
      }
      const { body: event } = await own.send('POST', '/events', { as: 'editor', body })
      assert.deepEqual([event.status, event.date_utc], ['future', '2027-05-02 07:00:00'])
      const total = async () => (await own.send('GET', '/events')).body.total
      const count = async () =>
        (await own.send('GET', `/categories/${event.categories[0].id}`)).body.count
      assert.deepEqual(
        [(await own.send('GET', `/events/${event.id}`)).status, await total(), await count()],
        [403, 0, 0],
      )

      // Another process, a day later.
      const later = await openHouse(
        settingsFor(own.settings.dataFolder, { clock: '2027-05-02T06:59:00Z' }),
      )
      assert.equal(await publishDue(later.house), 0)
      await later.close()
      own = await restart(own, { clock: '2027-05-02T07:00:01Z' })
      await until(async () => assert.deepEqual([await total(), await count()], [1, 1]))
      const { body: now } = await own.send('GET', `/events/${event.id}`)
      assert.deepEqual(
        [now.status, now.slug, now.date],
        ['publish', 'announced', '2027-05-02 09:00:00'],
      )
    } finally {
      await own.close()
    }
  })

  test('a service that runs learns of what another process published', async () => {
    const body = { title: 'By another process', ...tenToNoon, date: '2027-05-02 09:00:00' }
    const events = [await create(body), await create({ ...body, title: 'And another' })]
    const include = ids(events).join()
    assert.equal((await read('/events', { include })).total, 0)
    const { house, close } = await openHouse({ ...service.settings, clock: '2027-06-01T00:00:00Z' })
    assert.equal(await publishDue(house), 2)
    await close()
    await until(async () => assert.equal((await read('/events', { include })).total, 2))
  })

  test('a date that has passed publishes at once; a draft waits for its editor', async () => {
    assert.equal((await create({ status: 'future', date: '2027-04-01' })).status, 'publish')
    const draft = await create({ status: 'draft', date: '2027-06-01' })
    assert.deepEqual([draft.status, draft.date_utc], ['draft', '0000-00-00 00:00:00'])
    const waiting = await change(draft.id, { status: 'future', date: '2027-06-01 10:00:00' })
    assert.deepEqual([waiting.status, waiting.date_utc], ['future', '2027-06-01 08:00:00'])
  })
})
