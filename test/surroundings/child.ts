import assert from 'node:assert/strict'
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as passed } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDataFolder } from '../../src/main.ts'
import { ofNoMachine } from '../support/of-no-machine.ts'
import { enrol, settingsFor } from '../support/service.ts'

export const program = fileURLToPath(new URL('../../bin/almanac.js', import.meta.url))
const folders: string[] = []
const running = new Set<ChildProcess>()
after(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

export function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-surroundings-'))
  folders.push(folder)
  return folder
}

/** A calendar with an editor whose token is known. */
export async function calendarIn(folder: string) {
  const { context, accounts, calendar, close } = await openDataFolder(settingsFor(folder))
  await enrol(accounts, 'editor', 'editor')
  await close()
  return { context, calendar }
}

type Starting = SpawnOptions & {
  before?: string
  around?: string[]
  flags?: string[]
  lang?: string
}

/** Runs the command in a process of its own; `before` is a line of shell that its surroundings are made with. */
export function start(
  args: string[],
  { before, around = [], flags = [], lang = 'en', ...options }: Starting = {},
) {
  const command = [process.execPath, ...flags, program, '--lang', lang, ...args]
  const [file, ...rest] = before
    ? [...around, 'bash', '-c', `${before}; exec "$@"`, 'bash', ...command]
    : command
  const child = spawn(file as string, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    env: { PATH: process.env.PATH ?? '', ...ofNoMachine, ...options.env },
  })
  running.add(child)
  const output = { out: '', err: '' }
  child.stdout?.setEncoding('utf8').on('data', text => {
    output.out += text
  })
  child.stderr?.setEncoding('utf8').on('data', text => {
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

/** Starts the service in a folder; resolves when it listens. */
export async function serving(folder: string, args: string[] = [], options: Starting = {}) {
  const started = start(
    ['serve', '--json', '--port', '0', '--data-folder', folder, ...args],
    options,
  )
  const { child, output, ended } = started
  await until(() => output.out.includes('\n') || child.exitCode !== null)
  assert.equal(child.exitCode, null, output.err)
  const { address, root } = JSON.parse(output.out) as {
    address: string
    root: Record<'plain' | 'en' | 'fr', string>
  }
  const headers = {
    Authorization: 'Bearer alm_token_of_editor',
    'Content-Type': 'application/json',
  }
  return {
    ...started,
    address,
    root,
    ready: () => fetch(`${address}/health/ready`),
    create: (fields: object = {}, base = root.en) =>
      fetch(`${base}/events`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          title: 'A concert',
          start_date: '2030-05-10 10:00:00',
          end_date: '2030-05-10 12:00:00',
          ...fields,
        }),
      }),
    upload: (bytes: Buffer) =>
      fetch(`${root.en}/images`, {
        method: 'POST',
        headers: {
          ...headers,
          'Content-Type': 'image/png',
          'Content-Disposition': 'attachment; filename="noise.png"',
        },
        body: new Uint8Array(bytes),
      }),
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

/** Waits until it is so; the time limit of the test ends it. */
export async function until(condition: () => unknown) {
  while (!(await condition())) await passed(20)
}
