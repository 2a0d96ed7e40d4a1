import { appendFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { type EventData, run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { type Note, notesVariable } from './browser-notes.ts'
import { canShare, takesLong, writeGroups } from './groups.ts'

/** The folder with the code that Node compiled for tests. */
export const compiled = fileURLToPath(new URL('../../node_modules/.cache/tests', import.meta.url))

/** A test that failed, or a file that failed outside of its tests. */
type Failure = { file: string; test: string }

/** Names the file that flaky tests are written to, a line each, so that `on-both.ts` shows them at the end. */
export const flakyVariable = 'ALMANAC_FLAKY_TESTS'

/** Node would run every test it knows where no file is named, and nothing in the place of one that is gone. */
function filesFor(files: readonly string[]): string[] {
  for (const each of files) if (globSync(each).length === 0) throw new Error(`${each} is no test.`)
  return globSync(files).toSorted().toReversed()
}

/**
 * The files that need a process of their own, and groups of those that can share one, written to `folder`. Tests that start browsers,
 * servers and other processes take longest. They come first, so that no long file is left at the end.
 */
function grouped(files: readonly string[], folder: string): string[] {
  const sharing = files.filter(canShare)
  const own = files.filter(file => !sharing.includes(file))
  const isLong = (file: string) =>
    [
      /support\/(?:admin|browser|person|postgres|process)\.ts|\/command\.ts|node:child_process/,
      takesLong,
    ].some(each => each.test(readFileSync(file, 'utf8')))
  return [
    ...own.filter(isLong),
    ...writeGroups(sharing, folder),
    ...own.filter(file => !isLong(file)),
  ]
}

/**
 * Runs files of tests and sets the exit code. Files that use a browser and failed are run once more, alone: if they pass then, the
 * run passes, and its output ends with their names. Other files are never run again.
 */
export async function runTests(
  files: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  // Many tests wait for a browser, a server or another process, so there are two files more than processors.
  const first = await runOnce(filesFor(files), availableParallelism() + 2, env)
  const failed = filesOf(first.failures)
  const again = failed.filter(file => first.notes.some(note => note.file === file))
  if (again.length === 0) {
    process.exitCode = first.code
    return
  }
  for (const { file, death } of first.notes)
    if (death && again.includes(file)) console.error(`The browser died in ${file} (${death}).`)
  console.error(`Run once more, alone: ${again.join(', ')}`)
  const second = await runOnce(again, 1, env)
  const others = failed.filter(file => !again.includes(file))
  if (others.length > 0) console.error(`Failed in the first run: ${others.join(', ')}`)
  process.exitCode = others.length > 0 ? first.code : second.code
  const failedTwice = filesOf(second.failures)
  const flaky = again.filter(file => !failedTwice.includes(file))
  reportFlaky(first.failures.filter(({ file }) => flaky.includes(file)))
}

const filesOf = (failures: readonly Failure[]) =>
  [...new Set(failures.map(({ file }) => file))].toSorted()

function reportFlaky(failures: readonly Failure[]) {
  const lines = filesOf(failures).map(file => {
    const tests = failures.filter(failure => failure.file === file).map(({ test }) => test)
    return `Flaky: failed once, passed alone: ${file} (${tests.join('; ')})`
  })
  const later = process.env[flakyVariable]
  for (const line of lines)
    if (later) appendFileSync(later, `${line}\n`)
    else console.error(line)
}

type Outcome = {
  code: number
  failures: Failure[]
  notes: Note[]
}

/** Compiled code is cached, since every file is a process of its own. */
async function runOnce(
  files: readonly string[],
  concurrency: number,
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-tests-'))
  const notes = join(folder, 'notes')
  const failures: Failure[] = []
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const tests = run({
    files: grouped(files, folder),
    concurrency,
    timeout: 300_000,
    signal: stopped.signal,
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, [notesVariable]: notes, ...env },
  })
  tests.on('test:fail', data => {
    const failure = failureOf(data, folder)
    if (failure) failures.push(failure)
  })
  const durations: [file: string, ms: number][] = []
  tests.on('test:summary', ({ file, duration_ms }) => {
    if (file) durations.push([file, duration_ms])
  })
  for await (const text of tests.compose(spec)) process.stdout.write(text)
  process.off('SIGINT', stop).off('SIGTERM', stop)
  if (files.length > maxSlowest) process.stdout.write(slowest(durations))
  // what was stopped is not run again
  const used = stopped.signal.aborted ? [] : notesIn(notes)
  const outcome = { code: failures.length > 0 ? 1 : 0, failures, notes: used }
  rmSync(folder, { recursive: true, force: true })
  return outcome
}

const maxSlowest = 15

/** The files that took longest, in seconds: where time can be saved. */
function slowest(durations: readonly [file: string, ms: number][]): string {
  const lines = durations
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxSlowest)
    .map(
      ([file, ms]) =>
        `${(ms / 1000).toFixed(1).padStart(7)} s  ${relative('.', file).replace(/^.*\/(?=group-)/, '')}\n`,
    )
  return `The slowest files:\n${lines.join('')}`
}

/** A test whose subtests failed is not one more. A file that does not load is a suite of a group, and its name. */
function failureOf(
  { name, file, details }: EventData.TestFail,
  groups: string,
): Failure | undefined {
  const { failureType } = details.error as { failureType?: string }
  if (failureType === 'subtestsFailed') return undefined
  return { file: resolve(file?.startsWith(groups) ? name : (file ?? name)), test: name }
}

const notesIn = (path: string): Note[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line))
    : []
