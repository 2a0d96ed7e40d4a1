import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { openConnection } from '../support/connection.ts'
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
  // time enough for the first of them to arrive, however much else the machine has to do
  const service = await startService({ fetchAllow: [origin], fetchTimeout: 1000 })
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

test('when the caller goes, nothing more is fetched for them, and nothing is kept', async t => {
  const image = await sharp({
    create: { width: 40, height: 30, channels: 3, background: 'teal' },
  })
    .png()
    .toBuffer()
  const ranges: (string | undefined)[] = []
  const [second, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // answers the first, and nothing after that
  const origin = createServer((request, response) => {
    ranges.push(request.url)
    if (request.url === '/0.png') return response.setHeader('Content-Type', 'image/png').end(image)
    request.socket.on('close', () => ended.resolve())
    second.resolve()
    return undefined
  })
  await new Promise<void>(resolve => origin.listen(0, '127.0.0.1', () => resolve()))
  t.after(() => {
    origin.closeAllConnections()
    origin.close()
  })
  const from = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`
  const service = await startService({ fetchAllow: [from], fetchTimeout: 3_600_000 })
  t.after(() => service.close())
  const body = JSON.stringify({
    title: 'Left alone',
    start_date: '2027-01-01',
    end_date: '2027-01-02',
    venue: [0, 1, 2].map(at => ({ venue: `Venue ${at}`, image: `${from}/${at}.png` })),
  })
  const { authorization } = await service.bearer('editor', {})
  const caller = openConnection(Number(new URL(service.address).port))
  caller.write(
    [
      'POST /cal/events/v1/events HTTP/1.1',
      'Host: x',
      `Authorization: ${authorization}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
  )
  await second.promise
  const uploads = join(service.settings.dataFolder, 'uploads')
  const files = () =>
    readdirSync(uploads, { recursive: true }).filter(name => String(name).endsWith('.png'))
  assert.notDeepEqual(files(), [])
  caller.socket.destroy()
  await ended.promise
  while (files().length > 0) await new Promise(resolve => setTimeout(resolve, 10))
  assert.deepEqual(ranges, ['/0.png', '/1.png'])
  assert.deepEqual(await service.rows('SELECT id FROM event UNION SELECT id FROM image'), [])
})
