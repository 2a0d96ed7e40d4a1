import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainShapes } from '../../support/plain-events.ts'
import { engines } from './engines.ts'

for (const { name, place } of engines)
  test(`${name}: IDs are raised by as much as an archive says, and never lowered`, async t => {
    const { open, remove } = await place()
    const store = open()
    t.after(async () => {
      await store.close()
      remove()
    })
    await store.prepare(plainShapes)
    const insert = () =>
      store.write(tx => tx.insert('event', { status: 'publish' }, { en: { title: 'Fair' } }))
    let highest = await insert()
    for (const to of [5, 2000, 2 ** 40, 3]) {
      await store.write(tx => tx.raiseIds('post', to))
      const id = await insert()
      assert.ok(id > Math.max(highest, to), `${id} after ${to}`)
      highest = id
    }
  })
