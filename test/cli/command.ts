import assert from 'node:assert/strict'
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as passed } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDataFolder } from '../../src/main.ts'
import { ofNoMachine } from '../support/of-no-machine.ts'
import { namesAsWritten } from '../support/own-names.ts'
import { settingsFor } from '../support/service.ts'

/** For tests of the command line: the real program, in folders that are gone afterwards. */

export const isLinux = process.platform === 'linux'
export const bin = fileURLToPath(new URL('../../bin/almanac.js', import.meta.url))
const folders: string[] = []
const running = new Set<ChildProcess>()
after(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

export const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-cli-'))
  folders.push(folder)
  return folder
}

export type Surroundings = {
  cwd: string
  env?: Record<string, string>
  input?: string
  /** True if a service is not to start, so that it needs no process of its own. */
  isRefused?: boolean
}
export type Typed = Pick<Surroundings, 'cwd' | 'env'> & { args: string[] }
export type Ended = { code: number | null; out: string; err: string }

/** Starts the real command, with nothing of this environment but what finds programs. */
export function start(args: string[], { cwd, env = {}, input }: Surroundings) {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...ofNoMachine, ...env },
  })
  running.add(child)
  child.stdin.end(input ?? '')
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', text => {
    output.out += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    output.err += text
  })
  const ended = new Promise<Ended>(resolve =>
    child.on('close', code => {
      running.delete(child)
      resolve({ code, ...output })
    }),
  )
  return { child, output, ended }
}

/** An empty calendar, as the first start of the service leaves it. */
export async function calendarIn(cwd: string) {
  await (await openDataFolder(settingsFor(join(cwd, 'data')))).close()
  return cwd
}

let commands: ChildProcess | undefined
let last: Promise<unknown> = Promise.resolve()

/** Runs a command to its end. All share a process, but those that serve or are typed into. */
export function almanac(args: string[], surroundings: Surroundings): Promise<Ended> {
  const { isRefused = false, input } = surroundings
  if ((args.includes('serve') && !isRefused) || input !== undefined)
    return start(args, surroundings).ended
  const { cwd, env } = surroundings
  const ended = last.then(() => inTurn({ args, cwd, env: { ...ofNoMachine, ...env } }))
  last = ended.catch(() => {})
  return ended
}

async function inTurn(typed: Typed): Promise<Ended> {
  commands ??= processOfCommands()
  const child = commands
  const over = new AbortController()
  child.send(typed)
  try {
    const [ended] = await Promise.race([
      once(child, 'message', over),
      once(child, 'exit', over).then(([code]) => assert.fail(`${typed.args} exited with ${code}`)),
    ])
    return ended
  } finally {
    over.abort()
  }
}

function processOfCommands(): ChildProcess {
  const program = fileURLToPath(new URL('command-process.ts', import.meta.url))
  const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const
  const child = fork(program, [bin], { execArgv: namesAsWritten, stdio: [...stdio] })
  child.stderr?.pipe(process.stderr)
  child.once('exit', () => {
    commands = undefined
  })
  running.add(child)
  return child
}

/** Starts the service on a free port; answers when it listens. */
export async function serving(args: string[], surroundings: Surroundings) {
  const { child, output, ended } = start(
    ['serve', '--port', '0', '--json', '--log-level', 'error', ...args],
    surroundings,
  )
  while (!output.out.includes('\n')) {
    const early = await Promise.race([ended, new Promise(resolve => setTimeout(resolve, 10))])
    assert.equal(early, undefined, output.err)
  }
  return {
    pid: child.pid as number,
    ...(JSON.parse(output.out) as {
      address: string
      root: Record<'plain' | 'en' | 'fr', string>
      isFirstStart: boolean
    }),
    output: output,
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Starts the service as people do, and stops it when it has greeted. */
export async function greeting(args: string[], surroundings: Surroundings) {
  const { child, output, ended } = start(['serve', '--port', '0', ...args], surroundings)
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  while (!output.out.includes('/health/ready') && !isOver) await passed(20)
  child.kill('SIGTERM')
  return ended
}
