import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { version } from '../../src/common/version.ts'
import { openLog } from '../../src/outside/log.ts'
import { openStorage } from '../../src/outside/storage-health.ts'
import { calendarIn, newFolder, serving, until } from './child.ts'

const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
const canLimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0
const json = ['--log-format', 'json', '--log-level', 'warn']
type Refused = { code: string; message: string }

/** Writes events with long texts until one is refused. */
async function fill(service: Awaited<ReturnType<typeof serving>>) {
  let refused: Response | undefined
  const description = 'There is much to say about it. '.repeat(3000)
  for (let n = 0; !refused && n < 500; n++) {
    const response = await service.create({ title: `Concert ${n}`, description })
    if (response.status !== 201) refused = response
    else await response.arrayBuffer()
  }
  assert.ok(refused, 'nothing was refused')
  return refused
}

/** The folder of a service that has it to itself, seen from outside. */
const rootOf = (pid: number | undefined, folder: string) => `/proc/${pid}/root${folder}`

test('a full disk refuses writes with 507 and a message, is reported by readiness, and passes', {
  skip: canMount ? false : 'no file system can be mounted here',
  timeout: 120_000,
}, async () => {
  const outer = newFolder()
  await calendarIn(join(outer, 'calendar'))
  mkdirSync(join(outer, 'small'))
  const folder = join(outer, 'small', 'calendar')
  const service = await serving(folder, json, {
    around: ['unshare', '-rm'],
    before: `mount -t tmpfs -o size=8m tmpfs ${outer}/small && cp -a ${outer}/calendar ${folder}`,
  })
  const inside = rootOf(service.child.pid, folder)
  writeFileSync(join(inside, 'ballast'), Buffer.alloc(2_000_000))
  const refused = await fill(service)
  assert.equal(refused.status, 507)
  assert.match(String(refused.headers.get('retry-after')), /^\d+$/)
  const { code, message } = (await refused.json()) as Refused
  assert.equal(code, 'rest_insufficient_storage')
  assert.match(message, /^The disk of the service is full/)
  const french = await service.create({ description: 'x'.repeat(90_000) }, service.root.fr)
  assert.equal(french.status, 507)
  assert.match(((await french.json()) as Refused).message, /^Le disque du service est plein/)
  const raw = { width: 400, height: 400, channels: 3 } as const
  const image = await sharp(randomBytes(400 * 400 * 3), { raw })
    .png()
    .toBuffer()
  const upload = await service.upload(image)
  assert.equal(upload.status, 507, await upload.text())
  const ready = await service.ready()
  assert.equal(ready.status, 503)
  assert.deepEqual(await ready.json(), { status: 'unavailable', version, reason: 'storage_full' })
  assert.equal((await fetch(`${service.root.en}/events?search=concert`)).status, 200)
  rmSync(join(inside, 'ballast'))
  await until(async () => (await service.ready()).status === 200)
  assert.equal((await service.create()).status, 201)
  const { err } = await service.stop()
  const lines = err.trim().split('\n')
  assert.equal(lines.filter(line => line.includes('the disk is full')).length, 1, err)
  assert.doesNotMatch(err, /\.ts:\d+/)
})

test('a disk that cannot be written otherwise refuses with 503 in words, and passes', {
  skip: canLimit ? false : 'there is no prlimit here',
  timeout: 120_000,
}, async () => {
  const folder = newFolder()
  await calendarIn(folder)
  const service = await serving(folder, json, { before: 'ulimit -S -f 2048' })
  const refused = await fill(service)
  assert.equal(refused.status, 503)
  assert.equal(((await refused.json()) as Refused).code, 'rest_storage_failing')
  const ready = await service.ready()
  assert.equal(ready.status, 503)
  assert.deepEqual(await ready.json(), {
    status: 'unavailable',
    version,
    reason: 'storage_failing',
  })
  assert.equal((await fetch(`${service.root.fr}/events`)).status, 200)
  execFileSync('prlimit', ['--pid', String(service.child.pid), '--fsize=unlimited'])
  await until(async () => (await service.ready()).status === 200)
  assert.equal((await service.create()).status, 201)
  const { err } = await service.stop()
  assert.equal(err.split('the disk cannot be used').length, 2, err)
})

test('errors of the disk are logged once a minute, by type', () => {
  let now = 0
  const lines: string[] = []
  const log = openLog(
    { logLevel: 'info', logFormat: 'text' },
    { write: text => lines.push(...text.trim().split('\n')) },
  )
  const storage = openStorage(log, () => now)
  const failed = (code: string) => Object.assign(new Error('failed'), { code })
  const codes: [string, string | undefined, number | undefined][] = [
    ['SQLITE_FULL', 'storage_full', 507],
    ['ENOSPC', 'storage_full', 507],
    ['EDQUOT', 'storage_full', 507],
    ['SQLITE_IOERR', 'storage_failing', 503],
    ['SQLITE_READONLY', 'storage_failing', 503],
    ['EROFS', 'storage_failing', 503],
    ['SQLITE_BUSY', undefined, 503],
    ['SQLITE_CORRUPT', 'database_damaged', 503],
    ['SQLITE_ERROR', undefined, undefined],
  ]
  for (const [code, trouble, status] of codes) {
    assert.equal(storage.report(failed(code)), trouble)
    assert.equal(storage.problemOf(failed(code))?.status, status)
  }
  // what is damaged does not mend itself
  assert.equal(storage.trouble, 'database_damaged')
  log.flush()
  assert.equal(lines.length, 3)
  now = 60_000
  storage.report(failed('SQLITE_FULL'))
  storage.report(failed('SQLITE_FULL'))
  log.flush()
  assert.equal(lines.length, 4)
  storage.stop()
})
