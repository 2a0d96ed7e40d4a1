import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, root } from './constants.ts'

/** The resources of a process so far, or up to its end. */
export type Used = {
  /** Processor time of all its threads, in seconds. */
  cpu: number
  /** The most that was resident, in MB. */
  peak: number
}

/** The figures of one run of a command. */
export type Run = Used & {
  seconds: number
  /** Microseconds from the start of the process to its first byte on standard output. */
  firstByte: number
  /** The beginning of its standard output. */
  output: string
}

const maxOutput = 100_000

// A run that is broken off leaves no command behind.
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Runs a command of the program on a data folder, on the processor of the server. */
export async function runCommand(folder: string, args: readonly string[]): Promise<Run> {
  const began = performance.now()
  const program = [node, join(root, 'bin', 'almanac.js'), ...args, '--data-folder', folder]
  const child = spawn('taskset', ['-c', '0', ...program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const watching = watch(child.pid ?? 0)
  let [firstByte, output, errors] = [0, '', '']
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  child.stdout.on('data', (chunk: Buffer) => {
    firstByte ||= (performance.now() - began) * 1000
    if (output.length < maxOutput) output += chunk.toString()
  })
  const code = await new Promise(resolve => child.on('close', resolve))
  running.delete(child)
  const seconds = (performance.now() - began) / 1000
  // 3: records were refused; the created ones are compared with the expected ones
  if (code !== 0 && code !== 3)
    throw new Error(`almanac ${args.join(' ')} ended with ${code}: ${errors}`)
  return { ...watching.stop(), seconds, firstByte, output }
}

/** Follows a process until it ends or is no longer watched: afterwards the kernel says nothing of it. */
export function watch(pid: number) {
  const used: Used = { cpu: 0, peak: 0 }
  const look = () => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      used.peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024 || used.peak
      used.cpu = (Number(fields[11]) + Number(fields[12])) / 100 || used.cpu
    } catch {
      // it has ended
    }
  }
  const timer = setInterval(look, 5)
  return {
    stop() {
      look()
      clearInterval(timer)
      return used
    },
  }
}

/** The least of each figure of several runs, one after the other. */
export async function leastOf<Each extends Used & { seconds: number; firstByte: number }>(
  runs: number,
  once: () => Promise<Each>,
): Promise<Each> {
  const all: Each[] = []
  for (let n = 0; n < runs; n++) all.push(await once())
  const least = (name: 'seconds' | 'cpu' | 'peak' | 'firstByte') =>
    Math.min(...all.map(each => each[name]))
  return {
    ...(all[0] as Each),
    seconds: least('seconds'),
    cpu: least('cpu'),
    peak: least('peak'),
    firstByte: least('firstByte'),
  }
}
