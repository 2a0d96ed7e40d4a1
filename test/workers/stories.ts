import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { openDataFolder } from '../../src/main.ts'
import { openTab } from '../accounts/browser-like.ts'
import { settingsFor } from '../support/service.ts'
import { until } from '../surroundings/child.ts'
import { editorStories } from './editor-stories.ts'
import { admin, awaited, type Connection, event, startWorkers, type Workers } from './workers.ts'

const attemptLimit = 20
const year = 'start_date=2030-01-01&end_date=2030-12-31'

/** Makes an event that is to be published in so many seconds. */
async function makeDue(send: Connection['send'], title: string, seconds: number) {
  const due = new Date(Date.now() + 1000 * seconds).toISOString().slice(0, 19).replace('T', ' ')
  const body = event(title, { status: 'publish', date: due })
  const created = await send('POST', '/events', { body })
  assert.equal(created.status, 201, created.text)
  return created.body
}

/** The promises of several processes of one machine, with any database; `urlOf` gives its address, or nothing. */
export function stories(urlOf: () => Promise<string>) {
  let service: Workers
  let url = ''
  let form = ''
  const published: number[] = []
  const open: { close(): void }[] = []
  async function connected(worker: number): Promise<Connection> {
    const connection = await service.connect(worker)
    open.push(connection)
    return connection
  }
  const formUrl = () => `${service.address}/events/submit/`
  before(async () => {
    url = await urlOf()
    service = await startWorkers({ url }, [
      '--attempt-limit',
      String(attemptLimit),
      '--submissions',
      '5',
    ])
  })
  after(async () => {
    for (const { close } of open) close()
  })

  test('the first start makes the data once, and every worker knows it', async () => {
    await until(() => service.pidOf(1) && service.pidOf(2))
    const { send } = await connected(1)
    form = (await send('GET', formUrl())).text
    for (const worker of [1, 2]) {
      const { send } = await connected(worker)
      assert.equal((await send('GET', '/events')).status, 200)
      assert.equal((await send('POST', '/events', { body: event(`By ${worker}`) })).status, 201)
    }
  })

  test('a write confirmed by one worker is visible there at once, and then in the other', async () => {
    const one = await connected(1)
    const other = await connected(2)
    for (let n = 0; n < 20; n++) {
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

  test('the metrics of any worker are those of all', async () => {
    for (const worker of [1, 2]) {
      const { send } = await connected(worker)
      const { status, text } = await send('GET', `${service.address}/metrics`)
      assert.equal(status, 200)
      for (const number of [1, 2])
        assert.match(
          text,
          new RegExp(`^process_cpu_seconds_total\\{worker="${number}"\\} [\\d.]+$`, 'm'),
        )
      assert.match(
        text,
        /^almanac_http_responses_total\{class="api",status="200",worker="1"\} \d+$/m,
      )
      assert.match(text, /^almanac_workers 2$/m)
      assert.equal(text.match(/^# TYPE almanac_journal_position /gm)?.length, 1)
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
    for (let n = 0; n < 24; n++) {
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

  test('changes of a series and its dates reach the lists of every worker', async () => {
    const workers = [await connected(1), await connected(2)] as const
    const path = `/events?search=Repeated&per_page=50&${year}`
    const listed = async ({ send }: Connection): Promise<[number, string, string][]> =>
      (await send('GET', path, { as: 'anonymous' })).body.events.map(
        ({ id, start_date, cost }: Record<'id' | 'start_date' | 'cost', never>) => [
          id,
          start_date,
          cost,
        ],
      )
    const recurrence = ['RRULE:FREQ=DAILY;COUNT=8']
    const created = await workers[0].send('POST', '/events', {
      body: event('Repeated', { recurrence }),
    })
    assert.equal(created.status, 201, created.text)
    await until(async () => (await listed(workers[1])).length === 8)
    const changes = [
      ['PATCH', 2, { cost: '€1' }],
      ['PATCH', 3, { start_date: '2030-06-01 10:00:00', end_date: '2030-06-01 12:00:00' }],
      ['PATCH', 4, { cost: '€2', scope: 'following' }],
      ['DELETE', 1, {}],
      ['PATCH', 0, { cost: '€3', scope: 'all' }],
      ['PATCH', 1, { cost: '€4', scope: 'detach' }],
    ] as const
    for (const [n, [method, place, body]] of changes.entries()) {
      const [writer, reader] = n % 2 ? workers : [workers[1], workers[0]]
      const [id] = (await listed(writer))[place] ?? []
      const { status, text } = await writer.send(method, `/events/${id}`, { body })
      assert.equal(status, 200, text)
      const wanted = JSON.stringify(await listed(writer))
      await until(async () => JSON.stringify(await listed(reader)) === wanted)
    }
    assert.equal((await listed(workers[0])).length, 7)
  })

  test('settings that one worker changes are in effect for all', async () => {
    const tabs = []
    for (const worker of [1, 2]) {
      const tab = openTab({ address: service.address }, (await connected(worker)).agent)
      assert.equal((await tab.send('POST', 'session', admin)).status, 200)
      tabs.push(tab)
    }
    const [one, other] = tabs
    assert.ok(one && other)
    const siteNameIn = async (tab: typeof one) =>
      (await tab.send('GET', 'session')).body.site.name as string
    const changed = await one.send('PATCH', 'settings', { settings: { siteName: 'The new name' } })
    assert.equal(changed.status, 200, changed.text)
    assert.equal(await siteNameIn(one), 'The new name')
    await until(async () => (await siteNameIn(other)) === 'The new name')
  })

  test('a user who signed in with one worker is signed in with all, until they sign out', async () => {
    const one = openTab({ address: service.address }, (await connected(1)).agent)
    assert.equal((await one.send('POST', 'session', admin)).status, 200)
    const other = openTab({ address: service.address }, (await connected(2)).agent)
    Object.assign(other, { cookie: one.cookie, token: one.token })
    assert.equal((await other.send('GET', 'session')).body.state, 'signed-in')
    assert.equal((await other.send('DELETE', 'session')).status, 200)
    assert.equal((await one.send('GET', 'session')).body.state, 'signed-out')
  })

  editorStories({ address: () => service.address, connected })

  test('sign-ins that fail with one worker count for all', async () => {
    const one = openTab({ address: service.address }, (await connected(1)).agent)
    const other = openTab({ address: service.address }, (await connected(2)).agent)
    const wrong = { login: admin.login, password: 'a wrong password' }
    const statuses: number[] = []
    while (statuses.at(-1) !== 429) statuses.push((await one.send('POST', 'session', wrong)).status)
    assert.equal(statuses.length, attemptLimit + 1)
    // the right password is no failure, and counts nothing
    await until(async () => (await other.send('POST', 'session', admin)).status === 429)
  })

  test('a form that one worker showed is accepted by the other', async () => {
    const [, opened = ''] = /name="opened" value="([^"]+)"/.exec(form) ?? []
    const { send } = await connected(2)
    const fields = { ...event('Street fair'), name: 'Ada', email: 'ada@example.org' }
    const body = new URLSearchParams({ ...fields, consent: 'yes', opened }).toString()
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'same-origin',
    }
    // it is refused until it was open long enough for a person to fill it in
    await until(async () => (await send('POST', formUrl(), { body, headers })).status === 303)
  })

  test('images that come to both workers at once are all stored, one after another', async () => {
    const senders = [await connected(1), await connected(2)]
    const blank = { width: 800, height: 600, channels: 3, background: 'red' } as const
    const body = await sharp({ create: blank }).png().toBuffer()
    const headers = { 'Content-Type': 'image/png' }
    const uploads = [...senders, ...senders, ...senders].map(({ send }) =>
      send('POST', '/images', { body, headers }),
    )
    for (const { status, text } of await Promise.all(uploads)) assert.equal(status, 201, text)
  })

  test('a worker that is killed is replaced, and nothing that was answered is lost or made twice', async () => {
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
      }
    })
    for (const worker of [1, 2, 1]) {
      const size = answered.size
      await until(() => answered.size >= size + 20)
      const pid = service.pidOf(worker)
      process.kill(pid, 'SIGKILL')
      await until(() => service.pidOf(worker) !== pid)
    }
    isOver = true
    await Promise.all(writers)
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

  test('publication continues when its worker is killed, and happens once', async () => {
    const { send } = await connected(1)
    for (const worker of [1, 2]) {
      const title = `Published ${worker}`
      // on a machine that is busy its time may come before it is made
      let created = await makeDue(send, title, 4)
      for (let seconds = 8; created.status !== 'future'; seconds *= 2)
        created = await makeDue(send, title, seconds)
      published.push(created.id)
      const pid = service.pidOf(worker)
      process.kill(pid, 'SIGKILL')
      await until(() => service.pidOf(worker) !== pid)
      const reader = await connected(1)
      const seen = await awaited(async () => {
        const { status, body } = await reader.send('GET', `/events/${created.id}`)
        return status === 200 && body.status === 'publish' ? body : undefined
      })
      assert.equal(seen.title, title)
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
    const { code, err } = await service.stop()
    assert.equal(code, 0, err)
    for (const status of await answers) assert.ok(status === 201 || status === undefined)
    const { engine, close } = await openDataFolder(
      settingsFor(service.folder, { databaseUrl: url }),
    )
    const lines = await engine.journal(0, 1_000_000)
    await close()
    for (const id of published) {
      const eventLines = lines.filter(line => line.kind === 'event' && line.id === id)
      assert.deepEqual(
        eventLines.map(({ actor }) => actor > 0),
        [true, false],
        'made by a user, and published once by the service',
      )
    }
    const again = await startWorkers({ folder: service.folder, url })
    const { body } = await again
      .connect(1)
      .then(({ send }) => send('GET', `/events?${year}&search=Last&per_page=50`))
    assert.ok(body.total >= (await answers).filter(Boolean).length)
    assert.equal((await again.stop('SIGINT')).code, 0)
  })
}
