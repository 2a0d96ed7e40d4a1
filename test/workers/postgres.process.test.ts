import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as passed } from 'node:timers/promises'
import { service as byService } from '../../src/calendar/access/access.ts'
import { openDataFolder } from '../../src/main.ts'
import { closePostgres, postgresServer } from '../support/postgres.ts'
import { settingsFor } from '../support/service.ts'
import { until } from '../surroundings/child.ts'
import { bulkStory } from './bulk-story.ts'
import { sharedStories } from './shared-stories.ts'
import {
  admin,
  attemptLimit,
  type Connection,
  event,
  startWorkers,
  type Workers,
  year,
} from './workers.ts'

/** Makes an event that is to be published in a moment: on a busy machine its time may come before it is made. */
async function madeDue(send: Connection['send'], title: string) {
  for (let seconds = 4; ; seconds *= 2) {
    const due = new Date(Date.now() + 1000 * seconds).toISOString().slice(0, 19).replace('T', ' ')
    const body = event(title, { status: 'publish', date: due })
    const created = await send('POST', '/events', { body })
    assert.equal(created.status, 201, created.text)
    if (created.body.status === 'future') return created.body
  }
}

describe('several processes of one machine', () => {
  let service: Workers
  let url = ''
  const published: number[] = []
  const open: { close(): void }[] = []
  async function connected(worker: number): Promise<Connection> {
    const connection = await service.connect(worker)
    open.push(connection)
    return connection
  }
  before(async () => {
    url = await (await postgresServer()).database()
    service = await startWorkers({ url }, [
      '--attempt-limit',
      String(attemptLimit),
      '--submissions',
      '5',
    ])
  })
  after(async () => {
    for (const { close } of open) close()
    await closePostgres()
  })

  test('the first start makes the data once, and every worker knows it', async () => {
    await until(() => service.pidOf(1) && service.pidOf(2))
    for (const worker of [1, 2]) {
      const { send } = await connected(worker)
      assert.equal((await send('GET', '/events')).status, 200)
      assert.equal((await send('POST', '/events', { body: event(`By ${worker}`) })).status, 201)
    }
  })

  test('a write confirmed by one worker is visible there at once, and then in the other', async () => {
    const one = await connected(1)
    const other = await connected(2)
    for (let n = 0; n < 8; n++) {
      const [writer, reader] = n % 2 ? [one, other] : [other, one]
      const title = `Seen ${n}`
      const created = await writer.send('POST', '/events', { body: event(title) })
      assert.equal(created.status, 201, created.text)
      const path = `/events/${created.body.id}`
      const listed = `/events?search=${encodeURIComponent(title)}&${year}`
      for (const as of ['anonymous', undefined]) {
        const sending = as === undefined ? {} : { as }
        assert.equal((await writer.send('GET', path, sending)).body.title, title)
        assert.ok((await writer.send('GET', listed, sending)).text.includes(title))
        await until(async () => (await reader.send('GET', path, sending)).status === 200)
        await until(async () => (await reader.send('GET', listed, sending)).text.includes(title))
      }
    }
  })

  test('changes of one event right after one another reach the lists of every worker', async () => {
    const one = await connected(1)
    const other = await connected(2)
    const listed = async ({ send }: Connection, of: string) => {
      const path = `/events?search=${of}&per_page=50&start_date=2030-01-01&end_date=2031-12-31`
      const { body } = await send('GET', path, { as: 'anonymous' })
      return (body.events as { id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b)
    }
    const created: number[] = []
    for (let n = 0; n < 10; n++) {
      const { body } = await one.send('POST', '/events', { body: event(`Described ${n}`) })
      created.push(body.id)
      await one.send('PATCH', `/events/${body.id}`, { body: { description: 'At once.' } })
    }
    // A worker that lists what is written last has taken in all that came before.
    const reachesLists = async (title: string) => {
      await one.send('POST', '/events', { body: event(title) })
      await until(async () => (await listed(other, title)).length === 1)
    }
    await reachesLists('Marker of creates')
    assert.deepEqual(await listed(one, 'Described'), created)
    assert.deepEqual(await listed(other, 'Described'), created)
    for (const [n, id] of created.entries()) {
      const body = n % 2 ? { status: 'draft' } : { start_date: '2031-05-10 10:00:00' }
      await one.send('PATCH', `/events/${id}`, { body })
      await one.send('PATCH', `/events/${id}`, { body: { description: 'And again.' } })
    }
    await reachesLists('Marker of changes')
    const stillPublic = created.filter((_, n) => n % 2 === 0)
    for (const worker of [one, other])
      assert.deepEqual(await listed(worker, 'Described'), stillPublic)
  })

  bulkStory(connected)
  sharedStories({ address: () => service.address, connected })

  test('a worker that is killed is replaced, nothing that was answered is lost or made twice, and publication continues', async () => {
    const answered = new Set<string>()
    let isOver = false
    const writers = [1, 2, 3, 4].map(async writer => {
      for (let n = 0; !isOver; n++) {
        const title = `Written ${writer}-${n}`
        const response = await fetch(`${service.root.plain}/events`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${admin.token}`,
            'Content-Type': 'application/json',
          },
          body: JSON.stringify(event(title)),
          // a client gives up at some time, and so does this one before the time limit of the file
          signal: AbortSignal.timeout(60_000),
        }).catch(() => undefined)
        if (response?.status === 201) answered.add(title)
        await response?.text().catch(() => {})
        await passed(10)
      }
    })
    for (const worker of [1, 2]) {
      const size = answered.size
      await until(() => answered.size >= size + 20)
      // the worker that dies may be the one that publishes
      const due = await madeDue((await connected(3 - worker)).send, `Published ${worker}`)
      published.push(due.id)
      const pid = service.pidOf(worker)
      process.kill(pid, 'SIGKILL')
      await until(() => service.pidOf(worker) !== pid)
    }
    isOver = true
    await Promise.all(writers)
    const reader = await connected(1)
    for (const id of published)
      await until(async () => (await reader.send('GET', `/events/${id}`)).body.status === 'publish')
    for (const worker of [1, 2]) {
      const { send } = await connected(worker)
      const titles: string[] = []
      for (let page = 1; ; page++) {
        const { body } = await send('GET', `/events?${year}&per_page=50`, {
          query: { page },
        })
        titles.push(...(body.events ?? []).map(({ title }: { title: string }) => title))
        if (!body.next_rest_url) break
      }
      const written = titles.filter(title => title.startsWith('Written'))
      assert.equal(new Set(written).size, written.length, 'nothing twice')
      for (const title of answered) assert.ok(written.includes(title), title)
    }
  })

  test('the service stops when requests in progress are answered, and exits with 0', async () => {
    const { send } = await connected(2)
    const answers = Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        fetch(`${service.root.plain}/events`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(event(`Last ${n}`)),
        }).then(
          ({ status }) => status,
          () => undefined,
        ),
      ),
    )
    // the first of them is in work
    assert.equal((await send('POST', '/events', { body: event('One more') })).status, 201)
    const { code, err } = await service.stop('SIGINT')
    assert.equal(code, 0, err)
    for (const status of await answers) assert.ok(status === 201 || status === undefined)
    const { engine, calendar, close } = await openDataFolder(
      settingsFor(service.folder, { databaseUrl: url }),
    )
    const lines = await engine.journal(0, 1_000_000)
    const { total } = await calendar.list(
      'event',
      { actor: byService, language: 'en', fallback: true },
      { search: 'Last', start_date: '2030-01-01', end_date: '2030-12-31' },
    )
    await close()
    assert.ok(total >= (await answers).filter(Boolean).length)
    for (const id of published) {
      const eventLines = lines.filter(line => line.kind === 'event' && line.id === id)
      assert.deepEqual(
        eventLines.map(({ actor }) => actor > 0),
        [true, false],
        'made by a user, and published once by the service',
      )
    }
  })
})
