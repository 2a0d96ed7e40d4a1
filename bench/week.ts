// npm run week -- [minutes] [program]: a week of use, compressed. Mixed load on a small disk, with log rotations, an update, three
// backups, a full disk and a restore. It fails if a confirmed write is lost, or a request fails at another time than it may.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { root } from './constants.ts'

const [minutes = '60', program = join(root, 'bin/almanac.js')] = process.argv.slice(2)
const mountVariable = 'WEEK_OF_ALMANAC'
const port = 8290
const api = `http://127.0.0.1:${port}/cal/events/v1`

if (process.env[mountVariable] === undefined) {
  // a name space of its own, for the small disk
  const args = ['-rm', process.execPath, ...process.argv.slice(1)]
  const child = spawn('unshare', args, {
    stdio: 'inherit',
    env: { ...process.env, [mountVariable]: '1' },
  })
  const [code] = await once(child, 'exit')
  process.exit(code ?? 1)
}

const place = mkdtempSync(join(tmpdir(), 'almanac-week-'))
const disk = join(place, 'disk')
mkdirSync(disk)
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', disk])
const data = join(disk, 'data')
const backups = join(place, 'backups')
const accessLog = join(place, 'access.log')

const began = performance.now()
const length = Number(minutes) * 60_000
const passed = () => (performance.now() - began) / length
const report = (text: string) => console.log(`${(passed() * 7).toFixed(2)} days: ${text}`)

const commandOf = (args: readonly string[]): [string, string[]] =>
  program.endsWith('.js') ? [process.execPath, [program, ...args]] : [program, [...args]]
const almanac = (...args: string[]) => {
  const [file, rest] = commandOf([...args, '--data-folder', data])
  return promisify(execFile)(file, rest, { maxBuffer: 1e8 })
}

/** The expected title of each record, or null once it is deleted. */
type Expected = Map<number, string | null>
let expected: Expected = new Map()
/** Records with a write that was not confirmed: it may be there or not. */
const unsure = new Set<number>()
/** The time of the last write of each. */
const written = new Map<number, number>()

type Phase = 'serving' | 'restarting' | 'full'
let phase: Phase = 'serving'
let isOver = false
const counts: Record<string, number> = {}
const count = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1
}
const failures: string[] = []

/** The responses that a phase allows besides success. */
const allowed: Record<Phase, readonly number[]> = {
  serving: [],
  // 503: it is stopping; 404: a restore has undone a creation
  restarting: [503, 404],
  full: [507, 503],
}

/** Undefined: it was refused, or no response came. */
async function send(method: string, path: string, body?: object): Promise<Response | undefined> {
  const inPhase = phase
  const options = {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  }
  const response = await fetch(api + path, options).catch((error: Error) => error)
  const phases = [inPhase, phase]
  if (response instanceof Error) {
    count(phases.includes('restarting') ? 'refused while it restarted' : 'connections lost')
    if (!phases.includes('restarting'))
      failures.push(`${method} ${path}: ${response.message} ${String(response.cause)}`)
    return undefined
  }
  if (response.ok) return response
  await response.arrayBuffer()
  if (!phases.some(each => allowed[each].includes(response.status)))
    failures.push(`${method} ${path}: ${response.status}`)
  count(`status ${response.status}`)
  return undefined
}

let serial = 0
const dates = { start_date: '2031-05-01 20:00', end_date: '2031-05-01 22:00' }

/** The records that each writer may change: after a restore, IDs are used again, which then may be those of another writer. */
const owned: number[][] = []

async function writer() {
  const own: number[] = []
  owned.push(own)
  while (!isOver) {
    const title = `Event ${++serial}`
    const id = own[Math.floor(Math.random() * own.length)]
    const kind = Math.random()
    if (id === undefined || kind < 0.6) {
      const response = await send('POST', '/events', { title, ...dates, status: 'publish' })
      if (response) {
        const created = (await response.json()) as { id: number }
        confirm(created.id, title)
        own.push(created.id)
      }
    } else if (kind < 0.95) {
      unsure.add(id)
      const response = await send('POST', `/events/${id}`, { title })
      await response?.arrayBuffer()
      if (response) confirm(id, title)
    } else {
      unsure.add(id)
      own.splice(own.indexOf(id), 1)
      const response = await send('DELETE', `/events/${id}?force=true`)
      await response?.arrayBuffer()
      if (response) confirm(id, null)
    }
    await sleep(100)
  }
}

function confirm(id: number, title: string | null) {
  expected.set(id, title)
  unsure.delete(id)
  written.set(id, performance.now())
  count('writes confirmed')
}

const site = `http://127.0.0.1:${port}`
const reads = [
  `${api}/events?start_date=2031-05-01&per_page=20`,
  `${site}/en/cal/events/v1/events?search=event`,
  `${api}/venues`,
  `${site}/`,
  `${site}/fr/`,
  `${site}/events.ics`,
  `${site}/events.rss`,
  `${site}/health/live`,
]

async function reader() {
  for (let n = 0; !isOver; n++) {
    const inPhase = phase
    const path = reads[n % reads.length] ?? site
    const response = await fetch(path).catch((error: Error) => error)
    const isRestarting = [inPhase, phase].includes('restarting')
    if (response instanceof Error) {
      count(isRestarting ? 'refused while it restarted' : 'connections lost')
      if (!isRestarting) failures.push(`GET ${path}: ${response.message} ${String(response.cause)}`)
    } else {
      await response.arrayBuffer().catch(() => count('reads cut'))
      count('reads')
      if (!response.ok && !(isRestarting && response.status === 503))
        failures.push(`GET ${path}: ${response.status}`)
    }
    await sleep(40)
  }
}

