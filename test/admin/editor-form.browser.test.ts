import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { signIn, startScreens } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { axeFindings, painted, takeScreenshot, widthOf } from '../support/browser.ts'
import { input, openEditor, press, textIn, unfold, untilSaved } from '../support/editor.ts'
import { pixels } from '../support/pixels.ts'
import { storedEvent } from '../support/stored-event.ts'

const { service, browser, close: end } = await startScreens({ clock: '2026-06-15T12:00:00Z' })
after(end)

const open = (path: string, login = 'editor', looking = {}) =>
  openEditor({ browser, service }, path, { login, ...looking })
const edit = { context: 'edit' }
const focused = (page: Page) =>
  page.evaluate<string>(
    "document.activeElement.closest('[data-field]')?.dataset.field ?? document.activeElement.localName",
  )

test('the list of errors says how many there are, and names each field', async () => {
  const messages = {
    en: {
      button: 'Publish',
      count: '3 errors; nothing was saved.',
      errors: ['Start is missing.', 'End is missing.', 'Title (English) is missing.'],
    },
    fr: {
      button: 'Publier',
      count: '3 erreurs\u202f; rien n’a été enregistré.',
      errors: [
        'Le champ «\u00a0Début\u00a0» est obligatoire.',
        'Le champ «\u00a0Fin\u00a0» est obligatoire.',
        'Le champ «\u00a0Titre (français)\u00a0» est obligatoire.',
      ],
    },
  }
  for (const language of ['en', 'fr'] as const) {
    const path = language === 'fr' ? '/fr/admin/events/new' : '/admin/events/new'
    const { page, close } = await open(path, 'editor', { language })
    const { button, count, errors } = messages[language]
    await press(page, button)
    const box = page.getByRole('alert')
    await box.getByText(count, { exact: true }).waitFor()
    assert.deepEqual((await box.getByRole('link').allInnerTexts()).toSorted(), errors.toSorted())
    assert.deepEqual(await axeFindings(page), [])
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await takeScreenshot(page, `errors-${language}-${width}`)
    }
    await close()
  }
})

