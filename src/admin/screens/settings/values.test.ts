import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Setting } from '../../../sdk/index.ts'
import { changedOf, inForm, isOfUse, isStored, without } from './values.ts'

const setting = (name: string, value: unknown, more: Partial<Setting> = {}) =>
  ({ name, value, input: 'text', can_change: true, ...more }) as Setting

test('only changed settings that may be changed are sent', () => {
  const settings = [
    setting('siteName', 'Nightly'),
    setting('perPage', 10, { input: 'number' }),
    setting('fallback', true, { input: 'switch' }),
    setting('geolocation', true, { input: 'switch' }),
    setting('weekStart', 'monday', { can_change: false }),
    setting('currencyCode', '$'),
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

test('resetting a stored setting shows the default until it is saved', () => {
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

test('text typed during a save is not lost', () => {
  const sent = { siteName: 'Nightly', timezone: 'Europe/Paris' }
  const meanwhile = { siteName: 'Nightly', timezone: 'Asia/Tokyo', perPage: '20' }
  assert.deepEqual(without(meanwhile, sent), { timezone: 'Asia/Tokyo', perPage: '20' })
  assert.deepEqual(without(sent, sent), {})
})

test('a setting that another leaves without use is not shown, unless it is set', () => {
  const where = { setting: 'mapSource', is: ['url'] }
  const source = setting('mapSource', 'ign')
  const tiles = setting('mapAttribution', '', { where, is_set: false })
  const all = [source, tiles]
  assert.equal(isOfUse(source, all, {}), true)
  assert.equal(isOfUse(tiles, all, {}), false)
  assert.equal(isOfUse(tiles, all, { mapSource: 'url' }), true)
  assert.equal(isOfUse(tiles, all, { mapSource: 'url https://tiles.example/{z}' }), true)
  assert.equal(isOfUse({ ...tiles, is_set: true }, all, {}), true)
})
