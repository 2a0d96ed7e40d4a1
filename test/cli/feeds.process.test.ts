import assert from 'node:assert/strict'
import { test } from 'node:test'
import { almanac, calendarIn, newFolder } from './command.ts'

test('feeds are subscribed to, listed and ended', async () => {
  const cwd = await calendarIn(newFolder())
  const run = (...args: string[]) => almanac(['import', ...args], { cwd })
  const url = 'https://feeds.example/town.ics'
  const created = await run('subscribe', url, '--every', 'hourly', '--gone', 'trash', '--json')
  assert.equal(created.code, 0, created.err)
  const { id, source } = JSON.parse(created.out)
  assert.equal(source, 'feeds.example/town')
  const [feed] = JSON.parse((await run('subscriptions', '--json')).out)
  assert.deepEqual([feed.id, feed.every, feed.state], [id, 3600, 'active'])
  const twice = await run('subscribe', url)
  assert.equal(twice.code, 1)
  assert.doesNotMatch(twice.err, /at .*\.ts/)
  assert.equal((await run('subscribe', 'town.ics')).code, 2)
  assert.equal((await run('unsubscribe', String(id))).code, 0)
  assert.deepEqual(JSON.parse((await run('subscriptions', '--json')).out), [])
})
