import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Reply, Service } from '../support/service.ts'
import {
  all,
  assertOutcome,
  assertRevealsNothing,
  begin,
  byId,
  bySlug,
  cell,
  concerningOf,
  journalLength,
  make,
  neighbour,
  nextNumber,
  password,
  routes,
  type Sample,
  standing,
  titled,
  when,
} from './records.ts'
import {
  changing,
  everyone,
  forbidden,
  type Kind,
  kinds,
  mayChange,
  mayMake,
  mayPublish,
  paths,
  type Requester,
  removing,
} from './rule.ts'

// On PostgreSQL too: rights are asked within the transaction that writes.

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

  test(`${requester}: writes what they may, and refused writes change and disclose nothing`, async () => {
    for (const sample of concerning(requester))
      for (const route of routes)
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          const name = cell(requester, sample, `${method} by ${route.name}`)
          const expected =
            method === 'DELETE' ? removing(requester, sample) : changing(requester, sample)
          const before = await standing(service, sample.kind, sample.id)
          const body =
            method === 'DELETE'
              ? {}
              : { body: { description: `${sample.text} by ${requester} ${method}` } }
          const reply = await service.send(method, route(sample), { as, ...body })
          assertOutcome(reply, expected, name)
          if (expected[0] !== 200) {
            assertRevealsNothing(reply, sample, name)
            assert.deepEqual(await standing(service, sample.kind, sample.id), before, name)
            continue
          }
          assert.deepEqual(
            [reply.body.id, reply.body[titled[sample.kind]]],
            [sample.id, sample.title],
            name,
          )
          if (method !== 'DELETE')
            assert.ok(reply.body.description.includes(`by ${requester} ${method}`), name)
          else await bringBack(service, sample, reply)
          assert.ok(Number(await journalLength(service)) > Number(before.journal), name)
        }
  })

  test(`${requester}: neither a method override nor another form of the URL grants more access`, async () => {
    for (const sample of concerning(requester).filter(
      ({ owner, state }) => owner === neighbour && state !== 'trash',
    )) {
      if (mayChange(requester, sample)) continue
      const name = cell(requester, sample, 'disguises a write of')
      const before = await standing(service, sample.kind, sample.id)
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
        assertOutcome(reply, forbidden(requester), name)
        assertRevealsNothing(reply, sample, name)
      }
      assert.deepEqual(await standing(service, sample.kind, sample.id), before, name)
    }
  })

  test(`${requester}: the path names the record, whatever id or slug the body or the query names`, async () => {
    const [own] = samples.event.filter(
      ({ owner, state }) => owner === requester && state === 'draft',
    )
    const [other] = samples.event.filter(
      ({ owner, state }) => owner === neighbour && state === 'draft',
    )
    if (!own || !other || !mayChange(requester, own)) return
    const before = await service.rows('SELECT * FROM event WHERE id = ?', other.id)
    const reply = await service.send('PUT', byId(own), {
      as,
      query: { id: other.id },
      body: { id: other.id, excerpt: 'mine' },
    })
    assert.deepEqual([reply.status, reply.body.id], [200, own.id])
    assert.deepEqual(await service.rows('SELECT * FROM event WHERE id = ?', other.id), before)
  })
}

// Last, because what is made here would stand in the lists above.
for (const requester of everyone) {
  const as = requester

  test(`${requester}: creates what they may, and publishes only what they may publish`, async () => {
    for (const kind of kinds)
      for (const status of [
        undefined,
        'publish',
        'future',
        'draft',
        'pending',
        'private',
      ] as const) {
        const name = `${requester} creates ${kind} ${status ?? ''}`
        const before = await journalLength(service)
        const reply = await service.send('POST', `/${paths[kind]}`, {
          as,
          body: {
            [titled[kind]]: `${name} ${nextNumber()}`,
            ...(kind === 'event' && when),
            ...(status && { status }),
            ...(status === 'future' && { date: '2027-06-01 08:00:00' }),
          },
        })
        if (!mayMake(requester, kind)) {
          assertOutcome(reply, forbidden(requester), name)
          assert.equal(await journalLength(service), before, name)
          continue
        }
        assert.deepEqual(
          [reply.status, reply.body.author],
          [201, String(service.users[requester as 'author'])],
          name,
        )
        assert.equal(reply.body.status, statusStored(requester, status), name)
      }
  })
}

test('a contributor’s change cannot publish, and an author’s can', async () => {
  for (const requester of ['contributor', 'author'] as const)
    for (const kind of kinds) {
      const [draft] = samples[kind].filter(
        ({ owner, state }) => owner === requester && state === 'draft',
      )
      const { body } = await service.send('PATCH', byId(draft as Sample), {
        as: requester,
        body: { status: 'publish' },
      })
      assert.equal(
        body.status,
        mayPublish(requester) ? 'publish' : 'pending',
        `${requester} ${kind}`,
      )
    }
})

/** Those who may not publish submit for review; without a word theirs is a draft. */
function statusStored(requester: Requester, requested: string | undefined) {
  if (mayPublish(requester)) return requested ?? 'publish'
  return requested === undefined
    ? 'draft'
    : requested === 'publish' || requested === 'future'
      ? 'pending'
      : requested
}

/** A record from the trash comes back as it was, under its own slug. */
async function bringBack(service: Service, { kind, id, state, slug }: Sample, removed: Reply) {
  assert.deepEqual([removed.body.status, removed.body.slug], ['trash', `${slug}__trashed`])
  const status = state === 'protected' ? 'publish' : state
  const { body } = await service.send('PUT', `/${paths[kind]}/${id}`, {
    as: 'administrator',
    body: { status },
  })
  assert.deepEqual([body.status, body.slug], [status, slug])
}
