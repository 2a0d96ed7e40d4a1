import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { startScreens } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { axeFindings, takeScreenshot } from '../support/browser.ts'
import { input, openEditor } from '../support/editor.ts'

/** Answers like Nominatim, and counts what it is sent. */
const requests: string[] = []
const geocoder = createServer((request, response) => {
  requests.push(request.url ?? '')
  response.setHeader('Content-Type', 'application/json')
  const address = {
    house_number: '12',
    road: 'Rue de la Mairie',
    city: 'Lyon',
    postcode: '69001',
    state: 'Auvergne-Rhône-Alpes',
    country: 'France',
  }
  const place = { display_name: 'Mairie, Lyon, France', lat: '45.767', lon: '4.834', address }
  response.end(JSON.stringify(request.url?.includes('nowhere') ? [] : [place, { lat: 'x' }]))
})
geocoder.listen(0, '127.0.0.1')
await once(geocoder, 'listening')
const url = `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}`

const {
  service,
  browser,
  close: end,
} = await startScreens({ geocoder: 'nominatim', geocoderUrl: url, fetchAllow: [url] })
after(async () => {
  await end()
  geocoder.close()
})

test('a place that is found fills the address and the pin of a venue', async () => {
  const { page, faults, close } = await openEditor({ browser, service }, '/admin/venues/new')
  // without a country there is one field for the region
  assert.equal(await input(page, 'state').count(), 0)
  assert.equal(await input(page, 'stateprovince').count(), 0)
  await page.getByLabel('Search for a place').fill('mairie lyon')
  await page.getByLabel('Search for a place').press('Enter')
  await page.getByRole('button', { name: 'Mairie, Lyon, France' }).waitFor()
  assert.deepEqual(await axeFindings(page), [])
  await takeScreenshot(page, 'place-search')
  await page.getByRole('button', { name: 'Mairie, Lyon, France' }).click()
  for (const [name, value] of [
    ['address', '12 Rue de la Mairie'],
    ['zip', '69001'],
    ['city', 'Lyon'],
    ['province', 'Auvergne-Rhône-Alpes'],
    ['country', 'France'],
    ['geo_lat', '45.767'],
    ['geo_lng', '4.834'],
  ] as const)
    await becomes(() => input(page, name).inputValue(), value)
  await input(page, 'country').fill('United States')
  await input(page, 'state').waitFor()
  assert.deepEqual(faults, [])
  await close()
})

test('a search is sent to the geocoder once, of its server alone, and by those who write venues', async () => {
  const search = async (words: string, as = 'editor') => {
    const { authorization } = await service.bearer(as, { scope: 'write' })
    return service.send('GET', `${service.address}/admin/api/places`, {
      as: authorization,
      query: { search: words },
    })
  }
  requests.length = 0
  assert.equal((await search('once')).body.places.length, 1)
  assert.equal((await search('once')).body.places[0].city, 'Lyon')
  assert.equal(requests.length, 1)
  assert.deepEqual((await search('nowhere')).body.places, [])
  const refused = await search('once', 'subscriber')
  assert.equal(refused.status, 403)
  // authors may search too
  assert.doesNotMatch(refused.body.message, /administrators/i)
  geocoder.close()
  geocoder.closeAllConnections()
  const { status, body } = await search('gone')
  assert.deepEqual([status, body.code], [503, 'places_unreachable'])
})
