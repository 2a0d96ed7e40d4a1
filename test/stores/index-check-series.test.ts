import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { service } from '../../src/calendar/access/access.ts'
import type { ListEntry } from '../../src/store/contract/store.ts'
import { noneCompared } from '../../src/store/listing/compared.ts'
import { openListIndex } from '../../src/store/listing/list-index.ts'
import { type Inside, openInside } from '../support/inside.ts'
import { tenToNoon } from '../support/scenario.ts'

let inside: Inside
before(async () => {
  inside = await openInside({ clock: '2027-05-01T12:00:00Z' })
})
after(() => inside.close())

const caller = { actor: service, language: 'en' as const, fallback: true }

const createSeries = async (recurrence: string, more = {}): Promise<number> =>
  (
    await inside.calendar.create('event', caller, {
      title: 'Class',
      ...tenToNoon,
      recurrence: [recurrence],
      ...more,
    })
  ).record.id

/** A list index of its own; `entries`: what it is compared with, in the place of what the database has. */
async function openCompared(entries: (stored: ListEntry[]) => ListEntry[]) {
  const { engine } = inside
  const index = openListIndex({
    ...engine,
    listEntriesOf: async ids => entries(await engine.listEntriesOf(ids)),
  })
  await index.build()
  return index
}

test('one date of a series that the index has otherwise than the database is found', async () => {
  const { record: tag } = await inside.calendar.create('tag', caller, { name: 'Jazz' })
  const [before, series, after] = [
    await createSeries('RRULE:FREQ=DAILY;COUNT=8', { tags: [tag.id] }),
    await createSeries('RRULE:FREQ=DAILY;COUNT=8', { tags: [tag.id] }),
    await createSeries('RRULE:FREQ=DAILY;COUNT=8', { tags: [tag.id] }),
  ]
  const events = [before, series, after]
  let change: (entry: ListEntry) => ListEntry | undefined = entry => entry
  const index = await openCompared(stored => {
    const fifth = stored.filter(({ at }) => at.event === series)[4]
    return stored.flatMap(entry => (entry === fifth ? (change(entry) ?? []) : entry))
  })
  const differing = () => index.differing({ ...noneCompared(), event: events })
  assert.deepEqual((await differing()).event, [])
  const others: Record<string, typeof change> = {
    'another start': ({ at, ...rest }) => ({ at: { ...at, starts: at.starts + 60 }, ...rest }),
    'another instant': ({ at, ...rest }) => ({
      at: { ...at, utc_ends: at.utc_ends + 60 },
      ...rest,
    }),
    'a value more': ({ links, ...rest }) => ({ ...rest, links: { ...links, organizer: [1] } }),
    'a value less': ({ links, ...rest }) => ({ ...rest, links: { ...links, tag: [] } }),
    'another value': ({ links, ...rest }) => ({ ...rest, links: { ...links, tag: [tag.id + 1] } }),
    'other access': ({ at, ...rest }) => ({ at: { ...at, status: 'draft' }, ...rest }),
    'another change': ({ modified, ...rest }) => ({ ...rest, modified: modified + 1 }),
    'another ID': ({ at, ...rest }) => ({ at: { ...at, id: at.id + 1000 }, ...rest }),
    'no such date': () => undefined,
  }
  for (const [what, other] of Object.entries(others)) {
    change = other
    assert.deepEqual((await differing()).event, [series], what)
  }
})

test('series are compared with few dates at a time, and all of them in turn', async () => {
  for (let n = 0; n < 9; n++) await createSeries('RRULE:FREQ=DAILY;COUNT=150')
  const long = await createSeries('RRULE:FREQ=DAILY;COUNT=600')
  const last = await createSeries('RRULE:FREQ=DAILY;COUNT=10')
  const read: ListEntry[][] = []
  const index = await openCompared(stored => {
    read.push(stored)
    return stored
  })
  const seen = new Set<number>()
  for (let n = 0; n < 12; n++) {
    const { event } = await index.nextCompared()
    await index.differing({ ...noneCompared(), event })
    for (const id of event) seen.add(id)
  }
  const all = await inside.engine.idsAfter('event', 0, 1000)
  assert.deepEqual(
    all.filter(id => !seen.has(id)),
    [],
  )
  assert.ok(seen.has(long) && seen.has(last))
  const counts = read.map(entries => entries.filter(({ at }) => at.event !== long).length)
  // Events that changed last, and those that follow in turn; a long series is compared whole.
  assert.ok(Math.max(...counts) <= 2 * 400, `${Math.max(...counts)} dates at once`)
})
