import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as passed } from 'node:timers/promises'
import { openDataFolder } from '../../src/main.ts'
import { newPlace } from '../support/engine.ts'
import { type Running, startProcess } from '../support/process.ts'
import { often } from '../support/runs.ts'
import { enrol, type Reply, settingsFor } from '../support/service.ts'
import { faultsOf } from './whole.ts'

const rounds = often(3)
const writers = 8

type Send = Running['send']
type Body = Reply['body']

const below = (max: number) => Math.floor(Math.random() * max)
const pick = <T>(of: readonly T[]): T => of[below(of.length)] as T

/** All that is shown of a series and of each of its dates. */
async function stateOf(send: Send, id: number): Promise<string> {
  const { status, body } = await send('GET', `/events/${id}`, { query: { context: 'edit' } })
  if (status !== 200) return String(status)
  const { title, start_date, end_date, recurrence, venue } = body
  const series = { title, start_date, end_date, recurrence, status: body.status, venue: venue.id }
  const dates = recurrence ? await datesOf(send, id) : []
  return JSON.stringify([series, dates.map(presentedOf)])
}

const presentedOf = ({
  id,
  title,
  start_date,
  end_date,
  original_start,
  event_status,
  venue,
}: Body) => [id, title, start_date, end_date, original_start, event_status, venue.id]

const datesOf = async (send: Send, id: number): Promise<Body[]> =>
  (
    await send('GET', `/events/${id}/occurrences`, {
      query: { per_page: 200, start_date: '2020-01-01' },
    })
  ).body.events

/** The known state of a series: when it was last answered, and whether a write of it is running. */
type Written = { state: string | undefined; isWritten: boolean }
const states = new Map<number, Written>()
let answers = 0
let serial = 0

/** Writes of a series on one of its dates, or on all of them. */
const actions: ((send: Send, series: number, date: Body) => Promise<Reply>)[] = [
  (send, _, { id }) =>
    change(send, id, {
      title: `Another evening ${++serial}`,
      venue: { venue: `Hall ${below(9)}` },
    }),
  (send, _, { id, start_date }) =>
    change(send, id, {
      start_date: start_date.replace(/\d\d:\d\d:/, `${10 + below(9)}:30:`),
      end_date: start_date.replace(/\d\d:\d\d:/, '21:45:'),
    }),
  (send, _, { id }) => change(send, id, { event_status: 'cancelled' }),
  (send, _, { id }) => change(send, id, { title: `Later ${++serial}`, scope: 'following' }),
  (send, _, { id }) => change(send, id, { title: `By itself ${++serial}`, scope: 'detach' }),
  (send, series) =>
    change(send, series, { title: `All ${++serial}`, categories: [`C ${below(50)}`] }),
  (send, _, { id, start_date }) => {
    const day = start_date.slice(0, 10)
    const hours = { start_date: `${day} 18:00:00`, end_date: `${day} ${19 + below(3)}:00:00` }
    return change(send, id, { ...hours, scope: 'all' })
  },
  (send, series) =>
    change(send, series, { recurrence: [`RRULE:FREQ=DAILY;COUNT=${20 + below(60)}`] }),
  (send, _, { id }) => send('DELETE', `/events/${id}`, { query: { scope: 'this' } }),
  (send, _, { id }) => send('DELETE', `/events/${id}`, { query: { scope: 'following' } }),
  (send, series) => send('DELETE', `/events/${series}`),
  (send, series) => change(send, series, { recurrence: [] }),
]

const change = (send: Send, id: number, body: object) => send('PATCH', `/events/${id}`, { body })

async function create(send: Send): Promise<number> {
  const { status, body, text } = await send('POST', '/events', {
    body: {
      title: `Series ${++serial}`,
      start_date: '2027-05-10 19:00:00',
      end_date: '2027-05-10 21:00:00',
      timezone: 'Europe/Paris',
      recurrence: [`RRULE:FREQ=WEEKLY;COUNT=${30 + below(60)}`],
      venue: { venue: `Hall ${below(9)}` },
      categories: [`C ${below(50)}`],
    },
  })
  assert.equal(status, 201, text)
  return body.id
}

/** Writes without a pause until nobody answers any more: each writer has series of its own. */
async function write({ send }: Running) {
  const own: number[] = []
  for (;;) {
    try {
      const id = own.length > 3 ? pick(own) : await create(send)
      if (!own.includes(id)) own.push(id)
      const at: Written = states.get(id) ?? { state: undefined, isWritten: false }
      states.set(id, at)
      at.state ??= await stateOf(send, id)
      const dates = at.state.startsWith('[') ? await datesOf(send, id) : []
      const date = dates.length > 0 ? pick(dates) : undefined
      if (!date) own.splice(own.indexOf(id), 1)
      else {
        at.isWritten = true
        const { status, text } = await pick(actions)(send, id, date)
        assert.ok(status === 200 || status === 201, `${status} ${text}`)
        answers++
        Object.assign(at, { state: undefined, isWritten: false })
        at.state = await stateOf(send, id)
      }
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return
    }
  }
}

test(`a process killed ${rounds} times while it writes series leaves each of them whole`, {
  timeout: 300_000,
}, async t => {
  const { folder, remove } = await newPlace('almanac-kill-series-')
  t.after(remove)
  const context = await openDataFolder(settingsFor(folder))
  await enrol(context.accounts, 'editor', 'editor')
  await context.close()

  for (let round = 0; round <= rounds; round++) {
    const service = await startProcess(folder)
    t.after(service.kill)
    assert.deepEqual(await faultsOf(settingsFor(folder)), [], `after ${round} kills`)
    // what a write under way has left is whole, by the above; all else is as it was answered
    for (const [id, { state, isWritten }] of states)
      if (state && !isWritten) assert.equal(await stateOf(service.send, id), state, `series ${id}`)
    states.clear()
    if (round === rounds) {
      await service.kill()
      break
    }
    const failed = Promise.all(Array.from({ length: writers }, () => write(service))).then(
      () => undefined,
      (error: unknown) => error,
    )
    const enough = answers + 20 + below(100)
    const end = performance.now() + 5000
    while (answers < enough && performance.now() < end) await passed(1)
    await service.kill()
    assert.ifError(await failed)
  }
  t.diagnostic(`${answers} answered writes`)
})
