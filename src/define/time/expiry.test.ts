import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiry } from './expiry.ts'

const now = Date.parse('2026-07-26T12:00:00Z') / 1000
const at = (written: string, zone = 'UTC') => {
  const end = expiry(written, now, zone)
  return end === undefined ? undefined : new Date(end * 1000).toISOString().slice(0, 16)
}

test('a span counts from now', () => {
  assert.equal(at('12h'), '2026-07-27T00:00')
  assert.equal(at('90d'), '2026-10-24T12:00')
  assert.equal(at('2w'), '2026-08-09T12:00')
  assert.equal(at('6m'), '2027-01-26T12:00')
  assert.equal(at('1y'), '2027-07-26T12:00')
})

test('months keep the hour of the site when its clocks change', () => {
  assert.equal(at('6m', 'America/Montreal'), '2027-01-26T13:00')
})

test('a day counts to its end, in the time zone of the site', () => {
  assert.equal(at('2027-01-31'), '2027-02-01T00:00')
  assert.equal(at('2027-01-31', 'America/Montreal'), '2027-02-01T05:00')
})

test('anything else is refused', () => {
  for (const written of ['', 'tomorrow', '90', '-1d', '2027-02-30', '31/01/2027'])
    assert.equal(at(written), undefined)
})
