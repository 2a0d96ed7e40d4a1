import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { becomes } from '../support/becomes.ts'
import { axeFindings, look, takeScreenshot, widthOf } from '../support/browser.ts'
import { type Service, startService } from '../support/service.ts'
import { shareBrowser } from '../support/shared-browser.ts'

// Parts of pages that need a browser, on one calendar.

const player = 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'
const frame = '<iframe src="https://player.vimeo.com/video/76979871" title="The trailer"></iframe>'

let site: Service
let browser: Browser
before(async () => {
  site = await startService({ clock: '2027-03-01T10:00:00Z', geolocation: true, submissions: 100 })
  const create = async (path: string, body: object) => {
    const sent = await site.send('POST', path, { as: 'editor', body })
    assert.equal(sent.status, 201, sent.text)
  }
  const dates = { start_date: '2027-03-06 20:00', end_date: '2027-03-06 22:00' }
  const near = { venue: 'Near hall', geo_lat: 45.764, geo_lng: 4.8357 }
  const far = { venue: 'Far hall', geo_lat: 48.8566, geo_lng: 2.3522 }
  const ottawa = { venue: 'Hall', city: 'Ottawa' }
  await create('/events', { ...dates, title: 'Near concert', venue: near })
  await create('/events', { ...dates, title: 'Far concert', venue: far })
  await create('/events', { ...dates, title: 'Exhibition & tea', venue: ottawa })
  await create('/events', { ...dates, title: 'Trailer', description: `<p>Words</p>${frame}` })
  for (const venue of ['Town hall', 'Town theatre'])
    await create('/venues', { venue, city: 'Lyon', status: 'publish' })
  browser = await shareBrowser()
})
after(async () => {
  await browser?.close()
  await site?.close()
})

test('titles are suggested while visitors type, as plain text', async () => {
  const { page: tab, close } = await look(browser, site.address)
  await tab.goto(`${site.address}/events/list/`)
  await tab.locator('#search').pressSequentially('otta')
  const suggested = () =>
    tab.locator('#search-titles option').evaluateAll(all => all.map(one => one.textContent))
  await becomes(suggested, ['Hall, Ottawa', 'Exhibition & tea'])
  await close()
})

test('a list asks the browser where the visitor is only once the button is clicked, and sends it rounded', async () => {
  const { page, faults, close } = await look(browser, site.address)
  const context = page.context()
  await context.grantPermissions(['geolocation'], { origin: site.address })
  await context.setGeolocation({ latitude: 45.76512, longitude: 4.83789 })
  const sent: string[] = []
  page.on('request', request => sent.push(request.url()))
  await page.goto(`${site.address}/events/list/?q=concert`)
  await page.click('.choices summary')
  await page.selectOption('.near select', '5')
  assert.deepEqual(
    sent.filter(url => url.includes('geoloc')),
    [],
  )
  assert.deepEqual(await axeFindings(page), [])
  await page.setViewportSize({ width: 768, height: 900 })
  assert.equal(await widthOf(page), 768)
  await page.click('.near button')
  await page.waitForURL(/geoloc_lat=45\.77/)
  const { searchParams } = new URL(page.url())
  assert.deepEqual(Object.fromEntries(searchParams), {
    q: 'concert',
    geoloc_lat: '45.77',
    geoloc_lng: '4.84',
    geoloc_radius: '5',
  })
  assert.match(await page.content(), /Near concert|<mark>/)
  await context.clearPermissions()
  await page.goto(`${site.address}/fr/evenements/liste/`)
  await page.click('.choices summary')
  await page.click('.near button')
  await page.getByText('Votre position n’est pas disponible.').waitFor()
  assert.deepEqual(faults, [])
  await close()
})

test('a video is loaded from its host by a click and not before', async () => {
  const { page, faults, close } = await look(browser, site.address, { language: 'fr' })
  await page.route('https://player.vimeo.com/**', route =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Playing</h1>' }),
  )
  await page.goto(`${site.address}/fr/evenement/trailer/`)
  await page.getByText('Elle est lue depuis vimeo.com').waitFor()
  assert.deepEqual(await axeFindings(page), [])
  assert.deepEqual(faults, [])
  await page.click('a.video')
  await page.frameLocator('iframe.video').getByText('Playing').waitFor()
  assert.equal(await page.getAttribute('iframe.video', 'src'), player)
  assert.equal(await page.getAttribute('iframe.video', 'title'), 'The trailer')
  assert.deepEqual(faults, [`request to ${player}`])
  await close()
})

