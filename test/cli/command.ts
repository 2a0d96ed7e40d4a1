import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as passed } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDataFolder } from '../../src/main.ts'
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

export type Surroundings = { cwd: string; env?: Record<string, string>; input?: string }

/** Starts the real command, with nothing of this environment but what finds programs. */
export function start(args: string[], { cwd, env = {}, input }: Surroundings) {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
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
  const ended = new Promise<{ code: number | null; out: string; err: string }>(resolve =>
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

export const almanac = (args: string[], surroundings: Surroundings) =>
  start(args, surroundings).ended

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
