import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { service } from '../../src/calendar/access/access.ts'
import { pageSize } from '../../src/calendar/write/kept-responses.ts'
import { openIndexCheck } from '../../src/journal/current-store.ts'
import type { Compared } from '../../src/store/listing/compared.ts'
import { openListIndex } from '../../src/store/listing/list-index.ts'
import { type Inside, openInside } from '../support/inside.ts'
import { tenToNoon } from '../support/scenario.ts'

let inside: Inside
before(async () => {
  inside = await openInside({ clock: '2027-05-01T12:00:00Z' })
})
after(() => inside.close())

const caller = { actor: service, language: 'en' as const, fallback: true }

/** A list index that follows the journal when its check asks for it. */
async function openChecked() {
  const { engine } = inside
  let at = await engine.lastSeq()
  const index = openListIndex(engine)
  await index.build()
  const repaired: Compared[] = []
  const check = openIndexCheck({
    index: () => index,
    changes: {
      async pull() {
        const lines = await engine.journal(at, 1000)
        await index.follow(lines)
        at = lines.at(-1)?.seq ?? at
      },
      renew() {},
      isDisconnected: false,
    },
    repaired: ids => repaired.push(ids),
  })
  return { check, repaired }
}

for (const kind of ['tag', 'category'] as const)
  test(`a ${kind} that leaves its events in several writes is no wrong index`, async () => {
    const { calendar, context } = inside
    const { record } = await calendar.create(kind, caller, { name: 'Jazz' })
    const of = { [kind === 'tag' ? 'tags' : 'categories']: [record.id] }
    await Promise.all(
      Array.from({ length: pageSize + 20 }, (_, n) =>
        calendar.create('event', caller, { title: `Concert ${n}`, ...tenToNoon, ...of }),
      ),
    )
    const { check, repaired } = await openChecked()
    const { store } = context
    const { write } = store
    let writes = 0
    store.write = async (work, isCreation) => {
      const done = await write(work, isCreation)
      writes++
      // all records in turn
      for (let n = 0; n < 12; n++) await check.look()
      return done
    }
    await calendar.remove(kind, caller, { id: record.id })
    store.write = write
    assert.equal(writes, 2)
    assert.deepEqual(repaired, [])
  })
