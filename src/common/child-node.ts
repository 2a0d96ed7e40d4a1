import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'

/** The output of a child process, each stream cut to so many characters. */
export type Ended = { code: number | null; out: string; err: string }

type ChildNode = {
  /** Rejects if there was no process: descriptors or memory are used up. */
  ended: Promise<Ended>
  /** Ends it at once. */
  stop(): void
}

type Start = (file: string, args: string[], options: SpawnOptions) => ChildProcess
type Options = Pick<SpawnOptions, 'cwd'> & {
  maxOutput: number
  /** Keeps this process alive until the child has ended: an installation waits for it, a service that stops does not. */
  isAwaited?: boolean
  /** The standard input of the child. */
  input?: string
  start?: Start
}

/**
 * Runs a program of ours on this Node, in a process that does not keep this one alive unless it is awaited. Without a free descriptor the child has no
 * streams and emits `error` in the next turn; an `error` without a listener would end the service.
 */
export function runNode(
  args: string[],
  { cwd, maxOutput, isAwaited = false, input, start = spawn }: Options,
): ChildNode {
  let child: ChildProcess
  try {
    const stdin = input === undefined ? 'ignore' : 'pipe'
    child = start(process.execPath, args, { cwd, stdio: [stdin, 'pipe', 'pipe'] })
  } catch (error) {
    return { ended: Promise.reject(error), stop() {} }
  }
  const output = { out: '', err: '' }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => resolve({ code, ...output }))
  })
  const gather = (name: keyof typeof output, stream: ChildProcess['stdout']) => {
    stream?.on('data', chunk => {
      output[name] = (output[name] + String(chunk)).slice(0, maxOutput)
    })
    if (stream instanceof Socket && !isAwaited) stream.unref()
  }
  // a child that has ended before it has read all says why by its exit
  child.stdin?.on('error', () => {}).end(input)
  gather('out', child.stdout)
  gather('err', child.stderr)
  if (!isAwaited) child.unref()
  return { ended, stop: () => void child.kill('SIGKILL') }
}

/** For a process that does nothing else than read or write a calendar: a heap that grows in small steps stays as small as what is read at once. */
export const growSlowly = () => setFlagsFromString('--heap-growing-percent=20')
