import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type Reply,
  restart,
  type Sending,
  type Service,
  startService,
} from '../support/service.ts'
import {
  type Asker,
  allowing,
  changing,
  everyone,
  forbidden,
  type Kind,
  kinds,
  listing,
  mayChange,
  mayMake,
  mayPublish,
  mayRead,
  type Outcome,
  paths,
  reading,
  removing,
  type Subject,
  sees,
  states,
  statuses,
} from './access-rule.ts'

const titled = { event: 'title', venue: 'venue', organizer: 'organizer' } as const
const when = { start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 12:00:00' }
const password = 'sésame'
/** Owns records of its own, and is none of the askers: what it has is another's to all of them. */
const neighbour = 'neighbour'
const owners = [...everyone.filter(asker => asker !== 'anonymous'), neighbour]

/** A stored record with words that stand nowhere else: in its title, and in its text. */
type Sample = Subject & { id: number; slug: string; title: string; text: string }

const begin = () =>
  startService({
    clock: '2027-05-01T12:00:00Z',
    mostPerPage: 500,
    perPage: 500,
    attemptLimit: 1000,
  })

let made = 0

/** Makes a record in a state, owned by somebody, the way an administrator can. */
async function make(
  service: Service,
  { kind, owner, state }: Subject,
  more: object = {},
): Promise<Sample> {
  const number = ++made
  const [title, text] = [`titleword${number}x`, `textword${number}x`]
  const { body, status } = await service.send('POST', `/${paths[kind]}`, {
    as: 'administrator',
    body: {
      [titled[kind]]: title,
      description: text,
      author: service.users[owner as 'author'],
      status: state === 'protected' ? 'publish' : state,
      ...(kind === 'event' && { slug: `record-${number}`, ...when }),
      ...(state === 'future' && { date: '2027-06-01 08:00:00' }),
      ...(state === 'protected' && { password }),
      ...more,
    },
  })
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal(body.status, state === 'protected' ? 'publish' : state)
  return { kind, owner, state, title, text, id: body.id, slug: body.slug }
}

const all = (kind: Kind) =>
  owners.flatMap(owner => states[kind].map(state => ({ kind, owner, state })))

const idOf = ({ id }: { id: number }) => id
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)
const idsOf = ({ body }: Reply, path: string) => sorted(body[path].map(idOf))

const cell = (asker: string, { kind, owner, state }: Subject, what: string) =>
  `${asker} ${what} ${kind} of ${owner}, ${state}`

function assertOutcome(reply: Reply, [status, code]: Outcome, name: string) {
  assert.deepEqual(
    [reply.status, reply.body?.code],
    [status, code],
    `${name}: ${reply.text.slice(0, 300)}`,
  )
}

/** Nothing that an answer says, in its body or its headers, lets a record's words out. */
function assertTellsNothing(
  { text, headers }: Reply,
  { title, text: words }: Sample,
  name: string,
) {
  const told = text + JSON.stringify(headers)
  for (const word of [title, words])
    assert.ok(!told.includes(word), `${name} tells ${word}: ${told.slice(0, 500)}`)
}

/** Where the calendar stands: a refused write leaves all of it as it was. */
function standing(service: Service, table: string, id: number) {
  const [record] = service.rows(`SELECT * FROM "${table}" WHERE id = ?`, id)
  const texts =
    table === 'image' ? [] : service.rows(`SELECT * FROM ${table}_text WHERE id = ?`, id)
  return { record, texts, journal: journalLength(service) }
}
const journalLength = (service: Service) =>
  service.rows<{ n: number }>('SELECT count(*) AS n FROM journal')[0]?.n

/** Answers to anyone are kept: what a second request gets must be the same. */
async function ask(
  service: Service,
  path: string,
  sending: Sending & { as: Asker },
): Promise<Reply> {
  const first = await service.send('GET', path, sending)
  if (sending.as !== 'anonymous') return first
  const second = await service.send('GET', path, sending)
  assert.deepEqual([second.status, second.text], [first.status, first.text], `${path} again`)
  return second
}

const byId = ({ kind, id }: Sample) => `/${paths[kind]}/${id}`
const bySlug = ({ kind, slug }: Sample) => `/${paths[kind]}/by-slug/${slug}`
const routes = [byId, bySlug]

