import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { dearFiles } from '../support/dear-files.ts'
import { allTestFiles, kindByImports, kindOf, testFileOf, waitsAtLoad } from '../support/kinds.ts'

const files = allTestFiles()

test('the name of each test file says its kind, as its imports do', () => {
  const wrong = files.filter(file => kindOf(file) !== kindByImports(file))
  assert.deepEqual(
    wrong.map(file => `${file} is of kind ${kindByImports(file)}`),
    [],
  )
})

test('a test file that runs in process waits for nothing at its top level', () => {
  const waiting = files.filter(file => kindOf(file) === 'in-process').filter(waitsAtLoad)
  assert.deepEqual(waiting, [])
})

test('a file that may take long is there, with a reason', () => {
  for (const [file, reason] of Object.entries(dearFiles)) {
    assert.ok(existsSync(file), file)
    assert.match(reason, /\w/)
  }
})

test('a failure belongs to the one file that imports its test, so that it is run again', () => {
  assert.equal(testFileOf('test/admin/category-tree.ts'), 'test/admin/tables.browser.test.ts')
  for (const path of ['test/house/kinds.test.ts', 'test/support/person.ts'])
    assert.equal(testFileOf(path), path)
})
