import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Service } from '../support/service.ts'
import {
  all,
  ask,
  assertOutcome,
  assertRevealsNothing,
  begin,
  cell,
  concerningOf,
  idOf,
  idsOf,
  make,
  password,
  routes,
  type Sample,
  sorted,
} from './records.ts'
import {
  allowing,
  everyone,
  type Kind,
  kinds,
  listing,
  mayMake,
  paths,
  type Requester,
  reading,
  sees,
  statuses,
} from './rule.ts'

// On PostgreSQL too: each engine’s SQL says what may be read and listed.

let service: Service
const samples: Record<Kind, Sample[]> = { event: [], venue: [], organizer: [] }
const every = () => kinds.flatMap(kind => samples[kind])
const concerning = (requester: Requester) => concerningOf(every(), requester)

before(async () => {
  service = await begin()
  for (const kind of kinds)
    samples[kind] = await Promise.all(all(kind).map(subject => make(service, subject)))
})
after(() => service.close())

for (const requester of everyone) {
  const as = requester

  test(`${requester}: reads by id and by slug what they may, and nothing of the rest`, async () => {
    for (const sample of concerning(requester))
      for (const route of routes) {
        const name = cell(requester, sample, `reads by ${route.name}`)
        const expected = reading(requester, sample)
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
            assertRevealsNothing(answer, sample, name)
      }
  })

  test(`${requester}: opens a protected event with its password, or as one who may edit it`, async () => {
    for (const sample of concerning(requester).filter(({ kind }) => kind === 'event')) {
      const withPassword =
        sample.state === 'protected' ? ([200] as const) : reading(requester, sample)
      const asEditor =
        sample.state === 'protected' && sees(requester, sample)
          ? ([200] as const)
          : reading(requester, sample)
      for (const route of routes) {
        const name = cell(requester, sample, 'opens')
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
        assertOutcome(wrong, reading(requester, sample), name)
        const empty = await ask(service, route(sample), { as, query: { password: '' } })
        assertOutcome(empty, [400, 'rest_invalid_param'], name)
        for (const reply of [wrong, empty])
          if (reply.status !== 200) assertRevealsNothing(reply, sample, name)
      }
    }
  })

  test(`${requester}: lists show exactly what single reads do not refuse, by default and for every status`, async () => {
    for (const kind of kinds)
      for (const requested of [undefined, ...statuses, 'any'] as const) {
        const name = `${requester} lists ${kind} ${requested ?? ''}`
        const reply = await ask(service, `/${paths[kind]}`, {
          as,
          query: requested ? { status: requested } : {},
        })
        const shows = listing(requester, requested)
        if (!shows) {
          assertOutcome(reply, [400, 'rest_invalid_param'], name)
          assert.deepEqual(Object.keys(reply.body.data.params), ['status'], name)
          for (const sample of samples[kind]) assertRevealsNothing(reply, sample, name)
          continue
        }
        const listable = samples[kind].filter(shows)
        assertOutcome(reply, [200], name)
        assert.deepEqual(idsOf(reply, paths[kind]), sorted(listable.map(idOf)), name)
        assert.deepEqual(
          [reply.body.total, reply.headers['x-tec-total']],
          [listable.length, String(listable.length)],
          name,
        )
        for (const sample of samples[kind])
          if (!shows(sample)) assertRevealsNothing(reply, sample, name)
          else if (sample.state === 'protected')
            assert.ok(!reply.text.includes(sample.text), `${name} tells a protected text`)
      }
  })

  test(`${requester}: a protected event in a list shows its text to those with the password, or who come to edit it`, async () => {
    const protectedEvents = samples.event.filter(({ state }) => state === 'protected')
    const open = await ask(service, '/events', { as, query: { password } })
    const editing = await ask(service, '/events', { as, query: { context: 'edit' } })
    for (const sample of protectedEvents) {
      assert.ok(open.text.includes(sample.text), `${requester} ${sample.owner}`)
      assert.equal(
        editing.text.includes(sample.text),
        sees(requester, sample),
        `${requester} ${sample.owner}`,
      )
    }
  })

  test(`${requester}: a list of named ids, and its count, leaves out what may not be read`, async () => {
    for (const sample of concerning(requester).filter(({ kind }) => kind === 'event')) {
      const { body } = await ask(service, '/events', { as, query: { include: sample.id } })
      const isVisible = listing(requester, undefined)?.(sample) === true
      assert.deepEqual(
        [body.total, body.events.length],
        isVisible ? [1, 1] : [0, 0],
        cell(requester, sample, 'includes'),
      )
    }
  })

  test(`${requester}: search finds nothing that may not be read`, async () => {
    for (const sample of concerning(requester)) {
      // Texts behind a password are found only by those who may edit them.
      const isListed =
        sample.state === 'protected'
          ? sees(requester, sample)
          : listing(requester, undefined)?.(sample) === true
      for (const word of [sample.title, sample.text, sample.text.slice(0, -1)]) {
        const { body } = await ask(service, `/${paths[sample.kind]}`, {
          as,
          query: { search: word },
        })
        const results = body[paths[sample.kind]].map(idOf).includes(sample.id)
        assert.equal(results, isListed, cell(requester, sample, `searches ${word}`))
        assert.equal(body.total, body[paths[sample.kind]].length)
      }
      if (sample.state !== 'protected' || isListed) continue
      for (const search of [`-${sample.text}`, '-otherword', `${sample.title} -otherword`]) {
        const { body } = await ask(service, '/events', {
          as,
          query: { search, include: sample.id },
        })
        assert.equal(body.total, 0, cell(requester, sample, `guesses by ${search}`))
      }
    }
  })

  test(`${requester}: the header Allow of every route lists what is allowed`, async () => {
    for (const sample of concerning(requester))
      for (const route of routes) {
        const name = cell(requester, sample, 'asks for the methods of')
        for (const method of ['OPTIONS', 'GET']) {
          const reply = await service.send(method, route(sample), { as })
          const allowed = String(reply.headers.allow).split(', ')
          assert.deepEqual(
            allowed.toSorted(),
            allowing(requester, sample).toSorted(),
            `${name} by ${method}`,
          )
          if (method === 'OPTIONS') assertRevealsNothing(reply, sample, name)
        }
      }
    for (const [kind, path] of Object.entries(paths)) {
      const { headers } = await service.send('OPTIONS', `/${path}`, { as })
      assert.equal(
        headers.allow,
        mayMake(requester, kind) ? 'GET, POST' : 'GET',
        `${requester} ${path}`,
      )
    }
  })
}
