import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as passed } from 'node:timers/promises'
import { service } from '../../src/calendar/access/access.ts'
import { openDataFolder } from '../../src/main.ts'
import { newPlace, openRows } from '../support/engine.ts'
import { namesAsWritten } from '../support/own-names.ts'
import { often } from '../support/runs.ts'
import { settingsFor } from '../support/service.ts'
import { faultsOf } from './whole.ts'

const kills = often(2)
const count = 60
const caller = { actor: service, language: 'en', fallback: true } as const

test(`series are extended to the horizon also where the process is killed ${kills} times meanwhile`, async t => {
  const { folder, remove } = await newPlace('almanac-horizon-')
  t.after(remove)
  const settings = settingsFor(folder)
  const { calendar, close } = await openDataFolder(settings)
  const create = (n: number) =>
    calendar.create('event', caller, {
      title: `Weekly ${n}`,
      start_date: '2027-05-10 10:00:00',
      end_date: '2027-05-10 12:00:00',
      recurrence: ['RRULE:FREQ=WEEKLY'],
    })
  await Promise.all(Array.from({ length: count }, (_, n) => create(n)))
  await close()
  const { rows, close: closeRows } = openRows(settings)
  t.after(closeRows)
  const horizons = async () =>
    (
      await rows<{ until: number; many: number }>(
        'SELECT recurrence_until AS until, count(*) AS many FROM event GROUP BY 1 ORDER BY 1',
      )
    ).map(({ until, many }) => ({ until: Number(until), many: Number(many) }))
  const [first] = await horizons()
  assert.equal(first?.many, count)

  const seen = new Set<number>()
  for (let round = 0; ; round++) {
    const isKilled = round < kills
    const child = fork(join(import.meta.dirname, 'extending.ts'), [folder], {
      execArgv: namesAsWritten,
    })
    t.after(() => child.kill('SIGKILL'))
    const exit = once(child, 'exit')
    await once(child, 'message')
    if (isKilled) {
      await passed(Math.random() * 300)
      child.kill('SIGKILL')
    }
    await exit
    // an extension is no version of its own
    const faults = (await faultsOf(settings)).filter(fault => !fault.includes('the journal'))
    assert.deepEqual(faults, [], `after ${round + 1} processes`)
    const now = await horizons()
    const left = now.find(({ until }) => until === first.until)?.many ?? 0
    seen.add(left)
    if (isKilled) continue
    assert.equal(left, 0)
    assert.equal(now.length, 1)
    assert.ok(Number(now[0]?.until) - first.until >= 364 * 86_400)
    break
  }
  t.diagnostic(`series that lacked dates after each process: ${[...seen].join(', ')}`)
})
