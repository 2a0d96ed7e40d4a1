import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Body,
  change,
  create,
  ids,
  in_,
  only,
  read,
  refused,
  send,
  service,
  tenToNoon,
  useService,
} from '../support/scenario.ts'

useService()

const fields = ['registration_url', 'performers', 'audience', 'accessibility', 'availability']
const of = (body: Body) => Object.values(only(body, ...fields))
const tickets = 'https://tickets.example.org/fair?from=site&lang=en'
const ana = { name: 'Ana Silva', url: 'https://ana.example/?a=1&b=2' }
const trio = { name: 'Trio Nord', url: '' }
const full = {
  registration_url: tickets,
  performers: [ana, 'Trio <b>Nord</b>'],
  audience: { family: true, min_age: 6, max_age: 12 },
  accessibility: ['sign_language', 'wheelchair', 'wheelchair'],
  availability: 'few_left',
}

test('tickets, performers, audience, accessibility and availability are empty unless they are set, and cleared', async () => {
  const { id, ...event } = await create({})
  assert.deepEqual(of(event), ['', [], null, [], ''])
  await change(id, full)
  assert.deepEqual(of(await read(`/events/${id}`)), [
    tickets,
    [ana, trio],
    full.audience,
    ['wheelchair', 'sign_language'],
    'few_left',
  ])
  assert.deepEqual(of(await change(id, { title: 'Fair' })).at(0), tickets)
  for (const nothing of [null, '', []])
    assert.deepEqual(
      of(await create(Object.fromEntries(fields.map(name => [name, nothing])))),
      ['', [], null, [], ''],
      String(nothing),
    )
  assert.deepEqual(of(await change(id, Object.fromEntries(fields.map(name => [name, null])))), [
    '',
    [],
    null,
    [],
    '',
  ])
})

test('an audience sent back as it was read changes nothing', async () => {
  const event = await create(full)
  const again = await change(event.id, only(event, ...fields))
  assert.deepEqual(of(again), of(event))
  const edited = (
    await send('GET', `/events/${event.id}`, { as: 'editor', query: { context: 'edit' } })
  ).body.editing
  assert.equal(edited.texts.en.performers, `${ana.name} ${ana.url}\nTrio Nord`)
  assert.deepEqual(
    of(await change(event.id, { performers: edited.texts.en.performers, ...edited.facts })),
    of(event),
  )
})

test('performers and the ticket address are written per language, with the main one as fallback', async () => {
  const { id } = await create({
    ...full,
    translations: { fr: { title: 'Fête', performers: ['Trio du Nord https://trio.example/'] } },
  })
  const french = of(await read(in_('fr', `/events/${id}`)))
  assert.deepEqual(french.slice(0, 2), [
    tickets,
    [{ name: 'Trio du Nord', url: 'https://trio.example/' }],
  ])
})

test('wrong values are refused by name, in both languages', async () => {
  const wrong: Record<string, unknown[]> = {
    registration_url: ['ftp://example.org/x', 'javascript:alert(1)', 5],
    performers: [
      5,
      [5],
      [{ name: 5 }],
      [{ name: 'A', url: 'javascript:alert(1)' }],
      [{ url: 'https://a.example/' }],
      ['x'.repeat(201)],
      Array.from({ length: 51 }, () => 'A'),
      '\n'.repeat(100_000),
    ],
    audience: [
      'family',
      [1],
      { family: 'perhaps' },
      { min_age: -1 },
      { min_age: 6.5 },
      { max_age: 121 },
      { min_age: 12, max_age: 6 },
      { min_age: {} },
    ],
    accessibility: ['stairs', ['wheelchair', 5], { wheelchair: true }],
  }
  for (const [name, values] of Object.entries(wrong))
    for (const value of values)
      for (const path of ['/events', in_('fr', '/events')])
        assert.deepEqual(
          await refused('POST', path, { title: 'Fair', ...tenToNoon, [name]: value }),
          [400, 'rest_invalid_param', name],
          JSON.stringify(value).slice(0, 80),
        )
})

test('lists find events for any of the groups, and with all means of access', async () => {
  const createRecord = async (body: object) => (await create(body)).id
  const family = await createRecord({ audience: { family: true } })
  const six = await createRecord({ audience: { min_age: 6 }, accessibility: ['wheelchair'] })
  const adults = await createRecord({
    audience: { min_age: 18, max_age: 26 },
    accessibility: 'wheelchair,sign_language,assistance_dogs',
  })
  const any = await createRecord({ accessibility: [] })
  const include = [family, six, adults, any].join()
  const search = async (query: object) => ids((await read('/events', { include, ...query })).events)
  assert.deepEqual(await search({ audience: 'family' }), [family])
  assert.deepEqual(await search({ audience: 'toddlers' }), [])
  assert.deepEqual(await search({ audience: 'children,family' }), [family, six])
  assert.deepEqual(await search({ audience: 'seniors' }), [six])
  assert.deepEqual(await search({ audience: 'adults' }), [six, adults])
  assert.deepEqual(await search({ accessibility: 'wheelchair' }), [six, adults])
  assert.deepEqual(await search({ accessibility: 'assistance_dogs,wheelchair' }), [adults])
  assert.deepEqual(await refused('GET', '/events?audience=6'), [
    400,
    'rest_invalid_param',
    'audience',
  ])
  assert.deepEqual(await refused('GET', '/events?accessibility=stairs,wheelchair'), [
    400,
    'rest_invalid_param',
    'accessibility',
  ])
  await change(six, { accessibility: ['quiet_space'], audience: { family: true } })
  assert.deepEqual(await search({ accessibility: 'wheelchair' }), [adults])
  assert.deepEqual(await search({ audience: 'family' }), [family, six])
})

