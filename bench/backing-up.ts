import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startAlmanac } from './almanac.ts'
import { calendarOf, removeWork, workOn } from './calendars.ts'
import { runCommand } from './command.ts'
import { dataFolder, ports, report, token } from './constants.ts'
import { type Contestant, settled } from './contestant.ts'
import { load } from './load.ts'
import { atMost, count, inSeconds, megabytes, ms, type Section, table, times } from './report.ts'
import { firstPages, uniqueInTurn } from './requests.ts'

const readers = 8
/** An image for each so many events. */
const eventsOfImage = 100
const imageBytes = 100 * 1024

const target = join(dataFolder, `backups-${process.pid}`)
const removeTarget = () => rmSync(target, { recursive: true, force: true })
process.on('exit', removeTarget)

/** Backups, and what readers notice of them, against `cp` of the same files. */
export async function backingUp(events: number): Promise<Section> {
  report('backing up')
  const folder = workOn(calendarOf(events))
  const images = Math.ceil(events / eventsOfImage)
  addImages(folder, images)
  const p99 = await readersOf(folder)

  const parts = ['almanac.db', 'secret.key', 'uploads'].map(name => join(folder, name))
  const copying = await least(async () => {
    removeTarget()
    mkdirSync(target, { recursive: true })
    return timed('cp', ['-r', ...parts, target], target)
  })
  const backup = await least(async () => {
    removeTarget()
    return (await runCommand(folder, ['backup', 'create', '--to', target])).seconds
  })
  const verify = await least(
    async () => (await runCommand(folder, ['backup', 'verify', '--to', target])).seconds,
  )
  const restore = await least(
    async () => (await runCommand(folder, ['backup', 'restore', '--yes', '--to', target])).seconds,
  )
  const bytes = sizeOf(folder)
  removeTarget()
  removeWork()
  const what = `of ${count(events)} events with ${count(images)} images`
  const row = (name: string, took: number) => [name, inSeconds(took), times(took / copying)]
  return {
    targets: [
      atMost(`backup ${what}, against cp`, backup / copying, 3),
      atMost(`restoration ${what}, against cp`, restore / copying, 3),
      atMost(`p99 of ${readers} readers during a backup ${what}`, p99.during / p99.before, 2),
    ],
    text: [
      `## Backing up, ${count(events)} events`,
      `A database of ${megabytes(bytes.database / 1e6)} and ${count(images)} images of ${imageBytes / 1024} KiB, by the command beside no service, the better of two. \`cp\` is \`cp -r\` of the same files, and then \`sync\` of their file system, as the commands wait for the disk too. A restoration verifies the backup first.`,
      table(
        ['what', 'time', 'against cp'],
        [
          row('cp', copying),
          row('backup create', backup),
          row('backup verify', verify),
          row('backup restore', restore),
        ],
      ),
      `${readers} clients read lists, each under another URL, while the service makes and verifies a backup in a process of its own, on the processor of the server: the p99 of a second is ${ms(p99.during)} (median of ${p99.rounds}), and ${ms(p99.before)} before.`,
    ].join('\n\n'),
  }
}

const least = async (once: () => Promise<number>) => Math.min(await once(), await once())

/** Seconds until a copy is on the disk. */
async function timed(command: string, args: string[], to: string): Promise<number> {
  const began = performance.now()
  execFileSync('taskset', ['-c', '0', command, ...args])
  execFileSync('sync', ['-f', to])
  return (performance.now() - began) / 1000
}

function addImages(folder: string, images: number) {
  for (let n = 0; n < images; n++) {
    const path = join(folder, 'uploads', '2026', String(n % 12))
    mkdirSync(path, { recursive: true })
    writeFileSync(join(path, `image-${n}.jpg`), randomBytes(imageBytes))
  }
}

const sizeOf = (folder: string) => ({
  database: readdirSync(folder)
    .filter(name => name.startsWith('almanac.db'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0),
})

async function readersOf(folder: string) {
  const server = await startAlmanac(folder, ports.almanac)
  await settled(server)
  const requests = uniqueInTurn(await firstPages(server))
  const second = async () =>
    (await load(server.port, requests, { clients: readers, seconds: 1 })).p99
  const before: number[] = []
  const during: number[] = []
  await second()
  for (let n = 0; n < 5; n++) before.push(await second())
  await backups(server, 'POST')
  do during.push(await second())
  while ((await backups(server, 'GET')).working)
  const { failure, backups: created } = await backups(server, 'GET')
  if (failure || created.length !== 1) throw new Error(`The service made no backup: ${failure}.`)
  await server.stop()
  rmSync(join(folder, 'backups'), { recursive: true })
  return { before: median(before), during: median(during), rounds: during.length }
}

const median = (of: readonly number[]) => of.toSorted((a, b) => a - b)[of.length >> 1] ?? 0

type Status = { working: boolean; failure?: string; backups: unknown[] }

async function backups({ port }: Contestant, method: 'GET' | 'POST'): Promise<Status> {
  const response = await fetch(`http://127.0.0.1:${port}/en/admin/api/backups`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(method === 'POST' && { body: '{}' }),
  })
  if (!response.ok) throw new Error(`Backups were answered with ${response.status}.`)
  return (await response.json()) as Status
}
