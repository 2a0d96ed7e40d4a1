import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { test } from 'node:test'
import { likelyTests, testsBeside } from '../support/choose-tests.ts'
import { importsOf } from '../support/imports.ts'

const imports = (of: Record<string, string[]>) => (file: string) => of[file] ?? []

test('the tests next to a changed source and to its readers are chosen', () => {
  const of = imports({ 'src/web/page.ts': ['src/store/read/list.ts'] })
  const files = [
    'src/store/read/list.ts',
    'src/store/read/other.test.ts',
    'src/web/page.ts',
    'src/web/page.test.ts',
    'src/admin/form.test.ts',
  ]
  assert.deepEqual(testsBeside(['src/store/read/list.ts'], files, of), [
    'src/store/read/other.test.ts',
    'src/web/page.test.ts',
  ])
  assert.deepEqual(testsBeside(['docs/en/lists.md'], files, of), [])
})

test('tests that a change may break come in order: changed, importing, changed together before, of its name', () => {
  const changed = ['src/http/thing.ts', 'test/http/changed.test.ts']
  const history = [
    ['src/http/thing.ts', 'test/web/often.test.ts'],
    ['src/other/thing.ts', 'test/web/often.test.ts', 'test/cli/once.test.ts', 'src/a.ts'],
    ['src/http/thing.ts', 'test/cli/huge.test.ts', ...Array.from({ length: 50 }, (_, n) => `${n}`)],
  ]
  const tests = [
    'test/cli/nothing.test.ts',
    'test/cli/huge.test.ts',
    'test/cli/once.test.ts',
    'test/stores/things.test.ts',
    // it was of another kind then
    'test/web/often.process.test.ts',
    'test/stores/direct.test.ts',
    'test/http/changed.test.ts',
  ]
  const direct = imports({ 'test/stores/direct.test.ts': ['src/http/thing.ts'] })
  assert.deepEqual(likelyTests(changed, tests, history, direct), [
    'test/http/changed.test.ts',
    'test/stores/direct.test.ts',
    'test/web/often.process.test.ts',
    'test/stores/things.test.ts',
    'test/cli/once.test.ts',
  ])
})

test('imports are read on one line or several, those of types left aside, and each leads to a file', () => {
  const imported = importsOf('test/support/person.ts')
  assert.ok(imported.includes('src/define/text/language.ts'), 'with a type among others')
  assert.ok(imported.includes('test/support/browser.ts'), 'on one line')
  for (const file of globSync('src/**/*.ts'))
    for (const path of importsOf(file)) assert.ok(existsSync(path), `${path} in ${file}`)
})
