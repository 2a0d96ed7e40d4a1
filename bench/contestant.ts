import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
export const node = join(root, 'node_modules', 'node', 'bin', 'node')

/** A server under measurement, on a processor of its own. */
export type Contestant = {
  name: string
  port: number
  process: ChildProcess
  readyAfter: number
  stop(): Promise<void>
}

const status = (port: number, path: string) =>
  new Promise<number>(resolve => {
    const asked = get({ host: '127.0.0.1', port, path, agent: false }, answer => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.on('error', () => resolve(0))
  })

/** Starts a server pinned to the first processor; resolves at its first good answer to `path`. */
export async function start(
  name: string,
  port: number,
  command: string[],
  path: string,
  env: Record<string, string> = {},
  cwd = root,
): Promise<Contestant> {
  const began = performance.now()
  const child = spawn('taskset', ['-c', '0', ...command], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  })
  let ended = false
  child.on('exit', () => {
    ended = true
  })
  for (const until = began + 120_000; ; ) {
    const answered = await status(port, path)
    if (answered >= 200 && answered < 400) break
    if (ended || performance.now() > until) throw new Error(`${name} did not answer ${path}`)
    await new Promise(resolve => setTimeout(resolve, 4))
  }
  return {
    name,
    port,
    process: child,
    readyAfter: performance.now() - began,
    stop: () =>
      new Promise(resolve => {
        if (ended) return resolve()
        child.on('exit', () => resolve())
        child.kill('SIGTERM')
        setTimeout(() => child.kill('SIGKILL'), 15_000).unref()
      }),
  }
}

/** Microseconds of processor time that a process has used, all threads together. */
export function cpuOf({ process: child }: Contestant): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const ticks = Number(fields[11]) + Number(fields[12])
  return ticks * 10_000
}

/** Resident memory in MB. */
export const memoryOf = ({ process: child }: Contestant) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
