// Runs the linter, the compiler and all tests: `npm test`. With kinds of files after it, only those (`npm test -- process`); with files,
// only these, on SQLite and on PostgreSQL where they say so; with `postgres` and files, these on PostgreSQL alone.
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { processorSeconds } from './costs.ts'
import {
  allTestFiles,
  isForPostgres,
  isKind,
  type Kind,
  kindOf,
  kinds,
  sharesProcess,
} from './kinds.ts'
import { startPostgres } from './on-postgres.ts'
import { dearest, kindLines, tooDear } from './report.ts'
import { failedFiles, type Outcome, type RunFile, runFiles } from './run-files.ts'
import { type Wrapper, writeGroups, writeOnPostgres } from './wrappers.ts'

const words = process.argv.slice(2)
const chosen = words.filter(isKind)
const named = words.filter(word => !isKind(word)).flatMap(filesOf)
const isWhole = words.length === 0

/** Node would run every test it knows where no file is named, and nothing in the place of one that is gone. */
function filesOf(pattern: string): string[] {
  const files = globSync(pattern)
  if (files.length === 0)
    throw new Error(`${pattern} is neither a test nor a kind (${kinds.join(', ')}).`)
  return files
}

const has = (kind: Kind) => chosen.length === 0 || chosen.includes(kind)

const all = named.length > 0 ? named : allTestFiles()
const onSqlite = all.filter(file => has(kindOf(file)))
const onPostgres = has('postgres')
  ? all.filter(file => (named.length > 0 && chosen.length > 0) || isForPostgres(file))
  : []

/** A process of tests: what it runs, with the files of tests in it. */
type Planned = RunFile & { files: readonly string[] }

/**
 * The files that processes run, the longest first, so that none is left at the end: files with a process of their own, then groups of those
 * that share one. `template` is a database on PostgreSQL.
 */
function planned(folder: string, template: string | undefined): Planned[] {
  const of = (kind: Kind) => onSqlite.filter(file => kindOf(file) === kind)
  const alone = (kind: Kind) =>
    of(kind)
      .filter(file => !sharesProcess(file))
      .map(path => ({ path, kind, files: [path] }))
  const wrapped = (kind: Kind) => (wrapper: Wrapper) => ({ ...wrapper, kind })
  const groups = (kind: Kind, filesPerGroup?: number) =>
    writeGroups(of(kind).filter(sharesProcess), folder, {
      name: kind,
      ...(filesPerGroup && { filesPerGroup }),
    }).map(wrapped(kind))
  const shares = (file: string) => kindOf(file) === 'in-process'
  const onServer = template
    ? [
        ...onPostgres
          .filter(file => !shares(file))
          .map((file, at) => writeOnPostgres(file, folder, template, at)),
        ...writeGroups(onPostgres.filter(shares), folder, { template, name: 'group-postgres' }),
      ]
    : []
  return [
    ...alone('process'),
    ...alone('browser'),
    ...groups('process', 5),
    ...groups('browser', 4),
    ...onServer.map(wrapped('postgres')),
    ...groups('in-process'),
  ]
}

/** The checks beside tests, at the same time as these; their output is shown if they fail. */
async function check(script: string): Promise<boolean> {
  const began = performance.now()
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', data => (output += data))
  child.stderr.on('data', data => (output += data))
  const code = await new Promise<number>(resolve =>
    child.once('error', () => resolve(1)).once('close', status => resolve(status ?? 1)),
  )
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? '✔' : '✖'} ${script} (${seconds} s)\n`)
  if (code !== 0) process.stdout.write(output)
  return code === 0
}

/**
 * Files that use a browser and failed are run once more, alone: if they pass then, the run passes, and its output ends with their
 * names. Other files are never run again. Returns the files that failed for good, and the lines about flaky ones.
 */
async function again(first: Outcome, folder: string) {
  const failed = failedFiles(first.failures)
  const browsers = first.isStopped ? [] : failed.filter(file => kindOf(file) === 'browser')
  if (browsers.length === 0) return { failed, flaky: [] }
  for (const { file, reason } of first.deaths)
    console.error(`The browser died in ${file} (${reason}).`)
  console.error(`Run once more, alone: ${browsers.join(', ')}`)
  const files = browsers.map(path => ({ path, kind: 'browser' }) as const)
  const second = failedFiles((await runFiles(files, folder, 1)).failures)
  const testsOf = (file: string) =>
    first.failures.filter(failure => failure.file === file).map(({ test }) => test)
  return {
    failed: failed.filter(file => !browsers.includes(file) || second.includes(file)),
    flaky: browsers
      .filter(file => !second.includes(file))
      .map(file => `Flaky: failed once, passed alone: ${file} (${testsOf(file).join('; ')})`),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'almanac-tests-'))
const checks = Promise.all(isWhole ? ['lint', 'types'].map(check) : [])
const server = onPostgres.length > 0 ? await startPostgres() : undefined
const files = planned(folder, server?.template)
const outcome = await runFiles(files, folder)
const { failed, flaky } = await again(outcome, folder)
const areChecksPassed = (await checks).every(Boolean)
await server?.close()
rmSync(folder, { recursive: true, force: true })

const total = processorSeconds()
const filesIn = (path: string) =>
  files.find(file => resolve(file.path) === resolve(path))?.files.length ?? 0
const dear = isWhole ? tooDear(outcome.costs, total) : []
const lines = [
  ...(isWhole ? ['The dearest files, by processor time:', ...dearest(outcome.costs)] : []),
  ...kindLines(outcome, filesIn),
  `All: ${(performance.now() / 1000).toFixed(0)} s, ${total.toFixed(0)} s of processor time.`,
  ...dear.map(
    ({ file, seconds }) =>
      `Too dear: ${file} took ${seconds.toFixed(1)} s of processor time (test/support/dear-files.ts lists exceptions).`,
  ),
  ...failed.map(file => `Failed: ${file}`),
  ...flaky,
]
process.stdout.write(`${lines.join('\n')}\n`)
process.exitCode = failed.length > 0 || dear.length > 0 || !areChecksPassed ? 1 : 0
