import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTab } from '../accounts/browser-like.ts'
import { until } from '../surroundings/child.ts'
import { admin, attemptLimit, type Connection, event, year } from './workers.ts'

type Place = { address(): string; connected(worker: number): Promise<Connection> }

/** What the processes tell each other, or read from the database at each request. */
export function sharedStories({ address, connected }: Place) {
  let form = ''
  const formUrl = () => `${address()}/events/submit/`
  test('the metrics of any worker are those of all', async () => {
    // by the time that it is sent it was open long enough
    form = (await (await connected(1)).send('GET', formUrl())).text
    for (const worker of [1, 2]) {
      const { send } = await connected(worker)
      const { status, text } = await send('GET', `${address()}/metrics`)
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
      const tab = openTab({ address: address() }, (await connected(worker)).agent)
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
    const one = openTab({ address: address() }, (await connected(1)).agent)
    assert.equal((await one.send('POST', 'session', admin)).status, 200)
    const other = openTab({ address: address() }, (await connected(2)).agent)
    Object.assign(other, { cookie: one.cookie, token: one.token })
    assert.equal((await other.send('GET', 'session')).body.state, 'signed-in')
    assert.equal((await other.send('DELETE', 'session')).status, 200)
    assert.equal((await one.send('GET', 'session')).body.state, 'signed-out')
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

  test('two users with one record open see each other, with different workers too', async () => {
    const { send, agent } = await connected(1)
    const { body } = await send('POST', '/events', { body: event('Open twice') })
    const ada = openTab({ address: address() }, agent)
    assert.equal((await ada.send('POST', 'session', admin)).status, 200)
    const created = await ada.send('POST', 'users', {
      login: 'grace',
      name: 'Grace',
      role: 'editor',
    })
    const [, token = ''] = /#link=([^&]+)/.exec(created.body.link.url) ?? []
    const grace = openTab({ address: address() }, (await connected(2)).agent)
    const used = await grace.send('POST', 'link/use', { token, password: admin.password })
    assert.equal(used.status, 200, used.text)
    const open = { kind: 'event', id: body.id }
    const othersOf = async (tab: typeof ada) =>
      (await tab.send('POST', 'open-records', open)).body.others as { name: string }[]
    await othersOf(ada)
    await until(async () => (await othersOf(grace)).some(({ name }) => name === admin.login))
    await until(async () => (await othersOf(ada)).some(({ name }) => name === 'Grace'))
  })

  test('sign-ins that fail with one worker count for all', async () => {
    const one = openTab({ address: address() }, (await connected(1)).agent)
    const other = openTab({ address: address() }, (await connected(2)).agent)
    const wrong = { login: admin.login, password: 'a wrong password' }
    const statuses: number[] = []
    while (statuses.at(-1) !== 429) statuses.push((await one.send('POST', 'session', wrong)).status)
    assert.equal(statuses.length, attemptLimit + 1)
    // the right password is no failure, and counts nothing
    await until(async () => (await other.send('POST', 'session', admin)).status === 429)
  })
}
