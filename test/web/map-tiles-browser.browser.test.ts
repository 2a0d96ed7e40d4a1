import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Settings } from '../../src/config/config.ts'
import { prepareApp } from '../../src/web/editors/app.ts'
import { becomes } from '../support/becomes.ts'
import { axeFindings, look, openBrowser, takeScreenshot } from '../support/browser.ts'
import { startService } from '../support/service.ts'

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
  await prepareApp()
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
    mapTiles: `${host}/{z}/{x}/{y}.png`,
    mapAttribution: `© Some Maps ${host}/terms`,
    ...settings,
  })
  const venue = { venue: 'Opera', city: 'Lyon', geo_lat: 45.76, geo_lng: 4.83 }
  const dates = { start_date: '2027-03-06 20:00:00', end_date: '2027-03-06 22:00:00' }
  const body = { title: 'Concert', show_map: true, ...dates, venue }
  await site.send('POST', '/events', { as: 'editor', body })
  const browser = await openBrowser()
  return {
    host,
    site,
    browser,
    tileRequests,
    async close() {
      await browser.close()
      await site.close()
      tiles.close()
      tiles.closeAllConnections()
    },
  }
}

test('tiles of another host load once a visitor wants them, on later pages at once, and no more when they are hidden', async () => {
  const { host, site, browser, tileRequests, close } = await startTiled()
  try {
    const { page, faults } = await look(browser, [site.address, host], {
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
  } finally {
    await close()
  }
})

test('the policy of a page with tiles of another host lets nothing else be loaded from anywhere', async () => {
  const { host, site, browser, tileRequests, close } = await startTiled()
  try {
    const page = await browser.newPage()
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
  } finally {
    await close()
  }
})

test('tiles of our own host load at once', async () => {
  const { site, browser, close } = await startTiled({ mapTiles: '/tiles/{z}/{x}/{y}.png' })
  try {
    const page = await browser.newPage()
    const tile = page.waitForRequest(request => /\/tiles\/\d+\/\d+\/\d+\.png$/.test(request.url()))
    await page.goto(`${site.address}/events/map/`)
    assert.ok((await tile).url().startsWith(site.address))
  } finally {
    await close()
  }
})
