import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Mailbox, startMailbox } from '../support/mailbox.ts'
import { type Reply, type Service, startService } from '../support/service.ts'

/** So many wrong tries are taken from one network. */
const max = 3
let service: Service
let limited: Service
let mailbox: Mailbox
let event: { id: number; path: string }

before(async () => {
  mailbox = await startMailbox()
  const trustedProxies = ['127.0.0.1']
  const clock = '2027-03-01T10:00:00Z'
  service = await startService({
    ...mailbox.settings,
    trustedProxies,
    clock,
    attemptLimit: max,
    submissions: max,
  })
  limited = await startService({ trustedProxies, rateLimit: max })
  const { body } = await service.send('POST', '/events', {
    as: 'editor',
    body: { title: 'Closed', start_date: '2027-05-01', end_date: '2027-05-02', password: 'secret' },
  })
  event = { id: body.id, path: new URL(body.url).pathname }
})
after(async () => {
  await service.close()
  await limited.close()
  await mailbox.close()
})

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const own = { 'Sec-Fetch-Site': 'same-origin' }
const at = (path: string) => service.address + path
const proposal = async (headers: Record<string, string>) => {
  const { text } = await service.send('GET', at('/events/submit/'), { headers })
  const [, opened = ''] = /name="opened" value="([^"]+)"/.exec(text) ?? []
  service.clock.advance(3)
  const typed = { title: 'Fair', start_date: '2027-06-05T10:00', end_date: '2027-06-05T18:00' }
  const sender = { name: 'Ada', email: 'ada@example.org', consent: 'yes' }
  const body = new URLSearchParams({ ...typed, ...sender, opened }).toString()
  const options = { headers: { ...headers, ...form, ...own }, body }
  return service.send('POST', at('/events/submit/'), options)
}
const admin = (path: string, body: object) => (headers: Record<string, string>) =>
  service.send('POST', at(`/admin/api/${path}`), {
    headers: { ...headers, ...own, Origin: service.address },
    body,
  })
const authorized = (Authorization: string) => (headers: Record<string, string>) =>
  service.send('GET', '/events', { headers: { ...headers, Authorization } })

/** The limits by caller, and a request that tries each. */
const tried: Record<string, (headers: Record<string, string>) => Promise<Reply>> = {
  'passwords of an event': headers =>
    service.send('GET', `/events/${event.id}?password=wrong`, { headers }),
  'passwords of an event, on its page': headers =>
    service.send('POST', at(event.path), {
      headers: { ...headers, ...form, ...own },
      body: 'password=other',
    }),
  'application passwords': authorized(`Basic ${btoa('editor:wrong')}`),
  'bearer tokens': authorized('Bearer alm_wrong'),
  'tokens of feeds': headers => service.send('GET', at('/events.ics?token=alm_wrong'), { headers }),
  'passwords of accounts': admin('session', { login: 'editor', password: 'wrong' }),
  'one-time links': admin('link', { token: 'alm_wrong' }),
  'links for a forgotten password': admin('forgotten', { login: 'nobody' }),
  proposals: proposal,
  'requests of the API': headers => limited.send('GET', '/events', { headers }),
  'requests of pages': headers => limited.send('GET', `${limited.address}/events/`, { headers }),
  'requests of the screens': headers =>
    limited.send('GET', `${limited.address}/admin/api/session`, { headers }),
}

describe('an IPv6 client has all addresses of its 64-bit network: one limit counts them all', () => {
  let network = 0
  for (const [what, attempt] of Object.entries(tried))
    test(`for ${what}`, async () => {
      network++
      const from = (host: number, net = network) =>
        attempt({ 'X-Forwarded-For': `2001:db8:${net}:8:${host}::${host}` })
      const statuses: number[] = []
      for (let host = 1; host <= max; host++) statuses.push((await from(host)).status)
      assert.ok(!statuses.includes(429), String(statuses))
      assert.equal((await from(max + 1)).status, 429)
      assert.notEqual((await from(1, network + 100)).status, 429)
    })
})
