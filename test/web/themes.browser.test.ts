import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { languages } from '../../src/define/text/language.ts'
import { themePresets } from '../../src/define/theme.ts'
import { openTab, startWithPasswords, type Tab } from '../accounts/browser-like.ts'
import { axeFindings, look, openBrowser, takeScreenshot, widthOf } from '../support/browser.ts'
import type { Service } from '../support/service.ts'

const site = { given: new Set<string>(), replaces: true } as const
let service: Service
let tab: Tab
let browser: Browser
before(async () => {
  service = await startWithPasswords({ siteName: 'Saint-Rémy', tagline: 'Every day' }, site)
  tab = openTab(service)
  assert.equal((await tab.signIn('administrator')).status, 200)
  const event = { title: 'Fair', start_date: 'tomorrow 10am', end_date: 'tomorrow 11am', cost: 8 }
  for (const title of ['Fair', 'Concert', 'Exhibition'])
    await service.send('POST', '/events', { as: 'editor', body: { ...event, title } })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  tab.close()
  await service.close()
})

const change = (settings: object) => tab.send('PATCH', 'settings', { settings })
const page = async (path = '/events/list/') =>
  (await service.send('GET', service.address + path, { headers: { Accept: 'text/html' } })).text
const sheet = async () => {
  const path = /assets\/style-[^"]*\.css/.exec(await page())?.[0] ?? ''
  return (await service.send('GET', `${service.address}/${path}`)).text
}
const font = (length = 100) => {
  const bytes = Buffer.alloc(length)
  bytes.write('wOF2')
  bytes.writeUInt32BE(length, 8)
  bytes.writeUInt16BE(1, 12)
  return `data:font/woff2;base64,${bytes.toString('base64')}`
}

describe('themes', { timeout: 300_000 }, () => {
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
    assert.doesNotMatch(await page(), /style-aa2200/)
    for (const wrong of ['theme={', 'theme=[]', 'theme=null', ''])
      assert.equal((await tab.send('GET', `/admin/look/?${wrong}`)).status, 200, wrong)
    const other = openTab(service)
    await other.signIn('editor')
    assert.equal((await other.send('GET', '/admin/look/')).status, 403)
    other.close()
    assert.equal((await service.send('GET', `${service.address}/admin/look/`)).status, 401)
  })

  for (const [name, theme] of Object.entries(themePresets))
    test(`${name} passes axe, light and dark, in both languages`, async () => {
      assert.equal((await change(theme)).status, 200)
      for (const language of languages) {
        const widths = language === 'en' ? ([1280, 360] as const) : ([360, 1280] as const)
        const { page, faults, close } = await look(browser, service.address, {
          language,
          width: widths[0],
        })
        await page.goto(
          `${service.address}${language === 'fr' ? '/fr/evenements/liste/' : '/events/list/'}`,
        )
        for (const width of widths)
          for (const dark of [false, true]) {
            await page.setViewportSize({ width, height: 900 })
            await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
            assert.deepEqual(await axeFindings(page), [], `${language} ${width} ${dark}`)
            assert.ok((await widthOf(page)) <= width)
            await takeScreenshot(page, `theme-${name}-${language}-${width}${dark ? '-dark' : ''}`)
          }
        assert.deepEqual(faults, [])
        await close()
      }
    })
})
