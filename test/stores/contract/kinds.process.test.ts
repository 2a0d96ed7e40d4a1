import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { plainShapes } from '../../support/plain-events.ts'
import { engines } from './engines.ts'

for (const { name, place } of engines)
  test(`${name}: a resource may be called by a word of SQL`, async (t: TestContext) => {
    const { open, remove } = await place()
    const store = open()
    t.after(async () => {
      await store.close()
      remove()
    })
    const organizer = plainShapes.find(({ kind }) => kind === 'organizer')
    assert.ok(organizer)
    const kind = 'order'
    await store.prepare([...plainShapes, { ...organizer, kind }])
    const id = await store.write(async tx => {
      const image = await tx.insert('image', { status: 'publish', author: 7 }, {})
      const facts = { status: 'publish', image, date: 4 }
      const created = await tx.insert(kind, facts, { en: { name_key: 'first' } })
      await tx.update(kind, created, { date: 5 })
      await tx.setSlugs(kind, created, ['first'])
      return created
    })
    const visible = { statuses: ['publish'] }
    const page = { limit: 10, offset: 0 }
    const results = { ids: [id], total: 1 }
    const { ids, total } = await store.listPosts({ kind, visible, withTextIn: 'en', page })
    assert.deepEqual({ ids, total }, results)
    const viewer = { by: 1, visible, in: [{ kind, protectedOf: 'all' as const }] }
    assert.equal((await store.listPosts({ kind: 'image', visible, seenBy: viewer, page })).total, 1)
    assert.deepEqual(await store.named(kind, 'first'), [id])
    assert.deepEqual(await store.lookup(kind, 'date', 5), [id])
    assert.deepEqual([await store.bySlug(kind, 'first'), await store.lastId(kind)], [id, id])
    assert.deepEqual(await store.idsAfter(kind, 0, 5), [id])
    await store.write(tx => tx.remove(kind, id))
    assert.equal(await store.get(kind, id), undefined)
  })
