import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { startScreens } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { input, openEditor, textIn, untilSaved } from '../support/editor.ts'
import { pixels } from '../support/pixels.ts'
import { storedEvent } from '../support/stored-event.ts'

const { service, browser, close: end } = await startScreens({ clock: '2026-06-15T12:00:00Z' })
after(end)

/** Clicks of a mouse, counted; keys are free. */
function mouse() {
  let clicks = 0
  return {
    count: () => clicks,
    click(on: Locator) {
      clicks++
      return on.click()
    },
  }
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const write = (page: Page, text: string) => page.keyboard.type(text)

test('an event in two languages with a new venue, image, category, cost and website takes 16 clicks', async () => {
  await service.send('POST', '/categories', { as: 'editor', body: { name: 'Concerts' } })
  const { page, faults, close } = await openEditor({ browser, service }, '/admin/events/new')
  await page.goto(`${service.address}/admin/events`)
  const { click, count } = mouse()
  await click(page.getByRole('link', { name: 'Add an event' }))
  await becomes(() => page.evaluate<string>('document.activeElement.lang'), 'en')
  await write(page, 'Night of jazz')
  await page.keyboard.press('Tab')
  await write(page, 'Nuit du jazz')
  await click(page.getByRole('textbox', { name: 'Start, in words' }))
  await write(page, '10 may 2027 8pm')
  await click(page.getByRole('textbox', { name: 'End, in words' }))
  await write(page, '+2h')
  const venue = page.getByRole('combobox', { name: 'Venue', exact: true })
  await click(venue)
  await write(page, 'Old mill')
  await click(page.getByRole('option', { name: 'Create “Old mill”' }))
  const window = page.getByRole('dialog')
  await window.getByLabel('Name (French)').waitFor()
  await click(window.getByLabel('Name (French)'))
  await write(page, 'Vieux moulin')
  await click(window.getByRole('button', { name: 'Add' }))
  await window.waitFor({ state: 'detached' })
  await click(page.locator('.check', { hasText: 'Concerts' }))
  await click(page.getByLabel('Alternative text (English)'))
  await write(page, 'A mill')
  const chooser = page.waitForEvent('filechooser')
  await click(button(page, 'Upload an image'))
  const { buffer } = await pixels('mill.png')
  await (await chooser).setFiles({ name: 'mill.png', mimeType: 'image/png', buffer })
  await button(page, 'Remove the image').waitFor()
  await click(page.getByRole('textbox', { name: 'Description (English)' }))
  await write(page, 'All night long.')
  await click(page.getByRole('textbox', { name: 'Description (French)' }))
  await write(page, 'Toute la nuit.')
  await click(page.locator('details.is-details > summary'))
  await click(textIn(page, 'en', 'website'))
  await write(page, 'example.org/tickets')
  await click(input(page, 'cost'))
  await write(page, '12')
  await page.keyboard.press('Control+Enter')
  await untilSaved(page)
  await page.waitForURL(/\/events\/\d+$/)
  assert.ok(count() <= 16, `${count()} clicks`)
  const id = page.url().split('/').at(-1)
  const { body } = await service.send('GET', `/events/${id}`, {
    as: 'editor',
    query: { context: 'edit' },
  })
  assert.deepEqual(
    [body.status, body.start_date, body.end_date, body.website],
    ['publish', '2027-05-10 20:00:00', '2027-05-10 22:00:00', 'https://example.org/tickets'],
  )
  assert.equal(body.editing.texts.fr.title, 'Nuit du jazz')
  assert.deepEqual(
    [body.venue.venue, body.categories[0].name, body.image.alt],
    ['Old mill', 'Concerts', 'A mill'],
  )
  // nothing was to be corrected: the server refused no write
  assert.deepEqual(
    faults.filter(fault => !fault.includes('tried-event')),
    [],
  )
  await close()
})

test('a weekly event is duplicated in four clicks', async () => {
  const { id } = await storedEvent(service)
  const { page, close } = await openEditor({ browser, service }, `/admin/events/${id}`)
  const { click, count } = mouse()
  await click(button(page, 'Duplicate'))
  await page.waitForURL(/events\/new$/)
  await becomes(() => input(page, 'start_date').inputValue(), '2027-06-01T10:00')
  await click(page.getByRole('textbox', { name: 'Start, in words' }))
  await write(page, '8 june 2027')
  await becomes(() => input(page, 'end_date').inputValue(), '2027-06-08T12:00')
  await page.keyboard.press('Control+Enter')
  await untilSaved(page)
  assert.ok(count() <= 4, `${count()} clicks`)
  await close()
})

test('by keyboard alone, an event is published within 25 Tabs of its title', async () => {
  const { page, close } = await openEditor({ browser, service }, '/admin/events/new')
  await page.getByText('Ctrl + Enter', { exact: true }).waitFor()
  let tabs = 0
  const to = async (field: Locator) => {
    while ((await field.and(page.locator(':focus')).count()) === 0) {
      assert.ok(tabs < 25, `${field} is not reached`)
      await page.keyboard.press('Tab')
      tabs++
    }
  }
  await write(page, 'By keys')
  await to(page.getByRole('textbox', { name: 'Start, in words' }))
  await write(page, '10 may 2027 8pm')
  await to(page.getByRole('textbox', { name: 'End, in words' }))
  await write(page, '+2h')
  await to(page.getByRole('combobox', { name: 'Venue', exact: true }))
  await page.keyboard.press('Control+Enter')
  await untilSaved(page)
  await page.waitForURL(/\/events\/\d+$/)
  await button(page, 'Update').waitFor()
  await close()
})
