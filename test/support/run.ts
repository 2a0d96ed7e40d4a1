import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Death, deathsVariable } from './browser-deaths.ts'

const compiled = fileURLToPath(new URL('../../node_modules/.cache/tests', import.meta.url))
const reporter = new URL('failed-files.ts', import.meta.url).href

/** Node would run every test it knows where no file is named, and nothing in the place of one that is gone. */
function found(files: readonly string[]): string[] {
  for (const each of files) if (globSync(each).length === 0) throw new Error(`${each} is no test.`)
  return globSync(files).toSorted()
}

/**
 * Runs files of tests and sets the exit code. A file that failed and whose browser died (which happens where memory or processor
 * time is short) is run once more, and the output says so.
 */
export async function runTests(
  files: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const first = await runOnce(found(files), env)
  const again = first.failed.filter(file => first.deaths.some(death => death.file === file))
  if (again.length === 0) {
    process.exitCode = first.code
    return
  }
  for (const { file, reason } of first.deaths.filter(({ file }) => again.includes(file)))
    console.error(`The browser died in ${file} (${reason}).`)
  console.error(`Run once more: ${again.join(', ')}`)
  const second = await runOnce(again, env)
  const others = first.failed.filter(file => !again.includes(file))
  if (others.length > 0) console.error(`Failed in the first run: ${others.join(', ')}`)
  process.exitCode = others.length > 0 ? first.code : second.code
}

type Outcome = {
  code: number
  /** The files with a failure. */
  failed: string[]
  deaths: Death[]
}

/**
 * Many tests wait for a browser, a server or another process, so there is one file more than processors; and what Node compiles is
 * kept, since every file is a process of its own.
 */
async function runOnce(files: readonly string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  const notes = mkdtempSync(join(tmpdir(), 'almanac-tests-'))
  const failures = join(notes, 'failures')
  const deaths = join(notes, 'deaths')
  const concurrency = availableParallelism() + 1
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
      env: { ...process.env, NODE_COMPILE_CACHE: compiled, [deathsVariable]: deaths, ...env },
    },
  )
  const forward = (signal: NodeJS.Signals) => tests.kill(signal)
  process.on('SIGINT', forward).on('SIGTERM', forward)
  const code = await new Promise<number>(resolve => tests.on('exit', code => resolve(code ?? 1)))
  process.off('SIGINT', forward).off('SIGTERM', forward)
  const outcome = {
    code,
    failed: [...new Set(linesOf(failures).map(file => resolve(file)))],
    deaths: linesOf(deaths).map((line): Death => JSON.parse(line)),
  }
  rmSync(notes, { recursive: true, force: true })
  return outcome
}

const linesOf = (path: string): string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
