import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  type JournalEntry,
  noLinks,
  type Store,
  type Transaction,
} from '../../../src/store/contract/store.ts'
import { plainEvent, plainShapes } from '../../support/plain-events.ts'
import { type Engine, engines } from './engines.ts'

const line = (id: number, kind = 'event'): Omit<JournalEntry, 'seq'> => ({
  instant: 1,
  actor: 1,
  verb: 'create',
  kind,
  id,
  language: 'en',
  version: 1,
  detail: { some: ['detail'] },
})

/** One engine keeps the contract of `store.ts`, whichever it is. */
function contractOf({ name, place }: Engine) {
  const promise = (
    sentence: string,
    keeps: (store: Store, open: () => Promise<Store>) => Promise<void>,
  ) =>
    test(`${name}: ${sentence}`, async (t: TestContext) => {
      const { open, remove } = await place()
      const stores: Store[] = []
      const opened = async () => {
        const store = open()
        stores.push(store)
        await store.prepare(plainShapes)
        return store
      }
      t.after(async () => {
        for (const store of stores) await store.close()
        remove()
      })
      await keeps(await opened(), opened)
    })

  const event = async (tx: Transaction, day: number) => {
    const id = await tx.insert(
      'event',
      { status: 'publish', timezone: 'UTC' },
      { en: { title: `Day ${day}` } },
    )
    await tx.derive(
      plainEvent(id, { starts: day, ends: day, status: 'publish' }, { en: `day ${day}` }),
    )
    return id
  }

  promise('a record is what was written, and each change counts', async store => {
    const id = await store.write(async tx => {
      const created = await tx.insert(
        'venue',
        { status: 'publish', geo_lat: 45.5 },
        { en: { venue: 'Hall', name_key: 'hall' }, fr: { venue: 'Salle' } },
      )
      assert.equal(await tx.update('venue', created, { city: 'Lyon' }, { fr: null }), 2)
      await tx.amend('venue', created, { en: { slug: 'hall' } })
      await tx.setSlugs('venue', created, ['hall', 'hall'])
      return created
    })
    const record = await store.get('venue', id)
    assert.deepEqual(
      [record?.version, record?.facts.city, record?.facts.geo_lat],
      [2, 'Lyon', 45.5],
    )
    assert.deepEqual(Object.keys(record?.texts ?? {}), ['en'])
    assert.equal(record?.texts.en?.slug, 'hall')
    assert.deepEqual(
      (await store.getMany('venue', [id + 9, id])).map(results => results.id),
      [id],
    )
    assert.equal(await store.kindOf('post', id), 'venue')
    assert.equal(await store.bySlug('venue', 'hall'), id)
    assert.deepEqual([...(await store.bySlugs('venue', ['free', 'hall']))], [['hall', id]])
    assert.deepEqual(await store.named('venue', 'hall'), [id])
    assert.deepEqual(await store.lookup('venue', 'geo_lat', 45.5), [id])
    assert.deepEqual([await store.count('venue'), await store.lastId('venue')], [1, id])
    assert.equal(await store.countWith('venue', 'city'), 1)
    const [inCity = 0, ...others] = await store.idsWith('venue', 'city', 0, 5)
    assert.deepEqual([inCity > 0, others], [true, []])
    assert.deepEqual(await store.idsWith('venue', 'city', inCity, 5), [])
    const [entry] = await store.postEntries('venue', [id])
    assert.deepEqual([entry?.id, entry?.languages, entry?.place], [id, 1, undefined])
  })

  promise(
    'a record that is removed leaves nothing, and its id is never given again',
    async store => {
      const [id, next] = await store.write(async tx => {
        const removed = await event(tx, 1)
        await tx.setSlugs('event', removed, ['day-1'])
        await tx.amend('event', removed, {}, { venue: [7] })
        await tx.remove('event', removed)
        return [removed, await event(tx, 2)]
      })
      assert.ok(next > id)
      assert.equal(await store.get('event', id), undefined)
      assert.equal(await store.kindOf('post', id), undefined)
      assert.equal(await store.bySlug('event', 'day-1'), undefined)
      assert.deepEqual(await store.eventsOf('venue', 7, 0, 10), [])
      assert.deepEqual(await store.listEntriesOf([id]), [])
      assert.deepEqual(await store.eventsOfText('en', 'day', [id, next]), [next])
    },
  )

  promise(
    'previous slugs redirect to a record, on to another, and nowhere after its deletion',
    async store => {
      const [first, second] = await store.write(async tx => {
        const created = [await event(tx, 1), await event(tx, 2)] as const
        await tx.keepName('event', 'day-0', created[0])
        await tx.keepName('event', 'other', created[1])
        await tx.keepName('event', 'day-0', created[0])
        assert.equal(await tx.movedTo('event', 'day-0'), created[0])
        return created
      })
      assert.equal(await store.movedTo('event', 'day-0'), first)
      assert.equal(await store.movedTo('venue', 'day-0'), undefined)
      await store.write(async tx => {
        await tx.leadOn('event', first, second)
        await tx.remove('event', first)
      })
      assert.equal(await store.movedTo('event', 'day-0'), second)
      await store.write(tx => tx.remove('event', second))
      assert.equal(await store.movedTo('event', 'other'), undefined)
    },
  )

  promise('previous values of a record stay with it, up to the requested number', async store => {
    const id = await store.write(tx => tx.insert('venue', { status: 'publish' }, {}))
    const change = (version: number, max: number) =>
      store.write(tx =>
        tx.keepReplaced(
          {
            kind: 'venue',
            id,
            version,
            instant: version,
            actor: 1,
            restored: 0,
            before: {
              facts: { city: `City ${version}` },
              texts: { fr: null },
              links: { tag: [1] },
            },
          },
          max,
        ),
      )
    const versions = async (before = 100, limit = 100) =>
      (await store.replaced('venue', id, before, limit)).map(({ version }) => version)
    for (const version of [1, 2, 3, 4]) await change(version, 3)
    assert.deepEqual(await versions(), [4, 3, 2])
    assert.deepEqual(await versions(4, 1), [3])
    const [last] = await store.replaced('venue', id, 100, 1)
    assert.deepEqual(last, {
      kind: 'venue',
      id,
      version: 4,
      instant: 4,
      actor: 1,
      restored: 0,
      before: { facts: { city: 'City 4' }, texts: { fr: null }, links: { tag: [1] } },
    })
    assert.deepEqual(await store.replaced('organizer', id, 100, 1), [])
    await change(5, 0)
    assert.deepEqual(await versions(), [])
    await change(6, 3)
    await store.write(tx => tx.remove('venue', id))
    assert.deepEqual(await versions(), [])
  })

  promise('links keep their order, and events are found by them', async store => {
    const id = await store.write(async tx => {
      const created = await event(tx, 1)
      await tx.update('event', created, {}, {}, { venue: [9, 3], tag: [4] })
      await tx.amend('event', created, {}, { tag: [5, 4] })
      return created
    })
    const results = await store.get('event', id)
    assert.deepEqual(
      [results?.links.venue, results?.links.tag],
      [
        [9, 3],
        [5, 4],
      ],
    )
    assert.deepEqual(await store.eventsOf('tag', 5, 0, 10), [id])
    await store.write(tx => tx.amend('event', id, {}, { venue: [3] }))
    assert.deepEqual((await store.get('event', id))?.links.venue, [3])
    assert.deepEqual(await store.eventsOf('venue', 9, 0, 10), [])
  })

  promise('a write reads what those before it in its commit have made', async store => {
    let id = 0
    const created = store.write(async tx => {
      const facts = { status: 'publish', timezone: 'UTC' }
      id = await tx.insert('event', facts, {}, { ...noLinks, venue: [7] })
      await tx.derive(plainEvent(id, { starts: 1, ends: 1, status: 'publish' }, { en: 'day 1' }))
      await tx.setSlugs('event', id, ['day-1'])
      await tx.log(line(id))
    })
    const readings: ((tx: Transaction) => Promise<unknown>)[] = [
      tx => tx.get('event', id).then(results => results?.links.venue),
      tx => tx.idsAfter('event', 0, 1),
      tx => tx.eventsOf('venue', 7, 0, 10),
      tx => tx.bySlug('event', 'day-1'),
      tx => tx.listEntriesOf([id]).then(list => list.map(({ at }) => at.event)),
      tx => tx.eventsOfText('en', 'day', [id]),
      tx => tx.journal(0, 10).then(lines => lines.map(entry => entry.id)),
      tx => tx.update('event', id, { status: 'draft' }),
    ]
    const read = readings.map(reading =>
      store.write(async tx => {
        const other = await event(tx, 2)
        const results = await reading(tx)
        await tx.remove('event', other)
        return results
      }),
    )
    await created
    assert.deepEqual(await Promise.all(read), [[7], [id], [id], id, [id], [id], [id], 2])
  })

  promise('a write that fails leaves nothing, and others of its group stay', async store => {
    const works = Array.from({ length: 12 }, (_, n) =>
      store.write(async tx => {
        const id = await event(tx, n)
        await tx.log(line(id))
        if (n % 5 === 3) throw new Error(`no ${n}`)
        return id
      }),
    )
    const settled = await Promise.allSettled(works)
    const failed = settled.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))
    assert.deepEqual(failed, [3, 8])
    const ids = settled.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
    assert.equal(await store.count('event'), 10)
    assert.deepEqual(
      (await store.journal(0, 100)).map(({ id }) => id),
      ids,
    )
  })

  promise(
    'a write reads its own changes, and others read them once it is committed',
    async store => {
      const term = await store.write(tx => tx.insert('tag', { count: 1, main: 'en' }, {}))
      await store.write(async tx => {
        assert.deepEqual(await tx.add('tag', [term], 'count', 2), [[term, 3]])
        assert.deepEqual(await tx.add('tag', [term], 'count', -1), [[term, 2]])
        assert.equal((await tx.get('tag', term))?.facts.count, 2)
        assert.equal((await store.get('tag', term))?.facts.count, 1)
        await tx.setNote('a', 'one')
        await tx.setNote('a', 'two')
      })
      const tag = await store.get('tag', term)
      assert.deepEqual([tag?.facts.count, tag?.version, await store.note('a')], [2, 1, 'two'])
    },
  )

  promise(
    'a record is read as it was at one moment, whatever is written meanwhile',
    async store => {
      const id = await store.write(async tx => {
        const created = await event(tx, 0)
        await tx.amend('event', created, {}, { tag: [1] })
        return created
      })
      let isWriting = true
      let readings = 0
      let isWrong = false
      const writing = (async () => {
        // a busy machine may read slowly
        for (let n = 1; n < 60 || (readings <= 20 && !isWrong); n++)
          await store.write(async tx => {
            const title = { en: { title: `Day ${n}` } }
            await tx.update('event', id, { author: n }, title, { tag: [n] })
          })
        isWriting = false
      })()
      try {
        while (isWriting) {
          for (const record of await Promise.all([1, 2, 3].map(() => store.get('event', id)))) {
            const n = Number(record?.facts.author ?? 0)
            if (n > 0)
              assert.deepEqual([record?.texts.en?.title, record?.links.tag], [`Day ${n}`, [n]])
            readings++
          }
          await new Promise(setImmediate)
        }
      } catch (error) {
        isWrong = true
        throw error
      } finally {
        await writing
      }
    },
  )

  promise(
    'the journal is in the order of its commits, and watchers are notified',
    async (store, open) => {
      const other = await open()
      const received: number[] = []
      const handed: JournalEntry[] = []
      const unwatch = store.watch((position, lines = []) => {
        received.push(position)
        handed.push(...lines)
      })
      const elsewhere = new Promise<number>(resolve => other.watch(resolve))
      const positions = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          store
            .write(async tx => {
              await tx.log(line(n))
              if (n % 7 === 5) throw new Error('after')
            })
            .then(
              () => received.at(-1),
              () => received.at(-1) ?? 0,
            ),
        ),
      )
      assert.ok(positions.every(position => position !== undefined))
      assert.equal(received.at(-1), await store.lastSeq())
      const entries = await store.journal(0, 100)
      assert.deepEqual(
        entries.map(({ seq }) => seq),
        entries.map(({ seq }) => seq).toSorted((a, b) => a - b),
      )
      assert.deepEqual(entries[0]?.detail, { some: ['detail'] })
      // Lines that are handed over are in the journal as they are; not all of them are handed over.
      const bySeq = new Map(entries.map(entry => [entry.seq, entry]))
      for (const entry of handed) assert.deepEqual(entry, bySeq.get(entry.seq))
      assert.equal(store.look(), false)
      const [first] = entries
      assert.equal((await store.journal(first?.seq ?? 0, 5)).length, 5)
      assert.ok((await elsewhere) <= (await other.lastSeq()))
      unwatch()
      const last = received.length
      await store.write(async tx => {
        await tx.log(line(99))
        await tx.dropJournal(first?.seq ?? 0)
      })
      assert.deepEqual([received.length, (await store.journal(0, 100)).length], [last, 17])
    },
  )

  promise('scheduled records, lists and their entries come in order', async store => {
    const ids = await store.write(async tx => {
      const created: number[] = []
      for (const day of [3, 1, 2]) created.push(await event(tx, day))
      for (const [n, id] of created.entries())
        await tx.update('event', id, { status: 'future', date_utc: 100 - n })
      return created
    })
    const [third, first, second] = ids
    assert.deepEqual(await store.due('event', 99, 10), [second, first])
    assert.deepEqual(await store.idsAfter('event', 0, 2), [third, first])
    const entries = await store.listEntries(undefined, 2)
    assert.deepEqual(
      entries.map(({ at }) => at.event),
      [first, second],
    )
    assert.deepEqual(
      (await store.listEntries(entries.at(-1)?.at, 2)).map(({ at }) => at.event),
      [third],
    )
    const query = { visible: { statuses: ['publish'] }, protectedOf: 'all' as const }
    const page = { limit: 2, offset: 1 }
    const listed = await store.listEvents({ ...query, page })
    assert.deepEqual([listed.items.map(item => item.event), listed.total], [[second, third], 3])
    assert.deepEqual(await store.eventsWithText('en', 'day', 0, 2), {
      ids: [third, first],
      last: first,
    })
  })

  promise('committed writes are there when the store is opened again', async (store, open) => {
    const id = await store.write(tx => event(tx, 5))
    await store.close()
    const again = await open()
    assert.equal((await again.get('event', id))?.texts.en?.title, 'Day 5')
    await again.rebuild()
    assert.equal((await again.listEntriesOf([id])).length, 1)
  })
}

for (const engine of engines) contractOf(engine)
