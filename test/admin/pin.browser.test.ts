import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startAdmin, startScreens } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { axeFindings, painted } from '../support/browser.ts'
import { input, openEditor, press, textIn, untilSaved } from '../support/editor.ts'
import { writeMapFile } from '../support/map-file.ts'
import { isFine } from '../support/screens.ts'

const world = await startScreens({ mapSource: 'file' })
const { service, browser } = world
writeMapFile(service.settings.dataFolder)
after(world.close)

const map = (page: Page) => page.getByRole('application')
const drawn = (page: Page) => page.locator('canvas.leaflet-tile-loaded').first().waitFor()
/** A spot of the map, in shares of it. */
const at = async (page: Page, x: number, y: number) => {
  const box = await map(page).boundingBox()
  assert.ok(box)
  return { x: box.x + x * box.width, y: box.y + y * box.height }
}
const degrees = async (page: Page) => [
  Number(await input(page, 'geo_lat').inputValue()),
  Number(await input(page, 'geo_lng').inputValue()),
]
const within = ([lat = 0, lng = 0]: number[], box: [number, number, number, number]) =>
  lat > box[0] && lat < box[1] && lng > box[2] && lng < box[3]
/** Around the middle of the map in the file. */
const near: [number, number, number, number] = [45, 46.5, 4, 5.5]

test('a pin is set by a click where the map begins, dragged, moved by keys, and stored', async () => {
  const { page, faults, close } = await openEditor(world, '/admin/venues/new')
  await textIn(page, 'en', 'venue').fill('Old mill')
  await map(page).scrollIntoViewIfNeeded()
  await drawn(page)
  const middle = await at(page, 0.5, 0.5)
  await page.mouse.click(middle.x, middle.y)
  await page.locator('.pin svg').waitFor()
  const clicked = await degrees(page)
  assert.ok(within(clicked, near), String(clicked))

  const grip = await page.locator('.pin svg').boundingBox()
  assert.ok(grip)
  await page.mouse.move(grip.x + 12, grip.y + 12)
  await page.mouse.down()
  await page.mouse.move(grip.x + 60, grip.y - 20, { steps: 4 })
  await page.mouse.up()
  await painted(page)
  const dragged = await degrees(page)
  assert.ok(dragged[0]! > clicked[0]! && dragged[1]! > clicked[1]!, String(dragged))

  await map(page).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowDown')
  await painted(page)
  const moved = await degrees(page)
  assert.ok(moved[0]! < dragged[0]! && moved[1]! < dragged[1]!, String(moved))
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await painted(page)
  await becomes(() => degrees(page), moved)
  await isFine(page, 'pin')
  await press(page, 'Publish')
  await untilSaved(page)
  const id = Number(page.url().split('/').at(-1))
  const { body } = await service.send('GET', `/venues/${id}`)
  assert.deepEqual([body.geo_lat, body.geo_lng], moved)
  await press(page, 'Remove the pin')
  await becomes(() => input(page, 'geo_lat').inputValue(), '')
  await page.locator('.pin').waitFor({ state: 'detached' })
  await press(page, 'Update')
  await untilSaved(page)
  const { body: without } = await service.send('GET', `/venues/${id}`)
  assert.equal(without.geo_lat, undefined)
  assert.deepEqual(faults, [])
  await close()
})

test('coordinates typed into the fields move the pin and the map', async () => {
  const { page, faults, close } = await openEditor(world, '/fr/admin/venues/new', {
    language: 'fr',
    width: 360,
    dark: true,
  })
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
  assert.deepEqual(await axeFindings(page), [])
  assert.deepEqual(faults, [])
  await close()
})

test('a venue that is made with an event gets its pin by keyboard, where others of its city are', async () => {
  const other = { venue: 'Opera', city: 'Lyon', geo_lat: 45.7677, geo_lng: 4.8361 }
  await service.send('POST', '/venues', { as: 'editor', body: other })
  const { page, faults, close } = await openEditor(world, '/admin/events/new')
  await textIn(page, 'en', 'title').fill('Concert')
  await input(page, 'start_date').fill('2027-05-10T20:00')
  await page.getByRole('combobox', { name: 'Venue' }).fill('New mill')
  await page.getByRole('option', { name: 'New mill' }).click()
  const window = page.getByRole('dialog')
  const searchAnswer = page.waitForResponse(/venues\?.*search=Lyon/)
  await window.getByLabel('City').fill('Lyon')
  await searchAnswer
  await map(page).focus()
  await drawn(page)
  await page.keyboard.press('Enter')
  await page.locator('.pin svg').waitFor()
  assert.deepEqual(await axeFindings(page), [])
  await window.getByRole('button', { name: 'Add', exact: true }).click()
  await press(page, 'Publish')
  await untilSaved(page)
  const id = Number(page.url().split('/').at(-1))
  const { body } = await service.send('GET', `/events/${id}`)
  assert.ok(Math.abs(body.venue.geo_lat - 45.7677) < 0.05, String(body.venue.geo_lat))
  assert.ok(Math.abs(body.venue.geo_lng - 4.8361) < 0.05)
  assert.deepEqual(faults, [])
  await close()
})

test('with a server of tiles the map has streets once an editor wants them, and says whose they are', async t => {
  const tiled = await startAdmin({ mapSource: 'openstreetmap' })
  t.after(() => tiled.close())
  const host = 'https://tile.openstreetmap.org'
  const { page, faults, close } = await openEditor({ browser, service: tiled }, '/admin/venues/new')
  let requests = 0
  await page.route(`${host}/**`, route => {
    requests++
    return route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    })
  })
  await input(page, 'geo_lat').fill('45.76')
  await input(page, 'geo_lng').fill('4.83')
  const show = page.getByRole('button', { name: 'Show the map' })
  await page.getByText('The map comes from tile.openstreetmap.org').waitFor()
  assert.deepEqual(await axeFindings(page), [])
  assert.equal(requests, 0)
  await show.click()
  await page.locator('.pin svg').waitFor()
  await becomes(() => requests > 0, true)
  const source = page.getByRole('link', { name: '© OpenStreetMap' })
  await becomes(() => source.getAttribute('href'), 'https://www.openstreetmap.org/copyright')
  await page.reload()
  await map(page).waitFor()
  assert.deepEqual(
    faults.filter(fault => !fault.startsWith(`request to ${host}`)),
    [],
  )
  await close()
})

test('without a source of maps the address leads to its search on another site', async t => {
  const plain = await startAdmin()
  t.after(() => plain.close())
  const { page, faults, close } = await openEditor(
    { browser, service: plain },
    '/fr/admin/venues/new',
    { language: 'fr' },
  )
  await page.getByText('une fois la source des cartes choisie').waitFor()
  await input(page, 'address').fill('1 place de la Comédie')
  await input(page, 'city').fill('Lyon')
  const search = page.getByRole('link', { name: 'Chercher l’adresse sur OpenStreetMap' })
  await becomes(
    () => search.getAttribute('href'),
    'https://www.openstreetmap.org/search?query=1%20place%20de%20la%20Com%C3%A9die%2C%20Lyon',
  )
  assert.equal(await map(page).count(), 0)
  assert.deepEqual(await axeFindings(page), [])
  assert.deepEqual(faults, [])
  await close()
})
