import assert from 'node:assert/strict'
import { test } from 'node:test'
import { otherClocks, skippedTimes } from './clocks.ts'
import { withFact } from './dates.ts'
import { type Form, type FormField, forms } from './model.ts'
import { isDay, isVisible } from './stands.ts'
import { draftOf, newValues, patchOf } from './values.ts'

const form = forms.event as Form
const named = (name: string) => form.fields.find(each => each.name === name) as FormField
const moved = (facts: Record<string, string | boolean>, name: string, value: string | boolean) =>
  withFact(form, facts, name, value)

test('the end moves with the start and keeps the duration, over days and years', () => {
  const facts = { start_date: '2027-12-31T22:00', end_date: '2028-01-01T01:30' }
  assert.equal(moved(facts, 'start_date', '2028-02-28T22:00').end_date, '2028-02-29T01:30')
  // a year as it is typed, digit by digit
  const halfway = moved(facts, 'start_date', '0002-12-31T22:00')
  assert.equal(
    withFact(form, halfway, 'start_date', '2029-12-31T22:00').end_date,
    '2030-01-01T01:30',
  )
})

test('an event without an end lasts an hour; an end that is set stays', () => {
  const first = { start_date: '', end_date: '' }
  assert.equal(moved(first, 'start_date', '2027-05-10T20:00').end_date, '2027-05-10T21:00')
  const ended = { start_date: '', end_date: '2027-05-10T23:00' }
  assert.equal(moved(ended, 'start_date', '2027-05-10T20:00').end_date, '2027-05-10T23:00')
  assert.equal(moved(ended, 'start_date', '2027-05-11T20:00').end_date, '2027-05-11T21:00')
  const wrong = { start_date: '2027-05-10T20:00', end_date: '2027-05-10T19:00' }
  assert.equal(moved(wrong, 'start_date', '2027-05-10T18:00').end_date, '2027-05-10T19:00')
  assert.equal(moved(wrong, 'end_date', '2027-05-10T21:00').start_date, '2027-05-10T20:00')
  assert.equal(moved(wrong, 'start_date', '').end_date, '2027-05-10T19:00')
})

test('“all day” hides the hours and restores them', () => {
  const facts = { all_day: true, start_date: '2027-05-10', end_date: '2027-05-12T23:59:59' }
  assert.equal(isDay(named('start_date'), facts), true)
  assert.equal(isDay(named('date'), facts), false)
  const timed = moved(facts, 'all_day', false)
  assert.deepEqual(
    [timed.start_date, timed.end_date, isDay(named('start_date'), timed)],
    ['2027-05-10T00:00', '2027-05-12T23:59', false],
  )
  assert.equal(moved(facts, 'start_date', '2027-05-11').end_date, '2027-05-13T23:59:59')
})

test('an event of whole days is sent with its days alone', () => {
  const facts = { all_day: true, start_date: '2027-05-10', end_date: '2027-05-12' }
  const empty = newValues(form)
  const values = { ...empty, facts: { ...empty.facts, ...facts } }
  const { all_day, start_date, end_date } = draftOf(form, values, 'en', empty)
  assert.deepEqual([all_day, start_date, end_date], [true, '2027-05-10', '2027-05-12'])
})

test('fields without use are neither shown nor sent', () => {
  const before = newValues(form)
  const reason = { en: { ...before.texts.en, event_status_reason: 'Storm' }, fr: before.texts.fr }
  const after = { facts: { ...before.facts, online_url: 'https://example.org' }, texts: reason }
  assert.deepEqual(
    form.fields.filter(field => !isVisible(field, after.facts)).map(({ name }) => name),
    ['event_status_reason', 'online_url'],
  )
  assert.deepEqual(patchOf(form, before, after), {})
  const facts = { ...after.facts, event_status: 'cancelled', attendance: 'mixed' }
  assert.deepEqual(patchOf(form, before, { facts, texts: reason }), {
    event_status: 'cancelled',
    attendance: 'mixed',
    online_url: 'https://example.org',
    translations: { en: { event_status_reason: 'Storm' } },
  })
})

test('the times in other zones are shown if they differ', () => {
  const when = {
    timezone: 'America/New_York',
    timezone_abbr: 'EDT',
    site_timezone: 'Europe/Paris',
    start_date: '2027-05-10 20:00:00',
    end_date: '2027-05-10 22:00:00',
    utc_start_date: '2027-05-11 00:00:00',
    utc_end_date: '2027-05-11 02:00:00',
    site_start_date: '2027-05-11 02:00:00',
    site_end_date: '2027-05-11 04:00:00',
  }
  const of = (zone: string) =>
    otherClocks(when, { locale: 'en-GB', zone }).map(({ whose, zone }) => [whose, zone])
  const site = ['site', 'Europe/Paris']
  assert.deepEqual(of('Asia/Tokyo'), [site, ['visitor', 'Asia/Tokyo']])
  assert.deepEqual(of('Europe/Berlin'), [site])
  assert.deepEqual(of('America/New_York'), [site])
  const [{ when: text } = { when: '' }] = otherClocks(when, { locale: 'fr-FR', zone: 'UTC' })
  assert.match(text, /11 mai 2027, 2.h – 4.h/)
  assert.deepEqual(otherClocks(null, { locale: 'en-GB', zone: 'UTC' }), [])
})

test('the clocks of any year that can be typed are shown: of 2027 the year 202 comes before', () => {
  const at = (day: string) => {
    const [starts, ends] = [`${day} 20:00:00`, `${day} 22:00:00`]
    const when = {
      timezone: 'UTC',
      timezone_abbr: 'UTC',
      site_timezone: 'UTC',
      start_date: starts,
      end_date: ends,
      utc_start_date: starts,
      utc_end_date: ends,
      site_start_date: starts,
      site_end_date: ends,
    }
    return otherClocks(when, { locale: 'en-GB', zone: 'Asia/Tokyo' })
  }
  for (const day of ['2027-05-10', '0202-05-10', '0020-05-10', '0001-01-02'])
    assert.match(String(at(day)[0]?.when), new RegExp(` ${Number(day.slice(0, 4))}, `), day)
  assert.deepEqual(at('9999-12-31'), [], 'the year 10000 in Tokyo')
})

test('for an hour that does not exist, the form shows what it becomes', () => {
  const when = {
    start_date: '2027-03-28 03:30:00',
    end_date: '2027-03-28 05:00:00',
    utc_start_date: '',
    utc_end_date: '',
    site_start_date: '',
    site_end_date: '',
    timezone: 'Europe/Paris',
    timezone_abbr: 'CEST',
    site_timezone: 'Europe/Paris',
  }
  const typed = { start_date: '2027-03-28T02:30', end_date: '2027-03-28T05:00' }
  assert.deepEqual(skippedTimes(when, typed), [
    { field: 'start_date', typed: '02:30', becomes: '03:30' },
  ])
  assert.deepEqual(skippedTimes(when, { ...typed, start_date: '2027-03-28T03:30' }), [])
  assert.deepEqual(skippedTimes(when, { ...typed, all_day: true }), [])
  assert.deepEqual(skippedTimes(when, undefined), [])
})
