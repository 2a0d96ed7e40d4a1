import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createBackup, listBackups } from '../../src/backups/backups.ts'
import { folderPlace } from '../../src/backups/place.ts'
import { lockFolder } from '../../src/store/sqlite/folder-lock.ts'
import { almanac, calendarIn, newFolder, start } from '../cli/command.ts'
import { unpacked } from '../support/backup-files.ts'
import {
  calendarIn as calendarAt,
  newFolder as newSurroundings,
  start as startIn,
} from '../surroundings/child.ts'

const json = async (cwd: string, ...args: string[]) => {
  const { code, out, err } = await almanac(['backup', ...args, '--json'], { cwd })
  return { code, err, data: out === '' ? undefined : JSON.parse(out) }
}

function addImage(cwd: string): string {
  const folder = join(cwd, 'data', 'uploads', '2026', '06')
  mkdirSync(folder, { recursive: true })
  const image = join(folder, 'image-0.jpg')
  writeFileSync(image, 'image')
  return image
}

test('a backup that is killed in its middle is none, and the next one clears away what it has left', async () => {
  const cwd = await calendarIn(newFolder())
  const large = addImage(cwd)
  // so large that the backup is still in its middle when it is seen, on the busiest machine; a hole takes no space
  truncateSync(large, 512 * 1024 * 1024)
  const to = newFolder()
  const { child, ended } = start(['backup', 'create', '--to', to, '--keep', '1'], { cwd })
  const drafts = () => readdirSync(to).filter(name => name.endsWith('.writing'))
  while (drafts().length === 0 && child.exitCode === null)
    await new Promise(resolve => setTimeout(resolve, 1))
  child.kill('SIGKILL')
  await ended
  rmSync(large)
  assert.equal(drafts().length, 1)
  writeFileSync(join(to, `.${drafts()[0]?.replace('.writing', '')}.zip.part`), 'half of the file')
  assert.deepEqual((await json(cwd, 'list', '--to', to)).data, [])
  const { code, data } = await json(cwd, 'create', '--to', to)
  assert.equal(code, 0)
  assert.deepEqual(readdirSync(to), [`${data.name}.json`, `${data.name}.zip`])
  assert.deepEqual((await json(cwd, 'verify', '--to', to)).data.problems, [])
})

test('a file that another process is writing stays', async () => {
  const cwd = await calendarIn(newFolder())
  const to = newFolder()
  const other = join(to, 'almanac-2020-01-01T00-00-00Z.writing')
  const part = join(to, '.almanac-2020-01-01T00-00-00Z.zip.part')
  mkdirSync(other)
  writeFileSync(part, 'half of the file')
  const lock = lockFolder(other)
  try {
    assert.equal((await json(cwd, 'create', '--to', to)).code, 0)
    assert.deepEqual([existsSync(other), existsSync(part)], [true, true])
  } finally {
    lock.release()
  }
})

const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

test('a disk without space for a backup is not filled, and no older backup is lost', {
  skip: canMount ? false : 'no file system can be mounted here',
}, async () => {
  const outer = newSurroundings()
  await calendarAt(join(outer, 'data'))
  mkdirSync(join(outer, 'small'))
  const inside = `mount -t tmpfs -o size=20m tmpfs ${outer}/small; mkdir ${outer}/small/almanac-2026-01-01T00-00-00Z`
  const { ended } = startIn(
    [
      'backup',
      'create',
      '--data-folder',
      join(outer, 'data'),
      '--to',
      join(outer, 'small'),
      '--keep',
      '1',
    ],
    { around: ['unshare', '-rm'], before: inside },
  )
  const { code, err } = await ended
  assert.equal(code, 1)
  assert.match(
    err,
    /not enough space in .*: \d+ MB are free, \d+ MB are needed\. Nothing was written/,
  )
})

test('older backups stay until the new one has been verified', async () => {
  const cwd = await calendarIn(newFolder())
  const place = folderPlace(newFolder())
  const source = { dataFolder: join(cwd, 'data'), databaseUrl: '', imageStore: '' }
  const given = { source, place, key: undefined, progress() {} }
  await createBackup({ ...given, date: new Date('2026-01-01T00:00:00Z') })
  const file = join(place.folder ?? '', 'almanac-2026-01-02T00-00-00Z.zip')
  // the disk loses a part of it as soon as it has its name
  const progress = () => {
    if (existsSync(file)) truncateSync(file, 4096)
  }
  const date = new Date('2026-01-02T00:00:00Z')
  const flawed = { ...given, progress, keep: 1, date }
  await createBackup(flawed).then(
    () => assert.fail('the backup was believed'),
    error => assert.equal(error.code, 'BACKUP_FLAWED'),
  )
  assert.equal((await listBackups(place)).length, 2)
})

test('a new backup stays where the others are of a later time', async () => {
  const cwd = await calendarIn(newFolder())
  const place = folderPlace(newFolder())
  const source = { dataFolder: join(cwd, 'data'), databaseUrl: '', imageStore: '' }
  const given = { source, place, key: undefined, keep: 2, progress() {} }
  // the clock of the machine was years ahead
  for (const day of ['01', '02'])
    await createBackup({ ...given, date: new Date(`2036-01-${day}T00:00:00Z`) })
  const { backup, removed } = await createBackup({
    ...given,
    date: new Date('2026-01-01T00:00:00Z'),
  })
  assert.deepEqual(removed, ['almanac-2036-01-01T00-00-00Z'])
  assert.equal(existsSync(backup.path), true)
})

test('only the owner can read a backup, and the process writes other files as before', async () => {
  const cwd = await calendarIn(newFolder())
  addImage(cwd)
  const place = folderPlace(join(newFolder(), 'backups'))
  const umask = process.umask()
  const source = { dataFolder: join(cwd, 'data'), databaseUrl: '', imageStore: '' }
  const { backup } = await createBackup({
    source,
    place,
    key: undefined,
    date: new Date(),
    progress() {},
  })
  assert.equal(process.umask(), umask)
  for (const path of [place.folder ?? '', backup.path, backup.path.replace(/zip$/, 'json')])
    assert.equal(statSync(path).mode & 0o077, 0, path)
})

test('links in the data folder and in a backup lead nowhere', async () => {
  const cwd = await calendarIn(newFolder())
  addImage(cwd)
  const secret = join(cwd, 'secret of the machine')
  writeFileSync(secret, 'not of the calendar')
  symlinkSync(secret, join(cwd, 'data', 'uploads', '2026', '06', 'link.jpg'))
  const { data } = await json(cwd, 'create')
  const folder = await unpacked(data.path, newFolder())
  const image = join(folder, 'uploads', '2026', '06', 'image-0.jpg')
  assert.equal(existsSync(join(folder, 'uploads', '2026', '06', 'link.jpg')), false)
  renameSync(image, `${secret}.jpg`)
  symlinkSync(`${secret}.jpg`, image)
  const { code, data: results } = await json(cwd, 'verify', folder)
  assert.equal(code, 3)
  assert.deepEqual(results.problems, [
    { file: 'uploads/2026/06/image-0.jpg', reason: 'unreadable' },
  ])
  assert.equal((await json(cwd, 'restore', folder, '--yes')).code, 1)
})
