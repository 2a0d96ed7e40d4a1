import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { pause, root } from './constants.ts'

/** A server under measurement, on a processor of its own. */
export type Contestant = {
  name: string
  port: number
  process: ChildProcess
  /** Milliseconds from the start of the process to its first good answer. */
  readyAfter: number
  /** Processor time so far of the database server behind it, in microseconds. */
  database?: (() => number) | undefined
  stop(): Promise<void>
}

export type Start = {
  name: string
  port: number
  command: string[]
  /** The path that is requested until it answers. */
  path: string
  env?: Record<string, string>
  cwd?: string
  /** The processors it may use, as taskset takes them. */
  cores?: string
  database?: (() => number) | undefined
}

// A run that is broken off leaves no server behind.
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const status = (port: number, path: string) =>
  new Promise<number>(resolve => {
    const request = get({ host: '127.0.0.1', port, path, agent: false }, answer => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    request.on('error', () => resolve(0))
  })

/** Starts a server pinned to the first processor, or to others; resolves at its first good answer. */
export async function start(of: Start): Promise<Contestant> {
  const { name, port, command, path, env = {}, cwd = root, cores = '0', database } = of
  if ((await status(port, '/')) !== 0) throw new Error(`Port ${port} is taken: ${name} cannot run.`)
  const began = performance.now()
  const child = spawn('taskset', ['-c', cores, ...command], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  })
  running.add(child)
  const ended = new Promise<void>(resolve => child.on('exit', () => resolve()))
  void ended.then(() => running.delete(child))
  for (const until = began + 120_000; ; ) {
    const answered = await status(port, path)
    if (answered >= 200 && answered < 400) break
    if (!running.has(child) || performance.now() > until)
      throw new Error(`${name} did not answer ${path}.`)
    await pause(4)
  }
  return {
    name,
    port,
    process: child,
    readyAfter: performance.now() - began,
    database,
    async stop() {
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), 15_000).unref()
      await ended
    },
  }
}

/** Waits until a server has nothing left to do by itself: indexes are built beside the service after the start. */
export async function settled(of: Contestant) {
  const until = performance.now() + 900_000
  const used = () => usageOf(of).wanted + (of.database?.() ?? 0)
  for (let quiet = 0; quiet < 10 && performance.now() < until; ) {
    const before = used()
    await pause(300)
    quiet = Math.abs(used() - before) < 20_000 ? quiet + 1 : 0
  }
}

/** Processor time so far, in microseconds. */
export type Usage = {
  /** Used by each thread. */
  threads: Map<string, number>
  /** Used by the process, in the kernel's hundredths of a second; threads that have ended are in it. */
  ticked: number
  /** Used by the threads, or waited for because a neighbour had the processor. */
  wanted: number
}

export function usageOf({ process: { pid } }: Contestant): Usage {
  const threads = new Map<string, number>()
  let wanted = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const statistics = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')
    const [used = 0, waited = 0] = statistics
      .split(' ')
      .map(nanoseconds => Number(nanoseconds) / 1000)
    threads.set(thread, used)
    wanted += used + waited
  }
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return { threads, ticked: (Number(fields[11]) + Number(fields[12])) * 10_000, wanted }
}

/** The CPU time of all threads together meanwhile; by the ticks when a thread has ended. */
export function cpuBetween(before: Usage, after: Usage): number {
  if ([...before.threads.keys()].some(thread => !after.threads.has(thread)))
    return after.ticked - before.ticked
  let sum = 0
  for (const [thread, used] of after.threads) sum += used - (before.threads.get(thread) ?? 0)
  return sum
}

/** Resident memory in MB. */
export const memoryOf = ({ process: child }: Contestant) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
