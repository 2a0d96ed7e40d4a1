import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { service } from '../../src/calendar/access/access.ts'
import { mergeRecords } from '../../src/calendar/write/merge.ts'
import { type Inside, openInside } from '../support/inside.ts'

// On PostgreSQL too: readers see between the transactions of a merge.

let inside: Inside
before(async () => {
  inside = await openInside()
})
after(() => inside.close())

const caller = { actor: service, language: 'en' as const, fallback: true }
const when = { start_date: '2027-06-01 10:00', end_date: '2027-06-01 12:00' }
const make = async (kind: 'venue' | 'event' | 'tag', body: object) =>
  (await inside.calendar.create(kind, caller, { ...body })).record.id

test('a merge in parts shows every event at one of the two, and what is added meanwhile goes along', async () => {
  const [into, from] = [
    await make('venue', { venue: 'Hall' }),
    await make('venue', { venue: 'The Hall' }),
  ]
  const [tag, twin] = [await make('tag', { name: 'jazz' }), await make('tag', { name: 'jaz' })]
  const events: number[] = []
  const addEvent = async () =>
    events.push(await make('event', { title: 'Event', ...when, venue: from, tags: [twin] }))
  for (let n = 0; n < 10; n++) await addEvent()
  for (const merging of [
    { kind: 'venue' as const, into, from: [from], fill: false },
    { kind: 'tag' as const, into: tag, from: [twin], fill: false },
  ]) {
    const { kind } = merging
    const source = merging.from[0] as number
    let changed = 0
    let steps = 0
    for (let isDone = false; !isDone; steps++) {
      const part = await mergeRecords(inside.context, caller, merging, { pages: 1, links: 3 })
      changed += part.changed
      isDone = part.done
      if (steps === 1) await addEvent()
      const linked = (await inside.engine.getMany('event', events)).map(({ links }) => links[kind])
      assert.ok(linked.every(ids => ids.length === 1))
      const left = linked.filter(([id]) => id === source).length
      assert.equal(left, events.length - changed)
      const stands = await inside.engine.get(kind, source)
      // It is there as long as any event shows it, and goes with the last.
      assert.equal(stands !== undefined && stands.facts.status !== 'trash', !isDone)
      if (kind === 'tag')
        assert.deepEqual(
          [(await inside.engine.get('tag', tag))?.facts.count, stands?.facts.count ?? 0],
          [changed, left],
        )
      if (left > 0) assert.equal(isDone, false)
    }
    assert.equal(changed, events.length)
    assert.ok(steps > 3)
    const again = await mergeRecords(inside.context, caller, merging)
    assert.deepEqual(again, { done: true, changed: 0 })
  }
})

test('a part that has done all that a transaction may do leaves the other records to the next', async () => {
  const [into, first, second] = [
    await make('venue', { venue: 'Barn' }),
    await make('venue', { venue: 'The Barn' }),
    await make('venue', { venue: 'Old Barn' }),
  ]
  const atSecond: number[] = []
  for (let n = 0; n < 3; n++) await make('event', { title: 'Event', ...when, venue: first })
  for (let n = 0; n < 12; n++)
    atSecond.push(await make('event', { title: 'Event', ...when, venue: second }))
  const merging = { kind: 'venue' as const, into, from: [first, second], fill: false }
  const part = () => mergeRecords(inside.context, caller, merging, { pages: 1, links: 8 })
  assert.deepEqual(await part(), { done: false, changed: 3 })
  assert.deepEqual(
    [await part(), await part()],
    [
      { done: false, changed: 8 },
      { done: true, changed: 4 },
    ],
  )
  const linked = await inside.engine.getMany('event', atSecond)
  assert.ok(linked.every(({ links }) => links.venue.join() === String(into)))
})
