import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { messages } from '../../src/admin/messages.ts'
import { messages as said } from '../../src/admin/screens/settings/messages.ts'
import { eventSettings } from '../../src/config/list-settings.ts'
import { formatMessage } from '../../src/define/text/language.ts'
import { becomes } from '../support/becomes.ts'
import { axeFindings, painted, takeScreenshot, widthOf } from '../support/browser.ts'
import { input, press, savedId, shareEditor, textIn, untilSaved } from '../support/editor.ts'
import { startGeocoder } from '../support/geocoder.ts'
import { writeMapFile } from '../support/map-file.ts'
import { imageFile } from '../support/openapi-body.ts'
import { startScreens } from '../support/shared-browser.ts'

const geocoder = await startGeocoder()
const settings = {
  clock: '2026-06-15T12:00:00Z',
  mapSource: 'file',
  ...geocoder.settings,
} as const
const given = new Set(Object.keys(settings))
const world = await startScreens(settings, { given, sources: {}, replaces: true })
const { service } = world
writeMapFile(service.settings.dataFolder)
after(async () => {
  await world.close()
  geocoder.close()
})
const { page, faults, open } = await shareEditor(world)
const french = await shareEditor(world, { login: 'administrator', language: 'fr' })
afterEach(() => assert.deepEqual([faults.splice(0), french.faults.splice(0)], [[], []]))

const map = (page: Page) => page.getByRole('application')
const drawn = () => page.locator('canvas.leaflet-tile-loaded').first().waitFor()
const middle = async () => {
  const box = await map(page).boundingBox()
  assert.ok(box)
  return [box.x + box.width / 2, box.y + box.height / 2] as const
}
const degrees = async () => [
  Number(await input(page, 'geo_lat').inputValue()),
  Number(await input(page, 'geo_lng').inputValue()),
]

test('a pin is set by a click where the map begins, dragged, moved by keys, and stored', async () => {
  await open('/venues/new')
  await textIn(page, 'en', 'venue').fill('Old mill')
  await map(page).scrollIntoViewIfNeeded()
  await drawn()
  await page.mouse.click(...(await middle()))
  await page.locator('.pin svg').waitFor()
  const clicked = await degrees()
  // around the middle of the map in the file
  const [lat = 0, lng = 0] = clicked
  assert.ok(lat > 45 && lat < 46.5 && lng > 4 && lng < 5.5, String(clicked))

  const grip = await page.locator('.pin svg').boundingBox()
  assert.ok(grip)
  await page.mouse.move(grip.x + 12, grip.y + 12)
  await page.mouse.down()
  await page.mouse.move(grip.x + 60, grip.y - 20, { steps: 4 })
  await page.mouse.up()
  await painted(page)
  const dragged = await degrees()
  assert.ok(dragged[0]! > clicked[0]! && dragged[1]! > clicked[1]!, String(dragged))

  await map(page).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowDown')
  await painted(page)
  const moved = await degrees()
  assert.ok(moved[0]! < dragged[0]! && moved[1]! < dragged[1]!, String(moved))
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await painted(page)
  await becomes(degrees, moved)
  assert.deepEqual(await axeFindings(page), [])
  await takeScreenshot(page, 'pin')
  await press(page, 'Publish')
  const id = await savedId(page)
  // it was saved as a draft before
  await becomes(async () => {
    const { body } = await service.send('GET', `/venues/${id}`)
    return [body.geo_lat, body.geo_lng]
  }, moved)
  await press(page, 'Remove the pin')
  await becomes(() => input(page, 'geo_lat').inputValue(), '')
  await page.locator('.pin').waitFor({ state: 'detached' })
  await press(page, 'Update')
  await untilSaved(page)
  const { body: without } = await service.send('GET', `/venues/${id}`)
  assert.equal(without.geo_lat, undefined)
})

