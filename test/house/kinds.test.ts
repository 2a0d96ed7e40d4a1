import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { dearFiles } from '../support/dear-files.ts'
import { allTestFiles, kindByImports, kindOf } from '../support/kinds.ts'

const files = allTestFiles()

test('the name of each test file says its kind, as its imports do', () => {
  const wrong = files.filter(file => kindOf(file) !== kindByImports(file))
  assert.deepEqual(
    wrong.map(file => `${file} is of kind ${kindByImports(file)}`),
    [],
  )
})

/** A module that waits when it is loaded: its tests would be in no suite, and its hooks those of all. */
const waitsAtLoad = /^(?:\S[^(=\n]*=\s+[([]*)?await |^for await /m

test('a test file that shares its process waits for nothing at its top level', () => {
  const waiting = files
    .filter(file => kindOf(file) === 'in-process')
    .filter(file => waitsAtLoad.test(readFileSync(file, 'utf8')))
  assert.deepEqual(waiting, [])
})

test('a file that may take long is there, with a reason', () => {
  for (const [file, reason] of Object.entries(dearFiles)) {
    assert.ok(existsSync(file), file)
    assert.match(reason, /\w/)
  }
})
