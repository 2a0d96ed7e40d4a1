import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { shapes } from '../../../src/calendar/schema/shapes.ts'
import { logChange } from '../../../src/calendar/write/log-change.ts'
import { detailOf } from '../../../src/journal/entry.ts'
import { allStored } from '../../../src/resources/event/recurrence.ts'
import { detached, type WantedDate } from '../../../src/store/contract/series-date.ts'
import type {
  DatePatch,
  JournalEntry,
  ListEntry,
  Row,
  Store,
  Transaction,
} from '../../../src/store/contract/store.ts'
import { type Engine, engines } from './engines.ts'

const day = 86_400
const base = Date.UTC(2027, 2, 1) / 1000

/** A date that many days after the first of March 2027, at eight. */
const on = (days: number, hour = 8): WantedDate => {
  const starts = base + days * day + hour * 3600
  const ends = starts + 3600
  return { original: starts, starts, ends, utc_starts: starts - 3600, utc_ends: ends - 3600 }
}
const weekly = (count: number) => Array.from({ length: count }, (_, at) => on(7 * at))

/** A date that a patch moves is so many seconds ahead of UTC as another patch may say. */
const timesOf = (byRule: WantedDate, { facts = {} }: DatePatch): WantedDate => {
  const { starts = byRule.starts, ends = byRule.ends, timezone = 3600 } = facts
  const [from, to, ahead] = [Number(starts), Number(ends), Number(timezone)]
  return { ...byRule, starts: from, ends: to, utc_starts: from - ahead, utc_ends: to - ahead }
}

const by = {
  context: { now: () => 1, site: { versions: 5 } as never },
  caller: { actor: { id: 1 } as never, language: 'en' as const },
}

const factsOf = (first: WantedDate): Row => ({
  status: 'publish',
  timezone: 'UTC',
  author: 1,
  date: 5,
  recurrence_until: allStored,
  starts: first.starts,
  ends: first.ends,
  utc_starts: first.utc_starts,
  utc_ends: first.utc_ends,
})

async function create(tx: Transaction, dates: readonly WantedDate[], facts: Row = {}) {
  const all = { ...factsOf(dates[0] as WantedDate), ...facts }
  const id = await tx.insert('event', all, { en: { title: 'Market', name_key: 'market' } })
  await tx.setDates(id, dates)
  await follow(tx, id)
  return id
}

/** The end of every write of an event. */
async function follow(tx: Transaction, id: number, before?: Awaited<ReturnType<Store['get']>>) {
  const record = await tx.get('event', id)
  if (record) await tx.derive(record, before)
  await logChange(tx, by.context, by.caller, before, record)
}

async function change(
  store: Store,
  id: number,
  facts: Row,
  dates?: readonly WantedDate[],
  step = 0,
) {
  await store.write(async tx => {
    const before = await tx.get('event', id)
    await tx.update('event', id, facts)
    if (dates) await tx.setDates(id, dates, { step, timesOf })
    await follow(tx, id, before)
  })
}

async function lastEntry(store: Store): Promise<JournalEntry> {
  const [line] = await store.journal((await store.lastSeq()) - 1, 1)
  return line as JournalEntry
}

async function lastLine(store: Store) {
  const { detail } = await lastEntry(store)
  return { text: JSON.stringify(detail), ...detailOf({ detail }) }
}

const rowsOf = async (store: Store, id: number) => {
  const rows = await store.listEntriesOf([id])
  return rows.toSorted((a, b) => a.at.starts - b.at.starts || a.at.id - b.at.id)
}
const idsOf = async (store: Store, id: number) => (await rowsOf(store, id)).map(({ at }) => at.id)
const startsOf = async (store: Store, id: number) =>
  (await rowsOf(store, id)).map(({ at }) => at.starts)

