import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { type EventData, run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { type BrowserDeath, deathsVariable } from './browser-notes.ts'
import { type Cost, costsVariable } from './costs.ts'
import { type Kind, testFileOf } from './kinds.ts'
import { namesAsWritten } from './own-names.ts'

/** The folder with the code that Node compiled for tests: every file is a process of its own. */
export const compiled = fileURLToPath(new URL('../../node_modules/.cache/tests', import.meta.url))

/** The file that one process runs: a file of tests, or a file in the run's folder that runs others. */
export type RunFile = { path: string; kind: Kind }

/** A test that failed, or a file that failed outside of its tests. */
export type Failure = { file: string; test: string }

export type FileResult = RunFile & { tests: number; seconds: number }

export type Outcome = {
  failures: Failure[]
  results: FileResult[]
  costs: Cost[]
  deaths: BrowserDeath[]
  isStopped: boolean
}

/** Many tests wait for a browser, a server or another process, so there are two processes more than processors. */
export const usualConcurrency = availableParallelism() + 2

/** Runs files and shows their tests. Costs and deaths of browsers are noted in `folder`. */
export async function runFiles(
  files: readonly RunFile[],
  folder: string,
  concurrency = usualConcurrency,
): Promise<Outcome> {
  const [costs, deaths] = [join(folder, 'costs'), join(folder, 'deaths')]
  const failures: Failure[] = []
  const results: FileResult[] = []
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const tests = run({
    files: files.map(({ path }) => path),
    concurrency,
    timeout: 600_000,
    signal: stopped.signal,
    execArgv: [...namesAsWritten, '--import', new URL('note-cost.ts', import.meta.url).href],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiled,
      ALMANAC_TEST_RUNNER: String(process.pid),
      [costsVariable]: costs,
      [deathsVariable]: deaths,
    },
  })
  tests.on('test:fail', data => {
    const failure = failureOf(data, folder)
    if (failure) failures.push(failure)
  })
  const kinds = new Map(files.map(({ path, kind }) => [resolve(path), kind]))
  tests.on('test:summary', ({ file, duration_ms, counts }) => {
    const kind = file && kinds.get(resolve(file))
    if (kind) results.push({ path: file, kind, tests: counts.tests, seconds: duration_ms / 1000 })
  })
  for await (const text of tests.compose(spec)) process.stdout.write(text)
  process.off('SIGINT', stop).off('SIGTERM', stop)
  return {
    failures,
    results,
    costs: linesOf(costs),
    deaths: linesOf(deaths),
    isStopped: stopped.signal.aborted,
  }
}

export const failedFiles = (failures: readonly Failure[]): string[] =>
  [...new Set(failures.map(({ file }) => file))].toSorted()

/** A test whose subtests failed is not one more. A file that does not load is a suite of a group, and its name. */
function failureOf(
  { name, file, details }: EventData.TestFail,
  folder: string,
): Failure | undefined {
  const { failureType } = details.error as { failureType?: string }
  if (failureType === 'subtestsFailed') return undefined
  const path = file?.startsWith(folder) ? name : (file ?? name)
  return { file: testFileOf(relative('.', resolve(path))), test: name }
}

const linesOf = <T>(path: string): T[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line))
    : []
