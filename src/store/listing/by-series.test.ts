import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { noOccurrence } from '../../../test/support/plain-events.ts'
import { among } from './by-order.ts'
import { openBySeries } from './by-series.ts'
import { openCounted } from './event-lists.ts'
import { forget, type ListCalendar, leave, newCalendar, put, setValue } from './event-order.ts'
import { keyOf } from './posting-keys.ts'

const [events, everything] = [12, { limit: 1000, offset: 0 }]

/** What may happen to one of a few events: it is written with some dates or none, gets or loses a venue, a category goes. */
const change = fc.record({
  event: fc.integer({ min: 1, max: events }),
  dates: fc.array(fc.nat({ max: 60 }), { maxLength: 6 }),
  isSeries: fc.boolean(),
  category: fc.integer({ min: 1, max: 3 }),
  kind: fc.constantFrom('write', 'write', 'write', 'venue', 'forget'),
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function apply(calendar: ListCalendar, { event, dates, isSeries, category, kind }: Change) {
  if (kind === 'forget') return forget(calendar, keyOf('category', category))
  if (kind === 'venue') return setValue(calendar, event, keyOf('venue', 9), isSeries)
  leave(calendar, event)
  for (const [at, starts] of dates.slice(0, isSeries ? 6 : 1).entries())
    put(calendar, {
      at: {
        ...noOccurrence,
        id: isSeries ? 100 + event * 10 + at : event,
        event,
        starts,
        ends: starts + 1,
        status: event % 5 === 0 ? 'draft' : 'publish',
      },
      modified: 0,
      links: { category: [category], tag: [], venue: [], organizer: [] },
    })
}

test('a list by series that is brought up to date is the one that is made from all of its dates', () => {
  let kept = 0
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), fc.boolean(), (changes, descending) => {
      const calendar = newCalendar()
      const of = { groups: [[keyOf('category', 1), keyOf('venue', 9)]], without: [], window: [] }
      const late = { edge: 'start', is: '>=', clock: 'wall', at: 20 } as const
      const questions = [
        { listed: of },
        { listed: { ...of, groups: [], window: [late] }, apart: { ...of, groups: [] } },
      ]
      const lists = openBySeries(calendar)
      for (const each of changes) {
        apply(calendar, each)
        for (const [at, question] of questions.entries()) {
          const counted = openCounted(calendar)
          let isMade = false
          const list = () => {
            isMade = true
            return counted(question, everything, descending).ids
          }
          const datesIn = (event: number) => among(calendar, [event], question)
          const order = { datesIn, descending }
          const updated = lists.page(`${at}`, list, everything, order)
          if (!isMade) kept++
          assert.deepEqual(updated, openBySeries(calendar).page('', list, everything, undefined))
        }
      }
    }),
    { numRuns: 200 },
  )
  assert.ok(kept > 200, `${kept} were brought up to date`)
})
