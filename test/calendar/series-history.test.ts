import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, change, create, edit, useService } from '../support/scenario.ts'
import { listed, restore, versionsOf } from '../support/series.ts'

useService()

const day = 86_400_000
const first = Date.parse('2030-03-03T20:00:00Z')
const wall = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

test('a version that is restored brings back the rule with its dates and their IDs', async () => {
  const { id } = await create({
    title: 'Undone',
    start_date: wall(first),
    end_date: wall(first + 3_600_000),
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'],
  })
  const dates = async () => (await listed('Undone')).map(({ id, start_date }) => [id, start_date])
  const before = await dates()
  const steps = [
    () => change(id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] }),
    () => change(id, { recurrence: [] }),
    () => change(id, { start_date: wall(first + day), end_date: wall(first + day + 3_600_000) }),
    () => edit('DELETE', `/events/${before[1]?.[0]}`),
  ]
  for (const step of steps) {
    const { version } = (await versionsOf(id))[0] ?? {}
    await step()
    assert.notDeepEqual(await dates(), before)
    await restore(id, version)
    assert.deepEqual(await dates(), before)
  }
})

/** Pseudo-random numbers below a bound: the same in every run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** An event on one date, as this model knows it: by itself, or as a date of a series. */
type Plain = { title: string; starts: number; cost: string; series: number }

test('after a random history, a calendar with series lists what one of single events would', async () => {
  for (const seed of [1, 2, 3]) {
    const next = numbers(seed)
    const word = `History${seed}`
    const model = new Map<number, Plain>()
    const { id } = await create({
      title: `${word} 0`,
      start_date: wall(first),
      end_date: wall(first + 3_600_000),
      timezone: 'Europe/Paris',
      recurrence: ['RRULE:FREQ=DAILY;INTERVAL=3;COUNT=12'],
    })
    for (const event of await listed(word)) model.set(event.id, plainOf(event, id))
    assert.equal(model.size, 12)
    for (let step = 1; step <= 20 && model.size > 2; step++) {
      await oneStep(model, next, `${word} ${step}`)
      const wanted = [...model].map(([id, { title, starts, cost }]) => [
        id,
        title,
        wall(starts),
        cost,
      ])
      const events = (await listed(word)).map(({ id, title, start_date, cost }) => [
        id,
        title,
        start_date,
        cost,
      ])
      assert.deepEqual(sorted(events), sorted(wanted), `seed ${seed}, step ${step}`)
    }
  }
})

const sorted = (rows: unknown[][]) => rows.toSorted((a, b) => Number(a[0]) - Number(b[0]))
const plainOf = ({ title, start_date, cost }: Body, series: number): Plain => ({
  title,
  starts: Date.parse(`${start_date.replace(' ', 'T')}Z`),
  cost,
  series,
})

/** Changes one date, those that follow or all of a series, and the same of the model. */
async function oneStep(model: Map<number, Plain>, next: (below: number) => number, title: string) {
  const ids = [...model.keys()].sort((a, b) => at(model, a).starts - at(model, b).starts)
  const id = ids[next(ids.length)] ?? 0
  const own = at(model, id)
  const ofSeries = ids.filter(other => own.series > 0 && at(model, other).series === own.series)
  const following = ofSeries.slice(ofSeries.indexOf(id))
  const kind = next(5)
  if (kind === 0) {
    await edit('DELETE', `/events/${id}`)
    model.delete(id)
  } else if (kind === 1) {
    await change(id, { title })
    model.set(id, { ...own, title })
  } else if (kind === 2 && own.series > 0) {
    await change(id, { title, scope: 'detach' })
    model.set(id, { ...own, title, series: 0 })
  } else if (kind === 3 && following.length > 1) {
    const changed = await change(id, { cost: title, scope: 'following' })
    const series = changed.series ?? own.series
    for (const other of following) model.set(other, { ...at(model, other), cost: title, series })
  } else if (own.series > 0) {
    await change(id, { cost: title, scope: 'all' })
    for (const other of ofSeries) model.set(other, { ...at(model, other), cost: title })
  }
}

const at = (model: Map<number, Plain>, id: number): Plain => {
  const results = model.get(id)
  assert.ok(results)
  return results
}