describe('records of every kind, owner and status', () => {
  let service: Service
  const samples: Record<Kind, Sample[]> = { event: [], venue: [], organizer: [] }
  const every = () => kinds.flatMap(kind => samples[kind])
  /** What an asker owns, and what is another's; one of each status. */
  const concerning = (asker: Asker) =>
    every().filter(({ owner }) => owner === asker || owner === neighbour)

  before(async () => {
    service = await begin()
    service.users[neighbour as 'author'] = (await service.enrol(neighbour, 'author')).id
    for (const kind of kinds)
      samples[kind] = await Promise.all(all(kind).map(subject => make(service, subject)))
  })
  after(() => service.close())

  for (const asker of everyone) {
    const as = asker

    test(`${asker}: reads by id and by slug what they may, and nothing of the rest`, async () => {
      for (const sample of concerning(asker))
        for (const route of routes) {
          const name = cell(asker, sample, `reads by ${route.name}`)
          const expected = reading(asker, sample)
          const reply = await ask(service, route(sample), { as })
          assertOutcome(reply, expected, name)
          const enveloped = await ask(service, route(sample), { as, query: { _envelope: 1 } })
          assert.deepEqual([enveloped.status, enveloped.body.status], [200, expected[0]], name)
          const picked = await ask(service, route(sample), {
            as,
            query: { _fields: 'id,description' },
          })
          assert.equal(picked.status, expected[0], name)
          const head = await service.send('HEAD', route(sample), { as })
          assert.deepEqual([head.status, head.text], [expected[0], ''], name)
          if (expected[0] === 200)
            assert.ok(reply.text.includes(sample.title) && reply.text.includes(sample.text), name)
          else
            for (const answer of [reply, enveloped, picked, head])
              assertTellsNothing(answer, sample, name)
        }
    })

    test(`${asker}: opens a protected event with its password, or as one who may edit it`, async () => {
      for (const sample of concerning(asker).filter(({ kind }) => kind === 'event')) {
        const withPassword =
          sample.state === 'protected' ? ([200] as const) : reading(asker, sample)
        const asEditor =
          sample.state === 'protected' && sees(asker, sample)
            ? ([200] as const)
            : reading(asker, sample)
        for (const route of routes) {
          const name = cell(asker, sample, 'opens')
          assertOutcome(
            await ask(service, route(sample), { as, query: { password } }),
            withPassword,
            name,
          )
          assertOutcome(
            await ask(service, route(sample), { as, query: { context: 'edit' } }),
            asEditor,
            name,
          )
          const wrong = await ask(service, route(sample), { as, query: { password: 'wrong' } })
          assertOutcome(wrong, reading(asker, sample), name)
          const empty = await ask(service, route(sample), { as, query: { password: '' } })
          assertOutcome(empty, [400, 'rest_invalid_param'], name)
          for (const reply of [wrong, empty])
            if (reply.status !== 200) assertTellsNothing(reply, sample, name)
        }
      }
    })

    test(`${asker}: lists show exactly what single reads do not refuse, by default and for every status`, async () => {
      for (const kind of kinds)
        for (const asked of [undefined, ...statuses, 'any'] as const) {
          const name = `${asker} lists ${kind} ${asked ?? ''}`
          const reply = await ask(service, `/${paths[kind]}`, {
            as,
            query: asked ? { status: asked } : {},
          })
          const shows = listing(asker, asked)
          if (!shows) {
            assertOutcome(reply, [400, 'rest_invalid_param'], name)
            assert.deepEqual(Object.keys(reply.body.data.params), ['status'], name)
            for (const sample of samples[kind]) assertTellsNothing(reply, sample, name)
            continue
          }
          const shown = samples[kind].filter(shows)
          assertOutcome(reply, [200], name)
          assert.deepEqual(idsOf(reply, paths[kind]), sorted(shown.map(idOf)), name)
          assert.deepEqual(
            [reply.body.total, reply.headers['x-tec-total']],
            [shown.length, String(shown.length)],
            name,
          )
          for (const sample of samples[kind])
            if (!shows(sample)) assertTellsNothing(reply, sample, name)
            else if (sample.state === 'protected')
              assert.ok(!reply.text.includes(sample.text), `${name} tells a protected text`)
        }
    })

    test(`${asker}: a protected event in a list shows its text to those with the password, or who come to edit it`, async () => {
      const found = samples.event.filter(({ state }) => state === 'protected')
      const open = await ask(service, '/events', { as, query: { password } })
      const editing = await ask(service, '/events', { as, query: { context: 'edit' } })
      for (const sample of found) {
        assert.ok(open.text.includes(sample.text), `${asker} ${sample.owner}`)
        assert.equal(
          editing.text.includes(sample.text),
          sees(asker, sample),
          `${asker} ${sample.owner}`,
        )
      }
    })

    test(`${asker}: a list of named ids, and its count, leaves out what may not be read`, async () => {
      for (const sample of concerning(asker).filter(({ kind }) => kind === 'event')) {
        const { body } = await ask(service, '/events', { as, query: { include: sample.id } })
        const isShown = listing(asker, undefined)?.(sample) === true
        assert.deepEqual(
          [body.total, body.events.length],
          isShown ? [1, 1] : [0, 0],
          cell(asker, sample, 'includes'),
        )
      }
    })

    test(`${asker}: search finds nothing that may not be read`, async () => {
      for (const sample of concerning(asker)) {
        // What a password hides is found only by those who may edit it.
        const isFound =
          sample.state === 'protected'
            ? sees(asker, sample)
            : listing(asker, undefined)?.(sample) === true
        for (const word of [sample.title, sample.text, sample.text.slice(0, -1)]) {
          const { body } = await ask(service, `/${paths[sample.kind]}`, {
            as,
            query: { search: word },
          })
          const found = body[paths[sample.kind]].map(idOf).includes(sample.id)
          assert.equal(found, isFound, cell(asker, sample, `searches ${word}`))
          assert.equal(body.total, body[paths[sample.kind]].length)
        }
        if (sample.state !== 'protected' || isFound) continue
        for (const search of [`-${sample.text}`, '-otherword', `${sample.title} -otherword`]) {
          const { body } = await ask(service, '/events', {
            as,
            query: { search, include: sample.id },
          })
          assert.equal(body.total, 0, cell(asker, sample, `guesses by ${search}`))
        }
      }
    })

    test(`${asker}: Allow tells by every route what is then allowed`, async () => {
      for (const sample of concerning(asker))
        for (const route of routes) {
          const name = cell(asker, sample, 'asks for the methods of')
          for (const method of ['OPTIONS', 'GET']) {
            const reply = await service.send(method, route(sample), { as })
            const allowed = String(reply.headers.allow).split(', ')
            assert.deepEqual(
              allowed.toSorted(),
              allowing(asker, sample).toSorted(),
              `${name} by ${method}`,
            )
            if (method === 'OPTIONS') assertTellsNothing(reply, sample, name)
          }
        }
      for (const [kind, path] of Object.entries(paths)) {
        const { headers } = await service.send('OPTIONS', `/${path}`, { as })
        assert.equal(headers.allow, mayMake(asker, kind) ? 'GET, POST' : 'GET', `${asker} ${path}`)
      }
    })

    test(`${asker}: writes what they may, and whatever is refused changes nothing and tells nothing`, async () => {
      for (const sample of concerning(asker))
        for (const route of routes)
          for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
            const name = cell(asker, sample, `${method} by ${route.name}`)
            const expected = method === 'DELETE' ? removing(asker, sample) : changing(asker, sample)
            const before = standing(service, sample.kind, sample.id)
            const body =
              method === 'DELETE'
                ? {}
                : { body: { description: `${sample.text} by ${asker} ${method}` } }
            const reply = await service.send(method, route(sample), { as, ...body })
            assertOutcome(reply, expected, name)
            if (expected[0] !== 200) {
              assertTellsNothing(reply, sample, name)
              assert.deepEqual(standing(service, sample.kind, sample.id), before, name)
              continue
            }
            assert.deepEqual(
              [reply.body.id, reply.body[titled[sample.kind]]],
              [sample.id, sample.title],
              name,
            )
            if (method !== 'DELETE')
              assert.ok(reply.body.description.includes(`by ${asker} ${method}`), name)
            else await bringBack(service, sample, reply)
            assert.ok(Number(journalLength(service)) > Number(before.journal), name)
          }
    })

    test(`${asker}: no disguise of method or address opens another way`, async () => {
      for (const sample of concerning(asker).filter(
        ({ owner, state }) => owner === neighbour && state !== 'trash',
      )) {
        if (mayChange(asker, sample)) continue
        const name = cell(asker, sample, 'disguises a write of')
        const before = standing(service, sample.kind, sample.id)
        const body = { description: 'taken over', author: service.users.administrator }
        const tries = [
          await service.send('POST', byId(sample), { as, query: { _method: 'DELETE' } }),
          await service.send('GET', byId(sample), { as, query: { _method: 'DELETE' } }),
          await service.send('GET', byId(sample), {
            as,
            headers: { 'X-HTTP-Method-Override': 'DELETE' },
          }),
          await service.send('GET', bySlug(sample), {
            as,
            headers: { 'X-HTTP-Method-Override': 'PUT' },
            body,
          }),
          await service.send('POST', `${byId(sample)}/`, { as, body }),
          await service.send('PATCH', byId(sample).toUpperCase(), { as, body }),
          await service.send('PUT', service.root.fr + byId(sample), { as, body }),
          await service.send(
            'PUT',
            `${byId(sample)}?context=edit&password=${encodeURIComponent(password)}`,
            { as, body },
          ),
        ]
        for (const reply of tries) {
          assertOutcome(reply, forbidden(asker), name)
          assertTellsNothing(reply, sample, name)
        }
        assert.deepEqual(standing(service, sample.kind, sample.id), before, name)
      }
    })

    test(`${asker}: the path names the record, whatever id or slug the body or the query names`, async () => {
      const [own] = samples.event.filter(({ owner, state }) => owner === asker && state === 'draft')
      const [other] = samples.event.filter(
        ({ owner, state }) => owner === neighbour && state === 'draft',
      )
      if (!own || !other || !mayChange(asker, own)) return
      const before = service.rows('SELECT * FROM event WHERE id = ?', other.id)
      const reply = await service.send('PUT', byId(own), {
        as,
        query: { id: other.id },
        body: { id: other.id, excerpt: 'mine' },
      })
      assert.deepEqual([reply.status, reply.body.id], [200, own.id])
      assert.deepEqual(service.rows('SELECT * FROM event WHERE id = ?', other.id), before)
    })
  }

  // Last, because what is made here would stand in the lists above.
  for (const asker of everyone) {
    const as = asker

    test(`${asker}: creates what they may, and publishes only what they may publish`, async () => {
      for (const kind of kinds)
        for (const status of [
          undefined,
          'publish',
          'future',
          'draft',
          'pending',
          'private',
        ] as const) {
          const name = `${asker} creates ${kind} ${status ?? ''}`
          const before = journalLength(service)
          const reply = await service.send('POST', `/${paths[kind]}`, {
            as,
            body: {
              [titled[kind]]: `${name} ${++made}`,
              ...(kind === 'event' && when),
              ...(status && { status }),
              ...(status === 'future' && { date: '2027-06-01 08:00:00' }),
            },
          })
          if (!mayMake(asker, kind)) {
            assertOutcome(reply, forbidden(asker), name)
            assert.equal(journalLength(service), before, name)
            continue
          }
          assert.deepEqual(
            [reply.status, reply.body.author],
            [201, String(service.users[asker as 'author'])],
            name,
          )
          assert.equal(reply.body.status, statusStored(asker, status), name)
        }
    })
  }

  test('a contributor’s change cannot publish, and an author’s can', async () => {
    for (const asker of ['contributor', 'author'] as const)
      for (const kind of kinds) {
        const [draft] = samples[kind].filter(
          ({ owner, state }) => owner === asker && state === 'draft',
        )
        const { body } = await service.send('PATCH', byId(draft as Sample), {
          as: asker,
          body: { status: 'publish' },
        })
        assert.equal(body.status, mayPublish(asker) ? 'publish' : 'pending', `${asker} ${kind}`)
      }
  })
})

