import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Service } from '../support/service.ts'
import {
  ask,
  assertOutcome,
  begin,
  idOf,
  image,
  journalLength,
  neighbour,
  nextNumber,
  standing,
  when,
} from './records.ts'
import { everyone, forbidden, mayMake, mayPublish, paths } from './rule.ts'

let service: Service
before(async () => {
  service = await begin()
})
after(() => service.close())

for (const requester of everyone) {
  const as = requester

  for (const kind of ['category', 'tag'] as const)
    test(`${requester}: reads every ${kind}, and writes it only if they may`, async () => {
      const makes = mayMake(requester, kind)
      const translates = requester === 'translator'
      const path = `/${paths[kind]}`
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const name = `${kind} ${nextNumber()}`
        const term = (await service.send('POST', path, { as: 'administrator', body: { name } }))
          .body
        assert.equal((await ask(service, `${path}/${term.id}`, { as })).body.name, name)
        const { headers } = await service.send('OPTIONS', `${path}/${term.id}`, { as })
        assert.equal(
          headers.allow,
          makes ? 'GET, POST, PUT, PATCH, DELETE' : translates ? 'GET, POST, PUT, PATCH' : 'GET',
        )
        const may = makes || (translates && method !== 'DELETE')
        const before = await standing(service, kind, term.id)
        const reply = await service.send(method, `${path}/${term.id}`, {
          as,
          body: { description: `by ${requester}` },
        })
        assertOutcome(reply, may ? [200] : forbidden(requester), `${requester} ${method} ${kind}`)
        if (!may) assert.deepEqual(await standing(service, kind, term.id), before)
        else if (method === 'DELETE')
          assert.equal((await ask(service, `${path}/${term.id}`, { as })).status, 400)
      }
      const before = await journalLength(service)
      const reply = await service.send('POST', path, {
        as,
        body: { name: `${kind} by ${requester}` },
      })
      assertOutcome(reply, makes ? [201] : forbidden(requester), `${requester} creates ${kind}`)
      assert.equal(Number(await journalLength(service)) - Number(before), makes ? 1 : 0)
    })

  test(`${requester}: an event makes terms only for those who may make them`, async () => {
    if (!mayMake(requester, 'event')) return
    for (const [field, kind] of [
      ['categories', 'category'],
      ['tags', 'tag'],
    ] as const) {
      const number = nextNumber()
      const body = {
        title: `Event ${number}`,
        ...when,
        venue: { venue: `Venue ${number}` },
        [field]: [`New ${number}`],
      }
      const before = await journalLength(service)
      const reply = await service.send('POST', '/events', { as, body })
      assertOutcome(
        reply,
        mayMake(requester, kind) ? [201] : forbidden(requester),
        `${requester} ${field}`,
      )
      if (!mayMake(requester, kind))
        assert.equal(await journalLength(service), before, 'nor is the venue made')
    }
  })

  test(`${requester}: images are read by those who see a record that shows them, sent by authors, and changed and deleted by who sent them or edits`, async () => {
    const upload = (sender: string) =>
      service.send('POST', '/images', {
        as: sender,
        body: image,
        headers: { 'Content-Type': 'image/png' },
      })
    const before = await journalLength(service)
    const sent = await upload(as)
    assertOutcome(
      sent,
      mayMake(requester, 'image') ? [201] : forbidden(requester),
      `${requester} sends an image`,
    )
    if (!mayMake(requester, 'image')) assert.equal(await journalLength(service), before)
    const another = (await upload(neighbour)).body
    // Nothing shows it yet, so it is for editors and for who sent it.
    const mayDelete = requester === 'administrator' || requester === 'editor'
    const isSeen = mayDelete || requester === 'translator'
    const listed = async () =>
      (await ask(service, '/images', { as })).body.images.map(idOf).includes(another.id)
    assert.equal((await ask(service, `/images/${another.id}`, { as })).status, isSeen ? 200 : 400)
    assert.equal(await listed(), isSeen)
    const untouched = await standing(service, 'image', another.id)
    for (const method of ['POST', 'PUT', 'PATCH'])
      assertOutcome(
        await service.send(method, `/images/${another.id}`, { as, body: { alt: method } }),
        isSeen ? [200] : forbidden(requester),
        method,
      )
    if (!isSeen) assert.deepEqual(await standing(service, 'image', another.id), untouched)
    if (sent.status === 201) {
      const body = { alt: 'A dot' }
      assertOutcome(
        await service.send('PATCH', `/images/${sent.body.id}`, { as, body }),
        mayPublish(requester) ? [200] : forbidden(requester),
        requester,
      )
      // what a contributor sends is for those who see it, until a public record shows it
      const anyone = await service.send('GET', sent.body.url)
      assert.equal(anyone.status, mayPublish(requester) ? 200 : 404)
      assert.equal((await service.send('GET', sent.body.url, { as })).status, 200)
    }
    const { headers } = await service.send('OPTIONS', `/images/${another.id}`, { as })
    assert.equal(
      headers.allow,
      mayDelete ? 'GET, DELETE, POST, PUT, PATCH' : isSeen ? 'GET, POST, PUT, PATCH' : 'GET',
    )
    const held = await standing(service, 'image', another.id)
    const removed = await service.send('DELETE', `/images/${another.id}`, { as })
    assertOutcome(
      removed,
      mayDelete ? [200] : forbidden(requester),
      `${requester} deletes another’s image`,
    )
    if (!mayDelete) assert.deepEqual(await standing(service, 'image', another.id), held)
    if (sent.status === 201)
      assert.equal(
        (await service.send('DELETE', `/images/${sent.body.id}`, { as })).status,
        mayPublish(requester) ? 200 : 403,
      )
  })

  test(`${requester}: the URL of an image is fetched only for those who may publish`, async () => {
    const body = {
      title: `Event ${nextNumber()}`,
      ...when,
      image: 'http://127.0.0.1:9/picture.png',
    }
    const before = await journalLength(service)
    const reply = await service.send('POST', '/events', { as, body })
    // An error for all: this address is not public. Those who may not fetch are not told why.
    assertOutcome(reply, [400, 'rest_invalid_param'], requester)
    assert.equal('image' in reply.body.data.details, mayPublish(requester), requester)
    const url = { url: 'http://127.0.0.1:9/picture.png' }
    assertOutcome(
      await service.send('POST', '/images', { as, body: url }),
      mayPublish(requester) ? [400, 'rest_invalid_param'] : forbidden(requester),
      requester,
    )
    assert.equal(await journalLength(service), before)
  })
}
