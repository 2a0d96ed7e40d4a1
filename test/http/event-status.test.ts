import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  change,
  create,
  edit,
  ids,
  in_,
  only,
  read,
  refused,
  send,
  useService,
} from '../support/scenario.ts'

useService()

const fields = ['event_status', 'event_status_reason', 'attendance', 'online_url']
const holding = (body: object) => Object.values(only(body, ...fields))
const meeting = 'https://meet.example.org/fair'

test('an event is scheduled and in person by default', async () => {
  const event = await create({})
  assert.deepEqual(holding(event), ['scheduled', '', 'in_person', ''])
  const keys = Object.keys(event)
  assert.deepEqual(keys.slice(keys.indexOf('post_parent') + 1).slice(0, 4), fields)
  for (const clearing of [null, ''])
    assert.deepEqual(
      holding(await create(Object.fromEntries(fields.map(name => [name, clearing])))),
      ['scheduled', '', 'in_person', ''],
    )
})

test('a reason is written per language, and goes in every language when the event is scheduled again', async () => {
  const { id } = await create({
    event_status: 'cancelled',
    event_status_reason: 'The <b>hall</b> is flooded.',
    translations: { fr: { title: 'Fête', event_status_reason: 'La salle est inondée.' } },
  })
  const reasons = async () => [
    (await read(`/events/${id}`)).event_status_reason,
    (await read(in_('fr', `/events/${id}`))).event_status_reason,
  ]
  assert.deepEqual(await reasons(), ['The hall is flooded.', 'La salle est inondée.'])
  await change(id, { event_status: 'postponed' })
  assert.deepEqual(await reasons(), ['The hall is flooded.', 'La salle est inondée.'])
  await edit('PATCH', in_('fr', `/events/${id}`), { event_status_reason: '' })
  assert.deepEqual(await reasons(), ['The hall is flooded.', 'The hall is flooded.'])
  await change(id, { event_status: 'scheduled' })
  assert.deepEqual(await reasons(), ['', ''])
  await change(id, { event_status: 'cancelled' })
  assert.deepEqual(await reasons(), ['', ''])
  await change(id, { event_status_reason: 'Storm.', translations: { fr: null } })
  await change(id, { event_status: null })
  assert.deepEqual(await reasons(), ['', ''])
})

test('an event moved online is attended online, and its URL is removed when it is in person again', async () => {
  const { id } = await create({ title: 'Talk' })
  const after = async (body: object) => holding(await change(id, body))
  assert.deepEqual(await after({ event_status: 'moved_online' }), [
    'moved_online',
    '',
    'online',
    '',
  ])
  assert.deepEqual(await after({ online_url: ` ${meeting} `, attendance: 'mixed' }), [
    'moved_online',
    '',
    'mixed',
    meeting,
  ])
  assert.deepEqual(await after({ attendance: null }), ['moved_online', '', 'online', meeting])
  assert.deepEqual(await after({ event_status: 'scheduled' }), ['scheduled', '', 'online', meeting])
  assert.deepEqual(await after({ attendance: 'in_person' }), ['scheduled', '', 'in_person', ''])
  assert.deepEqual(
    holding(await create({ attendance: 'online', online_url: meeting.toUpperCase() })),
    ['scheduled', '', 'online', meeting.toUpperCase()],
  )
})

test('contradictory fields are refused, with what is expected, in both languages', async () => {
  const { id } = await create({})
  const moved = await create({ event_status: 'moved_online', online_url: meeting })
  const wrong: [path: string, body: object, name: string, en: RegExp, fr: RegExp][] = [
    ['', { event_status: 'canceled' }, 'event_status', /cancelled, postponed/, /cancelled/],
    ['', { attendance: 'hybrid' }, 'attendance', /in_person, online, mixed/, /mixed/],
    ['', { event_status: 1 }, 'event_status', /scheduled/, /scheduled/],
    ['', { online_url: meeting }, 'online_url', /online or mixed/, /online ou mixed/],
    [
      '',
      { attendance: 'online', online_url: 'ftp://example.org/' },
      'online_url',
      /http:\/\/ or https:\/\//,
      /http:\/\/ ou https:\/\//,
    ],
    [
      '',
      { attendance: 'online', online_url: 'javascript:alert(1)' },
      'online_url',
      /https:/,
      /https:/,
    ],
    ['', { event_status_reason: 'Rain' }, 'event_status_reason', /as announced/, /comme annoncé/],
    [
      '',
      { translations: { fr: { event_status_reason: 'Pluie' } } },
      'translations',
      /translations\.fr\.event_status_reason is for/,
      /comme annoncé/,
    ],
    [
      '',
      { event_status: 'moved_online', attendance: 'in_person' },
      'attendance',
      /cannot be in_person/,
      /ne peut pas être in_person/,
    ],
    [`/${moved.id}`, { attendance: 'in_person' }, 'attendance', /online or mixed/, /mixed/],
    [`/${id}`, { online_url: meeting }, 'online_url', /attendance/, /attendance/],
    [
      `/${moved.id}`,
      { event_status: null, event_status_reason: 'Why' },
      'event_status_reason',
      /as announced/,
      /annoncé/,
    ],
  ]
  const when = { title: 'Event', start_date: '2027-05-10', end_date: '2027-05-10' }
  for (const [path, body, name, ...sentences] of wrong)
    for (const [language, sentence] of [
      ['en', sentences[0]],
      ['fr', sentences[1]],
    ] as const) {
      const refusal = await send(path ? 'PATCH' : 'POST', in_(language, `/events${path}`), {
        as: 'editor',
        body: path ? body : { ...when, ...body },
      })
      assert.equal(refusal.status, 400, name)
      assert.deepEqual(Object.keys(refusal.body.data.params), [name])
      assert.match(refusal.body.data.params[name], sentence)
    }
  assert.deepEqual(holding(await read(`/events/${moved.id}`)), [
    'moved_online',
    '',
    'online',
    meeting,
  ])
})