/** One engine keeps the dates of series, whichever it is. */
function seriesOn({ name, place }: Engine) {
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
        await store.prepare(shapes)
        return store
      }
      t.after(async () => {
        for (const store of stores) await store.close()
        remove()
      })
      await keeps(await opened(), opened)
    })

  promise('dates have ids of the sequence of events, and no two the same', async (store, open) => {
    const series = await Promise.all(
      Array.from({ length: 9 }, (_, n) => store.write(tx => create(tx, weekly(n + 1)), true)),
    )
    const [single, later] = await store.write(async tx => [
      await create(tx, [on(0)], { recurrence_until: null }).catch(() => 0),
      await create(tx, weekly(40)),
    ])
    const again = await open()
    const last = await again.write(tx => create(tx, weekly(2)), true)
    const ids = [...series, single, later, last]
    for (const id of series) ids.push(...(await idsOf(store, id)))
    ids.push(...(await idsOf(store, later)), ...(await idsOf(store, last)))
    assert.equal(new Set(ids).size, ids.length)
    assert.ok(ids.every(id => id > 0 && id < 2 ** 31))
    assert.equal(ids.length, 9 + 3 + 45 + 40 + 2)
    for (const [n, id] of series.entries())
      assert.deepEqual(
        await startsOf(store, id),
        weekly(n + 1).map(({ starts }) => starts),
      )
  })

  promise(
    'a write that fails leaves no dates, and the others of its group have theirs',
    async store => {
      const before = await store.write(tx => create(tx, weekly(10)))
      const failing = async (tx: Transaction) => {
        await create(tx, weekly(20))
        await tx.setDates(before, weekly(3))
        throw new Error('fails')
      }
      const works = [0, 1, 2, 3, 4, 5].map(n =>
        store.write(n % 2 ? failing : tx => create(tx, weekly(30))),
      )
      const done = await Promise.allSettled(works)
      assert.deepEqual(
        done.map(({ status }) => status === 'fulfilled'),
        [true, false, true, false, true, false],
      )
      const created = done.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
      const entries = await store.listEntries(undefined, 1000)
      const counts = Map.groupBy(entries, ({ at }) => at.event)
      assert.deepEqual(
        [...counts.keys()].sort((a, b) => a - b),
        [before, ...created].sort((a, b) => a - b),
      )
      for (const id of created) {
        assert.equal(counts.get(id)?.length, 30)
        assert.equal((await store.seriesDates(id)).length, 30)
      }
      assert.equal((await store.seriesDates(before)).length, 10)
      assert.equal(new Set(entries.map(({ at }) => at.id)).size, 100)
    },
  )

  promise('a changed rule keeps the ids of equal starts, then of equal days', async store => {
    const id = await store.write(tx => create(tx, weekly(4)))
    const [first, second, third, fourth] = await idsOf(store, id)
    await change(store, id, {}, [on(0), on(7, 20), on(21), on(28)])
    const now = await idsOf(store, id)
    assert.deepEqual(now.slice(0, 3), [first, second, fourth])
    assert.equal((await store.seriesDate(third ?? 0))?.gone, 1)
    assert.ok(!now.includes(third ?? 0))
    await change(store, id, {}, [on(0), on(14)])
    assert.deepEqual(await idsOf(store, id), [first, third])
    assert.equal((await store.seriesDate(third ?? 0))?.gone, 0)
    assert.deepEqual(
      (await store.seriesDates(id)).map(date => date.id),
      [first, third],
    )
  })

  promise('a move of the start keeps every id', async store => {
    const id = await store.write(tx => create(tx, weekly(30)))
    const ids = await idsOf(store, id)
    const moved = weekly(30).map((_, at) => on(7 * at + 2, 10))
    await change(store, id, {}, moved, 2 * day + 7200)
    assert.deepEqual(await idsOf(store, id), ids)
    assert.deepEqual(
      await startsOf(store, id),
      moved.map(({ starts }) => starts),
    )
    assert.deepEqual(
      (await store.seriesDates(id)).map(({ original }) => original),
      moved.map(({ original }) => original),
    )
  })

  promise('a split keeps the ids of both halves, and a detached date its own', async store => {
    const id = await store.write(tx => create(tx, weekly(6)))
    const ids = await idsOf(store, id)
    const other = await store.write(async tx => {
      const before = await tx.get('event', id)
      await tx.update('event', id, {})
      const cut = on(21)
      const created = await tx.insert('event', factsOf(cut), { en: { title: 'Rest' } })
      await tx.moveDates(id, created, cut.original)
      await tx.setDates(id, weekly(3))
      await tx.setDates(created, weekly(6).slice(3))
      await follow(tx, created)
      await follow(tx, id, before)
      return created
    })
    assert.deepEqual(
      [await idsOf(store, id), await idsOf(store, other)],
      [ids.slice(0, 3), ids.slice(3)],
    )
    const [, alone = 0] = ids
    await store.write(async tx => {
      const before = await tx.get('event', id)
      await tx.update('event', id, {})
      await tx.detachDate(alone, 'event')
      await tx.insert('event', { ...factsOf(on(7)), recurrence_until: null }, {}, undefined, alone)
      await follow(tx, alone)
      await follow(tx, id, before)
    })
    assert.deepEqual(await idsOf(store, alone), [alone])
    assert.deepEqual(await idsOf(store, id), [ids[0], ids[2]])
    assert.equal(await store.kindOf('post', alone), 'event')
    assert.equal((await store.seriesDate(alone))?.gone, detached)
    const next = await store.write(tx => create(tx, weekly(1)))
    assert.ok(next > Math.max(...ids, other))
  })

  promise('the common values of all dates change with the record', async store => {
    const id = await store.write(tx => create(tx, weekly(20)))
    await change(store, id, { status: 'draft', featured: 1, date: 9 })
    const rows = await rowsOf(store, id)
    assert.equal(rows.length, 20)
    const same = ({ at }: ListEntry) =>
      at.status === 'draft' && at.featured === 1 && at.published === 9 && at.event === id
    assert.ok(rows.every(same))
    await change(store, id, { recurrence_until: null }, [])
    assert.deepEqual(await idsOf(store, id), [id])
    await change(store, id, { recurrence_until: allStored }, weekly(20))
    assert.deepEqual(
      await idsOf(store, id),
      rows.map(({ at }) => at.id),
    )
    await store.write(async tx => {
      const before = await tx.get('event', id)
      await tx.remove('event', id)
      await logChange(tx, by.context, by.caller, before, undefined)
    })
    const { was } = await lastLine(store)
    assert.deepEqual([was?.others, was?.span?.count], ['changed', 20])
    assert.deepEqual([await rowsOf(store, id), await store.seriesDates(id)], [[], []])
  })

  promise('a date keeps what is otherwise on it, whatever happens to its series', async store => {
    const id = await store.write(tx => create(tx, weekly(5)))
    const [, second = 0, third = 0] = await idsOf(store, id)
    const { starts, ends } = on(9, 20)
    const override = (work: (tx: Transaction) => Promise<void>) =>
      store.write(async tx => {
        const before = await tx.get('event', id)
        await tx.update('event', id, {})
        await work(tx)
        await follow(tx, id, before)
      })
    const patch = { facts: { starts, ends, featured: 1 }, texts: { fr: { title: 'Nuit' } } }
    await override(tx => tx.patchDate(second, patch, on(9, 20)))
    await override(tx => tx.patchDate(third, { facts: { status: 'draft' }, links: { tag: [7] } }))
    assert.deepEqual(detailOf(await lastEntry(store)).is, undefined)
    const seen = async () =>
      (await rowsOf(store, id)).map(({ at, links }) => [
        at.id === second || at.id === third ? at.id : 'as the series',
        at.starts,
        at.original,
        at.patched,
        at.featured,
        at.status,
        links.tag,
      ])
    const plain = (date: WantedDate) => [
      'as the series',
      date.starts,
      date.original,
      0,
      0,
      'publish',
      [],
    ]
    const own = [
      [second, on(9, 20).starts, on(7).original, 1, 1, 'publish', []],
      [third, on(14).starts, on(14).original, 1, 0, 'draft', [7]],
    ]
    const withOwn = [plain(on(0)), ...own, plain(on(21)), plain(on(28))]
    assert.deepEqual(await seen(), withOwn)
    await change(store, id, { main: 'fr' })
    await change(store, id, {}, weekly(5))
    assert.deepEqual(await seen(), withOwn)
    // what says when a date is reads the patch and the date of the rule, each time that the dates are set
    const later = weekly(5).map(date => ({ ...date, utc_starts: date.utc_starts + 60 }))
    await change(store, id, {}, later)
    const instants = (await rowsOf(store, id)).map(({ at }) => at.utc_starts)
    const ofRule = (at: number) => (later[at] as WantedDate).utc_starts
    assert.deepEqual(instants, [
      ofRule(0),
      on(9, 20).utc_starts,
      on(14).utc_starts,
      ofRule(3),
      ofRule(4),
    ])
    await change(store, id, {}, weekly(5))
    assert.deepEqual(
      (await store.overridesOf(id)).map(date => [date.id, date.patch]),
      [
        [second, patch],
        [third, { facts: { status: 'draft' }, links: { tag: [7] } }],
      ],
    )
    assert.deepEqual([...(await store.datePatches([second])).keys()], [second])
    await override(async tx => {
      for (const date of [second, third]) await tx.patchDate(date, null)
      await tx.setDates(id, weekly(5))
    })
    assert.deepEqual(
      (await rowsOf(store, id)).map(({ at }) => [at.starts, at.patched]),
      weekly(5).map(({ starts }) => [starts, 0]),
    )
  })

  promise('rows of lists that are rebuilt are those that were written', async (store, open) => {
    const ids = await store.write(async tx => [
      await create(tx, weekly(12)),
      await create(tx, [on(3)]),
      await tx.insert('event', { ...factsOf(on(1)), recurrence_until: null }, {}),
    ])
    const [id = 0, , single = 0] = ids
    await store.write(tx => follow(tx, single))
    const [first = 0, second = 0] = await idsOf(store, id)
    await store.write(async tx => {
      const before = await tx.get('event', id)
      await tx.update('event', id, {})
      await tx.setDates(id, weekly(11))
      await tx.patchDate(first, { facts: { featured: 1 }, links: { tag: [4] } })
      await tx.patchDate(second, { texts: { fr: { title: 'Nuit' } } })
      await follow(tx, id, before)
    })
    const written = await store.listEntries(undefined, 100)
    assert.equal(written.length, 11 + 1 + 1)
    const form = JSON.stringify({ form: 'another' })
    await store.write(tx => tx.setNote('form of occurrence', form))
    const again = await open()
    assert.notEqual(await again.note('form of occurrence'), form)
    assert.deepEqual(await again.listEntries(undefined, 100), written)
  })

  promise('a line of the journal says of a series what differs', async store => {
    const id = await store.write(tx => create(tx, weekly(520)))
    const created = await lastLine(store)
    const { others, span, dates } = created.is ?? {}
    assert.deepEqual([others, span?.count, dates], ['changed', 520, []])
    await change(store, id, { main: 'fr' })
    const retitled = await lastLine(store)
    assert.deepEqual([retitled.was, retitled.is?.others], [retitled.is, 'same'])
    await change(store, id, { status: 'draft' })
    const hidden = await lastLine(store)
    assert.deepEqual([hidden.was?.span, hidden.is?.span], [span, span])
    await change(store, id, {}, weekly(519))
    const shorter = await lastLine(store)
    assert.deepEqual(
      [shorter.was?.dates.map(({ starts }) => starts), shorter.is?.dates, shorter.is?.others],
      [[on(519 * 7).starts], [], 'same'],
    )
    await change(store, id, {}, weekly(200))
    const cut = await lastLine(store)
    assert.deepEqual([cut.was?.span?.count, cut.is?.span?.count], [519, 200])
    for (const { text } of [created, retitled, hidden, shorter, cut])
      assert.ok(text.length < 4096, `${text.length}`)
  })
}

for (const engine of engines) seriesOn(engine)
