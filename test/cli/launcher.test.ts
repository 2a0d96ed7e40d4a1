import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { launcher } from '../../release/archive.ts'
import { isLinux, newFolder } from './command.ts'

test('the launcher of a release starts imports and exports with the small nursery of a clone', {
  skip: !isLinux,
}, () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'node'))
  writeFileSync(join(folder, 'node', 'node'), '#!/bin/sh\nprintf "%s|" "$@"\n', { mode: 0o755 })
  writeFileSync(join(folder, 'almanac'), launcher, { mode: 0o755 })
  const started = (...args: string[]) =>
    execFileSync(join(folder, 'almanac'), args, { encoding: 'utf8' })
  const program = join(folder, 'bin', 'almanac.js')
  for (const [args, megabytes] of [
    [['serve', '--port', '0'], 8],
    [['--lang', 'fr', 'export', 'csv', 'two words.csv'], 4],
    [['import', 'ics', 'events.ics'], 4],
    [['users', 'list'], 8],
  ] as const)
    assert.equal(
      started(...args),
      [`--max-semi-space-size=${megabytes}`, program, ...args, ''].join('|'),
    )
})
