import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startScreens } from '../support/admin.ts'
import { becomes, matches } from '../support/becomes.ts'
import { axeFindings, takeScreenshot } from '../support/browser.ts'
import { dropped, openEditor, press, unfold, untilSaved } from '../support/editor.ts'
import { storedEvent } from '../support/stored-event.ts'

const { service, browser, close: end } = await startScreens()
after(end)

const edit = { context: 'edit' }

const open = (path: string, login = 'editor', looking = {}) =>
  openEditor({ browser, service }, path, { login, ...looking })

const type = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).first().fill(text)

async function fillEvent(page: Page, titles: { en: string; fr: string }) {
  await type(page, 'Title (English)', titles.en)
  await type(page, 'Title (French)', titles.fr)
  await page.locator('[data-field=start_date] input').fill('2027-05-10T20:00')
  await page.locator('[data-field=end_date] input').fill('2027-05-10T22:00')
}

/** The id of the record that the address names, once a button has saved it: drafts are also saved by themselves. */
async function savedId(page: Page): Promise<number> {
  await untilSaved(page)
  await page.waitForURL(/\/admin\/\w+\/\d+$/)
  return Number(page.url().split('/').at(-1))
}

const trumpet =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const choose = (page: Page) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'trumpet.png',
    mimeType: 'image/png',
    buffer: Buffer.from(trumpet, 'base64'),
  })

/** As a browser hands over an image that is pasted. */
const paste = (page: Page) =>
  page.evaluate(
    `(() => {
      const clipboardData = new DataTransfer()
      const bytes = Uint8Array.from(atob('${trumpet}'), each => each.charCodeAt(0))
      clipboardData.items.add(new File([bytes], 'trumpet.png', { type: 'image/png' }))
      const pasted = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })
      document.querySelector('.is-image input').dispatchEvent(pasted)
    })()`,
  )

async function drop(page: Page) {
  const buffer = Buffer.from(trumpet, 'base64')
  const clean = await dropped(page.locator('.is-image .drop'), { name: 'trumpet.png', buffer })
  await page.getByRole('button', { name: 'Remove the image' }).waitFor()
  clean()
}

test('an event is written in two languages, with a new venue, a category, a tag and an image', async () => {
  const { page, faults, close } = await open('/admin/events/new')
  await fillEvent(page, { en: 'Night of jazz', fr: 'Nuit du jazz' })
  await page.getByRole('textbox', { name: 'Description (English)' }).fill('All night long.')
  await press(page, 'Description (French) – Copy from English')
  // the list opens by a click; the page has scrolled by then, which would close it again
  const venue = page.getByRole('combobox', { name: 'Venue' })
  await venue.click()
  await venue.fill('Old mill')
  await page.getByRole('option', { name: 'Old mill' }).click()
  const window = page.getByRole('dialog')
  await window.getByLabel('Name (French)').fill('Vieux moulin')
  await window.getByLabel('City').fill('Lyon')
  await window.getByRole('button', { name: 'Add' }).click()
  const terms = page.locator('.is-classification')
  await terms.getByLabel('New category').fill('Concerts')
  await terms.getByLabel('New category').press('Enter')
  await terms.getByLabel('Tags').last().fill('jazz')
  await terms.getByLabel('Tags').last().press('Enter')
  const image = page.locator('.is-image')
  for (const bring of [paste, drop, choose]) {
    await image.getByLabel('Alternative text (English)').fill('A trumpet')
    await bring(page)
    await page.getByRole('button', { name: 'Remove the image' }).waitFor()
    if (bring !== choose) await press(page, 'Remove the image')
  }
  assert.deepEqual(await axeFindings(page), [])
  await takeScreenshot(page, 'editor-new')
  await press(page, 'Publish')
  const id = await savedId(page)
  const { body } = await service.send('GET', `/events/${id}`, { as: 'editor', query: edit })
  assert.equal(body.status, 'publish')
  assert.equal(body.editing.texts.fr.title, 'Nuit du jazz')
  assert.equal(body.editing.texts.en.description, '<p>All night long.</p>')
  assert.equal(body.editing.texts.fr.description, '<p>All night long.</p>')
  assert.equal(body.venue.translations.fr.venue, 'Vieux moulin')
  assert.deepEqual(
    [body.venue.city, body.categories[0].name, body.tags[0].name, body.image.alt],
    ['Lyon', 'Concerts', 'jazz', 'A trumpet'],
  )
  assert.equal(body.start_date, '2027-05-10 20:00:00')
  assert.deepEqual(faults, [])
  await close()
})

const stored = (body: object = {}) => storedEvent(service, body)

