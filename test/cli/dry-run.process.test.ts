import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { databaseIn } from '../../src/outside/data-folder.ts'
import { almanac, calendarIn, newFolder } from './command.ts'

/** The number of rows of each table, the last line of the change log, and the backups. */
function stateOf(cwd: string) {
  const database = new DatabaseSync(databaseIn(join(cwd, 'data')), { readOnly: true })
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => String(name))
  const rows = tables.map(name => [
    name,
    database.prepare(`SELECT count(*) AS rows FROM "${name}"`).get()?.rows,
  ])
  const last = database.prepare('SELECT max(seq) AS last FROM journal').get()?.last
  database.close()
  return { rows, last, backups: readdirSync(join(cwd, 'data', 'backups')) }
}

const events = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//x//y//EN
BEGIN:VEVENT
UID:1@example.org
SUMMARY:Ball
DTSTART:20310501T200000Z
DTEND:20310501T220000Z
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n')

test('--dry-run deletes nothing and lists what would be deleted', {
  timeout: 180_000,
}, async () => {
  const cwd = await calendarIn(newFolder())
  const run = async (...args: string[]) => {
    const done = await almanac(args, { cwd })
    assert.equal(done.code, 0, `${args.join(' ')}: ${done.err}`)
    return done
  }
  await run('users', 'add', 'ada', '--role', 'administrator', '--token', 'x')
  await run('users', 'add', 'bob', '--role', 'editor')
  await run('demo', '--count', '3')
  writeFileSync(join(cwd, 'events.ics'), events)
  await run('import', 'ics', 'events.ics')
  const subscribed = await run('import', 'subscribe', 'https://example.org/events.ics', '--json')
  const feed = JSON.parse(subscribed.out).id
  await run('backup', 'create')
  const before = stateOf(cwd)
  const removed = before.backups.flatMap(name => (/zip$/.test(name) ? name.slice(0, -4) : []))
  const outputs: Record<string, [expected: RegExp, json: object]> = {
    'users remove bob': [/Account bob would be removed/, { login: 'bob' }],
    'tokens revoke 1': [/Token 1 of ada \(x\) would be revoked/, { revoked: false }],
    'keys renew': [/0 protected events would stay closed/, { protectedEvents: 0 }],
    'trash empty': [/Would be deleted permanently: 0 events/, {}],
    'backup create --keep 1': [/would be created.*\n.*would be deleted: almanac-/, { removed }],
    'backup create --keep 2': [/would be created/, { removed: [] }],
    'backup restore': [/with 4 events would replace the calendar of/, { restored: false }],
    'import undo 1': [/1 would be removed, 0 would be as before/, { removed: 1 }],
    [`import unsubscribe ${feed}`]: [/Subscription \d+ to https:.* would end/, { ended: false }],
    'demo --remove': [/Would be removed, unless other records need them: 3 events/, {}],
  }
  for (const [command, [expected, json]] of Object.entries(outputs)) {
    const words = [...command.split(' '), '--dry-run']
    const { out, err } = await run(...words)
    assert.match(out + err, expected, command)
    const data = JSON.parse((await run(...words, '--json')).out)
    assert.partialDeepStrictEqual(data, { ...json, dry_run: true }, command)
    assert.deepEqual(stateOf(cwd), before, command)
  }
  const unknown = await almanac(['tokens', 'revoke', '99', '--dry-run'], { cwd })
  assert.deepEqual([unknown.code, unknown.err.trim()], [1, 'There is no token 99.'])
  assert.equal((await almanac(['demo', '--dry-run'], { cwd })).code, 2)
  assert.deepEqual(stateOf(cwd), before)
  const none = await almanac(['import', 'unsubscribe', '999'], { cwd })
  assert.deepEqual([none.code, none.err.trim()], [1, 'There is no subscription with that ID.'])
})
