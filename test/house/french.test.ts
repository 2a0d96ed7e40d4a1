import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { faultsOf, frenchIn } from './french.ts'
import { root, sourceOf } from './sources.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')

// the store holds SQL and no sentences
const sources = globSync(['src/**/*.ts', 'demo/**/*.ts'], { cwd: root }).filter(
  name => !name.endsWith('.test.ts') && !name.startsWith(join('src', 'store')),
)

test('every French text of the program has the blanks of French', () => {
  const texts = sources.flatMap(name => frenchIn(sourceOf(name)).map(text => ({ name, text })))
  assert.ok(texts.length > 800, `only ${texts.length} texts were found`)
  const faults = texts.flatMap(({ name, text }) => faultsOf(text).map(why => `${name}: ${why}`))
  assert.deepEqual(faults, [])
})

test('every French page has the blanks of French', () => {
  const pages = ['README.fr.md', ...globSync('docs/fr/*.md', { cwd: root })]
  assert.ok(pages.length > 1)
  const faults = pages.flatMap(name =>
    proseOf(read(name)).flatMap(line => faultsOf(line).map(why => `${name}: ${why}`)),
  )
  assert.deepEqual(faults, [])
})

/** A page without its code, line by line, and without the addresses of links. */
const proseOf = (page: string) =>
  page
    .replace(/```[\s\S]*?```/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .split('\n')
    .filter(line => !/^[\s|:-]*$/.test(line))

test('violations are found, and text that only looks like one is not', () => {
  const wrong = [
    'Quoi ?',
    'Quoi?',
    'Quoi\u00a0?',
    'un ; deux',
    'un : deux',
    'un: deux',
    'un\u202f: deux',
    '« un\u00a0»',
    '«\u00a0un »',
    '«un\u00a0»',
    'dans 8 h',
    'dans {seconds} s.',
    '12,50 €',
    '20 000 fiches',
    '5 secondes',
    '{count} {count|jour|jours}',
    '1000 fiches au plus',
    'de 1 à 100000.',
    '2000\u00a0caractères',
    "l'un",
  ]
  const right = [
    'Quoi\u202f? Un\u202f; deux\u00a0: «\u00a0trois\u00a0».',
    'à 10:00, sur http://un.exemple:80/?a=1, ou 0.0.0.0 ou :: pour tous',
    'telles que «\u00a0port: 8080\u00a0»',
    'En 2027, selon la RFC 5545, le port 8080 et {count} {count|fiche|fiches}',
    '8\u00a0h\u00a030, 12\u00a0€, {seconds}\u00a0s, 20\u202f000, 2026-12-05 20:00:00',
    '0 s’il n’y en a pas',
    'de `a: b` à `--flag ?`, &amp; et ?ml_language=fr',
  ]
  assert.deepEqual(
    wrong.filter(text => faultsOf(text).length === 0),
    [],
  )
  assert.deepEqual(right.flatMap(faultsOf), [])
})
