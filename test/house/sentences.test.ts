import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { formatMessage, languages, type Sentence } from '../../src/define/text/language.ts'
import { sentencesIn } from './sentences.ts'
import { root, sourceOf } from './sources.ts'

/** Every folder with sentences: screens, pages, the command line, errors, mails, fields, settings. */
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
  name => !name.includes('.test.') && !name.startsWith(join('src', 'store')),
)

const all = sources.flatMap(name =>
  sentencesIn(sourceOf(name)).map(sentence => ({ name, sentence })),
)

/** Code is shown as it is: the form of a response in the description of the API. */
const withoutCode = (text: string) => text.replace(/`[^`]*`/g, '')

/** The names of all values in a sentence, in both languages. */
const valuesOf = ({ en, fr }: Sentence) =>
  [...`${en} ${fr}`.matchAll(/\{(\w+)/g)].map(([, name = '']) => name)

test('every sentence of the program with 0, 1 and 2 as its values has no brace left', () => {
  assert.ok(all.length > 1000, `only ${all.length} sentences were found`)
  const folders = new Set(all.map(({ name }) => name.split(/[/\\]/)[1]))
  for (const folder of ['admin', 'web', 'cli', 'problem', 'calendar', 'http', 'config'])
    assert.ok(folders.has(folder), folder)
  const left = all.flatMap(({ name, sentence }) =>
    [0, 1, 2].flatMap(count => {
      const params = Object.fromEntries(valuesOf(sentence).map(value => [value, count]))
      const messages = languages.map(language => formatMessage(sentence, language, params))
      return messages.filter(text => /[{}]/.test(withoutCode(text))).map(text => `${name}: ${text}`)
    }),
  )
  assert.deepEqual(left, [])
})

test('a sentence names the same values in both languages', () => {
  const names = (text: string) => [...new Set(valuesOf({ en: text, fr: '' }))].sort().join()
  const unequal = all.filter(({ sentence }) => names(sentence.en) !== names(sentence.fr))
  assert.deepEqual(unequal, [])
})
