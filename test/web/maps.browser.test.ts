import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import type { Settings } from '../../src/config/config.ts'
import { prepareApp } from '../../src/web/editors/app.ts'
import { becomes } from '../support/becomes.ts'
import { axeFindings, look, takeScreenshot } from '../support/browser.ts'
import { writeExtract, writeMapFile } from '../support/map-file.ts'
import { type Service, startService } from '../support/service.ts'
import { shareBrowser } from '../support/shared-browser.ts'

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

/** The same of a map whose tiles may be images. */
const imageColorsOf = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const tiles = [...document.querySelectorAll('.leaflet-tile-loaded')].filter(tile => tile.width > 0)
    return [...new Set(tiles.map(tile => {
      const drawn = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
      const { naturalWidth = tile.width, naturalHeight = tile.height } = tile
      drawn.drawImage(tile, naturalWidth / 2, naturalHeight / 2, 1, 1, 0, 0, 1, 1)
      return drawn.getImageData(0, 0, 1, 1).data.join()
    }))]
  })()`)

let browser: Browser
before(async () => {
  await prepareApp()
  browser = await shareBrowser()
})
after(() => browser?.close())

describe('maps of a file in the data folder, in a browser', () => {
  let site: Service
  before(async () => {
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
  })
  after(() => site?.close())

  for (const [language, path, width, dark] of [
    ['en', '/events/map/', 1280, false],
    ['fr', '/fr/lieux/', 360, true],
    ['en', '/venue/opera/', 768, false],
    ['fr', '/fr/evenement/concert-paris/', 1600, true],
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

  async function open(path: string, width: number) {
    const looked = await look(browser, site.address, { width })
    await looked.page.goto(site.address + path)
    await looked.page.locator('.map-pin, .map-group').first().waitFor()
    return looked
  }

  test('an extract of a city is drawn of leaf directories and packed tiles, and nothing fails beyond its edge', async () => {
    writeExtract(site.settings.dataFolder)
    const { page, faults, close } = await open('/venue/opera/', 1280)
    await becomes(async () => (await imageColorsOf(page)).length > 0, true)
    const zoomOut = page.getByRole('button', { name: 'Zoom out' })
    for (let times = 0; times < 6; times++) await zoomOut.click()
    await becomes(async () => (await page.locator('.leaflet-tile-loaded').count()) > 4, true)
    assert.deepEqual(faults, [])
    await close()
  })

  for (const [type, format, path, width] of [
    [2, 'png', '/venue/grand-theatre/', 1280],
    [4, 'webp', '/venues/', 360],
  ] as const)
    test(`a map is drawn of images in ${format}, which the policy of the page lets through`, async () => {
      const green = { width: 256, height: 256, channels: 3, background: '#c8e6c9' } as const
      const tile = await sharp({ create: green }).toFormat(format, { lossless: true }).toBuffer()
      writeExtract(site.settings.dataFolder, { type, tile })
      const { page, faults, close } = await open(path, width)
      await becomes(async () => (await imageColorsOf(page)).includes('200,230,201,255'), true)
      // a tile has the corners of its neighbours
      const radius = await page.evaluate<string>(
        "getComputedStyle(document.querySelector('.leaflet-tile')).borderRadius",
      )
      assert.equal(radius, '0px')
      assert.deepEqual(await axeFindings(page), [])
      await takeScreenshot(page, `map-images-${format}-${width}`)
      assert.deepEqual(faults, [])
      await close()
    })
})

/** One transparent pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** A script from the host of the tiles, data from it, and an image from another: the result of each. */
const bringsIn = (host: string, other: string) => `(async () => {
  const brought = (element, src) => new Promise(resolve => {
    element.onload = () => resolve('loaded')
    element.onerror = () => resolve('refused')
    element.src = src
    document.body.append(element)
    // a script is refused before it is loaded: the page gives no text to be one (Trusted Types)
  }).catch(error => (/TrustedScriptURL/.test(error) ? 'refused' : String(error)))
  return [
    await brought(document.createElement('script'), '${host}/script.js'),
    await fetch('${host}/data', { mode: 'no-cors' }).then(() => 'loaded', () => 'refused'),
    await brought(new Image(), '${other}/image.png'),
  ]
})()`

/** A server of tiles, and a calendar with a venue on its maps. */
async function startTiled(settings: Partial<Settings> = {}) {
  const tileRequests: string[] = []
  const tiles = createServer((request, response) => {
    tileRequests.push(request.url ?? '')
    response.writeHead(200, { 'Content-Type': 'image/png' }).end(pixel)
  })
  tiles.listen(0, '127.0.0.1')
  await once(tiles, 'listening')
  const host = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`
  const site = await startService({
    clock: '2027-03-01T10:00:00Z',
    timezone: 'Europe/Paris',
    mapSource: `url ${host}/{z}/{x}/{y}.png`,
    mapAttribution: `© Some Maps ${host}/terms`,
    ...settings,
  })
  const venue = { venue: 'Opera', city: 'Lyon', geo_lat: 45.76, geo_lng: 4.83 }
  const dates = { start_date: '2027-03-06 20:00:00', end_date: '2027-03-06 22:00:00' }
  const body = { title: 'Concert', show_map: true, ...dates, venue }
  await site.send('POST', '/events', { as: 'editor', body })
  return {
    host,
    site,
    tileRequests,
    async close() {
      await site.close()
      tiles.close()
      tiles.closeAllConnections()
    },
  }
}

