import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startService } from '../support/service.ts'

test('one write has at most ten images fetched, and one deadline for all', async t => {
  let calls = 0
  // answers nothing, ever
  const silent = createServer(() => calls++)
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', () => resolve()))
  t.after(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const service = await startService({ fetchAllow: [origin], fetchTimeout: 300 })
  t.after(() => service.close())
  const event = (images: number) => ({
    title: 'Many',
    start_date: '2027-01-01',
    end_date: '2027-01-02',
    venue: Array.from({ length: images }, (_, at) => ({
      venue: `Venue ${at}`,
      image: `${origin}/${at}.png`,
    })),
  })
  const send = (images: number) =>
    service.send('POST', '/events', { as: 'editor', body: event(images) })
  const tooMany = await send(11)
  assert.equal(tooMany.status, 400)
  assert.match(tooMany.body.data.params.image, /10 images/)
  assert.equal(calls, 0)
  const slow = await send(10)
  assert.equal(slow.status, 400)
  assert.equal(calls, 1)
})
