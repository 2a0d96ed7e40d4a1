import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest } from '../define/text/similar-word.ts'
import { usageError } from './main.ts'

test('a misspelt command is reported with the probable one, in both languages', () => {
  const error = {
    code: 'commander.unknownCommand',
    message: "error: unknown command 'sevre'\n(Did you mean serve?)",
  }
  assert.equal(usageError(error, 'en'), 'There is no command “sevre”. Did you mean serve?')
  assert.equal(
    usageError(error, 'fr'),
    'Il n’y a pas de commande « sevre ». Vouliez-vous dire serve ?',
  )
})

test('a misspelt setting is found even where the help does not show it', () => {
  const error = { code: 'commander.unknownOption', message: "error: unknown option '--time-zone'" }
  assert.equal(
    usageError(error, 'en'),
    'There is no option --time-zone here. Did you mean --timezone?',
  )
})

test('secrets have no flag to suggest', () => {
  const error = {
    code: 'commander.unknownOption',
    message: "error: unknown option '--admin-password'",
  }
  assert.equal(usageError(error, 'en'), 'There is no option --admin-password here.')
})

test('a similar word is found: with a letter lost, added, changed or swapped', () => {
  const names = ['serve', 'users', 'tokens', 'config', 'demo']
  const matches = ['serv', 'sreve', 'user', 'tokenss', 'confog', 'dmeo', 'backup', 'x'].map(word =>
    nearest(word, names),
  )
  assert.deepEqual(matches, [
    'serve',
    'serve',
    'users',
    'tokens',
    'config',
    'demo',
    undefined,
    undefined,
  ])
})

test('a setting before the command belongs behind it; behind a command that does not use it, it says so', () => {
  const error = { code: 'commander.unknownOption', message: "error: unknown option '--port=80'" }
  assert.equal(
    usageError(error, 'fr', ['--port=80']),
    '--port se place après la commande\u00a0: COMMANDE --port VALEUR.',
  )
  assert.match(usageError(error, 'en', ['--json']), /^--port is a setting of the service;/)
})
