import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./check-file.ts', import.meta.url))
/** So much of what is wrong is told. */
const longest = 1000

export type DamageCheck = {
  /** What is wrong with the file; undefined: nothing, or it could not be looked at. */
  found: Promise<string | undefined>
  /** Ends it at once. */
  stop(): void
}

/**
 * Looks for damage in a database (SQLite's `quick_check`) in a process of its own and of the lowest priority: a large file takes
 * long to read, nothing can interrupt that in a thread, and what is damaged may end the process that reads it.
 */
export function checkForDamage(file: string): DamageCheck {
  const child = spawn(process.execPath, ['--max-old-space-size=64', program, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.unref()
  let said = ''
  let failed = ''
  const add = (text: string, chunk: unknown) => (text + String(chunk)).slice(0, longest)
  child.stdout.on('data', chunk => {
    said = add(said, chunk)
  })
  child.stderr.on('data', chunk => {
    failed = add(failed, chunk)
  })
  for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref()
  const found = new Promise<string | undefined>(resolve => {
    child.on('error', () => resolve(undefined))
    child.on('close', () => {
      const malformed = /SQLITE_(CORRUPT|NOTADB)|malformed/.test(failed)
      resolve(said.trim() || (malformed ? failed.trim().split('\n')[0] : undefined))
    })
  })
  return { found, stop: () => void child.kill('SIGKILL') }
}
