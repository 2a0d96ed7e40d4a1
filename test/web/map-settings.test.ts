import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { prepareApp } from '../../src/web/editors/app.ts'
import { openTab, startWithPasswords, type Tab } from '../accounts/browser-like.ts'
import type { Service } from '../support/service.ts'

let service: Service
let tab: Tab
before(async () => {
  await prepareApp()
  service = await startWithPasswords({}, { given: new Set(), replaces: true })
  tab = openTab(service)
  assert.equal((await tab.signIn('administrator')).status, 200)
  await service.send('POST', '/venues', {
    as: 'editor',
    body: { venue: 'Opera', geo_lat: 45.76, geo_lng: 4.83 },
  })
})
after(async () => {
  tab.close()
  await service.close()
})

const change = (settings: object, path = 'settings') => tab.send('PATCH', path, { settings })
const images = async () => {
  const { headers } = await service.send('GET', `${service.address}/venue/opera/`)
  return /img-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
}

test('a source that is chosen is in the policy of the next page, and gone with it', async () => {
  assert.equal(await images(), "'self'")
  assert.equal((await change({ mapSource: 'ign' })).status, 200)
  assert.equal(await images(), "'self' data: https://data.geopf.fr")
  const tiles = { mapSource: 'url https://tiles.example/{z}/{x}/{y}.png' }
  assert.equal((await change(tiles)).status, 200)
  assert.equal(await images(), "'self' data: https://tiles.example")
  assert.equal((await change({ mapSource: 'url' })).status, 200)
  assert.equal(await images(), "'self'")
})

test('a source that is none, and a URL that could change the policy, are refused with what is expected', async () => {
  const { status, body } = await change({ mapSource: 'google' })
  assert.equal(status, 400)
  assert.match(body.data.params.mapSource, /url, openstreetmap, ign, swisstopo, file/)
  for (const tiles of [
    'https://tiles.example/{z}/{x}.png',
    "https://tiles.example;script-src 'unsafe-inline'/{z}/{x}/{y}.png",
    '//tiles.example/{z}/{x}/{y}.png',
    'javascript:{z}{x}{y}',
    'https://tiles.example/{z}/{x}/{y}/"><script>',
  ]) {
    const refused = await change({ mapSource: `url ${tiles}` })
    assert.equal(refused.status, 400, tiles)
    assert.match(refused.body.data.params.mapSource, /such as url https:\/\/tiles\.example\.org/)
  }
  assert.equal((await change({ mapAttribution: '<b>' })).status, 400)
  const french = await change(
    { mapSource: 'google', mapAttribution: '<b>' },
    '/fr/admin/api/settings',
  )
  assert.equal(french.status, 400)
  const { mapSource, mapAttribution } = french.body.data.params
  assert.match(mapSource, /l’un de ces mots.: url, openstreetmap, ign, swisstopo, file/)
  assert.match(mapSource, /url https:\/\/tuiles\.exemple\.fr/)
  assert.match(mapAttribution, /des mots, suivis au besoin d’une URL/)
  assert.equal(await images(), "'self'")
})

test('a setting of use with some values of another names these as that has them', async () => {
  type Displayed = {
    name: string
    words: { word: string }[] | null
    where: { setting: string; is: string[] } | null
  }
  const { settings } = (await tab.send('GET', 'settings')).body as { settings: Displayed[] }
  const of = (name: string) => settings.find(each => each.name === name)
  assert.deepEqual(of('mapAttribution')?.where, { setting: 'mapSource', is: ['url', 'file'] })
  for (const { name, where } of settings) {
    const words = where && of(where.setting)?.words?.map(({ word }) => word)
    assert.ok(!where || where.is.every(word => words?.includes(word)), name)
  }
})
