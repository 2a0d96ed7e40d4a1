import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { themePresets } from '../../src/define/theme.ts'
import { openTab, startWithPasswords, type Tab } from '../accounts/browser-like.ts'
import { becomes } from '../support/becomes.ts'
import { axeFindings, look, takeScreenshot, widthOf } from '../support/browser.ts'
import { type Service, startService } from '../support/service.ts'
import { shareBrowser } from '../support/shared-browser.ts'

const links = [
  'Town https://town.example',
  'Libraries /libraries/',
  'Sports /sports/',
  'Museums and collections /museums/',
  'Town council /council/',
  'Contact mailto:town@town.example',
  'Call tel:+33400000000',
].join('\n')
const around = {
  siteName: 'Agenda de la communauté de communes du Val-de-Durance',
  tagline: '{"en":"Everything, every day","fr":"Tout, tous les jours"}',
  headerLinks: links,
  footerLinks: 'Legal /legal/',
  footerText: 'Town of Saint-Rémy\n1 place de la <b>Mairie</b>',
  socialLinks: 'Mastodon https://social.example/@town',
}

const drawing = (width: number, inside = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 100"><rect width="100%" height="100%" fill="#1d5a86"/>${inside}</svg>`
/** The wide one stands for the name of the site, the square one before it. */
const logos = [400, 100].map(
  width => `data:image/svg+xml;base64,${Buffer.from(drawing(width)).toString('base64')}`,
)

let service: Service
let tab: Tab
let browser: Browser
before(async () => {
  service = await startWithPasswords({}, { given: new Set<string>(), replaces: true })
  tab = openTab(service)
  assert.equal((await tab.signIn('administrator')).status, 200)
  const event = { title: 'Fair', start_date: 'tomorrow 10am', end_date: 'tomorrow 11am', cost: 8 }
  for (const title of ['Fair', 'Concert', 'Exhibition'])
    await service.send('POST', '/events', { as: 'editor', body: { ...event, title } })
  browser = await shareBrowser()
})
after(async () => {
  await browser?.close()
  tab.close()
  await service.close()
})

for (const [at, [name, theme]] of Object.entries(themePresets).entries())
  test(`${name} passes axe with a logo, links and texts around the page, light and dark, on a phone and on a desk`, async () => {
    const settings = { ...theme, ...around, logo: logos[at % logos.length] }
    const changed = await tab.send('PATCH', 'settings', { settings })
    assert.equal(changed.status, 200, changed.text)
    const [first, second] = at % 2 ? (['fr', 'en'] as const) : (['en', 'fr'] as const)
    for (const [language, width, dark] of [
      [first, at % 2 ? 320 : 1280, false],
      [second, at % 2 ? 1280 : 320, true],
    ] as const) {
      const { page, faults, close } = await look(browser, service.address, {
        language,
        width,
        dark,
      })
      await page.goto(
        `${service.address}${language === 'fr' ? '/fr/evenements/liste/' : '/events/list/'}`,
      )
      const logo = page.locator('header.site img')
      assert.ok(await logo.evaluate(image => 'naturalWidth' in image && image.naturalWidth))
      assert.equal((await logo.boundingBox())?.height, 36)
      assert.deepEqual(await axeFindings(page), [], `${language} ${width}`)
      assert.ok((await widthOf(page)) <= width)
      await takeScreenshot(page, `theme-${name}-${language}-${width}`)
      assert.deepEqual(faults, [])
      await close()
    }
  })

test('a script that counts visits sends its site to Matomo, without cookies, under the policy of the page', async () => {
  const requests: string[] = []
  const matomo = createServer((request, response) => {
    requests.push(String(request.url))
    response.setHeader('Content-Type', 'text/javascript')
    response.end('document.documentElement.dataset.queue = JSON.stringify(_paq)')
  })
  await new Promise<void>(resolve => matomo.listen(0, '127.0.0.1', resolve))
  const { port } = matomo.address() as AddressInfo
  // nothing in a logo runs either
  const folder = mkdtempSync(join(tmpdir(), 'almanac-logo-'))
  const logo = join(folder, 'logo.svg')
  writeFileSync(logo, drawing(400, '<script>document.title = "changed"</script>'))
  const site = await startService({
    logo,
    analytics: `matomo http://127.0.0.1:${port}/matomo.js 7`,
  })
  try {
    const { page } = await look(browser, [site.address, `http://127.0.0.1:${port}`])
    await page.goto(`${site.address}/events/list/`)
    await becomes(
      async () => JSON.parse(String(await page.evaluate('document.documentElement.dataset.queue'))),
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
    assert.notEqual(await page.title(), 'changed')
  } finally {
    await site.close()
    matomo.close()
    rmSync(folder, { recursive: true })
  }
})
