import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transaction } from '../../../src/store/contract/store.ts'
import { plainEvent, plainShapes } from '../../support/plain-events.ts'
import { engines } from './engines.ts'

const line = {
  instant: 1,
  actor: 1,
  verb: 'create',
  kind: 'event',
  language: 'en',
  version: 1,
  detail: null,
} as const

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

for (const { name, place } of engines)
  test(`${name}: a part of a write that fails is undone by itself, whatever it has written or the database refused`, async t => {
    const { open, remove } = await place()
    const store = open()
    t.after(async () => {
      await store.close()
      remove()
    })
    await store.prepare(plainShapes)
    const lines: number[] = []
    t.after(store.watch(async position => void lines.push(position)))
    const make = async (tx: Transaction, slug: string) => {
      const id = await tx.insert('event', { status: 'publish' }, { en: { title: slug } })
      await tx.setSlugs('event', id, [slug])
      await tx.log({ ...line, id })
      return id
    }
    const [ids] = await Promise.all([
      store.write(async tx => {
        const first = await make(tx, 'first')
        await assert.rejects(
          tx.attempt(async () => {
            await make(tx, 'refused')
            throw new Error('refused')
          }),
          /refused/,
        )
        await assert.rejects(
          tx.attempt(async () => {
            await make(tx, 'clashing')
            await tx.insert('event', {}, {}, undefined, first)
          }),
        )
        const last = await tx.attempt(() => make(tx, 'last'))
        assert.equal(await tx.bySlug('event', 'refused'), undefined)
        return [first, last]
      }),
      store.write(tx => make(tx, 'beside')),
    ])
    for (const slug of ['refused', 'clashing'])
      assert.equal(await store.bySlug('event', slug), undefined)
    const found = await Promise.all(['first', 'last'].map(slug => store.bySlug('event', slug)))
    assert.deepEqual(found, ids)
    assert.equal(await store.count('event'), 3)
    const journal = await store.journal(0, 10)
    assert.deepEqual(
      journal.map(({ id }) => id).toSorted(),
      [...ids, await store.bySlug('event', 'beside')].toSorted(),
    )
    assert.equal(lines.at(-1), await store.lastSeq())
  })
