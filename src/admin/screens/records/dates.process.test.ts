import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wallText } from './dates.ts'
import '../../../../test/support/own-process.ts'

test('an hour that the zone of the reader skips is shown as it is on the clock of the event', () => {
  const { TZ } = process.env
  process.env.TZ = 'Europe/Paris'
  assert.equal(wallText('2027-03-28 02:30:00', 'en-GB'), '28 March 2027, 2:30\u00a0am')
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})
