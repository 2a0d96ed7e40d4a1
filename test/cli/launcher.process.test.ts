import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { launcher } from '../../release/archive.ts'
import { isLinux, newFolder } from './command.ts'

type Definition = {
  commandFlags: Record<string, string[]>
  flagsOf(args: readonly string[]): string[] | undefined
}
const { commandFlags, flagsOf }: Definition = await import(
  join(import.meta.dirname, '../../bin/malloc-env.js')
)

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
    [['backup', 'create', 'export', '--data-folder', 'import'], 8],
    [['export', 'csv', 'import'], 4],
    [['--lang=fr', '--json', 'import', 'csv', 'serve'], 4],
    [['--lang', 'import', 'serve'], 8],
    [['--', 'two import words'], 8],
  ] as const)
    assert.equal(
      started(...args),
      [`--max-semi-space-size=${megabytes}`, program, ...args, ''].join('|'),
    )
})

test('the launcher of a release starts another Node where one is named', { skip: !isLinux }, () => {
  const folder = newFolder()
  const node = join(folder, 'my node')
  writeFileSync(node, '#!/bin/sh\necho "another: $2"\n', { mode: 0o755 })
  writeFileSync(join(folder, 'almanac'), launcher, { mode: 0o755 })
  const env = { ...process.env, ALMANAC_NODE: node }
  const started = execFileSync(join(folder, 'almanac'), ['--version'], { encoding: 'utf8', env })
  assert.equal(started, `another: ${join(folder, 'bin', 'almanac.js')}\n`)
})

test('only the command chooses the flags of its process, not a file or folder of that name', () => {
  const flagsFor = (...args: string[]) => flagsOf(args)
  for (const args of [
    ['backup', 'create', 'serve'],
    ['users', 'add', 'import'],
    ['--lang', 'export', 'users', 'list'],
    ['--data-folder'],
    ['constructor'],
    [],
  ])
    assert.equal(flagsFor(...args), undefined, args.join(' '))
  assert.equal(flagsFor('--lang', 'fr', 'serve', '--data-folder', 'import'), commandFlags.serve)
  assert.equal(flagsFor('import', 'csv', 'serve'), commandFlags.import)
})
