import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { version } from '../../src/common/version.ts'
import { openIndexCheck } from '../../src/journal/current-store.ts'
import type { Compared } from '../../src/store/listing/compared.ts'
import { openRows } from '../support/engine.ts'
import { often } from '../support/runs.ts'
import { tenToNoon } from '../support/scenario.ts'
import { startService } from '../support/service.ts'
import { type Histories, history, openHistories } from './histories.ts'

let histories: Histories
before(async () => {
  histories = await openHistories()
})
after(() => histories.close())
beforeEach(() => histories.renew())

/** A list index of its own, and what compares it with the database. */
async function openChecked() {
  const index = await histories.openIndex()
  const repaired: Compared[] = []
  let renewals = 0
  const check = openIndexCheck({
    index: () => index,
    changes: { pull: async () => {}, renew: () => renewals++, isDisconnected: false },
    repaired: ids => repaired.push(ids),
  })
  return {
    index,
    check,
    repaired,
    get renewals() {
      return renewals
    },
  }
}

/** Looks until all records have been looked at once. */
async function lookAtAll({ check }: Awaited<ReturnType<typeof openChecked>>) {
  for (let n = 0; n < 4; n++) await check.look()
}

test('an index that has missed any history is found out and lists what the database lists', async () => {
  // It hears of nothing of this, as if every line had been lost.
  const property = fc.asyncProperty(history(8), async actions => {
    await histories.renew()
    const checked = await openChecked()
    await checked.index.listPosts({
      kind: 'venue',
      visible: { statuses: ['publish'] },
      page: { limit: 1, offset: 0 },
    })
    // The tree of categories, and what a removed term leaves, are not compared.
    for (const action of actions.filter(({ does }) => !/Categor|Tags?$/.test(does)))
      await histories.do(action)
    await lookAtAll(checked)
    const compare = await histories.openComparison()
    await compare(checked.index, 'repaired')
    assert.equal(checked.renewals, checked.repaired.length)
  })
  await fc.assert(property, { numRuns: often(5) })
})

test('an index that is right is left alone', async () => {
  const checked = await openChecked()
  await lookAtAll(checked)
  assert.deepEqual([checked.repaired, checked.renewals], [[], 0])
})

test('a difference that the next lines of the journal explain is none', async () => {
  const index = await histories.openIndex()
  let at = await histories.engine.lastSeq()
  const repaired: Compared[] = []
  const check = openIndexCheck({
    index: () => index,
    changes: {
      async pull() {
        const lines = await histories.linesAfter(at)
        await index.follow(lines)
        at = lines.at(-1)?.seq ?? at
      },
      renew: () => assert.fail('nothing was wrong'),
      isDisconnected: false,
    },
    repaired: ids => repaired.push(ids),
  })
  await histories.do({ does: 'draft', at: 0, to: 0 })
  await check.look()
  assert.deepEqual(repaired, [])
})

test('a record that a list names but may not show is checked at once, however large the calendar', async () => {
  const checked = await openChecked()
  await lookAtAll(checked)
  const { record } = await histories.calendar.create(
    'event',
    { actor: histories.actor, language: 'en', fallback: true },
    { title: 'Doubted', ...tenToNoon },
  )
  checked.check.doubt('event', record.id)
  await checked.check.look()
  assert.deepEqual(checked.repaired[0]?.event, [record.id])
})

test('a service compares its list index as time passes, puts it right, and says so', async t => {
  const service = await startService()
  t.after(service.close)
  const url = `${service.address}/health/ready`
  const make = async (title: string) =>
    (await service.send('POST', '/events', { as: 'editor', body: { title, ...tenToNoon } })).body.id
  const id = await make('Withdrawn')
  await make('Stays')
  const listed = async () =>
    (await service.send('GET', '/events', { query: { start_date: '2000-01-01' } })).body.total
  assert.equal(await listed(), 2)
  assert.deepEqual((await service.send('GET', url)).body, { status: 'ok', version })
  // Past the service, without a line in the journal: its index, once it is built, does not hear of it.
  const { rows, close } = openRows(service.settings, { mayWrite: true })
  const set = (status: string) =>
    rows(`UPDATE occurrence SET status = '${status}' WHERE event = ${id}`)
  const pass = async () => {
    service.clock.advance(10)
    await sleep(20)
  }
  const repaired = async () => (await service.send('GET', url)).body.repaired ?? 0
  for (let n = 0; (await repaired()) === 0; n++) {
    await set(n % 2 ? 'publish' : 'draft')
    await pass()
  }
  for (const [status, total] of [
    ['publish', 2],
    ['draft', 1],
  ] as const) {
    await set(status)
    // Lists that were cached before are not used either.
    while ((await listed()) !== total) await pass()
  }
  await close()
})
