import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { wallTime } from '../../src/define/time/clock.ts'
import { datesOf } from '../../src/define/time/recurrence/dates.ts'
import { readRecurrence } from '../../src/define/time/recurrence/read-recurrence.ts'
import { readTime, writeTime } from '../../src/define/time/recurrence/times.ts'

/**
 * Rules with their dates by dateutil and libical (test/fixtures/recurrence/make.py): how many there are until 2050, at most 200,
 * and digests of them as wall times and as instants.
 */
const lines = readFileSync(new URL('../fixtures/recurrence/rules.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(line => {
    const [rule = '', zone = '', start = '', ...results] = line.split('\t')
    return { rule, zone, start, results: results.map(resultIn) }
  })

type Result = { by: string; count: number; walls: string; instants: string; first: string }
function resultIn(text: string): Result {
  const [by = '', count = '', walls = '', instants = '', first = ''] = text.split(' ')
  return { by, count: Number(count), walls, instants, first }
}

const max = 200
const digest = (values: readonly (string | number)[]) => hash('sha1', values.join(' ')).slice(0, 10)

function ours(rule: string, zone: string, start: string): Omit<Result, 'by'> {
  const read = readRecurrence([`RRULE:${rule}`], zone)
  const starts = readTime(start, { eventZone: zone })?.at ?? Number.NaN
  assert.ok('value' in read && read.value, `${rule} is refused: ${JSON.stringify(read)}`)
  const dates = datesOf(read.value, {
    starts,
    ends: starts,
    timezone: zone,
    until: wallTime(2050, 12, 31, 23, 59, 59),
    limit: max,
  })
  const walls = dates.map(({ original }) => writeTime(original, false))
  return {
    count: dates.length,
    walls: digest(walls),
    instants: digest(dates.map(({ utcStarts }) => utcStarts)),
    first: walls.slice(0, 3).join(','),
  }
}

const isSame = (a: Omit<Result, 'by'>, b: Omit<Result, 'by'>) =>
  a.count === b.count && a.walls === b.walls && a.instants === b.instants

test('rules have the dates on which dateutil and libical agree, as wall times and as instants', () => {
  const agreed = lines.filter(({ results }) => results[0]?.by === 'both')
  assert.ok(lines.length >= 2000, `only ${lines.length} rules`)
  const different = agreed.flatMap(({ rule, zone, start, results: [both] }) => {
    const result = ours(rule, zone, start)
    return both && !isSame(result, both) ? [{ rule, zone, start, both, result }] : []
  })
  assert.deepEqual(different, [])
})

/**
 * Shapes that both get wrong, each in its own way: of a weekly rule with BYSETPOS, dateutil chooses among what is left of the first
 * week; of a week that reaches into a year that INTERVAL skips, it drops the days there.
 */
const wrongInBoth = [/^FREQ=WEEKLY;.*BYSETPOS/, /^FREQ=YEARLY;.*INTERVAL=.*BYWEEKNO/]

test('where two libraries differ, rules have the dates of one of them, except for two forms', () => {
  const unlike = lines.flatMap(({ rule, zone, start, results }) => {
    if (results[0]?.by === 'both' || wrongInBoth.some(shape => shape.test(rule))) return []
    const result = ours(rule, zone, start)
    return results.some(other => isSame(result, other)) ? [] : [{ rule, start, results, result }]
  })
  assert.deepEqual(unlike, [])
  const { first } = ours('FREQ=WEEKLY;BYDAY=MO,TH;BYSETPOS=1', 'Europe/Paris', '20270705T200000')
  assert.equal(first, '20270705T200000,20270712T200000,20270719T200000')
  const last = ours('FREQ=WEEKLY;BYDAY=MO,TH;BYSETPOS=-1', 'Europe/Paris', '20270708T200000')
  assert.equal(last.first, '20270708T200000,20270715T200000,20270722T200000')
})