/** Those who may not publish submit for review; without a word theirs is a draft (behaviour 4.2). */
function statusStored(asker: Asker, asked: string | undefined) {
  if (mayPublish(asker)) return asked ?? 'publish'
  return asked === undefined
    ? 'draft'
    : asked === 'publish' || asked === 'future'
      ? 'pending'
      : asked
}

/** What went to the trash comes back as it was, under its own slug. */
async function bringBack(service: Service, { kind, id, state, slug }: Sample, removed: Reply) {
  assert.deepEqual([removed.body.status, removed.body.slug], ['trash', `${slug}__trashed`])
  const status = state === 'protected' ? 'publish' : state
  const { body } = await service.send('PUT', `/${paths[kind]}/${id}`, {
    as: 'administrator',
    body: { status },
  })
  assert.deepEqual([body.status, body.slug], [status, slug])
}

/** Records made on the way belong to no list that is looked at later: they go to the trash, under another name. */
async function forget(service: Service, kind: Kind, id: number) {
  const reply = await service.send('DELETE', `/${paths[kind]}/${id}`, { as: 'administrator' })
  assert.equal(reply.status, 200)
}

describe('events that show venues and organizers of every status', () => {
  let service: Service
  type Shown = { venue: Sample; organizer: Sample; event: Sample }
  let shown: Shown[] = []

  before(async () => {
    service = await begin()
    service.users[neighbour as 'author'] = (await service.enrol(neighbour, 'author')).id
    shown = await Promise.all(
      statuses.flatMap(state =>
        owners.map(async owner => {
          const venue = await make(
            service,
            { kind: 'venue', owner, state },
            { geo_lat: 45.5, geo_lng: -73.5 },
          )
          const organizer = await make(service, { kind: 'organizer', owner, state })
          const links = { venue: [venue.id], organizer: [organizer.id] }
          const event = await make(
            service,
            { kind: 'event', owner: neighbour, state: 'publish' },
            links,
          )
          return { venue, organizer, event }
        }),
      ),
    )
  })
  after(() => service.close())

  /** A linked record is seen by those who may read it; in the trash by nobody (A3, L4). */
  const isSeen = (asker: Asker, linked: Sample) =>
    linked.state !== 'trash' && mayRead(asker, linked)
  const concerning = (asker: Asker) =>
    shown.filter(({ venue }) => venue.owner === asker || venue.owner === neighbour)

  for (const asker of everyone) {
    const as = asker

    test(`${asker}: an event shows the venues and organizers that they may read, by itself and in lists`, async () => {
      const list = await ask(service, '/events', { as })
      for (const { venue, organizer, event } of concerning(asker)) {
        const name = cell(asker, venue, 'sees in an event')
        const single = [
          await ask(service, byId(event), { as }),
          await ask(service, bySlug(event), { as }),
        ]
        const listed = list.body.events.find(({ id }: { id: number }) => id === event.id)
        for (const body of [...single.map(reply => reply.body), listed]) {
          assert.equal(!Array.isArray(body.venue), isSeen(asker, venue), name)
          assert.equal(body.venue.id ?? 0, isSeen(asker, venue) ? venue.id : 0, name)
          assert.deepEqual(
            body.organizer.map(idOf),
            isSeen(asker, organizer) ? [organizer.id] : [],
            name,
          )
        }
        for (const reply of [...single, list])
          for (const linked of [venue, organizer])
            if (!isSeen(asker, linked)) assertTellsNothing(reply, linked, name)
      }
    })

    test(`${asker}: filters of events treat what they may not read as not linked`, async () => {
      for (const { venue, organizer, event } of concerning(asker)) {
        const total = isSeen(asker, venue) ? 1 : 0
        const filters = [
          { venue: venue.id },
          { organizer: organizer.id },
          { include: event.id, geoloc: true },
          { include: event.id, geoloc_lat: 45.5, geoloc_lng: -73.5 },
        ]
        for (const query of filters) {
          const reply = await ask(service, '/events', { as, query })
          const name = cell(asker, venue, `filters by ${JSON.stringify(query)}`)
          assert.deepEqual(
            [reply.body.total, reply.body.events.map(idOf)],
            [total, total ? [event.id] : []],
            name,
          )
        }
        const without = await ask(service, '/events', {
          as,
          query: { include: event.id, geoloc: false },
        })
        assert.equal(without.body.total, 1 - total, cell(asker, venue, 'filters by geoloc=false'))
      }
    })

    test(`${asker}: lists of venues and organizers by event show those that they may read`, async () => {
      for (const { venue, organizer, event } of concerning(asker))
        for (const linked of [venue, organizer]) {
          const { body } = await ask(service, `/${paths[linked.kind]}`, {
            as,
            query: { event: event.id },
          })
          const ids = isSeen(asker, linked) ? [linked.id] : []
          assert.deepEqual(
            [body.total, body[paths[linked.kind]].map(idOf)],
            [ids.length, ids],
            cell(asker, linked, 'finds'),
          )
        }
    })

    test(`${asker}: a write links what they may read, and nothing else`, async () => {
      if (!mayMake(asker, 'event')) return
      for (const { venue, organizer } of concerning(asker)) {
        const body = {
          title: `By ${asker} ${++made}`,
          ...when,
          status: 'draft',
          venue: venue.id,
          organizer: organizer.id,
        }
        const reply = await service.send('POST', '/events', { as, body })
        // What they may not read is refused as if it did not exist.
        const areSeen = mayRead(asker, venue) && mayRead(asker, organizer)
        assert.equal(reply.status, areSeen ? 201 : 400)
        for (const linked of [venue, organizer])
          if (!isSeen(asker, linked))
            assertTellsNothing(reply, linked, cell(asker, linked, 'links to'))
        if (areSeen) await forget(service, 'event', reply.body.id)
      }
    })

    test(`${asker}: embedding the name of a record that they may not read makes one of their own`, async () => {
      if (!mayMake(asker, 'event')) return
      for (const { venue } of concerning(asker)) {
        const name = cell(asker, venue, 'embeds the name of')
        const before = standing(service, 'venue', venue.id)
        const body = {
          title: `By ${asker} ${++made}`,
          ...when,
          status: 'draft',
          venue: { venue: venue.title },
        }
        const reply = await service.send('POST', '/events', { as, body })
        assert.equal(reply.body.venue.id === venue.id, isSeen(asker, venue), name)
        const { record, texts } = standing(service, 'venue', venue.id)
        assert.deepEqual({ record, texts }, { record: before.record, texts: before.texts }, name)
        await forget(service, 'event', reply.body.id)
        if (!isSeen(asker, venue)) await forget(service, 'venue', reply.body.venue.id)
      }
    })
  }
})

