import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { entriesOf } from '../../src/define/base/objects.ts'
import { type Catalogue, catalogues } from '../../src/define/text/catalogues.ts'
import { sentencesIn } from '../house/sentences.ts'
import { root, sourceOf } from '../house/sources.ts'

/** The English messages of the program that are written out; paths of pages are in the row of a language. */
const messages = new Set(
  globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter(name => !name.includes('.test.') && name !== join('src', 'web', 'addresses.ts'))
    .flatMap(name => sentencesIn(sourceOf(name)))
    .filter(({ en, isComposed }) => en !== '' && !isComposed)
    .map(({ en }) => en),
)

const valuesOf = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort().join()

/** The faults of a catalogue: messages without a text, texts that leave out a value or name another. */
const faultsOf = (catalogue: Catalogue) =>
  [...messages].filter(english => {
    const text = catalogue[english]
    return !text || valuesOf(text) !== valuesOf(english)
  })

test('a catalogue has a text for every message', () => {
  for (const [language, catalogue] of entriesOf(catalogues))
    assert.deepEqual(faultsOf(catalogue ?? {}), [], language)
})

test('a message that a catalogue lacks is reported, and one with other values', () => {
  assert.ok(messages.size > 1000, `only ${messages.size} messages were found`)
  const complete = Object.fromEntries([...messages].map(text => [text, text]))
  assert.deepEqual(faultsOf(complete), [])
  const [withValue = ''] = [...messages].filter(text => valuesOf(text) === 'name')
  const faults = faultsOf({ ...complete, Events: '', [withValue]: 'Ohne Wert' })
  assert.deepEqual(faults.toSorted(), ['Events', withValue].toSorted())
})
