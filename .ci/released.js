// node .ci/released.js PROGRAM PROJECT: starts a released program, follows its pages, reads and writes by the client that the project
// has installed, and restores a backup. As root it runs as another user. Runs on any Node that may install.
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openProgram, shortName } from './released-program.js'

const [program, project] = process.argv.slice(2)
const databaseUrl = process.env.RELEASED_DATABASE_URL
const { folder, data, run, serving, remove } = openProgram(program, databaseUrl)

const calendarFile = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//example.org//EN',
  'BEGIN:VEVENT',
  'UID:windows@example.org',
  'DTSTAMP:20260101T000000Z',
  'DTSTART;TZID=Romance Standard Time:20300601T200000',
  'SUMMARY:Windows zone',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

const linked = /(?:href|src|srcset|action)="([^"#\s]+)/g

/** Loads pages with all that they link to on this site: files, feeds, images, other pages. */
async function follow(base, paths) {
  const seen = new Map()
  const load = async path => {
    const response = await fetch(new URL(path, base))
    const body = await response.text()
    seen.set(path, response.status)
    return { body, isPage: response.headers.get('content-type')?.includes('html') }
  }
  for (const path of paths) {
    const { body, isPage } = await load(path)
    assert.ok(isPage, `${path}: ${body.slice(0, 300)}`)
    for (const [, link] of body.matchAll(linked)) {
      const url = new URL(link.replaceAll('&amp;', '&'), new URL(path, base))
      const next = url.pathname + url.search
      if (url.origin === base && !seen.has(next) && seen.size < 400) await load(next)
    }
  }
  const failed = [...seen].filter(([, status]) => status >= 400 && status !== 401)
  assert.deepEqual(failed, [])
  return seen
}

const { connect } = await import(pathToFileURL(join(project, 'node_modules/almanac-client/dist/client.js')).href)
const imported = async calendar =>
  (await calendar.events.list({ search: 'Windows zone', start_date: '2030-01-01', end_date: '2031-01-01', status: 'draft,pending,publish' })).items

try {
  run('demo', '--count', '40')
  const token = run('users', 'add', 'tester', '--role', 'administrator', '--token', 'ci', '--scope', 'admin').match(/alm_[\w-]+/)[0]
  writeFileSync(join(folder, 'one.ics'), calendarFile)
  writeFileSync(join(folder, 'almanac.yaml'), 'siteName: Released\n')
  run('import', 'ics', join(folder, 'one.ics'))
  const ms = await serving([], async base => {
    const seen = await follow(base, ['/', '/fr/', '/events/map/', '/embed/', '/docs/', '/admin/'])
    assert.ok([...seen.keys()].some(path => /scalar-.*\.js/.test(path)))
    assert.ok([...seen.keys()].some(path => /\/admin.*\.js/.test(path)))
    const calendar = connect(`${base}/cal/events/v1`, { token })
    const event = await calendar.events.create({ title: 'Released', description: '<p>Text</p><script>no</script>', start_date: 'tomorrow 20:00', end_date: 'tomorrow 22:00', status: 'publish' })
    assert.equal((await calendar.events.read(event.id)).title, 'Released')
    assert.equal((await calendar.events.list({ search: 'released' })).items.length, 1)
    assert.equal((await imported(calendar)).length, 1)
    const nested = await fetch(`${base}/cal/events/v1/events?include[]=${event.id}`)
    assert.equal((await nested.json()).events.length, 1)
    for (const path of ['/cal/events/v1/doc', '/events.csv'])
      assert.equal((await fetch(base + path)).status, 200, path)
    // what the service starts processes of its own for
    const ask = (path, body) => fetch(`${base}/admin/api/${path}`, { ...(body && { method: 'POST', body: JSON.stringify(body) }), headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' } })
    for (const what of ['archive', 'ics', 'csv', 'ndjson']) {
      const { url } = await (await ask('downloads', { what })).json()
      const file = await fetch(new URL(url, base), { headers: { Authorization: `Bearer ${token}` } })
      assert.equal(file.status, 200, what)
      assert.ok((await file.arrayBuffer()).byteLength > 500, what)
    }
    let backups = await (await ask('backups', {})).json()
    while (backups.working) backups = await (await ask('backups')).json()
    assert.equal(backups.backups?.length, 1, JSON.stringify(backups))
    run('backup', 'create', '--to', join(folder, 'backups'))
    run('doctor', '--to', join(folder, 'backups'))
  })
  run('import', 'undo', '1')
  run('backup', 'restore', '--to', join(folder, 'backups'), '--yes')
  await serving(databaseUrl ? ['--workers', '2'] : [], async base => {
    assert.equal((await imported(connect(`${base}/cal/events/v1`, { token }))).length, 1)
    for (let at = 0; at < 4; at++)
      assert.equal((await fetch(`${base}/cal/events/v1/events`)).status, 200)
  })
  // on PostgreSQL nothing may have gone to a file
  if (databaseUrl) assert.equal(existsSync(join(data, 'almanac.db')), false)
  console.log(`${shortName(program)}: works, ready after ${ms} ms`)
} finally {
  remove()
}