describe('venues, organizers and terms of events of every status', () => {
  let service: Service
  type Used = { event: Sample; venue: number; organizer: number; category: number; tag: number }
  let used: Used[] = []

  before(async () => {
    service = await begin()
    service.users[neighbour as 'author'] = (await service.enrol(neighbour, 'author')).id
    const post = async (path: string, body: object) =>
      (await service.send('POST', path, { as: 'administrator', body })).body.id as number
    used = await Promise.all(
      all('event').map(async subject => {
        const number = ++made
        const links = {
          venue: await post('/venues', { venue: `Venue ${number}` }),
          organizer: await post('/organizers', { organizer: `Organizer ${number}` }),
          category: await post('/categories', { name: `Category ${number}` }),
          tag: await post('/tags', { name: `Tag ${number}` }),
        }
        const { category, tag, ...linked } = links
        const event = await make(service, subject, {
          ...linked,
          categories: [category],
          tags: [tag],
        })
        return { event, ...links }
      }),
    )
  })
  after(() => service.close())

  for (const asker of everyone) {
    const as = asker

    test(`${asker}: what an event is linked to is told only to those who may read the event`, async () => {
      for (const { event, ...links } of used) {
        if (event.owner !== asker && event.owner !== neighbour) continue
        const [status] = reading(asker, event)
        for (const kind of ['venue', 'organizer', 'category', 'tag'] as const) {
          const { body } = await ask(service, `/${paths[kind]}`, { as, query: { event: event.id } })
          const ids = body[paths[kind]].map(idOf)
          assert.deepEqual(
            ids,
            status === 200 ? [links[kind]] : [],
            cell(asker, event, `asks for the ${kind} of`),
          )
        }
      }
    })

    test(`${asker}: has_events and only_with_upcoming count the events whose links they may read`, async () => {
      const counts = ({ event }: Used) =>
        event.state === 'protected'
          ? sees(asker, event)
          : listing(asker, undefined)?.(event) === true
      for (const kind of ['venue', 'organizer'] as const) {
        const list = async (query: object) =>
          idsOf(await ask(service, `/${paths[kind]}`, { as, query: { ...query } }), paths[kind])
        const having = sorted(used.filter(counts).map(each => each[kind]))
        const lacking = sorted(used.filter(each => !counts(each)).map(each => each[kind]))
        assert.deepEqual(await list({ has_events: true }), having, `${asker} ${kind}`)
        assert.deepEqual(await list({ has_events: false }), lacking, `${asker} ${kind}`)
        assert.deepEqual(await list({ only_with_upcoming: true }), having, `${asker} ${kind}`)
      }
    })

    test(`${asker}: terms count published events, for everyone alike`, async () => {
      const isCounted = ({ event }: Used) =>
        event.state === 'publish' || event.state === 'protected'
      for (const kind of ['category', 'tag'] as const) {
        const reply = await ask(service, `/${paths[kind]}`, { as })
        assert.deepEqual(
          idsOf(reply, paths[kind]),
          sorted(used.filter(isCounted).map(each => each[kind])),
          `${asker} ${kind}`,
        )
        for (const term of reply.body[paths[kind]]) assert.equal(term.count, 1)
      }
    })
  }
})

