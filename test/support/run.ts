import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Note, notesVariable } from './browser-notes.ts'
import type { Failure } from './failures.ts'

const compiled = fileURLToPath(new URL('../../node_modules/.cache/tests', import.meta.url))
const reporter = new URL('failures.ts', import.meta.url).href

/** Names the file that flaky tests are written to, a line each, so that `on-both.ts` shows them at the end. */
export const flakyVariable = 'ALMANAC_FLAKY_TESTS'

/** Node would run every test it knows where no file is named, and nothing in the place of one that is gone. */
function found(files: readonly string[]): string[] {
  for (const each of files) if (globSync(each).length === 0) throw new Error(`${each} is no test.`)
  return globSync(files).toSorted()
}

/**
 * Runs files of tests and sets the exit code. Files that use a browser and failed are run once more, alone: if they pass then, the
 * run passes, and its output ends with their names. Other files are never run again.
 */
export async function runTests(
  files: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  // Many tests wait for a browser, a server or another process, so there is one file more than processors.
  const first = await runOnce(found(files), availableParallelism() + 1, env)
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

const filesOf = (failures: readonly Failure[]) => [...new Set(failures.map(({ file }) => file))]

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

/** What Node compiles is kept, since every file is a process of its own. */
async function runOnce(
  files: readonly string[],
  concurrency: number,
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-tests-'))
  const failures = join(folder, 'failures')
  const notes = join(folder, 'notes')
  const tests = spawn(
    process.execPath,
    [
      '--test',
      `--test-concurrency=${concurrency}`,
      '--test-timeout=300000',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${failures}`,
      ...files,
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_COMPILE_CACHE: compiled, [notesVariable]: notes, ...env },
    },
  )
  const forward = (signal: NodeJS.Signals) => tests.kill(signal)
  process.on('SIGINT', forward).on('SIGTERM', forward)
  const code = await new Promise<number>(resolve => tests.on('exit', code => resolve(code ?? 1)))
  process.off('SIGINT', forward).off('SIGTERM', forward)
  const outcome = {
    code,
    failures: linesOf<Failure>(failures).map(({ file, test }) => ({ file: resolve(file), test })),
    notes: linesOf<Note>(notes),
  }
  rmSync(folder, { recursive: true, force: true })
  return outcome
}

const linesOf = <Line>(path: string): Line[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line))
    : []
