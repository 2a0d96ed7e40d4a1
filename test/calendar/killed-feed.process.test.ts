import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { openDataFolder } from '../../src/main.ts'
import { engineName, newPlace } from '../support/engine.ts'
import { type Running, startProcess } from '../support/process.ts'
import { often } from '../support/runs.ts'
import { enrol, type Role, roles, type Sender, settingsFor } from '../support/service.ts'
import { actions, listed, type Made, one, openFollower, type Send, write } from './feed-follower.ts'

// On PostgreSQL too: there, two processes write side by side, and the order of their commits is that of the feed.

const rounds = often(2)
const writers = 6
const callers = ['anonymous', 'author', 'editor'] as const

/** Repeats a work until it says that it is over, or its service is killed. */
async function untilKilled(work: () => Promise<boolean>) {
  try {
    while (await work());
  } catch (error) {
    // the code of a connection that is cut or refused
    if (error instanceof assert.AssertionError || !(error as NodeJS.ErrnoException).code)
      throw error
  }
}

test(`a follower goes on with its cursor after ${rounds} kills amid writes, and has what the lists show, from whichever process it reads`, {
  timeout: 300_000,
}, async t => {
  const { folder, remove } = await newPlace('almanac-feed-')
  t.after(remove)
  const context = await openDataFolder(settingsFor(folder))
  const users: Partial<Record<Role, number>> = {}
  for (const role of roles) users[role] = (await enrol(context.accounts, role, role)).id
  await context.close()

  const services: Running[] = []
  const start = async (at: number) => {
    const service = await startProcess(folder)
    t.after(service.kill)
    services[at] = service
  }
  const processes = engineName === 'postgres' ? 2 : 1
  for (let at = 0; at < processes; at++) await start(at)

  let turn = 0
  /** Each read and write goes to another process than the one before. */
  const send: Send = (...sending) => (one(services, turn++) as Running).send(...sending)
  const sendTo = (at: number) => ({
    send: ((...sending) => (services[at] as Running).send(...sending)) satisfies Send,
    users: users as Record<Role, number>,
  })
  const made: Made[] = []
  const followers = callers.flatMap((as: Sender) => [
    openFollower(send, as, true),
    openFollower(send, as, false),
  ])
  let answered = 0
  for (let round = 0; round < rounds; round++) {
    let [isOver, hasEnded] = [false, false]
    const script = fc.sample(actions, { numRuns: 400, seed: Date.now() })
    const killed = round % processes
    const writing = Array.from({ length: writers }, (_, n) => {
      const at = n % processes
      return untilKilled(async () => {
        const action = script.pop()
        if (!action || isOver) return false
        if (action.act !== 'read' && action.act !== 'prune') await write(sendTo(at), action, made)
        answered++
        return true
      })
    })
    const following = followers.map(follower =>
      untilKilled(async () => {
        await follower.read(3)
        return !isOver
      }),
    )
    const ended = Promise.all([...writing, ...following]).finally(() => {
      hasEnded = true
    })
    const failed = ended.then(
      () => undefined,
      (error: unknown) => error,
    )
    const enough = answered + 30 + 20 * round
    while (answered < enough && !hasEnded) await pause(1)
    await services[killed]?.kill()
    isOver = true
    assert.ifError(await failed)
    await start(killed)
    for (const follower of followers) {
      let left = 2000
      while (await follower.read(50)) assert.ok(--left > 0, 'the feed ends')
      assert.equal(follower.beginnings, 0, 'its cursor is still valid')
    }
    for (const as of callers) {
      const expected = Object.fromEntries([...(await listed(send, as))].sort())
      for (const { as: of, copy, withRecords } of followers)
        if (of === as)
          assert.deepEqual(
            Object.fromEntries([...copy].sort()),
            expected,
            `${as}, ${withRecords ? 'with records' : 'IDs only'}, round ${round}`,
          )
    }
  }
  for (const { kill } of services) await kill()
  t.diagnostic(`${answered} answered writes, ${made.length} records`)
})
