import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openConnection } from '../support/connection.ts'
import { tenToNoon } from '../support/scenario.ts'
import { type Service, startService } from '../support/service.ts'
import { until } from '../surroundings/child.ts'

const crowdSize = 100
const crowdNetwork = '2001:db8:1:2'
const otherAddress = '203.0.113.9'

let service: Service
let port: number
/** Lists that were begun for the crowd, and how many of these have ended. */
let started = 0
let ended = 0
let isHeld = true

before(async () => {
  service = await startService({ trustedProxies: ['127.0.0.1'] })
  port = Number(new URL(service.address).port)
  const created = await service.send('POST', '/events', {
    as: 'editor',
    body: { title: 'Concert', ...tenToNoon },
  })
  assert.equal(created.status, 201)
  const { store } = service
  const { listEvents, listDays } = store
  // the crowd has its lists only when it is gone
  const held = async <T>(
    requester: { address: string; signal: AbortSignal } | undefined,
    list: () => Promise<T>,
  ): Promise<T> => {
    if (!isHeld || !requester || requester.address === otherAddress) return list()
    started++
    return new Promise<T>((_, reject) =>
      requester.signal.addEventListener('abort', () => {
        ended++
        reject(requester.signal.reason)
      }),
    )
  }
  store.listEvents = (query, requester) => held(requester, () => listEvents(query, requester))
  store.listDays = (query, span, requester) =>
    held(requester, () => listDays(query, span, requester))
})
after(() => service.close())

/** Asks for a page or a feed from an address, as a proxy passes it on. */
function askFrom(address: string, path: string) {
  const connection = openConnection(port)
  connection.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nConnection: close\r\n\r\n`,
  )
  return connection
}

const crowdFor = (path: string) =>
  Array.from({ length: crowdSize }, (_, n) =>
    askFrom(
      `${crowdNetwork}::${n.toString(16)}`,
      `${path}${path.includes('?') ? '&' : '?'}start_date=${1900 + n}-01-01`,
    ),
  )

for (const { what, path, atWork, refused } of [
  { what: 'feeds', path: '/events.geojson?end_date=2090-01-01', atWork: 2, refused: 68 },
  { what: 'pages', path: '/events/map/', atWork: 4, refused: 0 },
])
  test(`one address that requests a hundred ${what} delays no other, and leaves no work behind`, async () => {
    started = ended = 0
    isHeld = true
    const crowd = crowdFor(path)
    await until(
      () =>
        started === atWork &&
        crowd.filter(({ statuses }) => statuses[0] === 429).length === refused,
    )
    for (const url of ['/events.geojson?zz=1', '/events/map/', '/events/list/']) {
      const other = askFrom(otherAddress, url)
      await other.closed()
      assert.deepEqual(other.statuses, [200], url)
    }
    assert.equal(started, atWork)

    for (const { socket } of crowd) socket.destroy()
    await until(() => ended === started)
    isHeld = false
    const next = askFrom(`${crowdNetwork}::1`, path)
    await next.closed()
    assert.deepEqual(next.statuses, [200])
    // at most those are begun whose connection ended a little later
    assert.ok(started <= 2 * atWork, `${started} were begun`)
  })
