import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { plainEvent, plainShapes } from '../../support/plain-events.ts'
import { closePostgres } from '../../support/postgres.ts'
import { engines } from './engines.ts'

after(closePostgres)

for (const { name, place } of engines)
  test(`${name}: a write some of whose rows clash leaves none of them, and spoils no write of its group`, async t => {
    const { open, remove } = await place()
    const store = open()
    t.after(async () => {
      await store.close()
      remove()
    })
    await store.prepare(plainShapes)
    const withSlugs = (slugs: readonly string[]) =>
      store.write(async tx => {
        const id = await tx.insert('event', { status: 'publish' }, { en: { title: 'Fair' } })
        await tx.derive(plainEvent(id, { starts: 1, ends: 1, status: 'publish' }, { en: 'fair' }))
        await tx.setSlugs('event', id, slugs)
        // what is new goes in at the end of the group, what changes does so at once
        await tx.setSlugs('event', id, slugs)
        return id
      })
    const taken = await withSlugs(['taken'])
    const [one, clashing, other] = await Promise.allSettled([
      withSlugs(['one']),
      withSlugs(['first', 'second', 'taken', 'fourth']),
      withSlugs(['other']),
    ])
    assert.equal(clashing.status, 'rejected')
    for (const slug of ['first', 'second', 'fourth'])
      assert.equal(await store.bySlug('event', slug), undefined)
    assert.equal(await store.bySlug('event', 'taken'), taken)
    assert.deepEqual(
      [await store.bySlug('event', 'one'), await store.bySlug('event', 'other')],
      [one, other].map(done => done.status === 'fulfilled' && done.value),
    )
    assert.equal(await store.count('event'), 3)
  })