/** Compares every confirmed write with the records of the service. */
async function verify(when: string) {
  const entries = [...expected].filter(([id]) => !unsure.has(id))
  const at = performance.now()
  let next = 0
  const look = async () => {
    for (let entry = entries[next++]; entry; entry = entries[next++]) {
      const [id, title] = entry
      const options = { headers: { Authorization: `Bearer ${token}` } }
      const ask = () => fetch(`${api}/events/${id}`, options)
      // a connection to the process before is closed at its first use
      const response = await ask().catch(ask)
      const body = (await response.json()) as { title?: string }
      // a write during the look is confirmed later than it began
      if ((written.get(id) ?? 0) > at || unsure.has(id)) continue
      const isRight =
        title === null ? response.status === 404 || response.status === 410 : body.title === title
      if (!isRight)
        failures.push(`${when}: event ${id} is ${response.status} ${body.title}, not ${title}`)
    }
  }
  await Promise.all([1, 2, 3, 4].map(look))
  report(`${when}: ${entries.length} records are as they were confirmed`)
}

const logs = ['--access-log', `combined ${accessLog}`, '--log-level', 'warn']
const serve = ['serve', '--data-folder', data, '--port', String(port)]
const [file, rest] = commandOf(serve.concat(logs))
let service = spawn(file, rest, { stdio: ['ignore', 'ignore', 'inherit'] })

async function ready() {
  for (;;) {
    const response = await fetch(`${site}/health/ready`).catch(() => undefined)
    if (response?.ok) return
    if (service.exitCode !== null) throw new Error('The service has ended.')
    await sleep(50)
  }
}

async function stopped(work: () => Promise<unknown>) {
  phase = 'restarting'
  const ended = once(service, 'exit')
  service.kill('SIGTERM')
  await ended
  await work()
  service = spawn(file, rest, { stdio: ['ignore', 'ignore', 'inherit'] })
  await ready()
  // connections to the process before are closed at their first use
  await sleep(1000)
  phase = 'serving'
}

/** As the newest backup has them, with what may have been written while it was made left out. */
let saved = { expected: new Map() as Expected, at: 0 }

async function backup() {
  const before = new Map(expected)
  const at = performance.now()
  await almanac('backup', 'create', '--to', backups)
  saved = { expected: before, at }
  report('a backup was created')
}

async function rotate() {
  renameSync(accessLog, `${accessLog}.1`)
  service.kill('SIGHUP')
  for (;;) {
    if ((statSync(accessLog, { throwIfNoEntry: false })?.size ?? 0) > 0) break
    await sleep(50)
  }
  report('the access log was rotated')
}

async function full() {
  phase = 'full'
  const ballast = join(disk, 'ballast')
  try {
    for (let n = 0; ; n++) writeFileSync(`${ballast}-${n}`, Buffer.alloc(1_000_000))
  } catch {
    report('the disk is full')
  }
  const refused = counts['status 507'] ?? 0
  while ((counts['status 507'] ?? 0) < refused + 20 && !isOver) await sleep(50)
  execFileSync('sh', ['-c', `rm -f ${ballast}-*`])
  await ready()
  // requests that were begun before are allowed too
  await sleep(1000)
  phase = 'serving'
  report('the disk has space again')
}

async function restore() {
  await stopped(async () => {
    await almanac('backup', 'restore', '--to', backups, '--yes')
    const { at } = saved
    expected = new Map([...saved.expected].filter(([id]) => (written.get(id) ?? 0) <= at))
    for (const own of owned) own.splice(0, own.length, ...own.filter(id => expected.get(id)))
  })
  report('a backup was restored')
}

const steps: [at: number, name: string, work: () => Promise<void>][] = [
  [0.08, 'after the first backup', backup],
  [0.15, 'after a rotation', rotate],
  [0.35, 'after the second backup', backup],
  [0.45, 'after the full disk', full],
  [0.55, 'after an update by another process', () => stopped(async () => {})],
  [0.65, 'after the third backup', backup],
  [0.72, 'after a rotation', rotate],
  [0.8, 'after the restore', restore],
]

let token = ''
try {
  await ready()
  const added = await almanac('users', 'add', 'week', '--role', 'administrator', '--token', 'week')
  token = /alm_[\w-]+/.exec(added.stdout)?.[0] ?? ''
  await almanac('demo', '--count', '300')
  report('the service is up')
  const load = [writer(), writer(), reader(), reader(), reader()]
  for (const [at, name, work] of steps) {
    while (passed() < at) await sleep(100)
    await work()
    await verify(name)
  }
  while (passed() < 1) await sleep(100)
  isOver = true
  await Promise.all(load)
  await verify('at the end')
} finally {
  isOver = true
  const ended = once(service, 'exit')
  if (service.exitCode === null && service.kill('SIGTERM')) await ended
  execFileSync('umount', [disk])
  rmSync(place, { recursive: true })
}
console.table(counts)
for (const failure of failures.slice(0, 30)) console.error(failure)
console.log(failures.length === 0 ? 'No confirmed write was lost.' : `${failures.length} failures.`)
process.exitCode = failures.length === 0 ? 0 : 1
