import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openBrowser } from '../support/browser.ts'
import { startService } from '../support/service.ts'

/** One transparent pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** A script from the host of the tiles, data from it, and an image from another: what became of each. */
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

test('tiles of another host load on pages with a map, and the policy lets nothing else be loaded from anywhere', async () => {
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
  })
  const venue = { venue: 'Opera', city: 'Lyon', geo_lat: 45.76, geo_lng: 4.83 }
  const dates = { start_date: '2027-03-06 20:00:00', end_date: '2027-03-06 22:00:00' }
  const body = { title: 'Concert', show_map: true, ...dates, venue }
  await site.send('POST', '/events', { as: 'editor', body })
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    const requests: string[] = []
    page.on('request', request => requests.push(request.url()))
    const tile = page.waitForResponse(response => response.url().startsWith(host))
    await page.goto(`${site.address}/events/map/`)
    assert.equal((await tile).status(), 200)
    const elsewhere = requests.filter(url => !url.startsWith(site.address))
    assert.deepEqual(
      elsewhere.filter(url => !url.startsWith(host)),
      [],
    )
    // injected markup: neither a script nor a request goes to that host, and no image to another
    const refused = await page.evaluate(bringsIn(host, host.replace('127.0.0.1', 'localhost')))
    assert.deepEqual(refused, ['refused', 'refused', 'refused'])
    const isTile = (path: string) => /^\/\d+\/\d+\/\d+\.png$/.test(path)
    assert.deepEqual(
      tileRequests.filter(path => !isTile(path)),
      [],
    )
  } finally {
    await browser.close()
    await site.close()
    tiles.close()
    tiles.closeAllConnections()
  }
})
