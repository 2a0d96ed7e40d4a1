import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { openArchive } from '../../src/outside/archive/read-archive.ts'
import type { Service } from '../support/service.ts'
import { openTab, startWithPasswords, type Tab } from './browser-like.ts'

let service: Service
let tab: Tab
before(async () => {
  service = await startWithPasswords({ siteName: 'Calendar' })
  tab = openTab(service)
  assert.equal((await tab.signIn('administrator')).status, 200)
  await service.send('POST', '/events', {
    as: 'editor',
    body: {
      title: 'Spring fair',
      status: 'publish',
      start_date: '2030-05-01 10:00',
      end_date: '2030-05-01 11:00',
    },
  })
})
after(async () => {
  tab.close()
  await service.close()
})

async function settled() {
  for (let attempt = 0; ; attempt++) {
    const { body } = await tab.send('GET', 'backups')
    if (!body.working) return body
    assert.ok(attempt < 400)
    await setTimeout(100)
  }
}

/** Loads a download as the browser does: by its URL and with the cookie. */
async function load(url: string, cookie = tab.cookie) {
  const response = await fetch(url, { headers: { Cookie: cookie } })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

test('an administrator makes, verifies and downloads a backup', async () => {
  assert.deepEqual((await settled()).backups, [])
  const started = await tab.send('POST', 'backups', {})
  assert.deepEqual([started.status, started.body.working], [200, true])
  assert.equal((await tab.send('POST', 'backups', {})).status, 409)
  const created = await settled()
  assert.equal(created.failure, null)
  const [backup] = created.backups
  assert.deepEqual([backup.events, backup.encrypted, backup.has_key], [1, false, true])
  assert.equal((await tab.send('POST', 'backups/verify', { name: backup.name })).status, 200)
  const { verified } = await settled()
  assert.deepEqual([verified.name, verified.problem], [backup.name, null])
  const { body } = await tab.send('POST', 'downloads', { what: 'backup', name: backup.name })
  const { status, headers, bytes } = await load(body.url)
  assert.equal(status, 200)
  assert.match(headers.get('content-disposition') ?? '', new RegExp(`${backup.name}.zip`))
  assert.equal(headers.get('cache-control'), 'no-store')
  const names = (await openArchive(bytes))?.names() ?? []
  assert.ok(names.includes('almanac.db') && names.includes('files.sha256'), String(names))
  for (const name of ['almanac-2000-01-01T00-00-00Z', '../../etc', ''])
    for (const path of ['backups/verify', 'downloads'])
      assert.ok(
        [400, 404].includes((await tab.send('POST', path, { what: 'backup', name })).status),
      )
})

test('each export is downloaded as its command writes it', async () => {
  const expected: Record<string, RegExp> = {
    ics: /^BEGIN:VCALENDAR\r\n.*SUMMARY;LANGUAGE=en:Spring fair\r\n.*END:VCALENDAR\r\n$/s,
    csv: /Spring fair/,
    ndjson: /^\{.*"Spring fair".*\}\n$/,
  }
  for (const [what, form] of Object.entries(expected)) {
    const { body } = await tab.send('POST', 'downloads', { what })
    const { status, headers, bytes } = await load(body.url)
    assert.equal(status, 200)
    assert.match(bytes.toString(), form)
    assert.match(headers.get('content-disposition') ?? '', new RegExp(`events-.*\\.${what}`))
  }
  const filter = 'search=nothing+like+that'
  const none = await tab.send('POST', 'downloads', { what: 'csv', filter })
  assert.doesNotMatch((await load(none.body.url)).bytes.toString(), /Spring fair/)
  const { body } = await tab.send('POST', 'downloads', { what: 'archive' })
  const names = (await openArchive((await load(body.url)).bytes))?.names() ?? []
  assert.ok(names.includes('records/event.ndjson'))
})

test('an export reads as an administrator, and leaves no credential, even if it is broken off', async () => {
  await service.send('POST', '/events', {
    as: 'editor',
    body: {
      title: 'A draft',
      status: 'draft',
      start_date: '2030-05-01 10:00',
      end_date: '2030-05-01 11:00',
    },
  })
  const ids = async () => (await service.accounts.credentials()).map(({ id }) => id)
  const there = await ids()
  const brokenOff = await tab.send('POST', 'downloads', { what: 'csv' })
  const headers = { Cookie: tab.cookie }
  const reader = (await fetch(brokenOff.body.url, { headers })).body?.getReader()
  assert.ok((await reader?.read())?.value?.length)
  await reader?.cancel()
  const { body } = await tab.send('POST', 'downloads', { what: 'ndjson' })
  assert.match((await load(body.url)).bytes.toString(), /A draft/)
  assert.deepEqual(await ids(), there)
})

test('no other user lists, makes or loads backups, and a URL alone opens nothing', async () => {
  const { body } = await tab.send('POST', 'downloads', { what: 'ndjson' })
  for (const login of ['editor', 'contributor']) {
    const other = openTab(service)
    await other.signIn(login)
    for (const [method, path] of [
      ['GET', 'backups'],
      ['GET', 'doctor'],
      ['POST', 'backups'],
      ['POST', 'downloads'],
    ] as const)
      assert.equal(
        (await other.send(method, path, method === 'POST' ? { what: 'csv' } : undefined)).status,
        403,
      )
    assert.equal((await load(body.url, other.cookie)).status, 403)
    other.close()
  }
  assert.equal((await load(body.url, '')).status, 401)
  // another administrator has no use for it either
  await service.accounts.add({
    login: 'second',
    role: 'administrator',
    password: 'a long password',
  })
  const second = openTab(service)
  await second.signIn('second')
  assert.equal((await load(body.url, second.cookie)).status, 404)
  second.close()
  assert.equal(
    (await load(body.url.replace(/.$/, (last: string) => (last === 'a' ? 'b' : 'a')))).status,
    404,
  )
  // pages of other sites neither begin nor load one
  const elsewhere = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  assert.equal((await tab.send('POST', 'backups', {}, elsewhere)).status, 403)
  const loaded = await fetch(body.url, { headers: { Cookie: tab.cookie, ...elsewhere } })
  assert.equal(loaded.status, 403)
  assert.equal((await load(body.url)).status, 200)
})

test('the examination says what is found and what to do, in the language of the request', async () => {
  const { body } = await tab.send('GET', 'doctor')
  assert.equal(body.healthy, true)
  const of = (check: string) => body.findings.find((one: { check: string }) => one.check === check)
  assert.equal(of('database').level, 'fine')
  assert.match(of('url').message, /./)
  const french = await tab.send('GET', '/fr/admin/api/doctor')
  assert.notEqual(french.body.findings[0].message, body.findings[0].message)
})

test('an encrypted backup is downloaded as it is, and a place that cannot be read says why', async () => {
  const key = randomBytes(32).toString('base64')
  const own = await startWithPasswords({ backupKey: key })
  const other = openTab(own)
  await other.signIn('administrator')
  await other.send('POST', 'backups', {})
  for (let attempt = 0; (await other.send('GET', 'backups')).body.working; attempt++) {
    assert.ok(attempt < 400)
    await setTimeout(100)
  }
  const { backups } = (await other.send('GET', 'backups')).body
  assert.equal(backups[0].encrypted, true)
  const { body } = await other.send('POST', 'downloads', { what: 'backup', name: backups[0].name })
  const { bytes, headers } = await load(body.url, other.cookie)
  assert.match(headers.get('content-disposition') ?? '', /\.zip\.sealed"/)
  assert.equal(bytes.subarray(0, 8).toString(), 'ALMSEAL1')
  other.close()
  await own.close()
  const folder = join(service.settings.dataFolder, 'blocked')
  mkdirSync(folder)
  writeFileSync(join(folder, 'file'), '')
  const blocked = await startWithPasswords({ backupFolder: join(folder, 'file') })
  const third = openTab(blocked)
  await third.signIn('administrator')
  const { body: status } = await third.send('GET', 'backups')
  assert.match(status.problem, /ENOTDIR/)
  third.close()
  await blocked.close()
})
