import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { signIn, startScreens } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { look } from '../support/browser.ts'
import { input, press } from '../support/editor.ts'
import { pixels } from '../support/pixels.ts'
import { isFine } from '../support/screens.ts'
import { storedEvent } from '../support/stored-event.ts'

const { service, browser, close: end } = await startScreens({ clock: '2026-06-15T12:00:00Z' })
after(end)
await service.accounts.change('contributor', { name: 'Camille' })

const statusOf = async (id: number) =>
  (await service.send('GET', `/events/${id}`, { as: 'editor' })).body.status
const change = (id: number, body: object) =>
  service.send('PATCH', `/events/${id}`, { as: 'contributor', body })
const opened = (page: Page) => page.locator('.queue > li.is-open')

/** An event that a contributor has submitted, with an image of their own. */
async function submitted(title: string, body: object = {}) {
  const { buffer } = await pixels('mill.png')
  const headers = { 'Content-Type': 'image/png' }
  const sent = { as: 'contributor', body: buffer, headers, query: { alt: 'A mill' } }
  const { body: image } = await service.send('POST', '/images', sent)
  const texts = {
    title,
    description: `<p>All about ${title}, by <a href="https://spam.example.org">friends</a>.</p>`,
    translations: { fr: { title: `${title} (fr)`, description: '<p>Tout.</p>' } },
  }
  const event = { ...texts, image: image.id, cost: '12', status: 'pending', ...body }
  return (await storedEvent(service, event, 'contributor')).id
}

test('an entry of the queue shows both languages, image, place, notes and what changed since; then the next one opens', async () => {
  const venue = { venue: 'Old mill', city: 'Lyon' }
  const first = await submitted('First', { venue })
  await submitted('Second', { timezone: 'America/Vancouver' })
  const returned = await service.send(
    'POST',
    `${service.address}/admin/api/events/${first}/return`,
    {
      as: 'editor',
      body: { note: 'Please add the price.' },
    },
  )
  assert.equal(returned.status, 200)
  await change(first, { cost: '15', title: 'First of all', status: 'pending' })

  for (const language of ['fr', 'en'] as const) {
    const path = language === 'fr' ? '/fr/admin/review' : '/admin/review'
    const { page, close, faults } = await look(browser, service.address, { language })
    await signIn(page, service, 'editor', { path })
    const entry = opened(page)
    await entry.getByText('Please add the price.').waitFor()
    await entry.locator('del', { hasText: 'First' }).or(entry.locator('ins')).first().waitFor()
    const words = await entry.innerText()
    for (const word of ['Tout.', 'Old mill', 'Lyon', 'Camille', '12', '15', 'A mill'])
      assert.ok(words.includes(word), `${language}: ${word}`)
    // in the heading and in the details, where a day stands for start and end
    assert.equal(words.match(/2027/g)?.length, 2, words)
    // where a link leads is read, and nothing of a text is markup
    assert.ok(words.includes('friends (https://spam.example.org)'))
    assert.equal(await entry.locator('a[href*=spam]').count(), 0)
    const isLoaded = "document.querySelector('.is-open figure img').naturalWidth > 0"
    await becomes(() => page.evaluate<boolean>(isLoaded), true)
    assert.ok((await page.locator('.queue > li').nth(1).innerText()).includes('America/Vancouver'))
    await isFine(page, `review-queue-${language}`)
    assert.deepEqual(faults, [])
    if (language === 'fr') {
      await close()
      continue
    }
    await page.getByRole('button', { name: 'Approve First of all' }).click()
    await page.getByText('“First of all” is published.').waitFor()
    await opened(page).getByText('All about Second').waitFor()
    assert.equal(await statusOf(first), 'publish')
    await press(page, 'Undo')
    await page.locator('.queue > li').nth(1).waitFor()
    assert.equal(await statusOf(first), 'pending')
    // by keys: to the one before, and on
    await page.keyboard.press('k')
    await opened(page).getByText('All about First').waitFor()
    await page.keyboard.press('j')
    await opened(page).getByText('All about Second').waitFor()
    await close()
  }
})

test('several events are approved at once, one that changed meanwhile is named and waits, and all are undone', async () => {
  const { page, close } = await look(browser, service.address)
  const third = await submitted('Third')
  await signIn(page, service, 'editor', { path: '/admin/review' })
  await page.locator('.queue > li').nth(2).waitFor()
  service.clock.advance(60)
  await change(third, { title: 'Third, changed' })
  await page.getByLabel('Select all on this page').check()
  await press(page, 'Approve 3 events')
  await page.getByText('2 events are published.').waitFor()
  await page.getByText('Third – Someone else changed it in the meantime').waitFor()
  await page.getByText('All about Third').waitFor()
  assert.equal(await statusOf(third), 'pending')
  await press(page, 'Undo')
  await page.locator('.queue > li').nth(2).waitFor()
  await close()
})

test('contributors begin with their own events, see what was returned, and add an image that waits with the event', async () => {
  await storedEvent(service, { title: 'Of another' })
  const { id } = await storedEvent(service, { title: 'Mine', status: 'pending' }, 'contributor')
  const note = { note: 'An image, please.' }
  const path = `${service.address}/admin/api/events/${id}/return`
  await service.send('POST', path, { as: 'editor', body: note })
  const { page, close } = await look(browser, service.address)
  await signIn(page, service, 'contributor')
  await page.waitForURL(/events\?tab=mine/)
  await page.getByText('One of your events was returned').waitFor()
  assert.equal(await page.getByText('Of another').count(), 0)
  await page.getByRole('note').getByRole('link', { name: 'Mine' }).click()
  await page.locator('form.editor').waitFor()
  await page.getByLabel('Alternative text (English)').fill('A mill')
  // a URL is fetched for those who publish
  assert.equal(await page.getByText('Copy it').count(), 0)
  const chooser = page.waitForEvent('filechooser')
  await press(page, 'Upload an image')
  const { buffer } = await pixels('mill.png')
  await (await chooser).setFiles({ name: 'mill.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Remove the image' }).waitFor()
  await input(page, 'cost').fill('3')
  await press(page, 'Submit for review')
  await becomes(() => statusOf(id), 'pending')
  const { image } = (await service.send('GET', `/events/${id}`, { as: 'editor' })).body
  assert.equal((await service.send('GET', image.url)).status, 404)
  await service.send('PATCH', `/events/${id}`, { as: 'editor', body: { status: 'publish' } })
  assert.equal((await service.send('GET', image.url)).status, 200)
  await close()
})

test('a note stays where the event has changed meanwhile, and goes with the next try', async () => {
  const { page, close } = await look(browser, service.address)
  const id = await submitted('Fourth')
  await signIn(page, service, 'editor', { path: '/admin/review' })
  await page.getByRole('button', { name: 'Send back Fourth to its author' }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('textbox').fill('The price, please.')
  service.clock.advance(60)
  await change(id, { cost: '14' })
  const send = window.getByRole('button', { name: 'Send back', exact: true })
  const queue = page.waitForResponse(/\/events\?.*per_page=50/)
  await send.click()
  await page.getByText('Someone else changed it in the meantime').waitFor()
  assert.equal(await window.getByRole('textbox').inputValue(), 'The price, please.')
  assert.equal(await statusOf(id), 'pending')
  await (await queue).finished()
  await send.click()
  await window.waitFor({ state: 'detached' })
  assert.equal(await statusOf(id), 'draft')
  const path = `${service.address}/admin/api/events/${id}/versions`
  const { versions } = (await service.send('GET', path, { as: 'editor' })).body
  assert.equal(versions[0].note, 'The price, please.')
  await close()
})
