import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { becomes } from '../support/becomes.ts'
import { look, openBrowser, takeScreenshot } from '../support/browser.ts'
import { type Service, startService } from '../support/service.ts'

let site: Service
let browser: Browser
before(async () => {
  site = await startService({ clock: '2027-03-01T10:00:00Z', submissions: 100 })
  for (const venue of ['Town hall', 'Town theatre'])
    await site.send('POST', '/venues', {
      as: 'editor',
      body: { venue, city: 'Lyon', status: 'publish' },
    })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await site?.close()
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
    assert.deepEqual(await options(), ['Town hall, Lyon', 'Town theatre, Lyon'])
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
