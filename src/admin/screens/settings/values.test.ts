import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Setting } from '../../../sdk/account-types.ts'
import { changedOf, inForm, isStored, without } from './values.ts'

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
    setting('accentColor', '#123456', { source: 'stored', default: '#1d5a86' }),
  ]
  const typed = { siteName: 'Nightly', perPage: '10', fallback: true }
  assert.deepEqual(changedOf(settings, typed), {})
  assert.deepEqual(
    changedOf(settings, {
      siteName: '',
      perPage: '12',
      fallback: false,
      weekStart: 'sunday',
      gone: 'x',
    }),
    { siteName: '', perPage: '12', fallback: false },
  )
})

test('what is stored goes back to the default, which its input shows until that is saved', () => {
  const color = setting('accentColor', '#123456', { source: 'stored', default: '#1d5a86' })
  assert.equal(isStored(color), true)
  assert.equal(isStored({ ...color, can_change: false }), false)
  assert.equal(isStored({ ...color, source: 'default', value: '#1d5a86' }), false)
  assert.deepEqual(
    [inForm(color), inForm(color, null), inForm(color, '#000000')],
    ['#123456', '#1d5a86', '#000000'],
  )
  assert.deepEqual(changedOf([color], { accentColor: null }), { accentColor: null })
})

test('what is typed while a save is on its way is not lost when it has happened', () => {
  const sent = { siteName: 'Nightly', timezone: 'Europe/Paris' }
  const meanwhile = { siteName: 'Nightly', timezone: 'Asia/Tokyo', perPage: '20' }
  assert.deepEqual(without(meanwhile, sent), { timezone: 'Asia/Tokyo', perPage: '20' })
  assert.deepEqual(without(sent, sent), {})
})
