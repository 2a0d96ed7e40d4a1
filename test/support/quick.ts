// The checks of a change, in at most 30 seconds: the linter on changed files, types, the tests of documentation and French typography,
// the tests next to changed sources and to their readers, and the likeliest tests of `test`, as many as there is time for: `npm run quick`.
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type History, likelyTests, testsBeside } from './choose-tests.ts'
import { importsOf } from './imports.ts'
import { allTestFiles, kindOf } from './kinds.ts'
import { compiled } from './run-files.ts'
import { writeGroups } from './wrappers.ts'

/** In seconds after the start: no further tests begin, and those that still run are stopped. */
const lastStart = 21
const end = 28

const always = ['docs', 'french', 'twins'].map(name => `test/house/${name}.test.ts`)

const seconds = () => performance.now() / 1000

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 1e8 })
  return status === 0 ? stdout : undefined
}

const linesOf = (text: string) => text.split('\n').filter(Boolean)

/** Files that differ from where the branch left main, committed or not. */
function changedFiles(): string[] {
  const bases = ['origin/main', 'main', '@{upstream}']
  const [base] = bases.flatMap(branch => linesOf(git('merge-base', 'HEAD', branch) ?? ''))
  const changed = git('diff', '--name-only', '--relative', base ?? 'HEAD')
  const added = git('ls-files', '--others', '--exclude-standard')
  if (changed === undefined || added === undefined)
    throw new Error('git does not say what has changed here.')
  return [...new Set([...linesOf(changed), ...linesOf(added)])]
}

/** Without history, as in a shallow clone, names and folders have to do. */
const history: History = (git('log', '--name-only', '--format=%x00', '--max-count=1200') ?? '')
  .split('\0')
  .map(linesOf)

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
    // a failure that it has shown counts
    isStopped = !/^\s*✖/m.test(output)
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
const files = globSync('{src,demo,bin}/**/*.{ts,tsx,js}')
const tests = allTestFiles()
const likely = likelyTests(
  changed,
  tests.filter(file => file.startsWith('test/')),
  history,
  importsOf,
)
const first = [...always, ...testsBeside(changed, files, importsOf)]
const chosen = [...new Set([...first, ...likely])].filter(file => tests.includes(file))
console.log(`${changed.length} changed files, ${chosen.length} tests that they may break`)

const failedChecks: string[] = []
const leftOut: string[] = []
const folder = mkdtempSync(join(tmpdir(), 'almanac-quick-'))

/** Few files in a group: those that come later may have no time. */
const filesPerGroup = 4
/** Tests that start processes or a browser take long: only the likeliest of them run. */
const maxSlow = 3

/** Groups of files that share a process, and single files that do not, likeliest first. */
function jobsOf(files: readonly string[]) {
  const shared = files.filter(file => kindOf(file) === 'in-process')
  const slow = likely.filter(file => kindOf(file) !== 'in-process')
  const groups = writeGroups(shared, folder, { filesPerGroup })
  const own = slow.slice(0, maxSlow).map(file => ({ path: file, files: [file] }))
  leftOut.push(...slow.slice(maxSlow))
  const isFirst = (group: { files: readonly string[] }) =>
    group.files.some(file => first.includes(file) || changed.includes(file))
  const [early, late] = [groups.filter(isFirst), groups.filter(group => !isFirst(group))]
  // two groups of the likeliest, and then those that take long
  return [...early, ...late.slice(0, 2), ...own, ...late.slice(2)]
}

async function check(
  name: string,
  [command, ...args]: readonly [string, ...string[]],
  files: readonly string[] = [],
) {
  const result = await run(name, command, args, files.length > 0 ? end : undefined)
  if (result === 'failed') failedChecks.push(name)
  if (result === 'stopped') leftOut.push(...files)
}

const jobs = jobsOf(chosen)
async function runTests() {
  for (let job = jobs.shift(); job; job = jobs.shift())
    if (seconds() < lastStart)
      await check(job.files.join(', '), [process.execPath, job.path], job.files)
    else leftOut.push(...job.files)
}

/** The compilers of the script `types`, which keep what they found: after a change of one file they take a third of the time or less. */
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const compilers = String(scripts.types)
  .split(' && ')
  .map((compiler, at) => {
    const kept = `node_modules/.cache/types/${at}.json`
    return `${compiler} --incremental --tsBuildInfoFile ${kept}`
  })
  .join(' && ')

const biome = ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...changed] as const
await Promise.all([
  check('types', ['sh', '-c', compilers]).then(runTests),
  (changed.length > 0 ? check('linter', ['biome', ...biome]) : Promise.resolve()).then(runTests),
])
rmSync(folder, { recursive: true, force: true })

const [some, others] = [leftOut.slice(0, 20), leftOut.length - 20]
if (some.length > 0) console.log(`\nLeft out, for lack of time: ${some.join(', ')}`)
if (others > 0) console.log(`and ${others} others that are less likely to see the change`)
console.log(`\n${seconds().toFixed(1)} s`)
if (failedChecks.length > 0) console.log(`Failed: ${failedChecks.join('; ')}`)
process.exitCode = failedChecks.length > 0 ? 1 : 0
