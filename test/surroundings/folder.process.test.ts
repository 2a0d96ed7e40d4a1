import assert from 'node:assert/strict'
import {
  chmodSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { service as byService } from '../../src/calendar/access/access.ts'
import { openDataFolder } from '../../src/main.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { almanac } from '../cli/command.ts'
import { settingsFor } from '../support/service.ts'
import { calendarIn, newFolder, serving } from './child.ts'

const isUnix = process.platform !== 'win32'
const modeOf = (path: string) => statSync(path).mode & 0o777
/** Runs a command on a folder; all of them share a process, apart from services that start. */
const command = (args: string[], folder: string, lang = 'en') =>
  almanac(['--lang', lang, ...args, '--data-folder', folder], { cwd: folder, isRefused: true })
const refused = async (folder: string, lang = 'en') => {
  const { code, out, err } = await command(['serve', '--port', '0'], folder, lang)
  assert.deepEqual([code, out], [1, ''], err)
  assert.equal(err.trim().split('\n').length, 1, err)
  return err
}

/** A calendar that was written to, with one event under a password. */
async function usedCalendar() {
  const folder = newFolder()
  await calendarIn(folder)
  const { calendar, close } = await openDataFolder(settingsFor(folder))
  const caller = { actor: byService, language: 'en', fallback: true } as const
  const { record } = await calendar.create('event', caller, {
    title: 'A concert',
    status: 'publish',
    start_date: '2030-05-10 10:00:00',
    end_date: '2030-05-10 12:00:00',
    password: 'open sesame',
  })
  await close()
  return { folder, id: record.id, key: join(folder, 'secret.key') }
}

test('a key that is lost, empty or exchanged is refused with what to do, and found again when it is put back', async () => {
  const { folder, id, key } = await usedCalendar()
  const right = readFileSync(key)
  rmSync(key)
  assert.match(
    await refused(folder),
    /^The key \S+secret\.key is missing\. .*\(1\)\. Put the file back .* keys renew/,
  )
  assert.match(await refused(folder, 'fr'), /^Il manque la clé \S+secret\.key\. /)
  for (const wrong of [Buffer.alloc(0), Buffer.from('x')]) {
    writeFileSync(key, wrong)
    assert.match(await refused(folder), /does not have 32 bytes/)
  }
  writeFileSync(key, Buffer.alloc(32, 7))
  assert.match(await refused(folder), /is not the one of this database/)
  assert.match(await refused(folder, 'fr'), /n’est pas celle de cette base de données/)
  assert.deepEqual(readFileSync(key), Buffer.alloc(32, 7))
  writeFileSync(key, right)
  const service = await serving(folder)
  const opened = await fetch(`${service.root.en}/events/${id}?password=open+sesame`)
  assert.equal(opened.status, 200)
  await service.stop()
})

test('keys renew gives up a lost key: protected events stay closed until they get another password', async () => {
  const { folder, id, key } = await usedCalendar()
  rmSync(key)
  const renewal = await command(['keys', 'renew'], folder)
  assert.equal(renewal.code, 2)
  const renewed = await command(['keys', 'renew', '--yes'], folder)
  assert.deepEqual([renewed.code, renewed.out], [0, ''], renewed.err)
  assert.match(renewed.err, /1 protected event stays closed/)
  assert.equal(readFileSync(key).length, 32)
  const service = await serving(folder)
  const running = await command(['keys', 'renew', '--yes'], folder)
  assert.match(running.err, /already serves/)
  const event = `${service.root.en}/events/${id}`
  assert.equal((await fetch(`${event}?password=open+sesame`)).status, 403)
  assert.equal((await fetch(event)).status, 403)
  const changed = await fetch(event, {
    method: 'PATCH',
    headers: { Authorization: 'Bearer alm_token_of_editor', 'Content-Type': 'application/json' },
    body: JSON.stringify({ password: 'another' }),
  })
  assert.equal(changed.status, 200)
  assert.equal((await fetch(`${event}?password=another`)).status, 200)
  await service.stop()
})

test('a database of an earlier version takes the key that is there', async () => {
  const { folder, key } = await usedCalendar()
  const database = openDatabase(join(folder, 'almanac.db'))
  database.exec("DELETE FROM note WHERE key = 'key-check'")
  const right = readFileSync(key)
  rmSync(key)
  assert.match(await refused(folder), /is missing/)
  writeFileSync(key, right)
  await (await serving(folder)).stop()
  assert.equal(database.value("SELECT count(*) FROM note WHERE key = 'key-check'"), 1)
  database.close()
})

test('a folder whose database is lost or empty is not taken for a new one', async () => {
  const { folder } = await usedCalendar()
  const file = join(folder, 'almanac.db')
  renameSync(file, `${file}.away`)
  for (const rest of ['-wal', '-shm']) rmSync(file + rest, { force: true })
  assert.match(await refused(folder), /has secret\.key but no database: almanac\.db is missing/)
  assert.match(await refused(folder, 'fr'), /contient secret\.key mais pas de base de données/)
  writeFileSync(file, '')
  assert.match(await refused(folder), /missing or empty/)
  rmSync(file)
  renameSync(`${file}.away`, file)
  await (await serving(folder)).stop()
})

test('a second service on a folder is refused; commands work beside a service, and a killed one leaves no lock', async () => {
  const folder = newFolder()
  await calendarIn(folder)
  const first = await serving(folder)
  assert.match(
    await refused(folder),
    new RegExp(`^Process ${first.child.pid} already serves the data folder`),
  )
  assert.match(await refused(folder, 'fr'), /sert déjà le dossier de données/)
  const listed = await command(['users', 'list', '--json'], folder)
  assert.equal(listed.code, 0)
  await first.stop('SIGKILL')
  // what would be left by a machine that stopped in the middle
  truncateSync(join(folder, 'almanac.lock'), 100)
  const second = await serving(folder)
  assert.equal((await second.ready()).status, 200)
  await second.stop()
})

test('files of the data folder are closed to others whatever the umask, and open ones are closed', {
  skip: !isUnix,
}, async () => {
  const folder = newFolder()
  const inside = (name: string) => join(folder, 'new', 'data', name)
  const wide = { before: 'umask 000' }
  const data = inside('')
  await (await serving(data, [], wide)).stop('SIGKILL')
  const files = ['almanac.db', 'almanac.db-wal', 'almanac.db-shm', 'almanac.lock']
  for (const name of files) assert.equal(modeOf(inside(name)), 0o640, name)
  assert.equal(modeOf(inside('secret.key')), 0o600)
  for (const name of ['', 'uploads']) assert.equal(modeOf(inside(name)), 0o750, name)
  for (const name of [...files, 'secret.key']) chmodSync(inside(name), 0o666)
  for (const name of ['', 'uploads']) chmodSync(inside(name), 0o755)
  const service = await serving(data, ['--log-format', 'json'], wide)
  for (const name of files) assert.equal(modeOf(inside(name)), 0o640, name)
  assert.deepEqual([modeOf(inside('secret.key')), modeOf(inside('uploads'))], [0o600, 0o750])
  const { err } = await service.stop()
  assert.match(err, /other users of this machine can list the data folder/)
})
