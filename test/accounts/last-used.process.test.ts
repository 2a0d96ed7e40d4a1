import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDataFolder } from '../../src/main.ts'
import { newPlace } from '../support/engine.ts'
import { restart, settingsFor, startService, stillClock } from '../support/service.ts'
import { until } from '../surroundings/child.ts'

test('however many processes a token is used on, it was last used when it was', async t => {
  const place = await newPlace()
  const settings = settingsFor(place.folder)
  const clock = stillClock(settings)
  const open = () => openDataFolder(settings, undefined, undefined, { now: clock.now })
  const processes = [await open(), await open(), await open()]
  t.after(async () => {
    for (const each of processes) await each.close()
    await place.remove()
  })
  const [first] = processes
  assert.ok(first)
  await first.accounts.add({ login: 'ada', role: 'editor' })
  const { secret } = await first.accounts.issue({ login: 'ada', form: 'bearer', name: 'laptop' })

  async function useEverywhere() {
    await Promise.all(processes.map(({ authenticator }) => authenticator.bearer(secret)))
    // writes of a process come one after another: nobody waits for the note of a use
    for (const { context } of processes) await context.store.write(async () => {})
    const [token] = (await processes[1]?.accounts.credentials('ada')) ?? []
    return token?.used
  }
  for (let minute = 0; minute < 3; minute++) {
    assert.equal(await useEverywhere(), clock.now(), `after ${minute} minutes`)
    clock.advance(60)
  }
  clock.advance(-1)
  assert.equal(await useEverywhere(), clock.now() - 59, 'to the minute')
})

test('a last use that an earlier version put into the future is brought back at the next start', async () => {
  let service = await startService()
  const tokens = async () =>
    (await service.accounts.credentials('editor')).map(({ id, used }) => ({ id, used }))
  const [ahead, unused] = await tokens()
  assert.ok(ahead && unused)
  await service.store.write(tx => tx.add('credential', [ahead.id], 'used', 2 * service.clock.now()))
  service = await restart(service)
  try {
    await until(async () => (await tokens())[0]?.used === service.clock.now())
    assert.deepEqual((await tokens())[1], { id: unused.id, used: null })
  } finally {
    await service.close()
  }
})
