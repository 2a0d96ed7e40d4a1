// Runs all tests on SQLite and then those of `on-postgres.ts`, or the files after it on both. A failure on one engine does not spare the
// other, so that one run shows both; flaky tests of both stand at the end.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flakyVariable } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-tests-'))
const flaky = join(folder, 'flaky')
const runs = ['unit.ts', 'on-postgres.ts'].map(name => {
  const args = [join(import.meta.dirname, name), ...process.argv.slice(2)]
  const { status, error } = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, [flakyVariable]: flaky },
  })
  if (error) console.error(error)
  return status ?? 1
})
if (existsSync(flaky)) console.error(readFileSync(flaky, 'utf8').trimEnd())
rmSync(folder, { recursive: true })
process.exitCode = runs.find(status => status !== 0) ?? 0
