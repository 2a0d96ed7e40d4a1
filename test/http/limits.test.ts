import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../support/service.ts'

test('so many requests a minute from an address, and then a wait', async () => {
  const limited = await startService({ rateLimit: 3, trustedProxies: ['127.0.0.1'] })
  const from = (address: string) =>
    limited.send('GET', '/events', { headers: { 'X-Forwarded-For': address } })
  for (const left of ['2', '1', '0']) {
    const { status, headers } = await from('203.0.113.7')
    assert.deepEqual(
      [status, headers['ratelimit-limit'], headers['ratelimit-remaining']],
      [200, '3', left],
    )
    assert.ok(Number(headers['ratelimit-reset']) <= 60)
  }
  const { status, body, headers } = await from('203.0.113.7')
  assert.deepEqual([status, body.code], [429, 'too_many_requests'])
  assert.ok(Number(headers['retry-after']) >= 1 && Number(headers['retry-after']) <= 60)
  assert.equal((await from('203.0.113.8')).status, 200, 'another address is not concerned')
  assert.equal(
    (await limited.send('GET', `${limited.address}/health/live`)).status,
    200,
    'nor is health',
  )
  await limited.close()
})

test('an address without a trusted proxy cannot pretend to be another', async () => {
  const limited = await startService({ rateLimit: 2 })
  const statuses = []
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
    statuses.push(
      (await limited.send('GET', '/events', { headers: { 'X-Forwarded-For': address } })).status,
    )
  assert.deepEqual(statuses, [200, 200, 429])
  await limited.close()
})

test('a URL that cannot be decoded counts as a request', async () => {
  const limited = await startService({ rateLimit: 1 })
  try {
    const first = await limited.send('GET', '/events/%ZZ')
    assert.equal(first.status, 400)
    assert.equal(first.headers['ratelimit-remaining'], '0')
    assert.equal((await limited.send('GET', '/events/%ZZ')).status, 429)
  } finally {
    await limited.close()
  }
})

test('so many wrong passwords for a login, and then a wait, but for the right one', async () => {
  const careful = await startService({ attemptLimit: 3, attemptWindow: 60 })
  const wrong = `Basic ${Buffer.from('editor:wrong').toString('base64')}`
  const status = async (as: string) => (await careful.send('GET', '/events', { as })).status
  assert.equal(await status(careful.basic('editor')), 200)
  for (let n = 0; n < 3; n++) assert.equal(await status(wrong), 401)
  const { body, headers } = await careful.send('GET', '/events', { as: wrong })
  assert.deepEqual([body.code, body.data.status], ['too_many_attempts', 429])
  assert.ok(Number(headers['retry-after']) >= 1 && Number(headers['retry-after']) <= 60)
  assert.equal(await status(careful.basic('editor')), 200, 'a generated password is no guess')
  assert.equal(await status(careful.basic('author')), 200, 'another login is not concerned')
  assert.equal(await status('anonymous'), 200)
  await careful.close()
})
