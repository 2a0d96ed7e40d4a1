import assert from 'node:assert/strict'
import { rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { prepareApp } from '../../src/web/editors/app.ts'
import { writeMapFile } from '../support/map-file.ts'
import { restart, type Service, startService } from '../support/service.ts'

let service: Service
let file: Buffer
const pathOf = (name = 'map.pmtiles') => join(service.settings.dataFolder, name)
before(async () => {
  await prepareApp()
  service = await startService({ mapSource: 'file' })
  file = writeMapFile(service.settings.dataFolder)
})
after(() => service.close())

/** Over the wire, so that nothing undoes what was sent. */
async function get(headers: Record<string, string> = {}, { method = 'GET', query = '' } = {}) {
  const response = await fetch(`${service.address}/map.pmtiles${query}`, { method, headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

describe('the map of the data folder', () => {
  test('is sent in full, or in the requested range', async () => {
    const full = await get()
    assert.equal(full.status, 200)
    assert.deepEqual(full.bytes, file)
    assert.equal(full.headers.get('content-type'), 'application/vnd.pmtiles')
    assert.equal(full.headers.get('accept-ranges'), 'bytes')
    assert.equal(full.headers.get('x-content-type-options'), 'nosniff')
    for (const [range, start, end] of [
      ['bytes=0-126', 0, 126],
      ['bytes=7-7', 7, 7],
      ['bytes=100-', 100, file.length - 1],
      ['bytes=-20', file.length - 20, file.length - 1],
      ['bytes=0-16383', 0, file.length - 1],
    ] as const) {
      const part = await get({ Range: range, 'Accept-Encoding': 'gzip, br' })
      assert.equal(part.status, 206, range)
      assert.deepEqual(part.bytes, file.subarray(start, end + 1), range)
      assert.equal(part.headers.get('content-range'), `bytes ${start}-${end}/${file.length}`)
      assert.equal(part.headers.get('content-encoding'), null)
    }
  })

  test('says its size to HEAD, and where a range lies beyond its end', async () => {
    const head = await get({ Range: 'bytes=0-1' }, { method: 'HEAD' })
    assert.equal(head.status, 200)
    assert.equal(head.headers.get('content-length'), String(file.length))
    assert.equal(head.bytes.length, 0)
    const beyond = await get({ Range: `bytes=${file.length}-` })
    assert.equal(beyond.status, 416)
    assert.equal(beyond.headers.get('content-range'), `bytes */${file.length}`)
  })

  test('is read again by its tag: a range of a previous file is none of the new one', async () => {
    const etag = String((await get()).headers.get('etag'))
    assert.equal((await get({ 'If-None-Match': etag })).status, 304)
    assert.equal((await get({ Range: 'bytes=0-1', 'If-Range': etag })).status, 206)
    utimesSync(pathOf(), new Date('2026-01-01'), new Date('2026-01-01'))
    assert.notEqual((await get()).headers.get('etag'), etag)
    assert.equal((await get({ 'If-None-Match': etag })).status, 200)
    const previous = await get({ Range: 'bytes=0-1', 'If-Range': etag })
    assert.deepEqual([previous.status, previous.bytes.length], [200, file.length])
  })

  test('is cacheable for ever under the URL on pages, and only there', async () => {
    await service.send('POST', '/venues', {
      as: 'editor',
      body: { venue: 'Opera', geo_lat: 45.7, geo_lng: 4.8 },
    })
    const { text } = await service.send('GET', `${service.address}/venue/opera/`)
    const [query = ''] = /(?<=\/map\.pmtiles)\?v=[\w-]+/.exec(text) ?? []
    const good = (await get({ Range: 'bytes=0-9' }, { query })).headers.get('cache-control')
    assert.equal(good, 'public, max-age=31536000, immutable')
    for (const query of ['', '?v=1', '?v=constructor'])
      assert.match(String((await get({}, { query })).headers.get('cache-control')), /max-age=0/)
  })

  test('is the one file, whatever a URL says', async () => {
    writeFileSync(pathOf('other.pmtiles'), 'secret')
    for (const path of [
      '/map.pmtiles/',
      '/map.pmtiles/../other.pmtiles',
      '/map.pmtiles%2F..%2Fother.pmtiles',
      '/other.pmtiles',
      '/MAP.pmtiles',
      '/fr/map.pmtiles',
      '/map.pmtiles.br',
    ]) {
      const response = await fetch(service.address + path)
      assert.equal(response.status, 404, path)
      assert.doesNotMatch(await response.text(), /secret/)
    }
    for (const method of ['POST', 'PUT', 'DELETE'])
      assert.equal((await get({}, { method })).status, 404, method)
    assert.deepEqual((await get({}, { query: '?v=../other.pmtiles&file=other' })).bytes, file)
  })

  test('is none where it is no map that browsers draw, and nothing fails', async () => {
    const wrong: [string, () => void][] = [
      ['tiles of no known type', () => writeMapFile(service.settings.dataFolder, { type: 0 })],
      ['another file', () => writeFileSync(pathOf(), Buffer.alloc(500, 'x'))],
      ['a short file', () => writeFileSync(pathOf(), file.subarray(0, 100))],
      ['an empty file', () => writeFileSync(pathOf(), '')],
      ['no file', () => rmSync(pathOf())],
      ['a folder', () => symlinkSync(service.settings.dataFolder, pathOf())],
    ]
    for (const [what, write] of wrong) {
      rmSync(pathOf(), { force: true })
      if (what === 'no file') writeFileSync(pathOf(), file)
      write()
      assert.equal((await get()).status, 404, what)
      const page = await service.send('GET', `${service.address}/venue/opera/`)
      assert.equal(page.status, 200, what)
      assert.match(page.text, /openstreetmap\.org\/\?mlat=45\.7/, what)
      assert.doesNotMatch(page.text, /data-map=/, what)
    }
    rmSync(pathOf(), { force: true })
    writeFileSync(pathOf(), file)
  })

  test('is not there unless maps are drawn of it, and with a private calendar only for those who sign in', async () => {
    service = await restart(service, { mapSource: 'url' })
    assert.equal((await get()).status, 404)
    service = await restart(service, { mapSource: 'file', private: true })
    const refused = await get({ Range: 'bytes=0-9' })
    assert.equal(refused.status, 401)
    const own = await service.send('GET', `${service.address}/map.pmtiles`, { as: 'subscriber' })
    assert.equal(own.status, 200)
    assert.match(String(own.headers['cache-control']), /^private/)
  })
})
