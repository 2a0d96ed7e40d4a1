import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { anyText } from '../../../test/support/any-text.ts'
import { firstWall, formatWall, lastWall, wallTime } from './clock.ts'
import { parseMoment } from './parse.ts'
import { abbreviation, instantOf, isZone, offsetAt, wallOf, zoneNames } from './zone.ts'

const wall = (text: string) => parseMoment(text, 0, 'UTC')!.at
const utc = (text: string, zone: string) => formatWall(instantOf(wall(text), zone))
const hour = 3600

const regions = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
const manual = fc.constantFrom('UTC', 'UTC+2', 'UTC-3.5', 'UTC+5:45', '+02:00', 'EST')
const walls = fc.integer({ min: wallTime(1850, 1, 1), max: wallTime(2400, 1, 1) })

test('names of the tz database are zones, in any case, old names included', () => {
  for (const name of `Europe/Paris europe/paris AMERICA/NEW_YORK America/Montreal US/Eastern Asia/Calcutta Asia/Kolkata
    Europe/Kyiv America/Argentina/Buenos_Aires America/Port-au-Prince Etc/GMT+5 Etc/UTC GMT0 EST5EDT GB Japan
    NZ-CHAT`.split(/\s+/)) {
    assert.equal(isZone(name), true, name)
  }
})

test('manual offsets are zones, from -12 to +14 hours', () => {
  for (const name of `UTC GMT UTC+0 UTC-0 UTC+2 utc+2 UTC+14 UTC-12 UTC-3.5 UTC+5.75 UTC+5.25 UTC+5:30 UTC+05:30 +02:00
    -12:00 +14:00`.split(/\s+/)) {
    assert.equal(isZone(name), true, name)
  }
  for (const name of [
    'UTC+15',
    'UTC-12.5',
    'UTC+5.3',
    'UTC+5:60',
    'UTC 2',
    'UTC+',
    '+14:30',
    '+2',
  ]) {
    assert.equal(isZone(name), false, name)
  }
})

test('an abbreviation is one offset all year, as in PHP', () => {
  assert.equal(offsetAt(wall('2026-07-01'), 'EST'), -5 * hour)
  assert.equal(offsetAt(wall('2026-07-01'), 'CET'), hour)
  assert.equal(offsetAt(wall('2026-01-01'), 'cest'), 2 * hour)
  assert.equal(offsetAt(wall('2026-01-01'), 'AST'), -4 * hour)
  assert.equal(isZone('IST'), false, 'India, Israel or Ireland?')
})

test('anything else is no zone, whatever it is', () => {
  for (const name of [
    '',
    ' ',
    'No/Where',
    'America/Nowhere',
    'Paris',
    'constructor',
    '__proto__',
    'x',
    'Z',
  ]) {
    assert.equal(isZone(name), false, name)
  }
  fc.assert(fc.property(fc.anything(), value => typeof isZone(value as string) === 'boolean'))
  fc.assert(fc.property(anyText(), text => typeof isZone(text) === 'boolean'))
  for (let n = 0; n < 20_000; n += 1) assert.equal(isZone(`No/Where_${n}`), false)
  assert.equal(isZone('Europe/Paris'), true)
})

test('offsets are computed only for valid zones', () => {
  assert.throws(() => instantOf(0, 'America/Nowhere'), RangeError)
  assert.throws(() => offsetAt(0, ''), RangeError)
})

test('daylight saving time counts in both hemispheres', () => {
  assert.equal(utc('2026-07-10 20:00:00', 'America/New_York'), '2026-07-11 00:00:00')
  assert.equal(utc('2026-12-10 20:00:00', 'America/New_York'), '2026-12-11 01:00:00')
  assert.equal(utc('2026-07-10 20:00:00', 'Australia/Lord_Howe'), '2026-07-10 09:30:00')
  assert.equal(utc('2026-12-10 20:00:00', 'Australia/Lord_Howe'), '2026-12-10 09:00:00')
  assert.equal(utc('2300-07-10 20:00:00', 'America/New_York'), '2300-07-11 00:00:00')
})

