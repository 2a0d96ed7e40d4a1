// Runs all tests on SQLite and then those of `on-postgres.ts`, or the files after it on both. A failure on one engine does not spare the
// other, so that one run shows both.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const runs = ['unit.ts', 'on-postgres.ts'].map(name => {
  const args = [join(import.meta.dirname, name), ...process.argv.slice(2)]
  const { status, error } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (error) console.error(error)
  return status ?? 1
})
process.exitCode = runs.find(status => status !== 0) ?? 0
