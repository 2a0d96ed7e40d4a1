import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { prepareApp } from '../../src/web/editors/app.ts'
import { becomes } from '../support/becomes.ts'
import { axeFindings, look, openBrowser, takeScreenshot } from '../support/browser.ts'
import { writeExtract } from '../support/map-file.ts'
import { type Service, startService } from '../support/service.ts'

/** The colours in the middles of its tiles. */
const coloursOf = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const tiles = [...document.querySelectorAll('.leaflet-tile-loaded')].filter(tile => tile.width > 0)
    return [...new Set(tiles.map(tile => {
      const drawn = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
      const { naturalWidth = tile.width, naturalHeight = tile.height } = tile
      drawn.drawImage(tile, naturalWidth / 2, naturalHeight / 2, 1, 1, 0, 0, 1, 1)
      return drawn.getImageData(0, 0, 1, 1).data.join()
    }))]
  })()`)

describe('an extract of a city as a map', () => {
  let site: Service
  let browser: Browser
  before(async () => {
    await prepareApp()
    site = await startService({ clock: '2027-03-01T10:00:00Z', mapSource: 'file' })
    const opera = { venue: 'Opera', city: 'Lyon', geo_lat: 45.7677, geo_lng: 4.8361 }
    await site.send('POST', '/venues', { as: 'editor', body: { ...opera, status: 'publish' } })
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await site?.close()
  })

  async function open(path: string, width: number) {
    const looked = await look(browser, site.address, { width })
    await looked.page.goto(site.address + path)
    await looked.page.locator('.map-pin').first().waitFor()
    return looked
  }

  test('is drawn of leaf directories and packed tiles, and nothing fails beyond its edge', async () => {
    writeExtract(site.settings.dataFolder)
    const { page, faults, close } = await open('/venue/opera/', 1280)
    await becomes(async () => (await coloursOf(page)).length > 0, true)
    const zoomOut = page.getByRole('button', { name: 'Zoom out' })
    for (let times = 0; times < 6; times++) await zoomOut.click()
    await becomes(async () => (await page.locator('.leaflet-tile-loaded').count()) > 4, true)
    assert.deepEqual(faults, [])
    await close()
  })

  for (const [type, format] of [
    [2, 'png'],
    [4, 'webp'],
  ] as const)
    test(`is drawn of images in ${format}, which the policy of the page lets through`, async () => {
      const green = { width: 256, height: 256, channels: 3, background: '#c8e6c9' } as const
      const tile = await sharp({ create: green }).toFormat(format, { lossless: true }).toBuffer()
      writeExtract(site.settings.dataFolder, { type, tile })
      for (const [path, width] of [
        ['/venue/opera/', 1280],
        ['/venues/', 360],
      ] as const) {
        const { page, faults, close } = await open(path, width)
        await becomes(async () => (await coloursOf(page)).includes('200,230,201,255'), true)
        // a tile has the corners of its neighbours
        const radius = await page.evaluate<string>(
          "getComputedStyle(document.querySelector('.leaflet-tile')).borderRadius",
        )
        assert.equal(radius, '0px')
        assert.deepEqual(await axeFindings(page), [])
        await takeScreenshot(page, `map-images-${format}-${width}`)
        assert.deepEqual(faults, [])
        await close()
      }
    })
})