test('manual offsets are exact all year (T8)', () => {
  assert.equal(utc('2026-08-01 10:00:00', 'UTC-3.5'), '2026-08-01 13:30:00')
  assert.equal(utc('2026-12-01 10:00:00', 'UTC-3.5'), '2026-12-01 13:30:00')
  assert.equal(utc('2026-08-01 10:00:00', 'UTC+5:45'), '2026-08-01 04:15:00')
  assert.equal(utc('2026-08-01 10:00:00', '+02:00'), '2026-08-01 08:00:00')
})

test('a time that the clocks skip moves forward with them', () => {
  const read = (text: string, zone: string) => formatWall(wallOf(instantOf(wall(text), zone), zone))
  assert.equal(read('2026-03-08 02:30:00', 'America/New_York'), '2026-03-08 03:30:00')
  assert.equal(read('2026-03-29 02:30:00', 'Europe/Paris'), '2026-03-29 03:30:00')
  assert.equal(read('2026-10-04 02:15:00', 'Australia/Lord_Howe'), '2026-10-04 02:45:00')
  assert.equal(read('2011-12-30 12:00:00', 'Pacific/Apia'), '2011-12-31 12:00:00')
})

test('a time that the clocks show twice is the first', () => {
  assert.equal(utc('2026-11-01 01:30:00', 'America/New_York'), '2026-11-01 05:30:00')
  assert.equal(utc('2026-10-25 02:30:00', 'Europe/Paris'), '2026-10-25 00:30:00')
  assert.equal(utc('2026-04-05 01:45:00', 'Australia/Lord_Howe'), '2026-04-04 14:45:00')
})

test('the hours around a change are all there', () => {
  assert.equal(utc('2026-03-08 01:59:59', 'America/New_York'), '2026-03-08 06:59:59')
  assert.equal(utc('2026-03-08 03:00:00', 'America/New_York'), '2026-03-08 07:00:00')
  assert.equal(utc('2026-11-01 00:59:59', 'America/New_York'), '2026-11-01 04:59:59')
  assert.equal(utc('2026-11-01 02:00:00', 'America/New_York'), '2026-11-01 07:00:00')
})

test('any wall time in any zone is the moment that Temporal says', () => {
  fc.assert(
    fc.property(walls, regions, (at, zone) => {
      const theirs = Temporal.PlainDateTime.from(formatWall(at)).toZonedDateTime(zone)
      assert.equal(instantOf(at, zone), theirs.epochMilliseconds / 1000)
    }),
    { numRuns: 3000 },
  )
})

test('so it is around every change of the clocks', () => {
  for (const zone of [
    'America/New_York',
    'Europe/Paris',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
  ]) {
    let there = Temporal.ZonedDateTime.from(`1970-01-01T00:00[${zone}]`)
    for (let n = 0; n < 120; n += 1) {
      const next = there.getTimeZoneTransition('next')
      if (next === null) break
      there = next
      for (let minutes = -180; minutes <= 180; minutes += 15) {
        const local = there.toPlainDateTime().add({ minutes })
        const theirs = local.toZonedDateTime(zone).epochMilliseconds / 1000
        assert.equal(instantOf(wall(local.toString()), zone), theirs, `${local} ${zone}`)
      }
    }
  }
})

test('a moment and back is the same moment, except in the hour that comes twice', () => {
  fc.assert(
    fc.property(walls, fc.oneof(regions, manual), (instant, zone) => {
      const wall = wallOf(instant, zone)
      const back = instantOf(wall, zone)
      assert.equal(wallOf(back, zone), wall)
      assert.ok(back <= instant)
    }),
  )
})