test('only what was changed is sent, so that the rest stays as others write it', async () => {
  const { id, path } = await stored({ description: '<table><tr><td>1</td></tr></table>' })
  const { page, close } = await open(`/admin/events/${id}`)
  const sent = page.waitForRequest(request => request.method() === 'PATCH')
  await type(page, 'Title (French)', 'Fête de l’été')
  await press(page, 'Update')
  assert.deepEqual((await sent).postDataJSON(), {
    translations: { fr: { title: 'Fête de l’été' } },
  })
  await page.getByText('All changes saved').waitFor()
  const { body } = await service.send('GET', path, { as: 'editor', query: edit })
  assert.match(body.editing.texts.en.description, /<table>/)
  await close()
})

test('when another user has changed it, both versions stand side by side', async () => {
  const { id, path } = await stored()
  const { page, close } = await open(`/admin/events/${id}`)
  await type(page, 'Title (English)', 'My fair')
  await service.send('PATCH', path, {
    as: 'administrator',
    body: { title: 'Their fair', cost: '5' },
  })
  await press(page, 'Update')
  const window = page.getByRole('dialog')
  await window.getByText('Their fair').waitFor()
  assert.deepEqual(await axeFindings(page), [])
  await takeScreenshot(page, 'editor-conflict')
  await press(page, 'Continue')
  await press(page, 'Update')
  await page.getByText('All changes saved').waitFor()
  const { body } = await service.send('GET', path, { as: 'editor', query: edit })
  assert.deepEqual([body.title, body.editing.facts.cost], ['My fair', '5'])
  await close()
})

test('an error stands next to its input, in the column of its language, and has the focus', async () => {
  const { page, close } = await open('/admin/events/new')
  await fillEvent(page, { en: 'Fair', fr: 'Fête' })
  await unfold(page)
  await type(page, 'Website (French)', 'no url')
  await press(page, 'Save draft')
  const wrong = page.locator('.text', { hasText: 'Website (French)' }).locator('.wrong')
  await matches(() => wrong.innerText(), /^Website \(French\) is not a URL/)
  await becomes(() => page.evaluate<string>("document.activeElement.getAttribute('lang')"), 'fr')
  assert.deepEqual(await axeFindings(page), [])
  await close()
})

test('by keyboard alone, in French and dark, on a phone', async () => {
  const { page, faults, close } = await open('/fr/admin/events/new', 'contributor', {
    language: 'fr',
    dark: true,
    width: 360,
  })
  const to = async (label: string) => {
    for (let at = 0; at < 90; at++) {
      const name = await page.evaluate<string>(
        'document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent',
      )
      if (name.trim().startsWith(label)) return
      await page.keyboard.press('Tab')
    }
    assert.fail(`${label} is not reached`)
  }
  await page.locator('#main').focus()
  await to('Titre (français)')
  await page.keyboard.type('Fête du clavier')
  await page.locator('[data-field=start_date] input').fill('2027-05-10T20:00')
  await page.locator('[data-field=end_date] input').fill('2027-05-10T22:00')
  assert.deepEqual(await axeFindings(page), [])
  await takeScreenshot(page, 'editor-phone-dark')
  await page.locator('[data-field=end_date] input').focus()
  await page.keyboard.press('Control+Enter')
  const id = Number(await savedId(page).catch(() => 0))
  const { body } = await service.send('GET', `/events/${id}`, { as: 'editor', query: edit })
  assert.deepEqual([body.status, body.editing.main_language], ['pending', 'fr'])
  assert.deepEqual(faults, [])
  await close()
})

test('to the trash and back by the message; a copy is not saved yet', async () => {
  const { id, path } = await stored()
  const { page, close } = await open(`/admin/events/${id}`)
  await press(page, 'Move to the trash')
  await press(page, 'Undo')
  await page.locator('form.editor').waitFor()
  const { body } = await service.send('GET', path, { as: 'editor' })
  assert.equal(body.status, 'publish')
  await press(page, 'Duplicate')
  await page.waitForURL(/events\/new$/)
  await becomes(() => page.getByLabel('Title (French)').inputValue(), 'Fête')
  await close()
})

test('venues, organizers, categories and tags have their editor', async () => {
  const { page, faults, close } = await open('/admin/venues/new')
  for (const [path, label] of [
    ['venues', 'Name (English)'],
    ['organizers', 'Name (English)'],
    ['categories', 'Name (English)'],
    ['tags', 'Name (English)'],
  ] as const) {
    if (path !== 'venues') await page.goto(`${service.address}/admin/${path}/new`)
    await page.locator('form.editor').waitFor()
    await type(page, label, `One of ${path}`)
    assert.deepEqual(await axeFindings(page), [], path)
    await page.locator('.edit-bar .primary').click()
    const id = await savedId(page)
    const { body } = await service.send('GET', `/${path}/${id}`, { as: 'editor', query: edit })
    assert.equal(body.language, 'en')
  }
  assert.deepEqual(faults, [])
  await close()
})
