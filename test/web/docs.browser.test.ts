import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { becomes } from '../support/becomes.ts'
import { look, openBrowser, takeScreenshot } from '../support/browser.ts'
import { type Service, startService } from '../support/service.ts'

const browserLike = { Accept: 'text/html' }

describe('the documentation of the API', () => {
  let site: Service
  let browser: Browser
  before(async () => {
    site = await startService({ clock: '2027-03-01T10:00:00Z' })
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await site?.close()
  })
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
      assert.match(page.text, /<noscript>.*\/cal\/events\/v1\/doc.*<\/noscript>/s)
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

  for (const [path, language, word, send] of [
    ['/docs/', 'en', 'Organizers', /^Send/],
    ['/fr/docs/', 'fr', 'Organisateurs', /^Envoyer/],
  ] as const)
    test(`in a browser it shows the routes and tries them out, and asks no other host: ${language}`, async () => {
      const { page, faults, close } = await look(browser, site.address, { language })
      await page.goto(site.address + path)
      await page.getByText(word, { exact: true }).first().waitFor({ state: 'attached' })
      await takeScreenshot(page, `docs-${language}`)
      await page.locator('button', { hasText: '(get /)' }).click()
      const answered = page.waitForResponse(response => /v1\/(\?|$)/.test(response.url()))
      await page.getByRole('button', { name: send }).first().click()
      const response = await answered
      assert.equal(response.status(), 200)
      // nothing is sent that was not ticked
      assert.equal(new URL(response.url()).search, '')
      assert.equal((await response.json()).namespace, 'cal/events/v1')
      await takeScreenshot(page, `docs-${language}-tried`)
      assert.deepEqual(faults, [])
      await close()
    })

  test('without scripts it leads to the documents and names the records', async () => {
    const { page, faults, close } = await look(browser, site.address, { script: false })
    await page.goto(`${site.address}/docs/`)
    await becomes(() => page.getByRole('heading', { level: 1 }).textContent(), 'API documentation')
    await page.getByRole('main').getByRole('link', { name: 'OpenAPI 3.1' }).click()
    await page.waitForURL(/\/cal\/events\/v1\/doc$/)
    assert.deepEqual(faults, [])
    await close()
  })
})
