import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountFlaw } from '../calendar/account.ts'
import type { Sentence } from '../define/kind.ts'
import { commandLine } from './serve.ts'
import { table } from './table.ts'
import { words } from './words.ts'

test('every flaw of an account has its words', () => {
  const flaws: Record<AccountFlaw, Sentence> = words.flaws
  assert.ok(Object.keys(flaws).length > 5)
})

test('both languages have the same blanks to fill', () => {
  const blanks = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()
  for (const [part, sentences] of Object.entries(words)) {
    const all = ('en' in sentences ? { [part]: sentences } : sentences) as Record<string, Sentence>
    for (const [name, { en, fr }] of Object.entries(all))
      assert.deepEqual(blanks(fr), blanks(en), `${part}.${name}`)
  }
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

test('a command to copy has the flags that say where the data are', () => {
  assert.equal(commandLine('demo', {}), 'npx almanac demo')
  assert.equal(
    commandLine('demo', { port: '1', config: 'my.yaml', dataFolder: "l'agenda" }),
    "npx almanac demo --config my.yaml --data-folder 'l'\\''agenda'",
  )
})