test('every second from the year 1 to 9999 has an offset and an abbreviation', () => {
  const seconds = fc.integer({ min: firstWall, max: lastWall })
  fc.assert(
    fc.property(seconds, fc.oneof(regions, manual), (instant, zone) => {
      assert.ok(Math.abs(offsetAt(instant, zone)) < 16 * hour)
      assert.match(abbreviation(instant, zone), /^\S{2,}$/)
    }),
    { numRuns: 300 },
  )
})

test('clocks are abbreviated as PHP does', () => {
  const summer = wall('2026-07-15 12:00:00')
  const winter = wall('2026-01-15 12:00:00')
  for (const [zone, inWinter, inSummer] of [
    ['America/New_York', 'EST', 'EDT'],
    ['America/Montreal', 'EST', 'EDT'],
    ['America/Los_Angeles', 'PST', 'PDT'],
    ['America/St_Johns', 'NST', 'NDT'],
    ['America/Halifax', 'AST', 'ADT'],
    ['America/Havana', 'CST', 'CDT'],
    ['America/Sao_Paulo', '-03', '-03'],
    ['Europe/Paris', 'CET', 'CEST'],
    ['europe/paris', 'CET', 'CEST'],
    ['Europe/London', 'GMT', 'BST'],
    ['Europe/Dublin', 'GMT', 'IST'],
    ['Europe/Lisbon', 'WET', 'WEST'],
    ['Europe/Kyiv', 'EET', 'EEST'],
    ['Europe/Moscow', 'MSK', 'MSK'],
    ['Europe/Istanbul', '+03', '+03'],
    ['Africa/Johannesburg', 'SAST', 'SAST'],
    ['Africa/Lagos', 'WAT', 'WAT'],
    ['Asia/Jerusalem', 'IST', 'IDT'],
    ['Asia/Kolkata', 'IST', 'IST'],
    ['Asia/Kathmandu', '+0545', '+0545'],
    ['Asia/Singapore', '+08', '+08'],
    ['Asia/Shanghai', 'CST', 'CST'],
    ['Asia/Tokyo', 'JST', 'JST'],
    ['Australia/Sydney', 'AEDT', 'AEST'],
    ['Australia/Lord_Howe', '+11', '+1030'],
    ['Pacific/Auckland', 'NZDT', 'NZST'],
    ['Pacific/Guam', 'ChST', 'ChST'],
    ['Pacific/Honolulu', 'HST', 'HST'],
    ['Etc/GMT+5', '-05', '-05'],
    ['UTC', 'UTC', 'UTC'],
    ['Etc/UTC', 'UTC', 'UTC'],
    ['GMT', 'GMT', 'GMT'],
    ['EST', 'EST', 'EST'],
  ] as const) {
    assert.deepEqual(
      [zone, abbreviation(winter, zone), abbreviation(summer, zone)],
      [zone, inWinter, inSummer],
    )
  }
})

test('and still so in the far future', () => {
  assert.equal(abbreviation(wall('2300-07-15'), 'America/Chicago'), 'CDT')
  assert.equal(abbreviation(wall('2300-01-15'), 'America/Chicago'), 'CST')
})

test('a manual offset is called as it was written', () => {
  for (const name of ['UTC+0', 'UTC+2', 'UTC-3.5', 'UTC+5:30', 'UTC+05:30']) {
    assert.equal(abbreviation(0, name), name)
  }
  assert.equal(abbreviation(0, '+02:00'), 'GMT+0200')
})

test('before clocks were set by law they showed local mean time', () => {
  assert.equal(utc('1850-01-01 10:00:00', 'America/New_York'), '1850-01-01 14:56:02')
  assert.equal(abbreviation(wall('1850-01-01'), 'America/New_York'), 'LMT')
})

test('the names to choose from are zones, sorted, with the old and the new name of a place', () => {
  const names = zoneNames()
  assert.ok(names.length > 400)
  assert.ok(names.every(isZone))
  assert.deepEqual(names, [...names].sort())
  for (const name of ['America/Montreal', 'Europe/Paris', 'Europe/Kyiv', 'Asia/Kolkata', 'UTC']) {
    assert.ok(names.includes(name), name)
  }
})