test('a stored record fits its window, whatever the browser writes dates like', async () => {
  const { id } = await storedEvent(service, { date: '2026-06-01 09:30:17' })
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC' })
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, service, 'editor', { path: `/admin/events/${id}` })
  await page.locator('form.editor').waitFor()
  for (const width of [1280, 1366, 1440, 1920, 360]) {
    await page.setViewportSize({ width, height: 900 })
    assert.equal(await widthOf(page), width)
    const beyond = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.beside :is(section, input)')]
        .filter(each => each.getBoundingClientRect().right > innerWidth - 8 || each.scrollWidth > each.clientWidth + 1)
        .map(each => each.outerHTML.slice(0, 200))`,
    )
    assert.deepEqual(beyond, [], `${width}`)
    await takeScreenshot(page, `stored-${width}`)
  }
  await context.close()
})

test('a list closes after a choice, so that the next click is not lost', async () => {
  await service.send('POST', '/venues', { as: 'editor', body: { venue: 'Old mill' } })
  await service.send('POST', '/venues', { as: 'editor', body: { venue: 'Old quay' } })
  const { page, faults, close } = await open('/admin/events/new')
  const venue = page.getByRole('combobox', { name: 'Venue', exact: true })
  await venue.click()
  await page.getByRole('option', { name: 'Old mill' }).click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await becomes(() => focused(page), 'venue')
  await input(page, 'cost').click()
  await becomes(() => focused(page), 'cost')
  // another is found as before
  const another = page.getByRole('combobox', { name: 'Add a venue' })
  await another.pressSequentially('quay')
  await page.getByRole('option', { name: 'Old quay' }).click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await becomes(() => page.locator('[data-field=venue] .linked li').count(), 2)
  // what opens a list is not called twice what its input is called
  const names = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.pick button')].map(each => each.getAttribute('aria-label'))",
  )
  assert.ok(names.length > 2 && names.every(name => name === 'Show the choices'), names.join())
  assert.deepEqual(faults, [])
  await close()
})

test('the scroll that brings an input into view leaves its list open; a later one closes it', async () => {
  await service.send('POST', '/venues', { as: 'editor', body: { venue: 'Old pier' } })
  const { page, close } = await open('/admin/events/new', 'editor', { height: 300 })
  // scrolls of a script are reported in the next frame, after the click
  await page.evaluate(`{
    const venue = document.querySelector('[data-field=venue] input')
    venue.scrollIntoView()
    venue.focus()
    venue.click()
  }`)
  await page.getByRole('option', { name: 'Old pier' }).waitFor()
  await painted(page)
  assert.equal(await page.getByRole('listbox').count(), 1)
  // what loads meanwhile may move the input, which is then further from the top
  await page.evaluate(
    "scrollBy(0, document.querySelector('[data-field=venue] input').getBoundingClientRect().bottom)",
  )
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await close()
})

test('a list moves along with its input, so that a choice that scrolls into view can be clicked', async () => {
  await service.send('POST', '/venues', { as: 'editor', body: { venue: 'Old lock' } })
  const { page, close } = await open('/admin/events/new', 'editor', { height: 500 })
  // what loads later above the input would move it out of view
  await page.waitForLoadState('networkidle')
  const venue = page.getByRole('combobox', { name: 'Venue', exact: true })
  await page.evaluate(
    "document.querySelector('[data-field=venue] input').scrollIntoView({ block: 'center' })",
  )
  await venue.click()
  await page.getByRole('option', { name: 'Old lock' }).waitFor()
  await painted(page)
  const distance = async () => {
    const [list, input] = [await page.getByRole('listbox').boundingBox(), await venue.boundingBox()]
    return Number(list?.y) - Number(input?.y)
  }
  const before = await distance()
  for (const by of [40, -80]) {
    await page.evaluate(`scrollBy(0, ${by})`)
    await painted(page)
    assert.equal(await distance(), before)
  }
  await page.getByRole('option', { name: 'Old lock' }).click()
  await becomes(() => page.locator('[data-field=venue] .linked li').count(), 1)
  await close()
})

test('a URL gets its scheme, an hour that does not exist is reported, and a new record has nothing to delete', async () => {
  const { page, close } = await open('/admin/events/new?timezone=Europe/Paris')
  await textIn(page, 'en', 'title').fill('Summer time')
  await textIn(page, 'fr', 'title').fill('Heure d’été')
  assert.equal(await page.getByRole('button', { name: /^Delete/ }).count(), 0)
  await unfold(page)
  await textIn(page, 'en', 'website').fill('example.org/tickets')
  await input(page, 'start_date').fill('2027-03-28T02:30')
  await input(page, 'end_date').fill('2027-03-28T05:00')
  await page
    .getByText('There is no 02:30 on that day: the clocks go forward. It will be 03:30.')
    .waitFor()
  await becomes(() => textIn(page, 'en', 'website').inputValue(), 'https://example.org/tickets')
  await takeScreenshot(page, 'skipped-hour')
  await press(page, 'Publish')
  await untilSaved(page)
  await page.waitForURL(/\/events\/\d+$/)
  const id = page.url().split('/').at(-1)
  const { body } = await service.send('GET', `/events/${id}`, { as: 'editor', query: edit })
  assert.equal(body.editing.texts.en.website, 'https://example.org/tickets')
  assert.equal(await page.locator('.toast').count(), 1, 'one message for one act')
  for (const name of ['View the page (English)', 'View the page (French)'])
    await page.getByRole('link', { name }).waitFor()
  await press(page, 'Add another')
  await page.waitForURL(/events\/new$/)
  await becomes(() => textIn(page, 'en', 'title').inputValue(), '')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.waitForURL(/\/admin\/events$/)
  await close()
})

test('a field says what is wrong with it once it is left, and how long a text is', async () => {
  const { page, close } = await open('/admin/events/new')
  const title = textIn(page, 'en', 'title')
  await title.fill('x'.repeat(120))
  await page.getByText('120 of 1000 characters.').waitFor()
  const tickets = textIn(page, 'en', 'registration_url')
  await tickets.fill('no url')
  assert.equal(await page.getByText(/must be an http or https URL/).count(), 0)
  await title.focus()
  await page
    .getByText(/^Tickets and registration \(English\) must be an http or https URL/)
    .waitFor()
  await becomes(() => tickets.getAttribute('aria-invalid'), 'true')
  await tickets.fill('example.org/tickets')
  await title.focus()
  await becomes(() => tickets.inputValue(), 'https://example.org/tickets')
  await becomes(() => tickets.getAttribute('aria-invalid'), null)
  await page.goto(`${service.address}/admin/organizers/new`)
  await input(page, 'email').fill('pas une adresse')
  await input(page, 'phone').focus()
  await page.getByText(/^E-mail address does not look like an e-mail address/).waitFor()
  assert.equal(await input(page, 'email').getAttribute('aria-invalid'), null, 'it is a note')
  assert.deepEqual(await axeFindings(page), [])
  await takeScreenshot(page, 'field-checks')
  await close()
})

/** Waits until an input has a value: the form takes over what was saved a moment later. */
const holds = (field: Locator, value: string) => becomes(() => field.inputValue(), value)

test('the publication date of a draft is empty until it is published', async () => {
  const { id } = await storedEvent(service, { status: 'draft' })
  const { page, close } = await open(`/admin/events/${id}`)
  assert.equal(await input(page, 'date').inputValue(), '')
  service.clock.advance(3600)
  await press(page, 'Publish')
  await untilSaved(page)
  await holds(input(page, 'date'), '2026-06-15T13:00')
  await press(page, 'Duplicate')
  await page.waitForURL(/events\/new$/)
  await holds(input(page, 'date'), '')
  await close()
})

test('a conflict says who changed the record', async () => {
  const { id, path } = await storedEvent(service)
  const { page, close } = await open(`/admin/events/${id}`)
  await textIn(page, 'en', 'title').fill('My fair')
  await service.send('PATCH', path, { as: 'administrator', body: { title: 'Their fair' } })
  await press(page, 'Update')
  await page.getByRole('heading', { name: /^administrator changed this \(/ }).waitFor()
  await close()
})

test('files that are refused are counted apart, and none is sent that need not be', async t => {
  const { page, close } = await open('/admin/events/new')
  await page.goto(`${service.address}/admin/images`)
  await page.locator('input[type=file]').waitFor({ state: 'attached' })
  const sent: string[] = []
  page.on('request', request => request.method() === 'POST' && sent.push(request.url()))
  const { buffer } = await pixels('mill.png')
  const files = {
    '"><img src=x>mill.png': buffer,
    'empty.png': '',
    'IMG_1.HEIC': buffer,
    'fake.png': 'no image',
    'large.png': Buffer.alloc(17 * 2 ** 20),
  }
  const folder = mkdtempSync(join(tmpdir(), 'almanac-files-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  // the bytes themselves would go through the page, which takes some seconds
  await page
    .locator('input[type=file]')
    .setInputFiles(Object.keys(files).map(name => join(folder, name)))
  await page.getByText('1 uploaded, 4 refused').waitFor()
  const messages = await page.locator('.uploads li').allInnerTexts()
  assert.match(messages.join('\n'), /empty\.png: The file is empty\./)
  assert.match(messages.join('\n'), /IMG_1\.HEIC: Browsers do not show HEIC/)
  assert.match(messages.join('\n'), /large\.png: The file has 17 MiB\. The maximum is 16 MiB\./)
  assert.equal(sent.length, 2)
  await page.getByRole('button', { name: 'Details of mill', exact: true }).waitFor()
  await takeScreenshot(page, 'uploads')
  await close()
})

test('keys search, add and list themselves, and a table shows its status', async () => {
  await storedEvent(service, {
    title: 'A rather long title of an evening of chamber music',
    start_date: '2041-06-01 10:00',
    end_date: '2041-06-01 12:00',
  })
  const { page, close } = await open('/admin/events/new')
  await page.goto(`${service.address}/admin/events`)
  await page.locator('tbody tr').first().waitFor()
  for (const width of [1280, 1366]) {
    await page.setViewportSize({ width, height: 900 })
    const covered = await page.evaluate<string[]>(
      `[...document.querySelectorAll('tbody tr')].flatMap(row => {
        const menu = row.querySelector('.menu-cell').getBoundingClientRect().left
        return [...row.querySelectorAll('td:not(.menu-cell) > *, th > *')]
          .filter(each => each.getBoundingClientRect().right > menu + 1)
          .map(each => each.textContent)
      })`,
    )
    assert.deepEqual(covered, [])
    const [inner, outer] = await page.evaluate<[number, number]>(
      "[document.querySelector('.table').scrollWidth, document.querySelector('.table').clientWidth]",
    )
    assert.ok(inner <= outer, `${inner} in ${outer}`)
  }
  await takeScreenshot(page, 'table-1280')
  await page.locator('h1').click()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByRole('heading', { name: 'Keys' }).waitFor()
  assert.deepEqual(await axeFindings(page), [])
  await takeScreenshot(page, 'keys')
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await becomes(() => page.evaluate<string>('document.activeElement.type'), 'search')
  await page.keyboard.type('c?')
  await becomes(() => page.getByRole('searchbox').inputValue(), 'c?')
  await page.locator('h1').click()
  await page.keyboard.press('c')
  await page.waitForURL(/events\/new$/)
  await close()
})

const latitudeIn = (box: Locator) => box.locator('[data-field=geo_lat] input')

test('all errors are shown at once: missing fields, both languages, and a venue created with the event', async () => {
  const { page, close } = await open('/admin/events/new', 'editor')
  await page.keyboard.type('Everything wrong')
  await unfold(page)
  await textIn(page, 'fr', 'website').fill('nope nope')
  // the window refuses what is wrong, and what was typed can be changed once it is closed
  await page.getByRole('combobox', { name: 'Venue', exact: true }).fill('Wrong mill')
  await page.getByRole('option', { name: /Wrong mill/ }).click()
  const box = page.getByRole('dialog')
  await latitudeIn(box).fill('999')
  await box.getByRole('button', { name: 'Add', exact: true }).click()
  await box.locator('[data-field=geo_lat] .wrong').waitFor()
  assert.deepEqual(await axeFindings(page), [])
  await takeScreenshot(page, 'new-venue-wrong')
  await latitudeIn(box).fill('45.75')
  await box.getByRole('button', { name: 'Add', exact: true }).click()
  await box.waitFor({ state: 'detached' })
  await press(page, 'Change Wrong mill')
  assert.equal(await latitudeIn(box).inputValue(), '45.75')
  await box.locator('[data-field=city] input').fill('Lyon')
  await box.getByRole('button', { name: 'Add', exact: true }).click()
  await box.waitFor({ state: 'detached' })
  assert.equal(await page.locator('[data-field=venue] .linked li').count(), 1)

  await press(page, 'Publish')
  const summary = page.locator('.problem[role=alert]')
  const savedTitle = async () =>
    (await summary.getByRole('link').allInnerTexts()).map(text => text.split(' is ')[0])
  await becomes(async () => (await savedTitle()).toSorted().join(), 'End,Start,Website (French)')
  await takeScreenshot(page, 'all-wrong')
  await close()
})

test('a venue is public unless one chooses otherwise, and its form offers countries in the language of the page', async () => {
  for (const [language, path, country, isPublic] of [
    ['en', '/admin/venues/new', 'Germany', 'Public'],
    ['fr', '/fr/admin/venues/new', 'Allemagne', 'Public'],
  ] as const) {
    const { page, faults, close } = await open(path, 'editor', { language })
    await page.getByRole('radio', { name: isPublic, exact: true, checked: true }).waitFor()
    const offered = () =>
      page.evaluate<string[]>(
        `[...document.querySelector('[data-field=country] input').list?.options ?? []].map(each => each.value)`,
      )
    await becomes(async () => (await offered()).includes(country), true)
    const count = (await offered()).length
    assert.ok(count > 200 && count < 300, `${count} countries`)
    assert.deepEqual(await axeFindings(page), [])
    assert.deepEqual(faults, [])
    await close()
  }
})