test('a password hides them, and filters do not find by them', async () => {
  const { id } = await create({ ...full, password: 'sesame' })
  const [listed] = (await read('/events', { include: id })).events
  assert.deepEqual(of(listed), ['', [], null, [], ''])
  for (const filter of [
    { audience: 'family' },
    { accessibility: 'wheelchair' },
    { availability: 'few_left' },
  ])
    assert.deepEqual((await read('/events', { include: id, ...filter })).events, [])
  const { text } = await service.send('GET', `/events/${id}`, { query: { password: 'sesame' } })
  assert.match(text, /Ana Silva/)
})

test('one date of a series has others than its series', async () => {
  const series = await create({ ...full, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
  const { events } = await read('/events', { include: series.id })
  const second = events[1].id
  const own = {
    registration_url: 'https://tickets.example.org/second',
    performers: [{ name: 'Solo', url: '' }],
    audience: { family: false, min_age: 18, max_age: null },
    accessibility: ['captions'],
    availability: 'sold_out',
  }
  await change(second, { ...own, scope: 'this' })
  assert.deepEqual(of(await read(`/events/${second}`)), Object.values(own))
  assert.deepEqual(of(await read(`/events/${series.id}`)).at(1), [ana, trio])
  const search = async (query: object) =>
    ids((await read('/events', { include: series.id, ...query })).events)
  assert.deepEqual(await search({ accessibility: 'captions' }), [second])
  assert.deepEqual(await search({ audience: 'adults' }), [second])
  assert.deepEqual(await search({ availability: 'available,sold_out' }), [second])
  assert.equal((await search({ availability: 'few_left' })).length, 2)
  assert.equal((await search({ audience: 'family' })).length, 2)
})

test('feeds, linked data and the page have them in the words of the language', async () => {
  const { id, slug } = await create({ title: 'Told everywhere', ...full, cost: '12 €' })
  const { json_ld } = await read(`/events/${id}`)
  assert.equal(json_ld.offers.url, tickets)
  assert.equal(json_ld.offers.availability, 'LimitedAvailability')
  assert.deepEqual(json_ld.performer, [
    { '@type': 'PerformingGroup', ...ana },
    { '@type': 'PerformingGroup', name: 'Trio Nord' },
  ])
  assert.deepEqual(json_ld.audience, {
    '@type': 'PeopleAudience',
    audienceType: 'family',
    suggestedMinAge: 6,
    suggestedMaxAge: 12,
  })
  const page = async (path: string) =>
    (await service.send('GET', service.address + path, { headers: { Accept: '*/*' } })).text
  const messages = {
    '/event/': [
      'For families, ages 6 to 12',
      'Wheelchair access · Sign language',
      'Book or register',
      '<strong class="status few_left">Few places left</strong>',
    ],
    '/fr/evenement/': [
      'En famille, de 6 à 12\u00a0ans',
      'Accès en fauteuil roulant · Langue des signes',
      'Réserver ou s’inscrire',
      '<strong class="status few_left">Dernières places</strong>',
    ],
  }
  for (const [path, words] of Object.entries(messages)) {
    const presented = await page(`${path}${slug}/`)
    for (const word of [...words, 'href="https://ana.example/?a=1&amp;b=2"', 'Trio Nord'])
      assert.ok(presented.includes(word), `${path}: ${word}`)
  }
  const calendar = (await page(`/event/${slug}.ics`)).replaceAll('\r\n ', '')
  assert.match(calendar, /Accessibility: Wheelchair access · Sign language/)
  assert.match(calendar, /Availability: Few places left/)
  assert.match(calendar, /Performers: Ana Silva\\, Trio Nord/)
  const json = JSON.parse(await page('/events.json'))
  const item = json.items.find(({ _event }: { _event: { id: number } }) => _event.id === id)._event
  assert.deepEqual(item.accessibility, ['wheelchair', 'sign_language'])
  assert.deepEqual(item.audience, full.audience)
  assert.equal(item.availability, 'few_left')
  const row = (await page('/events.csv'))
    .split('\r\n')
    .find(line => line.includes('Told everywhere'))
  assert.match(row ?? '', /wheelchair \| sign_language/)
  assert.match(row ?? '', /For families, ages 6 to 12/)
})
