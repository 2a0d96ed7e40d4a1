import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { openProxy } from '../support/cut-announcements.ts'
import { postgresServer } from '../support/shared-postgres.ts'
import { history, openHistories } from './histories.ts'

const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await sleep(5)
}

test('a process that reads on after its connection was cut lists what the database lists', async t => {
  const server = await postgresServer()
  const databaseUrl = await server.database()
  const proxy = await openProxy(server.port)
  t.after(proxy.close)
  const secretKey = 'ab'.repeat(32)
  const one = await openHistories({ databaseUrl, secretKey })
  t.after(one.close)
  const other = await openHistories({
    secretKey,
    databaseUrl: databaseUrl.replace(`:${server.port}/`, `:${proxy.port}/`),
  })
  t.after(other.close)
  await one.renew()
  for (const [round, all] of fc.sample(history(50), { numRuns: 3, seed: 17 }).entries()) {
    // After a removal, all events of the batch are read again: most rounds go without.
    const actions = round === 0 ? all : all.filter(({ does }) => !/^(delete|merge)/.test(does))
    proxy.setCut(true)
    await until(() => proxy.isNoticed && other.changes.isDisconnected)
    // The last line of an event is mostly of its texts alone, which lists do not know.
    for (const action of actions) {
      await one.do(action)
      await one.do({ ...action, does: 'describe' })
    }
    proxy.setCut(false)
    const last = await one.engine.lastSeq()
    await until(() => !other.changes.isDisconnected && other.changes.seq === last)
    const compare = await one.openComparison()
    await compare(other.current.index ?? assert.fail('it has been built'), `round ${round}`)
  }
})
