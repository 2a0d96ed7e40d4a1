import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Setting } from '../../../sdk/account-types.ts'
import { changedOf } from './values.ts'

const setting = (name: string, value: unknown, more: Partial<Setting> = {}) =>
  ({ name, value, input: 'text', can_change: true, ...more }) as Setting

test('of settings goes out what is another, and what may be changed', () => {
  const settings = [
    setting('siteName', 'Nightly'),
    setting('perPage', 10, { input: 'number' }),
    setting('fallback', true, { input: 'switch' }),
    setting('geolocation', true, { input: 'switch' }),
    setting('weekStart', 'monday', { can_change: false }),
    setting('currencySymbol', '$'),
  ]
  const typed = { siteName: 'Nightly', perPage: '10', fallback: true }
  assert.deepEqual(changedOf(settings, typed), {})
  assert.deepEqual(
    changedOf(settings, {
      ...{ siteName: '', perPage: '12', fallback: false, weekStart: 'sunday', gone: 'x' },
    }),
    { siteName: '', perPage: '12', fallback: false },
  )
})
