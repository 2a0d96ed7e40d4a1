import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startGeocoder } from '../support/geocoder.ts'
import { type Service, startService } from '../support/service.ts'

let geocoder: Awaited<ReturnType<typeof startGeocoder>>
let service: Service
before(async () => {
  geocoder = await startGeocoder()
  service = await startService(geocoder.settings)
})
after(async () => {
  await service.close()
  geocoder.close()
})

test('a search is sent to the geocoder once, of its server alone, and by those who write venues', async () => {
  const search = async (words: string, as = 'editor') => {
    const { authorization } = await service.bearer(as, { scope: 'write' })
    return service.send('GET', `${service.address}/admin/api/places`, {
      as: authorization,
      query: { search: words },
    })
  }
  assert.equal((await search('once')).body.places.length, 1)
  assert.equal((await search('once')).body.places[0].city, 'Lyon')
  assert.equal(geocoder.requests.length, 1)
  assert.deepEqual((await search('nowhere')).body.places, [])
  const refused = await search('once', 'subscriber')
  assert.equal(refused.status, 403)
  // authors may search too
  assert.doesNotMatch(refused.body.message, /administrators/i)
  geocoder.close()
  const { status, body } = await search('gone')
  assert.deepEqual([status, body.code], [503, 'places_unreachable'])
})
