import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readSettings } from '../../src/config/config.ts'
import { call } from '../../src/http/server/connections.ts'
import { AlmanacError, connect, tagOf } from '../../src/sdk/client.ts'
import { openService } from '../../src/service.ts'
import { png } from './filled.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-in-process-'))
let opened: Awaited<ReturnType<typeof openService>>
let client: ReturnType<typeof connect>

before(async () => {
  const flags = { dataFolder: folder, logLevel: 'silent' }
  opened = await openService(readSettings({ flags, env: {}, cwd: folder }).settings)
  await opened.accounts.add({ login: 'editor', role: 'editor' })
  const { secret } = await opened.accounts.issue({
    login: 'editor',
    form: 'bearer',
    name: 'tests',
    scope: 'admin',
  })
  client = connect(opened.root, { token: secret, fetch: opened.fetch })
})
after(async () => {
  await opened.close()
  rmSync(folder, { recursive: true })
})

test('the client writes and reads in this process, without a server', async () => {
  const image = await client.images.upload(new Uint8Array(png), 'poster.png', { title: 'Poster' })
  const event = await client.events.create({
    title: 'Fête',
    start_date: '2030-01-02 10:00:00',
    end_date: '2030-01-02 12:00:00',
    image: image.id,
  })
  const read = await client.events.read(event.id)
  assert.equal(read.title, 'Fête')
  assert.equal(read.image ? read.image.id : 0, image.id)
  const { items } = await client.events.list({ start_date: '2030-01-01', end_date: '2030-02-01' })
  assert.deepEqual(
    items.map(({ id }) => id),
    [event.id],
  )
  const changed = await client.events.change(
    event.id,
    { title: 'Concert' },
    { ifMatch: tagOf(read) },
  )
  assert.equal(changed.title, 'Concert')
  await assert.rejects(
    client.events.change(event.id, { title: 'Danse' }, { ifMatch: tagOf(read) }),
    (error: AlmanacError) => error instanceof AlmanacError && error.status === 412,
  )
})

test('headers, conditions, compression and refusals are those of HTTP', async () => {
  const path = new URL(`${opened.root}/doc`).pathname
  const { status, headers, body } = await call(opened.service, { url: path })
  assert.equal(status, 200)
  assert.equal(headers['Content-Length'], String(body.length))
  assert.equal(headers['Content-Type'], 'application/json; charset=UTF-8')
  const head = await call(opened.service, { method: 'HEAD', url: path })
  assert.deepEqual([head.body.length, head.headers.ETag], [0, headers.ETag])
  const again = { 'if-none-match': headers.ETag ?? '' }
  assert.equal((await call(opened.service, { url: path, headers: again })).status, 304)
  const packed = await call(opened.service, { url: path, headers: { 'Accept-Encoding': 'gzip' } })
  assert.equal(packed.headers['Content-Encoding'], 'gzip')
  const refused = await call(opened.service, { method: 'POST', url: `${path}/../tags`, body: '{}' })
  assert.equal(refused.status, 404)
  assert.equal((await call(opened.service, { url: '/elsewhere' })).status, 404)
})

test('a body is limited as over HTTP', async () => {
  const url = new URL(`${opened.root}/tags`).pathname
  const body = JSON.stringify({ name: 'x'.repeat(opened.settings.bodyLimit) })
  const headers = { 'Content-Type': 'application/json' }
  const refused = await call(opened.service, { method: 'POST', url, headers, body })
  assert.equal(refused.status, 413)
})