describe('maps of tiles of a host', () => {
  let tiled: Awaited<ReturnType<typeof startTiled>>
  before(async () => {
    tiled = await startTiled()
  })
  after(() => tiled?.close())

  test('tiles of another host load once a visitor wants them, on later pages at once, and no more when they are hidden', async () => {
    const { host, site, tileRequests } = tiled
    const { page, faults, close } = await look(browser, [site.address, host], {
      language: 'fr',
      width: 360,
    })
    const mark = page.locator('.map-pin')
    await page.goto(`${site.address}/fr/evenements/carte/`)
    const show = page.getByRole('button', { name: 'Afficher la carte' })
    await page.getByText(`La carte vient de ${host.slice(7)}, qui voit alors`).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await takeScreenshot(page, 'map-consent-fr-360')
    assert.deepEqual(tileRequests, [])
    await show.focus()
    await page.keyboard.press('Enter')
    await mark.waitFor()
    await becomes(() => tileRequests.length > 0, true)
    assert.deepEqual(await axeFindings(page), [])
    const isTile = (path: string) => /^\/\d+\/\d+\/\d+\.png$/.test(path)
    assert.deepEqual(
      tileRequests.filter(path => !isTile(path)),
      [],
    )
    await page.goto(`${site.address}/event/concert/`)
    await page.locator('.map').scrollIntoViewIfNeeded()
    await mark.waitFor()
    assert.equal(await page.getByRole('button', { name: 'Show the map' }).count(), 0)
    await page.getByRole('button', { name: 'Hide the map' }).click()
    await page.getByRole('button', { name: 'Show the map' }).waitFor()
    tileRequests.length = 0
    await page.goto(`${site.address}/venue/opera/`)
    await page.getByRole('button', { name: 'Show the map' }).waitFor()
    assert.equal(await mark.count(), 0)
    assert.deepEqual(tileRequests, [])
    assert.deepEqual(faults, [])
    await close()
  })

  test('the policy of a page with tiles of another host lets nothing else be loaded from anywhere', async () => {
    const { host, site, tileRequests } = tiled
    tileRequests.length = 0
    const { page, close } = await look(browser, site.address)
    await page.goto(`${site.address}/events/map/`)
    await page.getByRole('button', { name: 'Show the map' }).click()
    await becomes(() => tileRequests.length > 0, true)
    // injected markup: neither a script nor a request goes to that host, and no image to another
    const refused = await page.evaluate(bringsIn(host, host.replace('127.0.0.1', 'localhost')))
    assert.deepEqual(refused, ['refused', 'refused', 'refused'])
    const written = await page.evaluate(`(() => {
      try { document.body.innerHTML = '<svg></svg>'; return 'written' } catch { return 'refused' }
    })()`)
    assert.equal(written, 'refused')
    await close()
  })

  test('tiles of our own host load at once', async () => {
    const { site, close } = await startTiled({ mapSource: 'url /tiles/{z}/{x}/{y}.png' })
    const looked = await look(browser, site.address)
    const { page } = looked
    const tile = page.waitForRequest(request => /\/tiles\/\d+\/\d+\/\d+\.png$/.test(request.url()))
    await page.goto(`${site.address}/events/map/`)
    assert.ok((await tile).url().startsWith(site.address))
    await looked.close()
    await close()
  })
})
