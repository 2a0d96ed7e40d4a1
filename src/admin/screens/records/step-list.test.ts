import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstSteps } from './step-list.ts'

const unset = { is_set: false, source: 'default', value: '' } as const
const names = ['siteName', 'publicUrl', 'timezone', 'logo', 'smtpUrl']
const none = names.map(name => ({ name, ...unset }))

test('the first steps are done once their setting, a first event and a second account are there', () => {
  const done = (changes: Partial<Parameters<typeof firstSteps>[0]>) =>
    firstSteps({ settings: none, users: 1, records: 0, ...changes })
      .filter(({ isDone }) => isDone)
      .map(({ word }) => word)
  const having = (name: string, source: 'stored' | 'environment' = 'stored', value = '') =>
    none.map(one => (one.name === name ? { name, is_set: true, source, value } : one))
  assert.deepEqual(done({}), [])
  assert.deepEqual(done({ settings: having('siteName') }), ['name'])
  assert.deepEqual(done({ settings: having('publicUrl', 'environment') }), ['publicUrl'])
  assert.deepEqual(done({ settings: having('timezone', 'stored', 'Europe/Paris') }), ['timezone'])
  assert.deepEqual(done({ settings: having('timezone', 'stored', 'UTC') }), [])
  assert.deepEqual(done({ settings: having('timezone', 'environment', 'UTC') }), ['timezone'])
  assert.deepEqual(done({ settings: having('logo') }), ['logo'])
  assert.deepEqual(done({ settings: having('smtpUrl') }), ['mail'])
  assert.deepEqual(done({ records: 1 }), ['event'])
  assert.deepEqual(done({ users: 2 }), ['invite'])
})

test('each first step but the public URL leads to the screen where it is done', () => {
  const steps = firstSteps({ settings: none, users: 1, records: 0 })
  assert.deepEqual(Object.fromEntries(steps.map(({ word, to }) => [word, to])), {
    name: '/settings#settings-pages',
    publicUrl: undefined,
    timezone: '/settings#settings-site',
    logo: '/settings#settings-files',
    mail: '/settings#settings-mail',
    event: '/events/new',
    invite: '/users',
  })
})
