import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const compiled = fileURLToPath(new URL('../../node_modules/.cache/tests', import.meta.url))

/** Node would run every test it knows where no file is named, and nothing in the place of one that is gone. */
function found(files: readonly string[]): string[] {
  for (const each of files) if (globSync(each).length === 0) throw new Error(`${each} is no test.`)
  return globSync(files).toSorted()
}

/**
 * Runs files of tests, and ends with their exit code. Many tests wait for a browser, a server or another process, so there is one file
 * more than processors; and what Node compiles is kept, since every file is a process of its own.
 */
export function runTests(files: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const concurrency = availableParallelism() + 1
  const tests = spawn(
    process.execPath,
    [...['--test', `--test-concurrency=${concurrency}`, '--test-timeout=300000'], ...found(files)],
    { stdio: 'inherit', env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...env } },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
  return new Promise(resolve => {
    tests.on('exit', code => {
      process.exitCode = code ?? 1
      resolve()
    })
  })
}
