import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { commands } from '../../src/cli/commands.ts'
import type { Definition } from '../../src/cli/program.ts'
import { programOf } from '../../src/cli/program.ts'
import { type Setting, settings } from '../../src/config/config.ts'
import { languages } from '../../src/define/text/language.ts'

const leaves = (
  all: readonly Definition[],
  above: readonly string[] = [],
): [string, Definition][] =>
  all.flatMap(each => {
    const path = [...above, each.name]
    const own: [string, Definition][] =
      each.handler || !each.commands ? [[path.join(' '), each]] : []
    return [...own, ...leaves(each.commands ?? [], path)]
  })

/** The words of a command line, without the quotes of the shell. */
const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain)

for (const [path, { examples = [] }] of leaves(commands))
  test(`the help of ${path} has examples, which the program understands`, async () => {
    assert.ok(examples.length > 0)
    for (const example of examples) {
      assert.ok(`${example} `.startsWith(`${path} `), example)
      if (path === 'help' || path === 'version') continue
      let runs = 0
      const words = wordsOf(example)
      const program = programOf(commands, 'en', words, async () => void runs++)
      await program.parseAsync(words, { from: 'user' })
      assert.equal(runs, 1, example)
    }
    for (const language of languages) {
      const written: string[] = []
      const program = programOf(commands, language, [], async () => {})
      const at = path
        .split(' ')
        .reduce((of, name) => of.commands.find(each => each.name() === name) ?? of, program)
      at.configureOutput({ writeOut: text => void written.push(text) })
      at.outputHelp()
      const title = { en: 'Examples:', fr: 'Exemples\u00a0:' }[language]
      assert.ok(written.join('').includes(`${title}\n  almanac ${examples[0]}`), written.join(''))
    }
  })

for (const language of languages)
  test(`the documentation lists every command (${language})`, () => {
    const page = new URL(`../../docs/${language}/command-line.md`, import.meta.url)
    const rows = readFileSync(page, 'utf8').matchAll(/^\| (`[a-z].*?) \|/gm)
    const listed = [...rows].map(([, cell = '']): string[] => cell.match(/[\w-]+/g) ?? [])
    const missing = leaves(commands).filter(([path]) => {
      const words = path.split(' ')
      return !listed.some(row => row[0] === words[0] && words.every(word => row.includes(word)))
    })
    assert.deepEqual(
      missing.map(([path]) => path),
      [],
    )
  })

test('every command that deletes takes --dry-run', () => {
  const deleting = leaves(commands).flatMap(([path, { deletes }]) => (deletes ? [path] : []))
  assert.deepEqual(deleting, [
    'users remove',
    'users erase',
    'tokens revoke',
    'keys renew',
    'trash empty',
    'backup create',
    'backup restore',
    'import undo',
    'import unsubscribe',
    'demo',
  ])
})

for (const language of languages)
  test(`the help of serve has what people type, and every setting on request (${language})`, () => {
    const optionsIn = (typed: readonly string[]) => {
      const program = programOf(commands, language, typed, async () => {})
      const serve = program.commands.find(each => each.name() === 'serve')
      const written: string[] = []
      serve?.configureOutput({ writeOut: text => void written.push(text) })
      serve?.outputHelp()
      const text = written.join('')
      return { count: [...text.matchAll(/\[ALMANAC_\w+\]/g)].length, text }
    }
    const few = optionsIn(['serve', '--help'])
    assert.equal(few.count, 15)
    assert.match(few.text, /almanac serve --help --all/)
    const open = Object.values<Setting>(settings).filter(({ secret }) => !secret)
    assert.equal(optionsIn(['serve', '--help', '--all']).count, open.length)
  })
