import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { test } from 'node:test'
import { importsOf, testsFor } from '../support/reach.ts'

const first = (changed: string) =>
  testsFor([changed])
    .slice(0, 1)
    .map(({ test }) => test)

test('tests that reach a change come in order: changed, importing, of its name, of its folder, through others', () => {
  const imports: Record<string, string[]> = {
    'test/http/changed.test.ts': [],
    'test/stores/direct.test.ts': ['src/http/thing.ts'],
    'test/web/things.test.ts': ['src/main.ts'],
    'test/http/other.test.ts': ['src/main.ts'],
    'test/cli/far.test.ts': ['src/main.ts'],
    'test/cli/farther.test.ts': ['test/cli/helper.ts'],
    'test/cli/nothing.test.ts': ['src/other.ts'],
    'test/cli/helper.ts': ['src/main.ts'],
    'src/main.ts': ['src/http/thing.ts'],
    'src/http/thing.ts': ['src/main.ts'],
  }
  const tests = Object.keys(imports).filter(file => file.endsWith('.test.ts'))
  const changed = ['src/http/thing.ts', 'test/http/changed.test.ts']
  const selected = testsFor(changed, tests.toReversed(), file => imports[file] ?? [])
  assert.deepEqual(
    selected.map(({ test }) => test),
    tests.filter(file => !file.includes('nothing')),
  )
})

test('in this repository, a change leads to its tests, screens and pages by their folder', () => {
  for (const file of ['src/calendar/write/schedule.ts', 'src/store/read/list-statements.ts'])
    for (const test of first(file)) assert.ok(importsOf(test).includes(file), `${test} of ${file}`)
  assert.equal(first('src/calendar/write/schedule.ts').length, 1)
  assert.match(first('src/admin/parts/picker.tsx').join(), /^test\/admin\//)
  assert.match(first('docs/en/mail.md').join(), /^test\/house\//)
  assert.deepEqual(first('nothing/such.ts'), [])
})

test('imports are read on one line or several, those of types left aside, and each leads to a file', () => {
  const imported = importsOf('test/admin/agenda.browser.test.ts')
  assert.ok(imported.includes('test/support/browser.ts'), 'on several lines')
  assert.ok(imported.includes('test/support/editor.ts'), 'on one')
  assert.ok(!imported.includes('test/support/service.ts'), 'types alone')
  for (const file of globSync('src/**/*.ts'))
    for (const path of importsOf(file)) assert.ok(existsSync(path), `${path} in ${file}`)
})
