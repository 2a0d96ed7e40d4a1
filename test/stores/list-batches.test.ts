import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { JournalEntry } from '../../src/store/contract/store.ts'
import type { ListIndex } from '../../src/store/listing/list-index.ts'
import { often } from '../support/runs.ts'
import { type Histories, history, openHistories } from './histories.ts'

// On PostgreSQL too: lines of the journal may be seen out of order.

// The list index reads the journal in batches, as commits, other processes and cut connections leave them: wherever a history is cut,
// it must list what the database lists.

let histories: Histories
before(async () => {
  histories = await openHistories()
})
after(() => histories.close())

/** The number of histories. */
const runs = { split: often(4), late: often(10), together: often(5) }

/** Changes in a history, and in how many ways its lines are cut: all of them where each change is one line. */
const length = 7
const maxSplits = 2 ** (length - 1)

/** Ways to cut lines into batches: where bit n is set, a batch ends after line n. */
function splitsOf<T>(lines: readonly T[]): T[][][] {
  const all = 2 ** Math.min(31, Math.max(0, lines.length - 1))
  return Array.from({ length: Math.min(all, maxSplits) }, (_, n) =>
    // of too many ways some, each another
    split(lines, all > maxSplits ? Math.imul(n, 2_654_435_761) : n),
  )
}

function split<T>(lines: readonly T[], cuts: number): T[][] {
  const batches: T[][] = []
  let batch: T[] = []
  for (const [n, line] of lines.entries()) {
    batch.push(line)
    if (n < lines.length - 1 && !(cuts & (1 << (n % 31)))) continue
    batches.push(batch)
    batch = []
  }
  return batches
}

const asText = (batches: JournalEntry[][]) =>
  batches
    .map(lines => lines.map(({ verb, kind, id }) => `${verb} ${kind} ${id}`).join(', '))
    .join(' | ')

test('an index that reads any split of a history into batches lists what the database lists', async () => {
  const property = fc.asyncProperty(history(length), async actions => {
    await histories.renew()
    const begin = await histories.engine.lastSeq()
    const indexes: ListIndex[] = []
    while (indexes.length < maxSplits) indexes.push(await histories.openIndex())
    for (const action of actions) await histories.do(action)
    const splits = splitsOf(await histories.linesAfter(begin))
    const compare = await histories.openComparison()
    for (const [n, batches] of splits.entries()) {
      const index = indexes[n] ?? assert.fail('there is one for each split')
      for (const batch of batches) await index.follow(batch)
      await compare(index, asText(batches))
    }
  })
  await fc.assert(property, { numRuns: runs.split })
})

test('an index that reads some lines late, with others, lists what the database lists', async () => {
  const followers = 4
  /** The followers that read up to now after each change; now and then one starts only then. */
  const reading = fc.array(fc.integer({ min: 0, max: 2 ** followers - 1 }), {
    minLength: 3 * length,
    maxLength: 3 * length,
  })
  const property = fc.asyncProperty(history(3 * length), reading, async (actions, turns) => {
    await histories.renew()
    const begin = await histories.engine.lastSeq()
    const late = await Promise.all(
      Array.from({ length: followers }, async () => ({
        index: await histories.openIndex(),
        at: begin,
        batches: [] as JournalEntry[][],
      })),
    )
    const readOn = async (each: (typeof late)[number], max = 1000) => {
      const lines = (await histories.linesAfter(each.at)).slice(0, max)
      await each.index.follow(lines)
      each.at = lines.at(-1)?.seq ?? each.at
      each.batches.push(lines)
    }
    for (const [n, action] of actions.entries()) {
      await histories.do(action)
      for (const [number, each] of late.entries())
        if ((turns[n] ?? 0) & (1 << number)) await readOn(each, 1 + ((action.to + number) % 4))
    }
    for (const each of late) await readOn(each)
    const compare = await histories.openComparison()
    for (const { index, batches } of late) await compare(index, asText(batches))
  })
  await fc.assert(property, { numRuns: runs.late })
})

test('an index that has read an event ahead of the journal follows it back to where it was', async () => {
  await histories.renew()
  const index = await histories.openIndex()
  let at = await histories.engine.lastSeq()
  const follow = async (count: number) => {
    const lines = (await histories.linesAfter(at)).slice(0, count)
    await index.follow(lines)
    at = lines.at(-1)?.seq ?? at
  }
  // A tag that goes has the events of its batch read again, from a database that is a line ahead.
  for (const does of ['describe', 'deleteTag', 'draft'] as const)
    await histories.do({ does, at: 0, to: 1 })
  await follow(2)
  await histories.do({ does: 'publish', at: 0, to: 1 })
  await follow(2)
  const compare = await histories.openComparison()
  await compare(index, 'ahead')
})

test('writes that share commits leave every list as the database has it', async () => {
  const property = fc.asyncProperty(history(2 * length), async actions => {
    await histories.renew()
    // The last change of an event is mostly one of its texts, which lists do not know.
    const all = actions.flatMap(action => [action, { ...action, does: 'describe' as const }])
    await Promise.all(all.map(action => histories.do(action)))
    const index = histories.current.index ?? assert.fail('it has been built')
    const compare = await histories.openComparison()
    await compare(index, 'together')
  })
  await fc.assert(property, { numRuns: runs.together })
})
