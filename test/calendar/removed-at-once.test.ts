import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { service } from '../../src/calendar/access/access.ts'
import { runImport } from '../../src/calendar/imports/import.ts'
import { mergeRecords } from '../../src/calendar/write/merge.ts'
import { howOf } from '../../src/define/import-options.ts'
import type { Values } from '../../src/define/param.ts'
import { type LinkKind, linkKinds } from '../../src/define/record.ts'
import type { Yielded } from '../../src/moving/base/item.ts'
import { Problem } from '../../src/problem/problem.ts'
import { type ResourceName, resources, type WrittenName } from '../../src/resources/table.ts'
import { type Inside, openInside } from '../support/inside.ts'
import { pixels } from '../support/pixels.ts'

// On PostgreSQL too: other writers wait for locks of rows.

// Writes that are sent at once share a commit. Each is checked before any of them runs, so one can name what another removes.

let inside: Inside
before(async () => {
  inside = await openInside({ clock: '2027-05-01T12:00:00Z' })
})
after(() => inside.close())

const caller = { actor: service, language: 'en' as const, fallback: true }
const when = { start_date: '2027-06-01 10:00', end_date: '2027-06-01 12:00' }
let last = 0
async function make(kind: ResourceName, body: Values = {}): Promise<number> {
  last++
  if (kind === 'image') {
    const { name, buffer } = await pixels(`${last}.png`)
    return (await inside.calendar.upload(caller, {}, { bytes: buffer, name })).record.id
  }
  const sent = { [resources[kind].titled]: `New ${last}`, ...(kind === 'event' && when), ...body }
  return (await inside.calendar.create(kind, caller, sent)).record.id
}
const change = async (kind: WrittenName, id: number, body: Values) =>
  (await inside.calendar.change(kind, caller, { id }, body)).record.id

/** The fields of resources that name a record of another. */
const namings: readonly (readonly [by: WrittenName, field: string, kind: ResourceName])[] = [
  ['event', 'venue', 'venue'],
  ['event', 'organizer', 'organizer'],
  ['event', 'categories', 'category'],
  ['event', 'tags', 'tag'],
  ['event', 'post_parent', 'event'],
  ['event', 'image', 'image'],
  ['venue', 'image', 'image'],
  ['organizer', 'image', 'image'],
  ['category', 'parent', 'category'],
]

const isLinked = (kind: ResourceName): kind is LinkKind => linkKinds.some(each => each === kind)

/** Removals of a record of a kind, each prepared beforehand. */
const removals: Record<
  string,
  (kind: ResourceName, id: number) => Promise<() => Promise<unknown>>
> = {
  deleted: async (kind, id) => () => inside.calendar.remove(kind, caller, { id }, { force: true }),
  async merged(kind, id) {
    assert.ok(isLinked(kind))
    const into = await make(kind)
    return () => mergeRecords(inside.context, caller, { kind, into, from: [id], fill: false })
  },
}

/** The IDs that a stored record names in a field. */
async function namedIn(by: WrittenName, id: number, field: string, kind: ResourceName) {
  const record = await inside.engine.get(by, id)
  assert.ok(record)
  return isLinked(kind) && field !== 'parent'
    ? record.links[kind]
    : [Number(record.facts[field] ?? 0)].filter(one => one !== 0)
}

/** Sends writes, holds each until all have been checked, and lets them run in this order as one group. */
async function atOnce(writes: readonly (() => Promise<unknown>)[]) {
  const { store } = inside.context
  const { write } = store
  const held: (() => void)[] = []
  store.write = async (work, isCreation) => {
    const turn = Promise.withResolvers<void>()
    held.push(turn.resolve)
    await turn.promise
    return write(work, isCreation)
  }
  const sent: Promise<unknown>[] = []
  for (const send of writes) {
    const before = held.length
    sent.push(send())
    while (held.length === before) await new Promise(setImmediate)
  }
  store.write = write
  for (const resolve of held) resolve()
  return Promise.allSettled(sent)
}

for (const [by, field, kind] of namings)
  for (const [how, removalOf] of Object.entries(removals)) {
    if (how === 'merged' && !isLinked(kind)) continue
    test(`a record that is ${how} at the same moment is in no ${field} of a new or changed ${by}`, async () => {
      const [removed, stored] = [await make(kind), await make(by)]
      const remove = await removalOf(kind, removed)
      const body = { [field]: field === 'categories' || field === 'tags' ? [removed] : removed }
      const writes = [() => make(by, body), () => change(by, stored, body)]
      const results = await atOnce([...writes, remove, ...writes])
      for (const [index, result] of results.entries()) {
        if (result.status === 'rejected') {
          const { reason } = result
          assert.ok(reason instanceof Problem && reason.code === 'rest_invalid_param', reason)
          assert.ok(index > writes.length, `${index} came before`)
        } else if (typeof result.value === 'number')
          for (const id of await namedIn(by, result.value, field, kind))
            assert.ok(await inside.engine.get(kind, id), `${by} ${result.value} names ${id}`)
      }
    })
  }

test('an event that is removed while an import looks for those that its source lacks is left as it is', async () => {
  const importing = (context: typeof inside.context, ids: readonly number[]) =>
    runImport(context, caller, items(ids), {
      ...howOf({ gone: 'cancel', threshold: 90 }),
      source: 'others',
      language: 'en',
      isDry: false,
    })
  async function* items(ids: readonly number[]): AsyncGenerator<Yielded> {
    for (const id of ids) {
      const values = { title: `Fair ${id}`, ...when }
      yield { kind: 'event', source_id: `${id}`, at: { line: id }, values }
    }
  }
  await importing(inside.context, [1, 2, 3])
  const { store } = inside.context
  const idOf = async (source_id: string) => {
    const ids = await store.lookup('event', 'source_id', source_id, 10)
    return Number(ids[0])
  }
  const [second, third] = [await idOf('2'), await idOf('3')]
  /** Removes an event once those of the source have been read. */
  const meanwhile: typeof inside.context = {
    ...inside.context,
    store: {
      ...store,
      async getMany(kind, ids) {
        const records = await store.getMany(kind, ids)
        if (ids.includes(second) && ids.includes(third))
          await inside.calendar.remove('event', caller, { id: second }, { force: true })
        return records
      },
    },
  }
  const report = await importing(meanwhile, [1])
  assert.deepEqual(report.gone, { found: 2, changed: 1 })
  assert.equal(await store.get('event', second), undefined)
  assert.equal((await store.get('event', third))?.facts.event_status, 1)
})
