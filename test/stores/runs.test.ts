import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { shapes } from '../../src/calendar/shapes.ts'
import { openListIndex } from '../../src/store/listing/list-index.ts'
import { keepRuns } from '../../src/store/runs.ts'
import { sqlite } from '../../src/store/sqlite/engine.ts'
import type { Bound, EventQuery, JournalEntry, Occurrence } from '../../src/store/store.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-runs-'))
after(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'almanac.db')
const day = 86_400
const days = 900

let chance = 7
const below = (limit: number) => {
  chance = (chance * 1_103_515_245 + 12_345) % 2 ** 31
  return chance % limit
}

/** Clocks from -12 to +14 hours, most events an evening long, some for weeks, one in ten not for everyone. */
const calendar = Array.from({ length: 13_000 }, (_, n): Occurrence => {
  const starts = below(days) * day + below(24) * 3600
  const ends = starts + (below(20) === 0 ? below(60) * day : below(4) * 3600)
  const offset = (below(27) - 12) * 3600
  return {
    event: n + 1,
    starts,
    ends,
    utc_starts: starts - offset,
    utc_ends: ends - offset,
    published: below(1000),
    status: below(20) === 0 ? 'draft' : 'publish',
    author: 1,
    hidden: Number(below(20) === 0),
    featured: 0,
    ticketed: 0,
    protected: 0,
    parent: 0,
    languages: 1,
  }
})

const line: Omit<JournalEntry, 'seq'> = {
  instant: 1,
  actor: 0,
  verb: 'create',
  kind: 'event',
  id: 1,
  language: 'en',
  version: 1,
  detail: null,
}

const engine = sqlite(file)
await engine.prepare(shapes)
await engine.write(async tx => {
  for (const at of calendar) await tx.setOccurrence(at, true)
  await tx.log(line)
})
const index = openListIndex(engine)
await index.build()
const seq = await engine.lastSeq()
const keep = (at: number) => engine.write(tx => keepRuns(tx, at, index.runs(), 1))

const holds = (of: Occurrence, { edge, is, clock, at }: Bound) => {
  const prefix = clock === 'instant' ? 'utc_' : ''
  const value = of[`${prefix}${edge === 'start' ? 'starts' : 'ends'}` as 'starts']
  return is === '>='
    ? value >= at
    : is === '>'
      ? value > at
      : is === '<='
        ? value <= at
        : value < at
}
const expected = (window: readonly Bound[]) =>
  calendar.filter(
    of => of.status === 'publish' && of.hidden === 0 && window.every(bound => holds(of, bound)),
  ).length
const query = (window: Bound[]): EventQuery => ({
  visible: { statuses: ['publish'] },
  protectedOf: -1,
  window,
  linked: [],
  page: { limit: 1, offset: 0 },
})

const bound = fc.record({
  edge: fc.constantFrom('start', 'end'),
  is: fc.constantFrom('>=', '>', '<=', '<'),
  clock: fc.constantFrom('wall', 'instant'),
  at: fc
    .integer({ min: -2, max: days + 62 })
    .chain(n => fc.constantFrom(n * day, n * day + 43_200)),
}) as fc.Arbitrary<Bound>

test('before the index is built, totals of windows are added up from what the last one knew', async () => {
  await keep(seq)
  const next = sqlite(file)
  await next.prepare(shapes)
  await fc.assert(
    fc.asyncProperty(fc.array(bound, { maxLength: 3 }), async window => {
      assert.equal((await next.listEvents(query(window))).total, expected(window))
    }),
    { numRuns: 300 },
  )
  await next.close()
})

test('they are taken for what they are only as long as nothing has changed', async () => {
  await keep(seq)
  await keep(seq - 1)
  const kept = JSON.parse((await engine.note('runs')) as string) as {
    seq: number
    runs: number[][]
  }
  assert.equal(kept.seq, seq)
  assert.ok(kept.runs.length >= 3)
  // false on purpose, so that it shows who answers
  const [first] = kept.runs as [number[]]
  first[3] = (first[3] as number) + 1000
  await engine.write(tx => tx.setNote('runs', JSON.stringify(kept)))
  const next = sqlite(file)
  await next.prepare(shapes)
  const total = async () => (await next.listEvents(query([]))).total
  assert.equal(await total(), expected([]) + 1000)
  await engine.write(tx => tx.log(line))
  assert.equal(await total(), expected([]))
  await next.close()
  await engine.close()
})
