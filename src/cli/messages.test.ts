import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sentence } from '../define/field-type.ts'
import { messages } from './messages.ts'
import { commandLine, programName } from './program-name.ts'
import { table } from './table.ts'

const isSentence = (of: object): of is Sentence => 'en' in of && 'fr' in of

test('both languages have the same blanks to fill', () => {
  const blanks = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()
  const compare = (name: string, within: object) => {
    if (isSentence(within)) assert.deepEqual(blanks(within.fr), blanks(within.en), name)
    else for (const [part, each] of Object.entries(within)) compare(`${name}.${part}`, each)
  }
  compare('words', messages)
})

test('a list is aligned in columns, accents and all', () => {
  assert.equal(
    table(
      ['ID', 'NOM', 'RÔLE'],
      [
        ['1', 'zoé', 'editor'],
        ['12', 'ada lovelace', ''],
      ],
    ),
    ['ID  NOM           RÔLE', '1   zoé           editor', '12  ada lovelace'].join('\n'),
  )
})

const sources = { script: '/opt/almanac/bin/almanac.js', cwd: '/opt/almanac', env: {} }

test('a command to copy has the flags that say where the data are', () => {
  const settings = { dataFolder: '/opt/almanac/data' }
  assert.equal(commandLine('demo', {}, settings, sources), 'node bin/almanac.js demo')
  assert.equal(
    commandLine(
      'demo',
      { port: '1', config: 'my.yaml', dataFolder: "l'agenda" },
      settings,
      sources,
    ),
    "node bin/almanac.js demo --config my.yaml --data-folder 'l'\\''agenda'",
  )
})

test('a command to copy works where the user stands, however the program was started', () => {
  const settings = { dataFolder: '/opt/almanac/data' }
  const fromNpm = { npm_lifecycle_event: 'start', INIT_CWD: '/opt/almanac' }
  assert.equal(programName({ ...sources, env: fromNpm }), 'node bin/almanac.js')
  const below = { ...sources, env: { ...fromNpm, INIT_CWD: '/opt/almanac/docs' } }
  assert.equal(
    commandLine('demo', {}, settings, below),
    'node ../bin/almanac.js demo --data-folder /opt/almanac/data',
  )
  assert.equal(
    programName({ ...sources, cwd: '/home/ada/calendar' }),
    'node /opt/almanac/bin/almanac.js',
  )
  assert.equal(programName({ ...sources, script: '/usr/bin/almanac' }), 'almanac')
  // of a project that has the package; npx would fetch whatever has that name elsewhere
  const script = '/home/ada/site/node_modules/.bin/almanac'
  const own = { script, cwd: '/home/ada/site', env: { npm_command: 'exec' } }
  assert.equal(programName(own), 'node_modules/.bin/almanac')
  assert.equal(programName({ ...own, cwd: '/srv/www' }), script)
})
