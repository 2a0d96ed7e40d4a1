import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { isBackupDue } from '../../src/backups/state.ts'
import { openDataFolder } from '../../src/main.ts'
import { openSchedule } from '../../src/service/backups.ts'
import { newPlace } from '../support/engine.ts'
import { settingsFor } from '../support/service.ts'

const hour = 3600

/** A calendar with a clock that the test sets, and as many processes of it as a test wants. */
async function calendar(given: object = {}) {
  const place = await newPlace()
  const settings = settingsFor(place.folder, { backupEvery: 24, backupKeep: 2, ...given })
  const opened = await openDataFolder(settings)
  const clock = { at: Date.parse('2026-06-15T00:00:00Z') / 1000 }
  const lines: string[] = []
  const log = {
    info: (message: string) => void lines.push(message),
    warn: (message: string) => void lines.push(message),
  }
  const { store } = opened.context
  const process = (more: object = {}) =>
    openSchedule({ store, settings, now: () => clock.at, log, ...more })
  return {
    settings,
    store,
    clock,
    lines,
    process,
    backups: () => {
      const folder = join(place.folder, 'backups')
      return existsSync(folder) ? readdirSync(folder).filter(name => /zip$/.test(name)) : []
    },
    async close() {
      await opened.close()
      await place.remove()
    },
  }
}

test('a backup is due when its time has come, also when several were missed, and after failures later each time', () => {
  const last = { at: 1_000_000, name: '', bytes: 1, seconds: 1 }
  const due = (state: object, now: number, every = 24) => isBackupDue(state, every, now)
  assert.equal(due({}, 5), true)
  assert.equal(due({}, 5, 0), false)
  assert.equal(due({ last }, last.at + 23.9 * hour), false)
  assert.equal(due({ last }, last.at + 24 * hour), true)
  assert.equal(due({ last }, last.at + 500 * hour), true)
  // a clock that was set back
  assert.equal(due({ last }, last.at - 10), true)
  const failed = (count: number) => ({ last, failure: { at: 2_000_000, count, reason: '' } })
  assert.deepEqual(
    [299, 300].map(after => due(failed(1), 2_000_000 + after)),
    [false, true],
  )
  assert.deepEqual(
    [599, 600].map(after => due(failed(2), 2_000_000 + after)),
    [false, true],
  )
  assert.equal(due(failed(30), 2_000_000 + 6 * hour), true)
})

test('the service makes a backup when it is due, keeps as many as it should, and notes how it went', async () => {
  const { clock, process, backups, lines, close } = await calendar()
  const service = process()
  await service.look()
  await service.working()
  assert.equal(backups().length, 1)
  const { last, failure, isWorking } = await service.state()
  assert.deepEqual([last?.at, failure, isWorking], [clock.at, undefined, false])
  assert.ok((last?.bytes ?? 0) > 0)
  assert.deepEqual(lines, ['a backup was made and verified'])
  await service.look()
  assert.equal(service.working(), undefined)
  // a new process makes up for what was missed, once
  clock.at += 100 * hour
  const next = process()
  await next.look()
  await next.working()
  await next.look()
  assert.equal(next.working(), undefined)
  assert.equal(backups().length, 2)
  await service.stop()
  await next.stop()
  await close()
})

test('one of several processes makes the backup, and another takes over when it ends', async () => {
  const { process, clock, store, close } = await calendar()
  let finish = (_: { name: string; bytes: number; removed: string[] }) => {}
  let started = 0
  const make = () => {
    started++
    return {
      result: new Promise<{ name: string; bytes: number; removed: string[] }>(resolve => {
        finish = resolve
      }),
      stop() {
        finish({ name: 'x', bytes: 1, removed: [] })
      },
    }
  }
  const [one, other, third] = [process({ make }), process({ make }), process({ make })]
  await Promise.all([one.look(), other.look(), third.look()])
  assert.equal(started, 1)
  assert.equal((await other.state()).isWorking, true)
  assert.equal(await other.begin(), false)
  finish({ name: 'x', bytes: 1, removed: [] })
  await Promise.all([one.working(), other.working(), third.working()])
  assert.equal((await other.state()).isWorking, false)
  // as a killed process leaves it
  clock.at += 24 * hour
  const { changeBackupState } = await import('../../src/backups/state.ts')
  await changeBackupState(store, state => ({
    ...state,
    claim: { by: 'a process that is gone', until: Date.now() - 1 },
  }))
  await other.look()
  assert.equal(started, 2)
  await Promise.all([one.stop(), other.stop(), third.stop()])
  await close()
})

test('a backup that fails is noted and logged with its reason, and tried again later', async () => {
  const { clock, process, lines, settings, backups, close } = await calendar()
  // a file where the folder of backups should be
  writeFileSync(join(settings.dataFolder, 'not a folder'), '')
  settings.backupFolder = join(settings.dataFolder, 'not a folder')
  const service = process()
  await service.look()
  await service.working()
  const { failure } = await service.state()
  assert.equal(failure?.count, 1)
  assert.match(failure?.reason ?? '', /EEXIST|ENOTDIR/)
  assert.deepEqual(lines, ['the backup has failed; it is tried again'])
  await service.look()
  assert.equal(service.working(), undefined)
  settings.backupFolder = ''
  clock.at += 400
  await service.look()
  await service.working()
  assert.equal((await service.state()).failure, undefined)
  assert.equal(backups().length, 1)
  await service.stop()
  await close()
})

test('a service that stops ends its backup, and leaves none that is incomplete', async () => {
  const { process, settings, backups, close } = await calendar()
  const images = join(settings.dataFolder, 'uploads', '2026', '06')
  mkdirSync(images, { recursive: true })
  for (let n = 0; n < 500; n++) writeFileSync(join(images, `${n}.jpg`), 'x')
  const service = process()
  await service.look()
  await service.stop()
  assert.deepEqual(backups(), [])
  assert.equal((await service.state()).isWorking, false)
  const next = process()
  await next.look()
  await next.working()
  assert.equal(backups().length, 1)
  await next.stop()
  await close()
})

test('no secret of the settings is noted or logged', async () => {
  const noted: unknown[] = []
  const log = {
    info: (...of: unknown[]) => void noted.push(of),
    warn: (...of: unknown[]) => void noted.push(of),
  }
  const { process, store, close } = await calendar({
    backupStore: 's3://key-of-the-store:secret-of-the-store@bucket/x?endpoint=http://127.0.0.1:9',
    backupKey: Buffer.alloc(32, 7).toString('base64'),
  })
  const service = process({ log })
  await service.look()
  await service.working()
  const text = JSON.stringify(noted) + (await store.note('backup-state'))
  assert.match(text, /BACKUP_STORE/)
  for (const secret of ['key-of-the-store', 'secret-of', Buffer.alloc(32, 7).toString('base64')])
    assert.equal(text.includes(secret), false, text)
  await service.stop()
  await close()
})

test('a result that cannot be stored is logged, and the next backup begins', async () => {
  const { clock, process, store, lines, close } = await calendar()
  let isFull = false
  const write: typeof store.write = change =>
    isFull ? Promise.reject(new Error('the disk is full')) : store.write(change)
  const make = () => {
    isFull = true
    const result = { name: 'b', bytes: 1, removed: [], problem: undefined }
    return { result: Promise.resolve(result), stop() {} }
  }
  const service = process({ store: { note: store.note, write }, make })
  await service.look()
  await service.working()
  assert.deepEqual(lines, ['the result of a backup cannot be stored'])
  isFull = false
  clock.at += hour
  await wait(1)
  assert.equal(service.working(), undefined)
  await close()
})
