import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openConnection } from '../support/connection.ts'
import { type Service, startService } from '../support/service.ts'

const searches = 120
const wordsOfEach = 9
/** The places of one address: at work, and waiting. */
const places = 24

let service: Service
let port: number
/** Letters that were looked for, in order, and how many of these have ended. */
const looked: string[] = []
let ended = 0

const word = (n: number) => `word${10_000 + n}`

before(async () => {
  service = await startService({ trustedProxies: ['127.0.0.1'] })
  port = Number(new URL(service.address).port)
  const { search } = service.store
  const { find } = search
  // The search for the crowd ends only when no request waits for it any more.
  search.find = async (...query) => {
    const [, letters, , stop] = query
    looked.push(letters)
    try {
      if (letters.startsWith('word1')) await stopped(stop)
      return await find(...query)
    } finally {
      ended++
    }
  }
  // Until the list index is built, the database answers.
  for (let n = 0; looked.length === 0; n++) {
    await service.send('GET', '/events', { query: { search: `early${n}` } })
    await new Promise(resolve => setTimeout(resolve, 20))
  }
})
after(() => service.close())

const stopped = (stop: AbortSignal | undefined) =>
  new Promise((_, reject) => stop?.addEventListener('abort', () => reject(stop.reason)))

/** A search from an address, as a proxy passes it on. */
function searchFrom(address: string, words: string[]) {
  const connection = openConnection(port)
  connection.write(
    `GET /cal/events/v1/events?search=${words.join('+')} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`,
  )
  return connection
}

test('one address cannot take the search away from others, nor leave work behind', async () => {
  looked.length = ended = 0
  let refused = 0
  const crowd = Array.from({ length: searches }, (_, n) =>
    searchFrom(
      // one network of IPv6 is one caller, too
      `2001:db8:1:2::${n.toString(16)}`,
      Array.from({ length: wordsOfEach }, (_, at) => word(n * wordsOfEach + at)),
    ),
  )
  await new Promise<void>(resolve => {
    for (const each of crowd)
      void each
        .until(() => each.text.endsWith('}'))
        .then(() => ++refused === searches - places && resolve())
  })
  assert.deepEqual(
    crowd.flatMap(({ statuses }) => statuses),
    Array(searches - places).fill(429),
  )
  assert.match(
    crowd.find(({ statuses }) => statuses[0] === 429)?.text ?? '',
    /Retry-After: 5\r[\s\S]*Try again in 5 seconds/,
  )
  assert.equal(looked.length, 4)

  const other = searchFrom('203.0.113.9', ['someone', 'else'])
  await other.until(() => other.text.endsWith('}'))
  assert.deepEqual(other.statuses, [200])
  assert.deepEqual(looked.slice(4), ['someone'])

  for (const { socket } of crowd) socket.destroy()
  const next = searchFrom('2001:db8:1:2::1', ['anyone'])
  await next.until(() => next.text.endsWith('}'))
  assert.deepEqual(next.statuses, [200])
  // of the crowd, at most those are begun whose connection ends a little later, none with its second word
  const late = looked.slice(5)
  assert.equal(late.pop(), 'anyone')
  assert.ok(late.length <= places, `${late}`)
  assert.equal(ended, looked.length)
  other.socket.destroy()
  next.socket.destroy()
})
