import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTab, startWithPasswords, type Tab } from '../accounts/browser-like.ts'
import type { Service } from '../support/service.ts'

const site = { given: new Set<string>(), replaces: true } as const
let service: Service
let tab: Tab
before(async () => {
  service = await startWithPasswords({ siteName: 'Saint-Rémy', tagline: 'Every day' }, site)
  tab = openTab(service)
  assert.equal((await tab.signIn('administrator')).status, 200)
})
after(async () => {
  tab.close()
  await service.close()
})

const change = (settings: object) => tab.send('PATCH', 'settings', { settings })
const page = (path = '/events/list/') =>
  service.send('GET', service.address + path, { headers: { Accept: 'text/html' } })
const sheet = async () => {
  const path = /assets\/style-[^"]*\.css/.exec((await page()).text)?.[0] ?? ''
  return (await service.send('GET', `${service.address}/${path}`)).text
}
const font = (length = 100) => {
  const bytes = Buffer.alloc(length)
  bytes.write('wOF2')
  bytes.writeUInt32BE(length, 8)
  bytes.writeUInt16BE(1, 12)
  return `data:font/woff2;base64,${bytes.toString('base64')}`
}

describe('themes', () => {
  test('an uploaded font is served with the pages, and files that are not fonts are refused', async () => {
    for (const wrong of [
      `data:;base64,${Buffer.from('OTTO').toString('base64')}`,
      font(256 * 1024 + 1),
      font(4 + 44),
      'https://fonts.example/x.woff2',
    ])
      assert.equal((await change({ headingFontFile: wrong })).status, 400)
    assert.equal((await change({ headingFontFile: font() })).status, 200)
    const [, file = ''] = /url\((headingFontFile-\w{10}\.woff2)\)/.exec(await sheet()) ?? []
    const reply = await service.send('GET', `${service.address}/assets/${file}`)
    assert.deepEqual([reply.status, reply.headers['content-type']], [200, 'font/woff2'])
    assert.equal((await change({ headingFontFile: null })).status, 200)
    assert.doesNotMatch(await sheet(), /@font-face/)
  })

  test('invalid colors, fonts and shapes are refused', async () => {
    for (const wrong of [
      { paperColor: '' },
      { secondColor: 'red;}' },
      { headingFont: 'Comic Sans' },
      { corners: 'url(x)' },
      { density: '1' },
      { colorScheme: 'both' },
    ])
      assert.equal((await change(wrong)).status, 400, JSON.stringify(wrong))
  })

  test('a theme can be looked at before it is stored, by administrators alone', async () => {
    const query = new URLSearchParams({
      theme: JSON.stringify({ accentColor: '#aa2200', paperColor: '}body{', siteName: 'Other' }),
    })
    const { status, text, headers } = await tab.send('GET', `/admin/look/?${query}`)
    assert.equal(status, 200)
    assert.match(text, /style-aa2200-\w+\.css/)
    assert.doesNotMatch(text, /Other/)
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'self'/)
    assert.match(String(headers['cache-control']), /no-store/)
    assert.doesNotMatch((await page()).text, /style-aa2200/)
    for (const wrong of ['theme={', 'theme=[]', 'theme=null', ''])
      assert.equal((await tab.send('GET', `/admin/look/?${wrong}`)).status, 200, wrong)
    const other = openTab(service)
    await other.signIn('editor')
    assert.equal((await other.send('GET', '/admin/look/')).status, 403)
    other.close()
    assert.equal((await service.send('GET', `${service.address}/admin/look/`)).status, 401)
  })
})

const policyOf = async (path: string) =>
  String((await page(path)).headers['content-security-policy'])
const asUrl = (css: string) => `data:text/css;base64,${Buffer.from(css).toString('base64')}`

describe('a custom style sheet', () => {
  test('is read after those of the pages, from an address of its own', async () => {
    const css = 'h1 { text-transform: uppercase }\n'
    assert.equal((await change({ stylesheet: asUrl(css) })).status, 200)
    const { text } = await page('/events/list/')
    const sheets = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, at]) => at)
    assert.match(String(sheets.at(-1)), /^\/assets\/stylesheet-\w{10}\.css$/)
    const reply = await service.send('GET', service.address + sheets.at(-1))
    assert.deepEqual([reply.text, reply.headers['content-type']], [css, 'text/css; charset=utf-8'])
    assert.match(await policyOf('/events/list/'), /style-src 'self';/)
  })

  test('is refused with the line of what is wrong, or where it is too large', async () => {
    const { status, body } = await change({ stylesheet: asUrl('a{}\n@import "//evil.example";') })
    assert.equal(status, 400)
    assert.match(body.data.params.stylesheet, /on line 2: it imports another style sheet/)
    const large = await change({ stylesheet: asUrl('/**/'.repeat(16 * 1024 + 1)) })
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
    const analytics = `plausible ${script} town.example data-api=/x`
    assert.equal((await change({ analytics })).status, 200)
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
    const near = '/events/list/?geoloc_lat=45.7&geoloc_lng=4.8&geoloc_radius=10'
    for (const path of ['/admin/', '/docs/', '/embed/calendar/', near])
      assert.doesNotMatch(await policyOf(path), /stats\.example/, path)
    assert.equal((await change({ analytics: 'none' })).status, 200)
    assert.equal(await policyOf('/events/list/'), none)
  })

  test('takes no URL and no attribute that could change the page or its policy', async () => {
    for (const wrong of [
      'google https://stats.example/x.js',
      'other javascript:alert(1)',
      'other http://stats.example/x.js',
      "other https://stats.example/x.js; script-src 'unsafe-inline'",
      'other https://a@stats.example/x.js',
      "other https://stats.example'unsafe-inline'/x.js",
      'umami https://stats.example/x.js "><script>',
      'other https://stats.example/x.js onload=alert(1)',
      'other https://stats.example/x.js data-x="><script>',
      'other https://stats.example/x.js src=https://evil.example/',
      'other https://stats.example/x.js site data-x',
    ])
      assert.equal((await change({ analytics: wrong })).status, 400, wrong)
  })
})
