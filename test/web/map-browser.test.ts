import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { becomes } from '../support/becomes.ts'
import { axeFindings, look, openBrowser, painted, takeScreenshot } from '../support/browser.ts'
import { type Service, startService } from '../support/service.ts'

describe('maps in a browser', () => {
  let site: Service
  let browser: Browser
  before(async () => {
    site = await startService({ clock: '2027-03-01T10:00:00Z', timezone: 'Europe/Paris' })
    const venues = [
      ['Grand théâtre', 'Lyon', 45.7606, 4.8526],
      ['Opéra', 'Lyon', 45.7677, 4.8361],
      ['Philharmonie', 'Paris', 48.8905, 2.3937],
    ] as const
    for (const [venue, city, geo_lat, geo_lng] of venues)
      await site.send('POST', '/events', {
        as: 'editor',
        body: {
          title: `Concert, ${city}`,
          show_map: true,
          show_map_link: true,
          start_date: '2027-03-06 20:00:00',
          end_date: '2027-03-06 22:00:00',
          venue: { venue, city, geo_lat, geo_lng },
        },
      })
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await site?.close()
  })

  for (const script of [true, false])
    for (const [language, path, width, dark] of [
      ['en', '/events/map/', 1280, false],
      ['fr', '/fr/evenements/carte/', 360, true],
      ['en', '/venue/opera/', 768, false],
      ['fr', '/fr/evenement/concert-paris/', 1600, true],
    ] as const)
      test(`${path} ${script ? 'with' : 'without'} a script: nothing is wrong, nothing is asked elsewhere`, async () => {
        const { page, faults, close } = await look(browser, site.address, {
          script,
          language,
          width,
          dark,
        })
        await page.goto(site.address + path)
        assert.ok((await page.locator('.map .mark').count()) > 0)
        if (script) assert.deepEqual(await axeFindings(page), [])
        const land = await page.locator('.map-view').boundingBox()
        assert.ok(land && land.width <= width && land.height > 100)
        await takeScreenshot(page, `map-${language}-${width}-${script ? 'script' : 'plain'}`)
        assert.deepEqual(faults, [])
        await close()
      })

  test('places that are close together are shown nearer by a click, a key and buttons, and a pin leads to its entry', async () => {
    const { page, faults, close } = await look(browser, site.address)
    await page.goto(`${site.address}/events/map/`)
    const group = page.getByRole('link', { name: /^1 · 2: 2 venues close together/ })
    await group.focus()
    await page.keyboard.press('Enter')
    const pin = page.getByRole('link', { name: '1. Grand théâtre, 1 event' })
    await pin.waitFor()
    // of a city, lines say how far things are
    await becomes(() => page.locator('.map.far').count(), 0)
    await page.getByRole('button', { name: 'Show all' }).click()
    await group.waitFor()
    await page.locator('.map-view').focus()
    const before = await page.locator('.ground').getAttribute('viewBox')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('+')
    await page.waitForFunction(
      `document.querySelector('.ground')?.getAttribute('viewBox') !== '${before}'`,
    )
    await page.getByRole('button', { name: 'Show all' }).click()
    await group.click()
    await pin.click()
    await page.waitForURL(/#venue-\d+$/)
    assert.deepEqual(faults, [])
    await close()
  })

  test('without a script, a link shows them nearer', async () => {
    const { page, close } = await look(browser, site.address, { script: false })
    await page.goto(`${site.address}/events/map/`)
    const href = await page.locator('.mark a').first().getAttribute('href')
    assert.match(href ?? '', /^\/events\/map\/\?venue=\d+,\d+$/)
    await page.goto(site.address + href)
    await becomes(() => page.locator('.mark').count(), 2)
    await close()
  })

  test('the mouse drags the map, and no further than it is drawn', async () => {
    const { page, close } = await look(browser, site.address)
    await page.goto(`${site.address}/events/map/`)
    await page.locator('.map-buttons').waitFor()
    const box = await page.locator('.map-view').boundingBox()
    assert.ok(box)
    const leftOf = async () =>
      Number((await page.locator('.ground').getAttribute('viewBox'))?.split(' ')[0])
    const before = await leftOf()
    for (let n = 0; n < 4; n++) {
      await page.mouse.move(box.x + 30, box.y + 60)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width - 30, box.y + 60, { steps: 3 })
      await page.mouse.up()
    }
    await painted(page)
    const moved = before - (await leftOf())
    assert.ok(moved > 100 && moved <= 1281, String(moved))
    await close()
  })
})