test('in French and dark, on a phone: coordinates move the pin and the map, and countries are offered', async () => {
  const { page, open } = french
  await page.setViewportSize({ width: 360, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await open('/venues/new')
  await page.getByRole('radio', { name: 'Public', exact: true, checked: true }).waitFor()
  await input(page, 'geo_lat').fill('-33.86')
  await input(page, 'geo_lng').fill('151.21')
  await page.getByText('Épingle\u00a0: -33.86, 151.21').waitFor({ state: 'attached' })
  const inView = async () => {
    const [pin, view] = [
      await page.locator('.pin svg').boundingBox(),
      await map(page).boundingBox(),
    ]
    return !!pin && !!view && pin.x > view.x && pin.x < view.x + view.width
  }
  await becomes(inView, true)
  await input(page, 'geo_lng').fill('-70.6')
  await page.getByText('Épingle\u00a0: -33.86, -70.6').waitFor({ state: 'attached' })
  await becomes(inView, true)
  const offered = () =>
    page.evaluate<string[]>(
      `[...document.querySelector('[data-field=country] input').list?.options ?? []].map(each => each.value)`,
    )
  await becomes(async () => (await offered()).includes('Allemagne'), true)
  assert.deepEqual(await axeFindings(page), [])
  assert.ok((await widthOf(page)) <= 360)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('a place that is found fills the address and the pin of a venue', async () => {
  await open('/venues/new')
  // without a country there is one field for the region
  assert.equal(await input(page, 'state').count(), 0)
  assert.equal(await input(page, 'stateprovince').count(), 0)
  await page.getByLabel('Search for a place').fill('mairie lyon')
  await page.getByLabel('Search for a place').press('Enter')
  const match = page.getByRole('button', { name: 'Mairie, Lyon, France' })
  await match.waitFor()
  assert.deepEqual(await axeFindings(page, { within: '.place-search' }), [])
  await match.click()
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
})

test('a venue that is made with an event begins near the newest one, and is found as in its own form', async () => {
  const venue = { venue: 'Old hall', city: 'Nantes', country: 'France', status: 'publish' }
  await service.send('POST', '/venues', { as: 'editor', body: venue })
  await open('/events/new')
  await page.getByRole('combobox', { name: 'Venue' }).fill('New hall')
  await page.getByRole('option', { name: 'New hall' }).click()
  const window = page.getByRole('dialog')
  const value = (name: string) => window.locator(`[data-field=${name}] input`).inputValue()
  await becomes(() => value('city'), 'Nantes')
  assert.equal(await value('country'), 'France')
  assert.equal(await window.locator('[data-field=state], [data-field=stateprovince]').count(), 0)
  await window.getByLabel('Search for a place').fill('mairie lyon')
  await window.getByLabel('Search for a place').press('Enter')
  await window.getByRole('button', { name: 'Mairie, Lyon, France' }).click()
  await becomes(() => value('city'), 'Lyon')
  assert.equal(await value('geo_lat'), '45.767')
  await takeScreenshot(page, 'new-venue')
  await window.getByRole('button', { name: 'Add', exact: true }).click()
  await window.waitFor({ state: 'detached' })
  await page.getByText('New hall').first().waitFor()
  // one that is there is offered by its name in any language, also when it is typed in the window
  await page.getByRole('combobox', { name: 'Add a venue' }).fill('Old')
  await page.getByRole('option', { name: 'Create “Old”' }).click()
  await window.getByLabel('Name (English)').fill('old hall')
  await window.getByText('Old hall, Nantes is there already.').waitFor()
  await window.getByRole('button', { name: 'Use it' }).click()
  await window.waitFor({ state: 'detached' })
  await page.locator('.linked li', { hasText: 'Old hall' }).waitFor()
  assert.equal(await page.locator('.linked li .badge').count(), 1)
})

test('one is published and the next begun at once; every kind of record has its editor', async () => {
  await open('/venues/new')
  for (const name of ['Mill', 'Quay']) {
    await page.keyboard.type(name)
    await press(page, 'Publish and add another')
    await page.locator('.toast', { hasText: 'Published' }).first().waitFor()
    await becomes(() => textIn(page, 'en', 'venue').inputValue(), '')
    await becomes(() => page.evaluate<string>('document.activeElement.lang'), 'en')
  }
  assert.match(page.url(), /venues\/new$/)
  const { body } = await service.send('GET', '/venues', { as: 'editor' })
  const names = body.venues.map(({ venue }: { venue: string }) => venue)
  assert.deepEqual(names.filter((name: string) => /Mill|Quay/.test(name)).toSorted(), [
    'Mill',
    'Quay',
  ])
  // the form names what is called so, and nothing is made of what is stored as it is
  await page.keyboard.type('mill')
  await page.getByRole('status').getByText('Mill is there already.').waitFor()
  await press(page, 'Publish')
  await page.locator('.toast', { hasText: 'This exists already.' }).first().waitFor()
  const mill = body.venues.find(({ venue }: { venue: string }) => venue === 'Mill')
  await page.waitForURL(`**/venues/${mill.id}`)
  for (const path of ['organizers', 'categories', 'tags']) {
    await open(`/${path}/new`)
    await page.getByLabel('Name (English)', { exact: true }).first().fill(`One of ${path}`)
    if (path === 'organizers') {
      await input(page, 'email').fill('pas une adresse')
      await input(page, 'phone').focus()
      await page.getByText(/^E-mail address does not look like an e-mail address/).waitFor()
      assert.equal(await input(page, 'email').getAttribute('aria-invalid'), null, 'it is a note')
      assert.deepEqual(await axeFindings(page), [])
      await input(page, 'email').fill('')
    }
    await page.locator('.edit-bar .primary').click()
    const id = await savedId(page)
    const { body } = await service.send('GET', `/${path}/${id}`, { as: 'editor' })
    assert.equal(body.language, 'en')
  }
})

test('a venue that is made with an event gets its pin by keyboard, where others of its city are', async () => {
  const other = { venue: 'Opera', city: 'Lyon', geo_lat: 45.7677, geo_lng: 4.8361 }
  await service.send('POST', '/venues', { as: 'editor', body: other })
  await open('/events/new')
  await textIn(page, 'en', 'title').fill('Concert')
  await input(page, 'start_date').fill('2027-05-10T20:00')
  await page.getByRole('combobox', { name: 'Venue' }).fill('New mill')
  await page.getByRole('option', { name: 'New mill' }).click()
  const window = page.getByRole('dialog')
  const searchAnswer = page.waitForResponse(/venues\?.*search=Lyon/)
  await window.getByLabel('City').fill('Lyon')
  await searchAnswer
  await map(page).focus()
  await drawn()
  await page.keyboard.press('Enter')
  await page.locator('.pin svg').waitFor()
  assert.deepEqual(await axeFindings(page, { within: '[role=dialog]' }), [])
  await window.getByRole('button', { name: 'Add', exact: true }).click()
  await press(page, 'Publish')
  const { body } = await service.send('GET', `/events/${await savedId(page)}`)
  assert.ok(Math.abs(body.venue.geo_lat - 45.7677) < 0.05, String(body.venue.geo_lat))
  assert.ok(Math.abs(body.venue.geo_lng - 4.8361) < 0.05)
})

test('new events begin with the records of the settings, as far as these are there', async () => {
  const create = async (path: string, body: object) =>
    Number((await service.send('POST', path, { as: 'editor', body })).body.id)
  const venue = await create('/venues', { venue: 'Old harbour', status: 'publish' })
  const organizer = await create('/organizers', { organizer: 'Town', status: 'publish' })
  const category = await create('/categories', { name: 'Concerts' })
  const { body: image } = await service.send('POST', '/images', {
    as: 'editor',
    body: await imageFile(40, 30),
    headers: { 'Content-Type': 'image/png', 'Content-Disposition': 'filename="leaf.png"' },
  })
  const { defaultVenue, defaultOrganizer, defaultCategory, defaultImage } = eventSettings
  await french.show('/settings', '.setting')
  for (const [{ live }, name] of [
    [defaultVenue, 'Old harbour'],
    [defaultOrganizer, 'Town'],
    [defaultCategory, 'Concerts'],
    [defaultImage, 'leaf'],
  ] as const) {
    await french.page.getByRole('combobox', { name: live.fr, exact: true }).fill(name.slice(0, 3))
    await french.page.getByRole('option', { name, exact: true }).click()
  }
  await press(french.page, messages.save.fr)
  await french.page.locator('.done', { hasText: messages.saved.fr }).waitFor()

  const begin = () => page.goto(`${service.address}/admin/events/new`)
  await begin()
  await page.locator('[data-field=venue] .linked').getByText('Old harbour').waitFor()
  await page.keyboard.type('Swim')
  await becomes(() => textIn(page, 'en', 'title').inputValue(), 'Swim')
  await input(page, 'start_date').fill('2027-05-10T20:00')
  await press(page, 'Publish')
  const { body } = await service.send('GET', `/events/${await savedId(page)}`)
  const ids = [body.venue.id, body.organizer[0].id, body.categories[0].id, body.image.id]
  assert.deepEqual(ids, [venue, organizer, category, image.id])
  assert.deepEqual([body.show_map, body.show_map_link], [true, true])

  await service.send('DELETE', `/venues/${venue}?force=true`, { as: 'editor' })
  await service.send('DELETE', `/organizers/${organizer}`, { as: 'editor' })
  await service.send('DELETE', `/categories/${category}`, { as: 'editor' })
  await begin()
  await becomes(() => page.locator('[data-field=image] figure img').count(), 1)
  assert.equal(await page.locator('.linked').count(), 0)
  assert.equal(await page.locator('[data-field=categories] [data-selected]').count(), 0)
  assert.equal(await page.locator('.problem, [role=alert]').count(), 0)
  // the browser notes what it was refused
  faults.splice(0)
  await french.page.reload()
  await french.page.getByText(formatMessage(said.recordGone, 'fr', { id: category })).waitFor()
  await press(french.page, messages.save.fr)
  await french.page.locator('.setting .wrong').waitFor({ state: 'detached' })
  french.faults.splice(0)
})
