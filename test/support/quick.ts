// The checks of a change, in some 30 seconds: the linter on changed files, types, tests next to sources, and tests of `test` that
// reach a changed file, as many as there is time for: `npm run quick`.
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { testsFor } from './reach.ts'
import { compiled } from './run.ts'

/** In seconds after the start: no further test of `test` begins, and one that still runs is stopped. */
const lastStart = 20
const end = 28

const seconds = () => performance.now() / 1000

function git(...args: string[]): string[] | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : undefined
}

/** Files that differ from where the branch left main, committed or not; a file that is gone is none. */
function changedFiles(): string[] {
  const branches = ['origin/main', 'main', '@{upstream}']
  const [base] = branches.flatMap(branch => git('merge-base', 'HEAD', branch) ?? [])
  const changed = git('diff', '--name-only', '--relative', '--diff-filter=d', base ?? 'HEAD')
  const added = git('ls-files', '--others', '--exclude-standard')
  if (!changed || !added) throw new Error('git does not say what has changed here.')
  return [...new Set([...changed, ...added])]
}

type Result = 'passed' | 'failed' | 'stopped'

/** Runs a program, and shows its output if it fails. With `until` it is stopped then, with all that it started. */
function run(name: string, command: string, args: readonly string[], until?: number) {
  const began = seconds()
  const options: SpawnOptions = {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
    detached: true,
  }
  const child = spawn(command, args, options)
  let output = ''
  child.stdout?.on('data', data => (output += data))
  child.stderr?.on('data', data => (output += data))
  let isStopped = false
  const stop = () => {
    isStopped = true
    if (child.pid) process.kill(-child.pid)
  }
  const timer = until === undefined ? undefined : setTimeout(stop, (until - began) * 1000)
  return new Promise<Result>(resolve => {
    child.on('error', error => (output += String(error)))
    child.on('close', code => {
      clearTimeout(timer)
      const result = isStopped ? 'stopped' : code === 0 ? 'passed' : 'failed'
      const mark = { passed: '✔', failed: '✖', stopped: '…' }[result]
      console.log(`${mark} ${name} (${(seconds() - began).toFixed(1)} s)`)
      if (result === 'failed') console.log(output)
      resolve(result)
    })
  })
}

const changed = changedFiles()
const reached = testsFor(changed).map(({ test }) => test)
console.log(`${changed.length} changed files, which ${reached.length} tests reach`)

const failedChecks: string[] = []
const leftOut: string[] = []
async function check(name: string, command: string, args: readonly string[], until?: number) {
  const result = await run(name, command, args, until)
  if (result === 'failed') failedChecks.push(name)
  if (result === 'stopped') leftOut.push(name)
}

async function reachingTests() {
  for (let test = reached.shift(); test; test = reached.shift())
    if (seconds() < lastStart) await check(test, process.execPath, [test], end)
    else leftOut.push(test)
}
const biome = ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...changed]
const beside = ['--test', '--test-isolation=none', '{src,demo}/**/*.test.ts']
await Promise.all([
  check('types', 'npm', ['run', '--silent', 'types']).then(reachingTests),
  (changed.length > 0 ? check('linter', 'biome', biome) : Promise.resolve())
    .then(() => check('tests next to sources', process.execPath, beside))
    .then(reachingTests),
])

if (leftOut.length > 0) {
  const [named, others] = [leftOut.slice(0, 20), leftOut.length - 20]
  console.log(`\nLeft out, for lack of time: ${named.join(', ')}`)
  if (others > 0) console.log(`and ${others} others that reach a changed file less directly`)
}
console.log(`\n${seconds().toFixed(1)} s`)
if (failedChecks.length > 0) console.log(`Failed: ${failedChecks.join(', ')}`)
process.exitCode = failedChecks.length > 0 ? 1 : 0