describe('terms and pictures', () => {
  let service: Service
  before(async () => {
    service = await begin()
    service.users[neighbour as 'author'] = (await service.enrol(neighbour, 'author')).id
  })
  after(() => service.close())

  for (const asker of everyone) {
    const as = asker

    for (const kind of ['category', 'tag'] as const)
      test(`${asker}: reads every ${kind}, and writes it only if they may`, async () => {
        const may = mayMake(asker, kind)
        const path = `/${paths[kind]}`
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          const name = `${kind} ${++made}`
          const term = (await service.send('POST', path, { as: 'administrator', body: { name } }))
            .body
          assert.equal((await ask(service, `${path}/${term.id}`, { as })).body.name, name)
          const { headers } = await service.send('OPTIONS', `${path}/${term.id}`, { as })
          assert.equal(headers.allow, may ? 'GET, POST, PUT, PATCH, DELETE' : 'GET')
          const before = standing(service, kind, term.id)
          const reply = await service.send(method, `${path}/${term.id}`, {
            as,
            body: { description: `by ${asker}` },
          })
          assertOutcome(reply, may ? [200] : forbidden(asker), `${asker} ${method} ${kind}`)
          if (!may) assert.deepEqual(standing(service, kind, term.id), before)
          else if (method === 'DELETE')
            assert.equal((await ask(service, `${path}/${term.id}`, { as })).status, 400)
        }
        const before = journalLength(service)
        const reply = await service.send('POST', path, {
          as,
          body: { name: `${kind} by ${asker}` },
        })
        assertOutcome(reply, may ? [201] : forbidden(asker), `${asker} creates ${kind}`)
        assert.equal(Number(journalLength(service)) - Number(before), may ? 1 : 0)
      })

    test(`${asker}: an event makes terms only for those who may make them`, async () => {
      if (!mayMake(asker, 'event')) return
      for (const [field, kind] of [
        ['categories', 'category'],
        ['tags', 'tag'],
      ] as const) {
        const body = {
          title: `Event ${++made}`,
          ...when,
          venue: { venue: `Venue ${made}` },
          [field]: [`New ${made}`],
        }
        const before = journalLength(service)
        const reply = await service.send('POST', '/events', { as, body })
        assertOutcome(reply, mayMake(asker, kind) ? [201] : forbidden(asker), `${asker} ${field}`)
        if (!mayMake(asker, kind))
          assert.equal(journalLength(service), before, 'nor is the venue made')
      }
    })

    test(`${asker}: pictures are read by those who see a record that shows them, sent by authors, and deleted by who sent them or edits`, async () => {
      const upload = (sender: string) =>
        service.send('POST', '/images', {
          as: sender,
          body: picture,
          headers: { 'Content-Type': 'image/png' },
        })
      const before = journalLength(service)
      const sent = await upload(as)
      assertOutcome(
        sent,
        mayMake(asker, 'image') ? [201] : forbidden(asker),
        `${asker} sends a picture`,
      )
      if (!mayMake(asker, 'image')) assert.equal(journalLength(service), before)
      const another = (await upload(neighbour)).body
      // Nothing shows it yet, so it is for editors and for who sent it.
      const isSeen = asker === 'administrator' || asker === 'editor'
      const listed = async () =>
        (await ask(service, '/images', { as })).body.images.map(idOf).includes(another.id)
      assert.equal((await ask(service, `/images/${another.id}`, { as })).status, isSeen ? 200 : 400)
      assert.equal(await listed(), isSeen)
      for (const method of ['POST', 'PUT', 'PATCH'])
        assertOutcome(
          await service.send(method, `/images/${another.id}`, { as, body: {} }),
          [404, 'rest_no_route'],
          method,
        )
      const mayDelete = asker === 'administrator' || asker === 'editor'
      const { headers } = await service.send('OPTIONS', `/images/${another.id}`, { as })
      assert.equal(headers.allow, mayDelete ? 'GET, DELETE' : 'GET')
      const held = standing(service, 'image', another.id)
      const removed = await service.send('DELETE', `/images/${another.id}`, { as })
      assertOutcome(
        removed,
        mayDelete ? [200] : forbidden(asker),
        `${asker} deletes another’s picture`,
      )
      if (!mayDelete) assert.deepEqual(standing(service, 'image', another.id), held)
      if (sent.status === 201)
        assert.equal((await service.send('DELETE', `/images/${sent.body.id}`, { as })).status, 200)
    })

    test(`${asker}: an address of a picture is fetched only for those who may send pictures`, async () => {
      const body = { title: `Event ${++made}`, ...when, image: 'http://127.0.0.1:9/picture.png' }
      const before = journalLength(service)
      const reply = await service.send('POST', '/events', { as, body })
      // A flaw for all: this address is not public. Those who may not fetch are not told why.
      assertOutcome(reply, [400, 'rest_invalid_param'], asker)
      assert.equal('image' in reply.body.data.details, mayMake(asker, 'image'), asker)
      assert.equal(journalLength(service), before)
    })
  }
})

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('credentials', () => {
  let service: Service
  let event: Sample
  before(async () => {
    service = await begin()
    event = await make(service, { kind: 'event', owner: 'editor', state: 'draft' })
  })
  after(() => service.close())

  /** Every write there is, on records that an editor may write. */
  async function writes(): Promise<[method: string, path: string, body: object | Buffer][]> {
    const as = 'administrator'
    const venue = (
      await service.send('POST', '/venues', { as, body: { venue: `Venue ${++made}` } })
    ).body
    const organizer = (
      await service.send('POST', '/organizers', { as, body: { organizer: `Organizer ${made}` } })
    ).body
    const category = (
      await service.send('POST', '/categories', { as, body: { name: `Category ${made}` } })
    ).body
    const tag = (await service.send('POST', '/tags', { as, body: { name: `Tag ${made}` } })).body
    const changes = [
      `/events/${event.id}`,
      `/events/by-slug/${event.slug}`,
      `/venues/${venue.id}`,
      `/venues/by-slug/${venue.slug}`,
      `/organizers/${organizer.id}`,
      `/organizers/by-slug/${organizer.slug}`,
      `/categories/${category.id}`,
      `/tags/${tag.id}`,
    ].flatMap(path =>
      ['POST', 'PUT', 'PATCH', 'DELETE'].map((method): [string, string, object] => [
        method,
        path,
        {},
      ]),
    )
    return [
      ['POST', '/events', { title: `Event ${made}`, ...when }],
      ['POST', '/venues', { venue: `Other venue ${made}` }],
      ['POST', '/organizers', { organizer: `Other organizer ${made}` }],
      ['POST', '/categories', { name: `Other category ${made}` }],
      ['POST', '/tags', { name: `Other tag ${made}` }],
      ['POST', '/images', picture],
      ...changes,
    ]
  }
  const typed = (body: object | Buffer) =>
    Buffer.isBuffer(body) ? { headers: { 'Content-Type': 'image/png' } } : {}

  test('both forms of credential stand for the same account', async () => {
    const { authorization } = await service.bearer('editor', {})
    for (const as of ['editor', authorization, service.basic('editor')])
      assert.equal((await service.send('GET', byId(event), { as })).status, 200)
    const shown = { as: service.basic('editor').replace('Basic', 'bAsIc') }
    assert.equal((await service.send('GET', byId(event), shown)).status, 200)
  })

  test('a credential of scope read reads all that its account reads, and writes nothing', async () => {
    const { authorization: as } = await service.bearer('administrator', { scope: 'read' })
    assert.equal((await service.send('GET', byId(event), { as })).status, 200)
    assert.equal(
      (await service.send('GET', '/events', { as, query: { status: 'draft' } })).body.total,
      1,
    )
    const list = await writes()
    const before = journalLength(service)
    for (const [method, path, body] of list) {
      assertOutcome(
        await service.send(method, path, { as, body, ...typed(body) }),
        [403, 'rest_forbidden'],
        `${method} ${path}`,
      )
      assert.equal((await service.send('OPTIONS', path, { as })).headers.allow, 'GET', path)
    }
    assert.equal(journalLength(service), before)
  })

  test('a credential of scope write does what its account may, and no more', async () => {
    const { authorization: as } = await service.bearer('contributor', { scope: 'write' })
    const created = await service.send('POST', '/events', { as, body: { title: 'Mine', ...when } })
    assert.deepEqual([created.status, created.body.status], [201, 'draft'])
    assertOutcome(
      await service.send('PUT', byId(event), { as, body: { title: 'x' } }),
      [403, 'rest_forbidden'],
      'another’s',
    )
  })

  test('a credential for one language writes in no other', async () => {
    const { authorization: as } = await service.bearer('administrator', { language: 'fr' })
    const list = (await writes()).filter(([method]) => method !== 'DELETE')
    const before = journalLength(service)
    for (const [method, path, body] of list) {
      for (const address of [
        path,
        service.root.en + path,
        `${service.root.fr + path}?ml_language=en`,
      ]) {
        const reply = await service.send(method, address, { as, body, ...typed(body) })
        assertOutcome(reply, [403, 'rest_forbidden'], `${method} ${address}`)
      }
      if (!path.includes('images')) {
        const words = { translations: { en: { description: 'not mine to write' } } }
        const reply = await service.send(method, service.root.fr + path, {
          as,
          body: { ...body, ...words },
        })
        assertOutcome(reply, [403, 'rest_forbidden'], `${method} ${path} with English words`)
        const gone = { translations: { en: null } }
        const deletion = await service.send(method, service.root.fr + path, {
          as,
          body: { ...body, ...gone },
        })
        assertOutcome(deletion, [403, 'rest_forbidden'], `${method} ${path} without English words`)
      }
    }
    assert.equal(journalLength(service), before)
    for (const [method, path, body] of list) {
      const reply = await service.send(method, service.root.fr + path, { as, body, ...typed(body) })
      assert.ok(
        reply.status === 200 || reply.status === 201,
        `${method} ${path}: ${reply.text.slice(0, 200)}`,
      )
    }
  })

  test('nor does it inside the records that an event embeds', async () => {
    const { authorization: as } = await service.bearer('administrator', { language: 'fr' })
    const before = journalLength(service)
    const words = { translations: { en: { description: 'not mine to write' } } }
    for (const linked of [
      { venue: { venue: 'Un lieu', ...words } },
      { organizer: [{ organizer: 'Une association' }, { organizer: 'Une autre', ...words }] },
    ]) {
      const body = { title: 'Fête', ...when, ...linked }
      const reply = await service.send('POST', `${service.root.fr}/events`, { as, body })
      assertOutcome(reply, [403, 'rest_forbidden'], JSON.stringify(linked))
    }
    assert.equal(journalLength(service), before)
  })

  test('a credential that is wrong, revoked or expired opens nothing, not even what is public', async () => {
    const published = await make(service, { kind: 'event', owner: 'editor', state: 'publish' })
    const revoked = await service.bearer('administrator', {})
    await service.accounts.revoke(revoked.id)
    const soon = await service.bearer('administrator', {
      expires: Date.parse('2027-05-01T12:00:00Z') / 1000 + 3600,
    })
    const refusals: [string, string][] = [
      ['Bearer alm_nothing', 'invalid_token'],
      [revoked.authorization, 'invalid_token'],
      [service.basic('nobody'), 'invalid_username'],
      [service.basic('editor').replace(/.{4}$/, 'eHh4'), 'incorrect_password'],
      ['Basic !', 'invalid_authorization'],
      ['Digest username="editor"', 'invalid_authorization'],
    ]
    for (const path of [
      '',
      '/doc',
      '/events',
      byId(published),
      bySlug(published),
      '/tags',
      '/images',
    ])
      for (const [as, code] of refusals)
        for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
          const reply = await service.send(method, path, { as, body: {} })
          assertOutcome(reply, [401, code], `${method} ${path} ${code}`)
          assert.match(String(reply.headers['www-authenticate']), /^Bearer /)
          assertTellsNothing(reply, published, path)
        }
    assert.equal((await service.send('GET', byId(event), { as: soon.authorization })).status, 200)
    const later = await restart(service, { clock: '2027-05-01T14:00:00Z' })
    service = later
    assertOutcome(
      await later.send('GET', byId(published), { as: soon.authorization }),
      [401, 'invalid_token'],
      'expired',
    )
  })

  test('an account that changes its role or goes away changes what its credentials open at once', async () => {
    const { id } = await service.enrol('passing', 'editor')
    const own = await make({ ...service, users: { ...service.users, passing: id } } as Service, {
      kind: 'event',
      owner: 'passing',
      state: 'draft',
    })
    assert.equal((await service.send('GET', byId(own), { as: 'passing' })).status, 200)
    await service.accounts.setRole('passing', 'subscriber')
    assertOutcome(
      await service.send('GET', byId(own), { as: 'passing' }),
      [403, 'event-not-accessible'],
      'subscriber',
    )
    assertOutcome(
      await service.send('DELETE', byId(own), { as: 'passing' }),
      [403, 'rest_forbidden'],
      'subscriber',
    )
    await service.accounts.remove('passing')
    assertOutcome(
      await service.send('GET', byId(own), { as: 'passing' }),
      [401, 'invalid_token'],
      'gone',
    )
  })
})
