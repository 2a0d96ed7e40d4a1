import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { nativeFolder, reachable, userFor } from '../test/support/postgres.ts'
import { dataFolder, pause, ports } from './constants.ts'

export type Postgres = {
  /** Readable by the server too: it may run as another user. */
  folder: string
  user: { uid?: number; gid?: number }
  urlOf(database: string): string
  /** Processor time so far of the server and of all that it has started, in microseconds. */
  usage(): number
  stop(): Promise<void>
}

/** The settings of an operator for a machine like this; commits are durable, which is the default. */
const options = {
  listen_addresses: '127.0.0.1',
  log_min_messages: 'panic',
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  maintenance_work_mem: '512MB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
}

export const settingsOfPostgres = Object.entries(options)
  .filter(([name]) => !/^(listen|log)_/.test(name))
  .map(([name, value]) => `\`${name}=${value}\``)
  .join(', ')

/** A real server, on the processor of the load, with its data beside the calendars. */
export async function startPostgres(): Promise<Postgres> {
  const folder = join(dataFolder, 'postgres')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const user = userFor(folder)
  const native = existsSync(join(folder, 'native'))
    ? join(folder, 'native')
    : reachable(nativeFolder(), folder, user.uid !== undefined)
  const run = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  const data = join(folder, 'data')
  if (!existsSync(data)) {
    const secret = join(folder, 'password')
    writeFileSync(secret, 'bench\n')
    if (user.uid !== undefined && user.gid !== undefined) chownSync(secret, user.uid, user.gid)
    const access = ['-U', 'almanac', '-A', 'scram-sha-256', `--pwfile=${secret}`]
    const form = ['-E', 'UTF8', '--locale=C']
    execFileSync(join(native, 'bin', 'initdb'), ['-D', data, ...access, ...form], {
      ...run,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    rmSync(secret)
  }
  const urlOf = (name: string) => `postgres://almanac:bench@127.0.0.1:${ports.postgres}/${name}`
  const running = (await isUp(urlOf('postgres'))) ? alreadyRunning(data) : undefined
  const { pid, stop } = running ?? (await startProgram(native, data, run, urlOf('postgres')))
  return { folder, user, urlOf, usage: () => usageOf(pid), stop }
}

/** Another run, or a person who looks into the data, has started it: it is left running. */
const alreadyRunning = (data: string) => ({
  pid: Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
  stop: async () => {},
})

async function startProgram(native: string, data: string, run: object, url: string) {
  const child = spawn(
    'taskset',
    [
      '-c',
      '1',
      join(native, 'bin', 'postgres'),
      '-D',
      data,
      '-p',
      String(ports.postgres),
      '-k',
      join(data, '..'),
      ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...run, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const ended = new Promise<void>(resolve => child.on('exit', () => resolve()))
  const kill = () => child.kill('SIGINT')
  process.on('exit', kill)
  for (const until = performance.now() + 120_000; !(await isUp(url)); ) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error('PostgreSQL did not start.')
    await pause(50)
  }
  return {
    pid: child.pid as number,
    async stop() {
      process.off('exit', kill)
      kill()
      await ended
    },
  }
}

async function isUp(url: string) {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Of a process, of those it has started, and of those of them that have ended. */
function usageOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const ended = (Number(fields[13]) + Number(fields[14])) * 10_000
  return [pid, ...children.split(' ').filter(Boolean)].reduce<number>(
    (sum, each) => sum + ranFor(each),
    ended,
  )
}

function ranFor(pid: number | string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000
  } catch {
    return 0 // ended meanwhile
  }
}

/** Asks the server something, on a connection of its own. */
export async function askPostgres<T>(url: string, ...statements: string[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: T[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows as T[]
    return rows
  } finally {
    await client.end()
  }
}
