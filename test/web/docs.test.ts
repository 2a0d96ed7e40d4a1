import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { resourceList } from '../../src/resources/table.ts'
import { type Service, startService } from '../support/service.ts'

const browserLike = { Accept: 'text/html' }

describe('the documentation of the API', () => {
  let site: Service
  before(async () => {
    site = await startService({ clock: '2027-03-01T10:00:00Z' })
  })
  after(() => site.close())
  const get = (path: string, headers: Record<string, string> = browserLike) =>
    site.send('GET', site.address + path, { headers })

  test('it is a page in each language, which runs no script but our files', async () => {
    for (const [path, language, title] of [
      ['/docs/', 'en', 'API documentation'],
      ['/fr/docs/', 'fr', 'Documentation de l’API'],
    ] as const) {
      const page = await get(path)
      assert.deepEqual([page.status, page.headers['content-language']], [200, language])
      assert.match(
        page.text,
        new RegExp(`<html lang="${language}">[\\s\\S]*<title>${title}</title>`),
      )
      const policy = String(page.headers['content-security-policy'])
      assert.match(policy, /default-src 'none'; script-src 'self';/)
      assert.match(policy, /connect-src 'self';/)
      const scripts = [...page.text.matchAll(/<script[^>]*>([^<]*)/g)]
      assert.deepEqual(
        scripts.map(([, inside]) => inside),
        ['', ''],
      )
      for (const [tag] of scripts) assert.match(tag, /src="\/assets\/[\w.-]+\.js"/)
      const [, plain = ''] = /<noscript>(.*)<\/noscript>/s.exec(page.text) ?? []
      const [, document = ''] = /<a href="([^"]+)">OpenAPI 3\.1<\/a>/.exec(plain) ?? []
      assert.equal((await get(document, {})).status, 200)
      for (const { path } of resourceList) assert.ok(plain.includes(`/${path}</code>`), path)
    }
  })

  test('its script is sent compressed, cacheable for ever, and with a tag', async () => {
    const [, script = ''] = /src="(\/assets\/scalar-[^"]+)"/.exec((await get('/docs/')).text) ?? []
    const plain = await fetch(site.address + script, { headers: { 'Accept-Encoding': 'identity' } })
    const text = await plain.text()
    assert.match(text, /createApiReference/)
    assert.ok(text.length > 4_000_000)
    const raw = await get(script, { 'Accept-Encoding': 'br' })
    assert.equal(raw.headers['content-encoding'], 'br')
    assert.ok(Number(raw.headers['content-length']) < 1_200_000)
    assert.equal(raw.headers['cache-control'], 'public, max-age=31536000, immutable')
    const again = await get(script, { 'If-None-Match': String(raw.headers.etag) })
    assert.equal(again.status, 304)
    const packed = await new Promise<Buffer>((resolve, reject) => {
      import('node:http').then(({ get }) =>
        get(site.address + script, { headers: { 'Accept-Encoding': 'br' } }, response => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => resolve(Buffer.concat(chunks)))
          response.on('error', reject)
        }),
      )
    })
    assert.equal(brotliDecompressSync(packed).toString(), text)
  })
})
