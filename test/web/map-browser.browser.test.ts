import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { prepareApp } from '../../src/web/editors/app.ts'
import { becomes } from '../support/becomes.ts'
import { axeFindings, look, openBrowser, takeScreenshot } from '../support/browser.ts'
import { writeMapFile } from '../support/map-file.ts'
import { type Service, startService } from '../support/service.ts'

const venues = [
  ['Grand théâtre', 'Lyon', 45.7606, 4.8526],
  ['Opéra', 'Lyon', 45.7677, 4.8361],
  ['Philharmonie', 'Paris', 48.8905, 2.3937],
] as const

/** The colours of the map, each once, in the middles of its tiles. */
const colorsOf = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const tiles = [...document.querySelectorAll('canvas.leaflet-tile-loaded')]
    const colors = tiles.filter(({ width }) => width > 0).map(tile =>
      tile.getContext('2d').getImageData(tile.width / 2, tile.height / 2, 1, 1).data.join())
    return [...new Set(colors)].sort()
  })()`)

describe('maps of a file in the data folder, in a browser', () => {
  let site: Service
  let browser: Browser
  before(async () => {
    await prepareApp()
    site = await startService({
      clock: '2027-03-01T10:00:00Z',
      timezone: 'Europe/Paris',
      mapSource: 'file',
    })
    writeMapFile(site.settings.dataFolder)
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

  for (const [language, path, width, dark] of [
    ['en', '/events/map/', 1280, false],
    ['fr', '/fr/evenements/carte/', 360, true],
    ['en', '/venue/opera/', 768, false],
    ['fr', '/fr/evenement/concert-paris/', 1600, true],
    ['en', '/venues/', 1280, false],
    ['fr', '/fr/lieux/', 360, true],
  ] as const)
    test(`${path} has a map with pins, without errors and without requests to other hosts`, async () => {
      const { page, faults, close } = await look(browser, site.address, { language, width, dark })
      await page.goto(site.address + path)
      const view = page.locator('.map-view')
      await view.scrollIntoViewIfNeeded()
      await page.locator('.map-pin, .map-group').first().waitFor()
      await becomes(async () => (await colorsOf(page)).length > 0, true)
      const box = await view.boundingBox()
      assert.ok(box && box.width <= width && box.height > 100)
      assert.deepEqual(await axeFindings(page), [])
      await takeScreenshot(page, `map-${language}-${width}`)
      assert.deepEqual(faults, [])
      await close()
    })

  test('it has other colours in the dark', async () => {
    const colors: string[] = []
    for (const dark of [false, true]) {
      const { page, close } = await look(browser, site.address, { dark })
      await page.goto(`${site.address}/venue/opera/`)
      await page.locator('.map-view').scrollIntoViewIfNeeded()
      await becomes(async () => (await colorsOf(page)).length, 2)
      colors.push(...(await colorsOf(page)))
      await close()
    }
    assert.equal(new Set(colors).size, 4)
  })

  test('places that are close together are one bubble with their number, which a key opens, and a pin leads to its entry', async () => {
    const { page, faults, close } = await look(browser, site.address)
    await page.goto(`${site.address}/events/map/`)
    const group = page.getByRole('button', { name: '2 venues close together: zoom in' })
    await group.focus()
    assert.equal(await group.textContent(), '2')
    await page.keyboard.press('Enter')
    const pin = page.getByRole('link', { name: 'Grand théâtre, 1 event' })
    await pin.waitFor()
    // the bubble that had it is gone
    await becomes(
      () => page.evaluate<string>('document.activeElement.className'),
      await page.locator('.map-view').getAttribute('class'),
    )
    await page.keyboard.press('0')
    await group.waitFor()
    await page.getByRole('button', { name: 'Zoom in', exact: true }).click()
    await page.getByRole('button', { name: 'Show all' }).click()
    await group.waitFor()
    await page.locator('#venue-1, .venue').first().hover()
    await page.locator('.shown .map-group').waitFor()
    await group.click()
    await pin.click()
    await page.waitForURL(/#venue-\d+$/)
    assert.deepEqual(faults, [])
    await close()
  })

  test('arrows and the mouse move the map, the wheel alone scrolls the page', async () => {
    const { page, faults, close } = await look(browser, site.address)
    await page.goto(`${site.address}/events/map/`)
    const pin = page.getByRole('link', { name: 'Philharmonie, 1 event' })
    await pin.waitFor()
    const at = async () => (await pin.boundingBox())?.x ?? 0
    const first = await at()
    await page.locator('.map-view').focus()
    await page.keyboard.press('ArrowRight')
    await becomes(async () => (await at()) < first - 40, true)
    const second = await at()
    const box = await page.locator('.map-view').boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + 30, box.y + 60)
    await page.mouse.down()
    await page.mouse.move(box.x + 130, box.y + 60, { steps: 3 })
    await page.mouse.up()
    await becomes(async () => (await at()) > second + 40, true)
    await page.mouse.wheel(0, 300)
    await becomes(() => page.evaluate<boolean>('scrollY > 0'), true)
    await page.getByRole('button', { name: '2 venues close together: zoom in' }).waitFor()
    assert.deepEqual(faults, [])
    await close()
  })

  test('without a script the list, or a link, says where places are', async () => {
    const { page, faults, close } = await look(browser, site.address, { script: false })
    await page.goto(`${site.address}/events/map/`)
    assert.equal(await page.locator('.map').isVisible(), false)
    assert.equal(await page.locator('.venue').count(), 3)
    await page.goto(`${site.address}/venue/opera/`)
    assert.equal(await page.locator('.map').isVisible(), false)
    assert.match(
      (await page.getByRole('link', { name: 'Show on OpenStreetMap' }).getAttribute('href')) ?? '',
      /^https:\/\/www\.openstreetmap\.org\/\?mlat=45\.7677&mlon=4\.8361#map=17\/45\.7677\/4\.8361$/,
    )
    assert.deepEqual(faults, [])
    await close()
  })
})