test('the documentation of the API shows the routes and tries them out, and asks no other host', async () => {
  const { page, faults, close } = await look(browser, site.address, { language: 'fr' })
  await page.goto(`${site.address}/fr/docs/`)
  await page.getByText('Organisateurs', { exact: true }).first().waitFor({ state: 'attached' })
  await takeScreenshot(page, 'docs')
  await page.locator('button', { hasText: '(get /)' }).click()
  const answered = page.waitForResponse(response => /v1\/(\?|$)/.test(response.url()))
  await page
    .getByRole('button', { name: /^Envoyer/ })
    .first()
    .click()
  const response = await answered
  assert.equal(response.status(), 200)
  // nothing is sent that was not ticked
  assert.equal(new URL(response.url()).search, '')
  assert.equal((await response.json()).namespace, 'cal/events/v1')
  await takeScreenshot(page, 'docs-tried')
  assert.deepEqual(faults, [])
  await close()
})

const labels = {
  en: {
    more: 'More dates',
    date: 'Further date 1',
    send: 'Send the proposal',
    link: 'Correct your proposal',
    save: 'Send the correction',
  },
  fr: {
    more: 'Autres dates',
    date: 'Autre date 1',
    send: 'Envoyer la proposition',
    link: 'Corriger votre proposition',
    save: 'Envoyer la correction',
  },
}
const paths = { en: '/events/submit/', fr: '/fr/evenements/proposer/' }

for (const [language, width, script] of [
  ['en', 1280, true],
  ['fr', 360, false],
] as const)
  test(`a visitor proposes an event with image, venue and dates, and corrects it: ${width} pixels, ${script ? 'with' : 'without'} a script`, async () => {
    const label = labels[language]
    const { page, faults, close } = await look(browser, site.address, { width, script })
    await page.goto(site.address + paths[language])
    await page.locator('#title').fill('Street fair')
    await page.locator('#start_date').fill('2027-06-05T10:00')
    await page.locator('#end_date').fill('2027-06-05T18:00')
    await page.getByText(label.more).click()
    await page.getByLabel(label.date, { exact: true }).fill('2027-06-12T10:00')
    const png = sharp({ create: { width: 60, height: 40, channels: 3, background: '#285' } })
    await page.locator('#image').setInputFiles({
      name: 'fair.png',
      mimeType: 'image/png',
      buffer: await png.png().toBuffer(),
    })
    const options = () =>
      page.locator('#places option').evaluateAll(all => all.map(one => one.getAttribute('value')))
    assert.deepEqual((await options()).slice(-2), ['Town hall, Lyon', 'Town theatre, Lyon'])
    await page.locator('#venue').pressSequentially('theat')
    if (script) await becomes(async () => (await options()).join(), 'Town theatre, Lyon')
    await page.locator('#venue').fill('Town theatre, Lyon')
    await page.locator('#name').fill('Ada')
    await page.locator('#email').fill('ada@example.org')
    await page.locator('#consent').check()
    await takeScreenshot(page, `proposal-${language}-${width}`)
    site.clock.advance(3)
    await page.getByRole('button', { name: label.send }).click()
    assert.deepEqual(await page.locator('.wrong').allTextContents(), [])
    await page.getByRole('link', { name: label.link }).click()
    assert.equal(await page.locator('#title').inputValue(), 'Street fair')
    assert.equal(await page.locator('#venue').inputValue(), 'Town theatre')
    await page.locator('#title').fill('Night fair')
    await takeScreenshot(page, `correction-${language}-${width}`)
    site.clock.advance(3)
    await page.getByRole('button', { name: label.save }).click()
    await page.getByRole('link', { name: label.link }).click()
    assert.equal(await page.locator('#title').inputValue(), 'Night fair')
    const { body } = await site.send('GET', '/events', {
      as: 'editor',
      query: { status: 'pending', start_date: '2027-01-01', search: 'night' },
    })
    assert.deepEqual(
      [body.events[0].venue.venue, body.events[0].image.width, body.total],
      ['Town theatre', 60, 2],
    )
    await site.send('DELETE', `/events/${body.events[0].id}`, {
      as: 'editor',
      query: { scope: 'all' },
    })
    assert.deepEqual(faults, [])
    await close()
  })