test('lists filter by words, and the default word finds events that have none', async () => {
  const texts = { venue: { venue: 'Hall' } }
  const plain = await create({})
  const cancelled = await create({ event_status: 'cancelled' })
  const mixed = await create({ ...texts, attendance: 'mixed', online_url: meeting })
  const moved = await create({ event_status: 'moved_online' })
  const all = [plain.id, cancelled.id, mixed.id, moved.id]
  const find = async (query: object) =>
    ids((await read('/events', { include: all.join(), ...query })).events)
  const queries: [query: object, expected: number[]][] = [
    [{}, all],
    [{ event_status: 'cancelled' }, [cancelled.id]],
    [{ event_status: 'cancelled,moved_online' }, [cancelled.id, moved.id]],
    [{ event_status: 'scheduled' }, [plain.id, mixed.id]],
    [{ event_status: 'moved_online,scheduled' }, [plain.id, mixed.id, moved.id]],
    [{ event_status: 'scheduled,cancelled,postponed,moved_online' }, all],
    [{ event_status: 'postponed' }, []],
    [{ attendance: 'online' }, [moved.id]],
    [{ attendance: 'mixed,online' }, [mixed.id, moved.id]],
    [{ attendance: 'in_person' }, [plain.id, cancelled.id]],
    [{ attendance: 'in_person', event_status: 'scheduled' }, [plain.id]],
  ]
  for (let n = 0; n < 3; n++)
    for (const [query, expected] of queries)
      assert.deepEqual(await find(query), expected, JSON.stringify(query))
  await change(plain.id, { event_status: 'cancelled' })
  assert.deepEqual(await find({ event_status: 'scheduled' }), [mixed.id])
  assert.deepEqual(await find({ event_status: 'cancelled' }), [plain.id, cancelled.id])
  const { next_rest_url } = await read('/events', { event_status: 'cancelled', per_page: 1 })
  assert.match(next_rest_url, /event_status/)
  for (const wrong of ['', 'canceled', 'cancelled,', 'cancelled,other', '0'])
    if (wrong !== 'cancelled,')
      assert.deepEqual(await refused('GET', `/events?event_status=${wrong}`), [
        400,
        'rest_invalid_param',
        'event_status',
      ])
})

test('linked data says it in the words of schema.org', async () => {
  const data = async (body: object) => {
    const { id } = await create(body)
    return (await read(`/events/${id}`)).json_ld
  }
  const wordingOf = async (body: object) => {
    const { eventStatus, eventAttendanceMode, location } = await data(body)
    const kinds = [location].flat().map(one => one && [one['@type'], one.url])
    return [eventStatus, eventAttendanceMode, ...kinds].map(one =>
      typeof one === 'string' ? one.replace('https://schema.org/', '') : one,
    )
  }
  const venue = { venue: 'Hall' }
  const hall = (await data({ venue })).location.url
  assert.deepEqual(await wordingOf({ venue }), [
    'EventScheduled',
    'OfflineEventAttendanceMode',
    ['Place', hall],
  ])
  assert.deepEqual(await wordingOf({ venue, event_status: 'postponed' }), [
    'EventPostponed',
    'OfflineEventAttendanceMode',
    ['Place', hall],
  ])
  assert.deepEqual(await wordingOf({ venue, event_status: 'moved_online', online_url: meeting }), [
    'EventMovedOnline',
    'OnlineEventAttendanceMode',
    ['VirtualLocation', meeting],
  ])
  assert.deepEqual(
    await wordingOf({ venue, attendance: 'mixed', event_status: 'cancelled', website: meeting }),
    ['EventCancelled', 'MixedEventAttendanceMode', ['Place', hall], ['VirtualLocation', meeting]],
  )
  const { location, url } = await data({ attendance: 'mixed' })
  assert.deepEqual(location, { '@type': 'VirtualLocation', url })
})

test('a password hides the URL and the reason, not that an event is cancelled', async () => {
  const { id } = await create({
    event_status: 'cancelled',
    event_status_reason: 'Ask Ada.',
    attendance: 'online',
    online_url: meeting,
    password: 'sesame',
  })
  assert.deepEqual(holding((await read('/events', { include: id })).events[0]), [
    'cancelled',
    '',
    'online',
    '',
  ])
  assert.deepEqual(holding(await read(`/events/${id}`, { password: 'sesame' })), [
    'cancelled',
    'Ask Ada.',
    'online',
    meeting,
  ])
})
