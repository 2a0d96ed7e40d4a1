import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { version } from '../../src/common/version.ts'
import {
  isReady,
  make,
  names,
  nothingLost,
  openWay,
  openWriters,
  serveOn,
  unreachable,
  until,
} from '../support/faulty.ts'

import { closePostgres, postgresServer } from '../support/postgres.ts'

// A database that is away, as callers of the service see it: nothing that was answered is lost or doubled, the answer is 503 in
// words, what is cached goes on, and the service comes back by itself.

after(closePostgres)

async function setOut() {
  const server = await postgresServer()
  const url = await server.database()
  const way = await openWay(server.port)
  const service = await serveOn(url.replace(`:${server.port}/`, `:${way.port}/`))
  return { server, url, way, service }
}

test('while the database is away, callers get an error in their language, and cached responses go on', async t => {
  const { way, service } = await setOut()
  t.after(way.close)
  t.after(service.close)
  const { body: created } = await service.send('POST', '/events', {
    as: 'administrator',
    body: {
      title: 'Concert',
      start_date: '2030-01-01 20:00:00',
      end_date: '2030-01-01 22:00:00',
      status: 'publish',
    },
  })
  const list = '/events?start_date=2030-01-01'
  const cached = [list, `/events/${created.id}`, created.url]
  const plain = new Map<string, string>()
  // cached from the second time on
  for (let time = 0; time < 3; time++)
    for (const path of cached) {
      const { status, text } = await service.send('GET', path)
      assert.equal(status, 200, path)
      plain.set(path, text)
    }

  for (const line of ['refuse', 'silent'] as const) {
    way.set(line)
    await until(async () => !(await isReady(service)))
    const ready = await service.send('GET', '/health/ready')
    assert.deepEqual(ready.body, { status: 'unavailable', version, reason: 'database_unreachable' })
    // a balancer asks for this before it leaves a process out, so that cached responses are still served
    const forReading = await service.send('GET', '/health/ready?for=reading')
    const still = { status: 'ok', version, writing: false, reason: 'database_unreachable' }
    assert.deepEqual([forReading.status, forReading.body], [200, still])
    for (const path of cached) {
      const { status, text } = await service.send('GET', path)
      assert.equal(status, 200, `${path} while ${line}`)
      assert.equal(text, plain.get(path))
    }
    for (const [language, word] of [
      ['plain', 'database'],
      ['fr', 'base de données'],
    ] as const) {
      const address = service.root[language]
      const requests = [
        await service.send('GET', `${address}/tags?search=${line}`),
        await service.send('POST', `${address}/tags`, { as: 'administrator', body: { name: 'x' } }),
      ]
      for (const { status, body, headers } of requests) {
        assert.equal(`${status} ${body.code}`, '503 rest_database_unreachable')
        assert.equal(headers['retry-after'], '5')
        assert.match(body.message, new RegExp(word))
      }
    }
    const page = await service.send(
      'GET',
      `${service.home.fr}evenements/${line === 'silent' ? '2030-02-02' : '2030-03-03'}/`,
      {
        headers: { Accept: 'text/html' },
      },
    )
    assert.equal(page.status, 503)
    assert.match(page.text, /<html lang="fr"[\s\S]*base de données/)
    assert.equal(page.headers['retry-after'], '5')
    way.set('pass')
    await until(() => isReady(service))
    assert.equal((await make(service, `after ${line}`)).status, 201)
  }
  assert.deepEqual((await names(service)).toSorted(), ['after refuse', 'after silent'])
})

test('a server that is stopped and started while everybody reads and writes', async t => {
  const { server, url, way, service } = await setOut()
  t.after(way.close)
  t.after(service.close)
  const other = await serveOn(url, { dataFolder: service.settings.dataFolder })
  t.after(other.close)
  const writers = openWriters([service, other])
  await writers.more(20)
  for (const how of ['SIGINT', 'SIGQUIT', 'SIGTERM'] as const) {
    // connected clients may stay when it stops gently: the service goes on until it is cut
    if (how === 'SIGTERM') {
      const removed = server.stop('SIGTERM')
      await writers.more(10)
      await server.stop('SIGINT')
      await removed
    } else await server.stop(how)
    await until(async () => !(await isReady(service)) && !(await isReady(other)))
    await server.start()
    await writers.more(20)
  }
  await writers.end()
  await until(async () => (await isReady(service)) && (await isReady(other)))
  assert.deepEqual([...writers.refusals.keys()], [unreachable])
  await nothingLost(service, writers.acknowledged)
  await nothingLost(other, writers.acknowledged)
})
