import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { connect } from '../../src/sdk/client.ts'
import { ofNoMachine } from '../support/of-no-machine.ts'
import { until } from '../support/scenario.ts'
import { bin, calendarIn, newFolder, start } from './command.ts'

const isRoot = process.getuid?.() === 0
/** The user of the service: nobody. */
const owner = 65_534

/** Each in a process of its own, which root leaves for good. */
const command = (args: string[], cwd: string) => start(args, { cwd, input: '' }).ended

/** A calendar that belongs to another user than root, in a folder that this user reaches. */
async function calendarOfService(): Promise<string> {
  const cwd = await calendarIn(newFolder())
  chmodSync(cwd, 0o755)
  for (const path of pathsIn(cwd)) chownSync(path, owner, owner)
  return cwd
}

const pathsIn = (cwd: string) => [
  join(cwd, 'data'),
  ...readdirSync(join(cwd, 'data'), { recursive: true }).map(name =>
    join(cwd, 'data', String(name)),
  ),
]

const ofOthers = (cwd: string) => pathsIn(cwd).filter(path => lstatSync(path).uid !== owner)

/** True, and said, where nothing can be tried: only root changes who it is. */
function isNotRoot(t: TestContext): boolean {
  if (!isRoot) t.diagnostic('This is not root: commands of root were not tried.')
  return !isRoot
}

test('what commands of root write belongs to the service, which goes on writing there', async t => {
  if (isNotRoot(t)) return
  const cwd = await calendarOfService()
  const feed = join(cwd, 'one.ics')
  writeFileSync(feed, calendarFile)
  chmodSync(feed, 0o644)
  const added = await command(
    ['users', 'add', 'ada', '--role', 'administrator', '--token', 'x'],
    cwd,
  )
  for (const args of [
    ['demo', '--count', '3', '--quiet'],
    ['import', 'ics', feed],
    ['backup', 'create'],
  ]) {
    const { code, err } = await command(args, cwd)
    assert.equal(code, 0, `${args.join(' ')}: ${err}`)
  }
  assert.deepEqual(ofOthers(cwd), [])
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0', '--json'], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ALMANAC_LOG_LEVEL: 'error', ...ofNoMachine },
    uid: owner,
    gid: owner,
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    said += text
  })
  try {
    await until(async () => assert.ok(said.includes('\n')))
    const { images } = connect(JSON.parse(said).root.plain, {
      token: /alm_\S+/.exec(added.out)?.[0] ?? '',
    })
    const image = await images.upload(new Blob([dot]), 'dot.png')
    assert.equal((await fetch(image.url)).status, 200)
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await new Promise(resolve => child.once('exit', resolve))
  }
})

test('doctor names what belongs to another user, and root is told what it may not name', async t => {
  if (isNotRoot(t)) return
  const cwd = await calendarOfService()
  const uploads = join(cwd, 'data', 'uploads')
  mkdirSync(join(uploads, '2026'))
  writeFileSync(join(uploads, 'poster.png'), '')
  const { code, out } = await command(['doctor'], cwd)
  assert.equal(code, 3)
  assert.match(out, /2 files or folders belong to another user than the data folder.*uploads/)
  assert.match(out, /→ Run as root: chown -R 65534:65534 \S+\/data\n/)
  const closed = join(newFolder(), 'events.csv')
  const refused = await command(['export', 'csv', closed], cwd)
  assert.equal(refused.code, 1)
  assert.match(
    refused.err,
    /^For root a command works as the owner of the data folder, the user 65534/,
  )
  assert.equal(existsSync(closed), false)
  const imported = await command(['import', 'ics', join(closed, '..', 'one.ics')], cwd)
  assert.match(
    imported.err,
    /the user 65534, who may not do this: The file one\.ics cannot be read/,
  )
})

const calendarFile = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//example.org//EN',
  'BEGIN:VEVENT',
  'UID:one@example.org',
  'DTSTAMP:20260101T000000Z',
  'DTSTART:20300601T200000Z',
  'SUMMARY:One',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
