import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { openTab, startWithPasswords, type Tab } from '../accounts/browser-like.ts'
import { becomes } from '../support/becomes.ts'
import { look, openBrowser } from '../support/browser.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
let tab: Tab
before(async () => {
  service = await startWithPasswords({}, { given: new Set(), replaces: true })
  tab = openTab(service)
  assert.equal((await tab.signIn('administrator')).status, 200)
})
after(async () => {
  tab.close()
  await service.close()
})

const change = (settings: object) => tab.send('PATCH', 'settings', { settings })
const page = (path: string) =>
  service.send('GET', service.address + path, { headers: { Accept: 'text/html' } })
const policyOf = async (path: string) =>
  String((await page(path)).headers['content-security-policy'])
const sheet = (css: string) => `data:text/css;base64,${Buffer.from(css).toString('base64')}`

describe('a custom style sheet', () => {
  test('is read after those of the pages, from an address of its own', async () => {
    const css = 'h1 { text-transform: uppercase }\n'
    assert.equal((await change({ stylesheet: sheet(css) })).status, 200)
    const { text } = await page('/events/list/')
    const sheets = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, at]) => at)
    assert.match(String(sheets.at(-1)), /^\/assets\/stylesheet-\w{10}\.css$/)
    const reply = await service.send('GET', service.address + sheets.at(-1))
    assert.deepEqual([reply.text, reply.headers['content-type']], [css, 'text/css; charset=utf-8'])
    assert.match(await policyOf('/events/list/'), /style-src 'self';/)
  })

  test('is refused with the line of what is wrong, or where it is too large', async () => {
    const { status, body } = await change({ stylesheet: sheet('a{}\n@import "//evil.example";') })
    assert.equal(status, 400)
    assert.match(body.data.params.stylesheet, /on line 2: it imports another style sheet/)
    const large = await change({ stylesheet: sheet('/**/'.repeat(16 * 1024 + 1)) })
    assert.match(large.body.data.params.stylesheet, /at most 64 KiB/)
    assert.equal((await change({ stylesheet: null })).status, 200)
    assert.doesNotMatch((await page('/events/list/')).text, /stylesheet-/)
  })
})

describe('a script that counts visits', () => {
  test('is on pages and in their policy while it is set, and nowhere else', async () => {
    const none = await policyOf('/events/list/')
    assert.match(none, /script-src 'self';/)
    const script = 'https://stats.example/js/script.js'
    const set = { analytics: 'plausible', analyticsScript: script, analyticsSite: 'town.example' }
    assert.equal((await change({ ...set, analyticsAttributes: 'data-api=/x' })).status, 200)
    for (const path of ['/events/list/', '/events/map/', '/no-such-page/']) {
      const { text, headers } = await page(path)
      assert.ok(
        text.includes(
          `<script defer src="${script}" data-domain="town.example" data-api="/x"></script>`,
        ),
        path,
      )
      const policy = String(headers['content-security-policy'])
      for (const name of ['script-src', 'connect-src', 'img-src'])
        assert.match(policy, new RegExp(`${name} 'self'[^;]* https://stats\\.example(;|$)`), path)
      assert.match(policy, /default-src 'none';.*base-uri 'none'/)
    }
    for (const path of ['/admin/', '/docs/', '/embed/calendar/'])
      assert.doesNotMatch(await policyOf(path), /stats\.example/, path)
    assert.equal((await change({ analytics: 'none' })).status, 200)
    assert.equal(await policyOf('/events/list/'), none)
  })

  test('takes no URL and no attribute that could change the page or its policy', async () => {
    for (const wrong of [
      { analyticsScript: 'javascript:alert(1)' },
      { analyticsScript: 'http://stats.example/x.js' },
      { analyticsScript: "https://stats.example/x.js; script-src 'unsafe-inline'" },
      { analyticsScript: 'https://a@stats.example/x.js' },
      { analyticsScript: "https://stats.example'unsafe-inline'/x.js" },
      { analyticsSite: '"><script>' },
      { analyticsAttributes: 'onload=alert(1)' },
      { analyticsAttributes: 'data-x="><script>' },
      { analyticsAttributes: 'src=https://evil.example/' },
      { analyticsAttributes: 'data-x' },
    ])
      assert.equal((await change(wrong)).status, 400, JSON.stringify(wrong))
  })

  test('sends its site to Matomo, without cookies, under the policy of the page', async () => {
    const requests: string[] = []
    const matomo = createServer((request, response) => {
      requests.push(String(request.url))
      response.setHeader('Content-Type', 'text/javascript')
      response.end('document.documentElement.dataset.queue = JSON.stringify(_paq)')
    })
    await new Promise<void>(resolve => matomo.listen(0, '127.0.0.1', resolve))
    const { port } = matomo.address() as AddressInfo
    const site = await startService({
      analytics: 'matomo',
      analyticsScript: `http://127.0.0.1:${port}/matomo.js`,
      analyticsSite: '7',
    })
    const browser = await openBrowser()
    try {
      const { page } = await look(browser, [site.address, `http://127.0.0.1:${port}`])
      await page.goto(`${site.address}/events/list/`)
      await becomes(
        async () =>
          JSON.parse(String(await page.evaluate('document.documentElement.dataset.queue'))),
        [
          ['disableCookies'],
          ['setDoNotTrack', true],
          ['setTrackerUrl', `http://127.0.0.1:${port}/matomo.php`],
          ['setSiteId', '7'],
          ['trackPageView'],
          ['enableLinkTracking'],
        ],
      )
      assert.deepEqual(requests, ['/matomo.js'])
    } finally {
      await browser.close()
      await site.close()
      matomo.close()
    }
  })
})
