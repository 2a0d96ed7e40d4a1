import assert from 'node:assert/strict'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { connect } from '../../src/sdk/client.ts'
import { packed, unpacked } from '../support/backup-files.ts'
import { almanac, calendarIn, newFolder, serving } from './command.ts'

const dates = { start_date: '2030-01-01 10:00', end_date: '2030-01-01 11:00' }
const image = (cwd: string) => join(cwd, 'data', 'uploads', '2026', '06', 'one.jpg')

async function calendarWithImage() {
  const cwd = await calendarIn(newFolder())
  mkdirSync(join(cwd, 'data', 'uploads', '2026', '06'), { recursive: true })
  writeFileSync(image(cwd), 'an image')
  const token = (
    await almanac(['users', 'add', 'ada', '--role', 'editor', '--token', 'x'], { cwd })
  ).out.trim()
  return { cwd, token }
}

const json = async (cwd: string, ...args: string[]) => {
  const { code, out } = await almanac(['backup', ...args, '--json'], { cwd })
  return { code, data: out === '' ? undefined : JSON.parse(out) }
}

test('a backup made while the service runs contains all confirmed writes, and can be restored', async () => {
  const { cwd, token } = await calendarWithImage()
  const service = await serving([], { cwd })
  const { events } = connect(service.root.plain, { token })
  await events.create({ title: 'Before', ...dates, password: 'secret' })
  const created = await json(cwd, 'create')
  assert.equal(created.code, 0)
  assert.deepEqual([created.data.events, created.data.key, created.data.removed], [1, true, []])
  await events.create({ title: 'After', ...dates })
  // a folder that is in use is not touched
  assert.equal((await almanac(['backup', 'restore', '--yes'], { cwd })).code, 1)
  await service.stop()
  writeFileSync(image(cwd), 'another')
  const restored = await json(cwd, 'restore', created.data.name, '--yes')
  assert.deepEqual([restored.code, restored.data.restored], [0, true])
  assert.equal(readFileSync(image(cwd), 'utf8'), 'an image')
  assert.equal(existsSync(join(restored.data.previous, 'almanac.db')), true)
  const again = await serving([], { cwd })
  const { items } = await connect(again.root.plain).events.list({
    start_date: '2029-01-01',
    end_date: '9999-12-31',
  })
  assert.deepEqual(
    items.map(({ title }) => title),
    ['Before'],
  )
  await again.stop()
})

test('verify finds what is missing or changed, also in the folder of an earlier version, and such a backup is not restored', async () => {
  const { cwd } = await calendarWithImage()
  const to = newFolder()
  const { data } = await json(cwd, 'create', '--to', to)
  const folder = await unpacked(data.path, newFolder())
  const verified = (path = folder) => json(cwd, 'verify', path)
  assert.deepEqual((await verified()).data.problems, [])
  assert.deepEqual((await verified(data.path)).data.problems, [])
  appendFileSync(join(folder, 'uploads', '2026', '06', 'one.jpg'), '!')
  const asFile = await packed(folder)
  writeFileSync(join(folder, 'almanac.db-wal'), 'left over')
  const { code, data: results } = await verified()
  const changed = { file: 'uploads/2026/06/one.jpg', reason: 'changed' }
  assert.deepEqual(
    [code, results.complete, results.problems],
    [3, false, [changed, { file: 'almanac.db-wal', reason: 'added' }]],
  )
  const refused = await almanac(['backup', 'restore', folder, '--yes', '--lang', 'fr'], { cwd })
  assert.equal(refused.code, 1)
  assert.match(refused.err, /Rien n’a été restauré/)
  assert.equal((await almanac(['backup', 'verify', cwd], { cwd })).code, 1)
  // a list of checksums that was changed does not lead out of the backup
  writeFileSync(join(folder, 'files.sha256'), `${'0'.repeat(64)}  ../../etc/passwd\n`)
  assert.deepEqual((await verified()).data.problems, [{ file: 'files.sha256', reason: 'missing' }])
  rmSync(folder, { recursive: true })
  assert.deepEqual((await verified(asFile)).data.problems, [changed])
  appendFileSync(data.path, '!')
  const whole = await verified(data.path)
  assert.deepEqual(whole.data.problems, [{ file: `${data.name}.zip`, reason: 'changed' }])
})

test('the folder of an earlier version is listed and restored, and deleted in its turn', async () => {
  const { cwd } = await calendarWithImage()
  const to = newFolder()
  const { data } = await json(cwd, 'create', '--to', newFolder())
  const folder = await unpacked(data.path, to)
  writeFileSync(image(cwd), 'another')
  assert.equal((await json(cwd, 'restore', '--to', to, '--yes')).code, 0)
  assert.equal(readFileSync(image(cwd), 'utf8'), 'an image')
  const next = await json(cwd, 'create', '--to', to, '--keep', '1')
  assert.deepEqual(next.data.removed, [basename(folder)])
  assert.deepEqual(readdirSync(to), [`${next.data.name}.json`, `${next.data.name}.zip`])
})

test('only the newest backups are kept, and an unfinished one is none', async () => {
  const { cwd } = await calendarWithImage()
  const to = newFolder()
  mkdirSync(join(to, 'almanac-2020-01-01T00-00-00Z.writing'))
  const first = await json(cwd, 'create', '--to', to)
  await new Promise(passed => setTimeout(passed, 1100))
  const second = await json(cwd, 'create', '--to', to, '--keep', '1')
  assert.deepEqual(second.data.removed, [first.data.name])
  const { data } = await json(cwd, 'list', '--to', to)
  assert.deepEqual(
    data.map(({ name }: { name: string }) => name),
    [second.data.name],
  )
  assert.equal(existsSync(first.data.path), false)
  assert.equal((await json(cwd, 'create', '--keep', '0')).code, 2)
})

test('an interrupted restoration is refused by the service, and can continue', async () => {
  const { cwd } = await calendarWithImage()
  const to = newFolder()
  const { data } = await json(cwd, 'create', '--to', to)
  // as a process leaves it that ends between the two exchanges
  mkdirSync(join(cwd, 'data', 'before-restore'))
  const { renameSync } = await import('node:fs')
  renameSync(join(cwd, 'data', 'almanac.db'), join(cwd, 'data', 'before-restore', 'almanac.db'))
  writeFileSync(join(cwd, 'data', 'almanac.moving'), '')
  assert.equal((await almanac(['users', 'list'], { cwd })).code, 1)
  const restored = await json(cwd, 'restore', data.path, '--yes')
  assert.deepEqual([restored.code, restored.data.restored], [0, true])
  assert.equal(existsSync(join(cwd, 'data', 'before-restore', 'uploads', '2026')), true)
  assert.equal((await almanac(['users', 'list'], { cwd })).code, 0)
})
