// node .ci/released.js PROGRAM PROJECT: starts a released program, follows its pages, reads and writes by the client that the project
// has installed. As root it runs as another user. Runs on any Node that may install.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [program, project] = process.argv.slice(2)
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
const folder = mkdtempSync('/tmp/almanac-released-')
if (nobody.uid) chownSync(folder, nobody.uid, nobody.gid)
const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder }
if (process.env.RELEASED_DATABASE_URL) env.ALMANAC_DATABASE_URL = process.env.RELEASED_DATABASE_URL
const data = join(folder, 'data')

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

function run(...args) {
  const all = [...args, '--data-folder', data]
  const { status, stdout, stderr } = spawnSync(program, all, { cwd: folder, env, ...nobody, encoding: 'utf8' })
  assert.equal(status, 0, `${args.join(' ')}: ${stdout}${stderr}`)
  assert.doesNotMatch(stderr, /warning|There is no setting/i, args.join(' '))
  return stdout
}

const freePort = () =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Starts the service, does the work, and stops it. */
async function serving(args, work) {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const child = spawn(program, ['serve', '--port', port, '--data-folder', data, ...args], { cwd: folder, env, ...nobody, stdio: 'pipe' })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => { said += text })
  const ended = new Promise(resolve => child.once('exit', resolve))
  const started = performance.now()
  const isReady = () => fetch(`${base}/health/ready`).then(({ ok }) => ok, () => false)
  try {
    while (!(await isReady())) {
      assert.equal(child.exitCode, null, said)
      assert.ok(performance.now() - started < 30_000, said)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    const ms = Math.round(performance.now() - started)
    await work(base)
    child.kill('SIGTERM')
    assert.equal(await ended, 0, said)
    assert.doesNotMatch(said, /"level":"error"/, said)
    return ms
  } catch (error) {
    console.error(said)
    throw error
  } finally {
    child.kill('SIGKILL')
  }
}

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
    const { connect } = await import(pathToFileURL(join(project, 'node_modules/almanac-client/dist/client.js')).href)
    const calendar = connect(`${base}/cal/events/v1`, { token })
    const event = await calendar.events.create({ title: 'Released', description: '<p>Text</p><script>no</script>', start_date: 'tomorrow 20:00', end_date: 'tomorrow 22:00', status: 'publish' })
    assert.equal((await calendar.events.read(event.id)).title, 'Released')
    assert.equal((await calendar.events.list({ search: 'released' })).items.length, 1)
    assert.equal((await calendar.events.list({ search: 'Windows zone', start_date: '2030-01-01', end_date: '2031-01-01', status: 'draft,pending,publish' })).items.length, 1)
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
  await serving(['--workers', '2'], async base => {
    for (let at = 0; at < 4; at++)
      assert.equal((await fetch(`${base}/cal/events/v1/events`)).status, 200)
  })
  // on PostgreSQL nothing may have gone to a file
  if (env.ALMANAC_DATABASE_URL) assert.equal(existsSync(join(data, 'almanac.db')), false)
  console.log(`${program.replace(/.*(?=node_modules)/, '')}: works, ready after ${ms} ms`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
