import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Service } from '../support/service.ts'
import {
  all,
  ask,
  assertRevealsNothing,
  begin,
  byId,
  bySlug,
  cell,
  forget,
  idOf,
  idsOf,
  make,
  neighbour,
  nextNumber,
  owners,
  type Sample,
  sorted,
  standing,
  when,
} from './records.ts'
import {
  everyone,
  listing,
  mayMake,
  mayRead,
  paths,
  type Requester,
  reading,
  sees,
  statuses,
} from './rule.ts'

// On PostgreSQL too: joins leave out what may not be seen.

describe('events that show venues and organizers of every status', () => {
  let service: Service
  type Linked = { venue: Sample; organizer: Sample; event: Sample }
  let linkedSamples: Linked[] = []

  before(async () => {
    service = await begin()
    linkedSamples = await Promise.all(
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
  const isSeen = (requester: Requester, linked: Sample) =>
    linked.state !== 'trash' && mayRead(requester, linked)
  const concerning = (requester: Requester) =>
    linkedSamples.filter(({ venue }) => venue.owner === requester || venue.owner === neighbour)

  for (const requester of everyone) {
    const as = requester

    test(`${requester}: an event shows the venues and organizers that they may read, by itself and in lists`, async () => {
      const list = await ask(service, '/events', { as })
      for (const { venue, organizer, event } of concerning(requester)) {
        const name = cell(requester, venue, 'sees in an event')
        const single = [
          await ask(service, byId(event), { as }),
          await ask(service, bySlug(event), { as }),
        ]
        const listed = list.body.events.find(({ id }: { id: number }) => id === event.id)
        for (const body of [...single.map(reply => reply.body), listed]) {
          assert.equal(!Array.isArray(body.venue), isSeen(requester, venue), name)
          assert.equal(body.venue.id ?? 0, isSeen(requester, venue) ? venue.id : 0, name)
          assert.deepEqual(
            body.organizer.map(idOf),
            isSeen(requester, organizer) ? [organizer.id] : [],
            name,
          )
        }
        for (const reply of [...single, list])
          for (const linked of [venue, organizer])
            if (!isSeen(requester, linked)) assertRevealsNothing(reply, linked, name)
      }
    })

    test(`${requester}: filters of events treat what they may not read as not linked`, async () => {
      for (const { venue, organizer, event } of concerning(requester)) {
        const total = isSeen(requester, venue) ? 1 : 0
        const filters = [
          { venue: venue.id },
          { organizer: organizer.id },
          { include: event.id, geoloc: true },
          { include: event.id, geoloc_lat: 45.5, geoloc_lng: -73.5 },
        ]
        for (const query of filters) {
          const reply = await ask(service, '/events', { as, query })
          const name = cell(requester, venue, `filters by ${JSON.stringify(query)}`)
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
        assert.equal(
          without.body.total,
          1 - total,
          cell(requester, venue, 'filters by geoloc=false'),
        )
      }
    })

    test(`${requester}: lists of venues and organizers by event show those that they may read`, async () => {
      for (const { venue, organizer, event } of concerning(requester))
        for (const linked of [venue, organizer]) {
          const { body } = await ask(service, `/${paths[linked.kind]}`, {
            as,
            query: { event: event.id },
          })
          const ids = isSeen(requester, linked) ? [linked.id] : []
          assert.deepEqual(
            [body.total, body[paths[linked.kind]].map(idOf)],
            [ids.length, ids],
            cell(requester, linked, 'finds'),
          )
        }
    })

    test(`${requester}: a write links what they may read, and nothing else`, async () => {
      if (!mayMake(requester, 'event')) return
      for (const { venue, organizer } of concerning(requester)) {
        const body = {
          title: `By ${requester} ${nextNumber()}`,
          ...when,
          status: 'draft',
          venue: venue.id,
          organizer: organizer.id,
        }
        const reply = await service.send('POST', '/events', { as, body })
        // Records that they may not read are refused as if they did not exist.
        const areSeen = mayRead(requester, venue) && mayRead(requester, organizer)
        assert.equal(reply.status, areSeen ? 201 : 400)
        for (const linked of [venue, organizer])
          if (!isSeen(requester, linked))
            assertRevealsNothing(reply, linked, cell(requester, linked, 'links to'))
        if (areSeen) await forget(service, 'event', reply.body.id)
      }
    })

    test(`${requester}: embedding the name of a record that they may not read makes one of their own`, async () => {
      if (!mayMake(requester, 'event')) return
      for (const { venue } of concerning(requester)) {
        const name = cell(requester, venue, 'embeds the name of')
        const before = await standing(service, 'venue', venue.id)
        const body = {
          title: `By ${requester} ${nextNumber()}`,
          ...when,
          status: 'draft',
          venue: { venue: venue.title },
        }
        const reply = await service.send('POST', '/events', { as, body })
        assert.equal(reply.body.venue.id === venue.id, isSeen(requester, venue), name)
        assert.deepEqual((await standing(service, 'venue', venue.id)).record, before.record, name)
        await forget(service, 'event', reply.body.id)
        if (!isSeen(requester, venue)) await forget(service, 'venue', reply.body.venue.id)
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
    const post = async (path: string, body: object) =>
      (await service.send('POST', path, { as: 'administrator', body })).body.id as number
    used = await Promise.all(
      all('event').map(async subject => {
        const number = nextNumber()
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

  for (const requester of everyone) {
    const as = requester

    test(`${requester}: the links of an event are visible only to users who may read the event`, async () => {
      for (const { event, ...links } of used) {
        if (event.owner !== requester && event.owner !== neighbour) continue
        const [status] = reading(requester, event)
        for (const kind of ['venue', 'organizer', 'category', 'tag'] as const) {
          const { body } = await ask(service, `/${paths[kind]}`, { as, query: { event: event.id } })
          const ids = body[paths[kind]].map(idOf)
          assert.deepEqual(
            ids,
            status === 200 ? [links[kind]] : [],
            cell(requester, event, `asks for the ${kind} of`),
          )
        }
      }
    })

    test(`${requester}: has_events and only_with_upcoming count the events whose links they may read`, async () => {
      const counts = ({ event }: Used) =>
        event.state === 'protected'
          ? sees(requester, event)
          : listing(requester, undefined)?.(event) === true
      for (const kind of ['venue', 'organizer'] as const) {
        const list = async (query: object) =>
          idsOf(await ask(service, `/${paths[kind]}`, { as, query: { ...query } }), paths[kind])
        const having = sorted(used.filter(counts).map(each => each[kind]))
        const lacking = sorted(used.filter(each => !counts(each)).map(each => each[kind]))
        assert.deepEqual(await list({ has_events: true }), having, `${requester} ${kind}`)
        assert.deepEqual(await list({ has_events: false }), lacking, `${requester} ${kind}`)
        assert.deepEqual(await list({ only_with_upcoming: true }), having, `${requester} ${kind}`)
      }
    })

    test(`${requester}: the counts of terms are those of published events, for every user`, async () => {
      const isCounted = ({ event }: Used) =>
        event.state === 'publish' || event.state === 'protected'
      for (const kind of ['category', 'tag'] as const) {
        const reply = await ask(service, `/${paths[kind]}`, { as })
        assert.deepEqual(
          idsOf(reply, paths[kind]),
          sorted(used.filter(isCounted).map(each => each[kind])),
          `${requester} ${kind}`,
        )
        for (const term of reply.body[paths[kind]]) assert.equal(term.count, 1)
      }
    })
  }
})
