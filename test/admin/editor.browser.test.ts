import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { signIn } from '../support/admin.ts'
import { becomes, matches } from '../support/becomes.ts'
import { axeFindings, painted, takeScreenshot, widthOf } from '../support/browser.ts'
import {
  buttonsStay,
  input,
  momentOf,
  nothingCovered,
  press,
  savedId,
  shareEditor,
  textIn,
  unfold,
  untilSaved,
} from '../support/editor.ts'
import { startScreens } from '../support/shared-browser.ts'
import { storedEvent } from '../support/stored-event.ts'

const world = await startScreens({
  clock: '2026-06-15T12:00:00Z',
  timezone: 'Europe/Paris',
  mapSource: 'openstreetmap',
  customFields: 'dress_code text Dress code | Tenue\nlevel choice Level | Niveau: Beginner, Expert',
})
const { service, browser } = world
// before any test: a list of venues that was read is kept for a while
for (const venue of ['Mill of the north', 'Mill of the south'])
  await service.send('POST', '/venues', { as: 'editor', body: { venue } })
after(world.close)
const english = await shareEditor(world)
const { page } = english

const read = async (id: number | string) =>
  (await service.send('GET', `/events/${id}`, { as: 'editor', query: { context: 'edit' } })).body
const focused = (page: Page) =>
  page.evaluate<string>(
    "document.activeElement.closest('[data-field]')?.dataset.field ?? document.activeElement.localName",
  )

/** Nothing went wrong since the last test, but what a test expects. */
function isFaultless(expected = /^$/) {
  const faults = english.faults.splice(0).filter(fault => !expected.test(fault))
  assert.deepEqual(faults, [])
}

const tiles = 'https://tile.openstreetmap.org'

/** A new venue is written in its window, where the map has streets once an editor wants them. */
async function addVenue() {
  let requests = 0
  await page.route(`${tiles}/**`, route => {
    requests++
    const body = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    return route.fulfill({ contentType: 'image/svg+xml', body })
  })
  // the list opens by a click; the page has scrolled by then, which would close it again
  const venue = page.getByRole('combobox', { name: 'Venue' })
  await venue.click()
  await venue.fill('Old mill')
  await page.getByRole('option', { name: 'Old mill' }).click()
  const window = page.getByRole('dialog')
  await window.getByLabel('Name (French)').fill('Vieux moulin')
  await window.getByLabel('City').fill('Lyon')
  const latitude = input(page, 'geo_lat')
  await latitude.fill('999')
  await input(page, 'geo_lng').fill('4.83')
  await window.getByText('The map comes from tile.openstreetmap.org').waitFor()
  assert.equal(requests, 0)
  // the window refuses what is wrong, and what was typed can be changed once it is closed
  await window.getByRole('button', { name: 'Add', exact: true }).click()
  await window.locator('[data-field=geo_lat] .wrong').waitFor()
  await latitude.fill('45.76')
  await window.getByRole('button', { name: 'Show the map' }).click()
  await page.locator('.pin svg').waitFor()
  await becomes(() => requests > 0, true)
  const source = window.getByRole('link', { name: '© OpenStreetMap' })
  await becomes(() => source.getAttribute('href'), 'https://www.openstreetmap.org/copyright')
  assert.deepEqual(await axeFindings(page), [])
  await takeScreenshot(page, 'new-venue')
  await window.getByRole('button', { name: 'Add', exact: true }).click()
  await window.waitFor({ state: 'detached' })
  await press(page, 'Change Old mill')
  assert.equal(await latitude.inputValue(), '45.76')
  // the browser remembers that the map may be shown
  await page.getByRole('application').waitFor()
  await window.getByRole('button', { name: 'Add', exact: true }).click()
  await window.waitFor({ state: 'detached' })
  assert.equal(await page.locator('[data-field=venue] .linked li').count(), 1)
}

let written = 0

test('an event is written in two languages, with a new venue, a category and a tag', async () => {
  await english.open('/events/new')
  await becomes(() => page.evaluate<string>('document.activeElement.lang'), 'en')
  assert.equal(await page.getByRole('button', { name: /^Delete/ }).count(), 0)
  await page.keyboard.type('Night of jazz')
  await textIn(page, 'fr', 'title').fill('Nuit du jazz')
  await input(page, 'start_date').fill('2027-05-10T20:00')
  await becomes(() => momentOf(page, 'end_date'), '2027-05-10T21:00')
  await page.getByText('Your time (UTC): 10 May 2027, 6 pm').waitFor()
  await input(page, 'end_date').fill('2027-05-10T22:00')
  await input(page, 'cost').fill('0')
  await page.getByText('Shown as: Free / Gratuit').waitFor()
  await page.getByRole('textbox', { name: 'Description (English)' }).fill('All night long.')
  await press(page, 'Description (French) – Copy from English')
  await page.getByLabel('Dress code (English)').fill('Black tie')
  await page.getByLabel('Dress code (French)').fill('Tenue de soirée')
  await page.getByRole('button', { name: 'Level' }).click()
  await page.getByRole('option', { name: 'Expert' }).click()
  await addVenue()
  const terms = page.locator('.is-classification')
  await terms.getByLabel('New category').fill('Concerts')
  await terms.getByLabel('New category').press('Enter')
  await terms.getByLabel('Tags').last().fill('jazz')
  await terms.getByLabel('Tags').last().press('Enter')
  await buttonsStay(page, ['Publish', 'Save draft'])
  await press(page, 'Publish')
  written = await savedId(page)
  assert.equal(await page.locator('.toast').count(), 1, 'one message for one act')
  for (const name of ['View the page (English)', 'View the page (French)'])
    await page.getByRole('link', { name }).waitFor()
  const body = await read(written)
  const { en, fr } = body.editing.texts
  assert.deepEqual([body.status, en.title, fr.title], ['publish', 'Night of jazz', 'Nuit du jazz'])
  assert.deepEqual([en.description, fr.description], Array(2).fill('<p>All night long.</p>'))
  assert.deepEqual([body.venue.city, body.venue.geo_lat], ['Lyon', 45.76])
  assert.equal(body.venue.translations.fr.venue, 'Vieux moulin')
  assert.deepEqual([body.categories[0].name, body.tags[0].name], ['Concerts', 'jazz'])
  assert.deepEqual([body.start_date, body.end_date], ['2027-05-10 20:00:00', '2027-05-10 22:00:00'])
  assert.deepEqual(JSON.parse(body.editing.facts.custom_fields), {
    dress_code: { en: 'Black tie', fr: 'Tenue de soirée' },
    level: 'expert',
  })
  isFaultless(RegExp(`^request to ${tiles}`))
})

test('when another user has changed it, both versions stand side by side, and older texts are marked', async () => {
  service.clock.advance(3600)
  await textIn(page, 'en', 'title').fill('My night')
  await service.send('PATCH', `/events/${written}`, {
    as: 'administrator',
    body: { title: 'Their night', cost: '5' },
  })
  await press(page, 'Update')
  const window = page.getByRole('dialog')
  await window.getByText('Their night').waitFor()
  await window.getByRole('heading', { name: /^administrator changed this \(/ }).waitFor()
  assert.deepEqual(await axeFindings(page), [])
  await takeScreenshot(page, 'editor-conflict')
  // who closes the window has nothing to correct, but to choose
  await press(page, 'Cancel')
  await page.getByText('someone else changed this in the meantime. Save again.').waitFor()
  await press(page, 'Update')
  await press(page, 'Continue')
  await press(page, 'Update')
  await untilSaved(page)
  const body = await read(written)
  assert.deepEqual([body.title, body.editing.facts.cost], ['My night', '5'])

  const older = page.locator('.text[data-language=fr]').getByText('older than English')
  await older.waitFor()
  assert.equal(await page.locator('.text').getByText('older than').count(), 1)
  const sent = page.waitForRequest(request => request.method() === 'PATCH')
  await textIn(page, 'fr', 'title').fill('Ma nuit')
  await older.waitFor({ state: 'detached' })
  await press(page, 'Update')
  // only what was changed, so that the rest stays as others write it
  const { translations, ...rest } = (await sent).postDataJSON()
  assert.deepEqual([translations, rest], [{ fr: { title: 'Ma nuit' } }, {}])
  await untilSaved(page)
  isFaultless(/412/)
})

test('to the trash and back by the message; a copy is not saved yet', async () => {
  await english.open(`/events/${written}`)
  await press(page, 'Move to the trash')
  await press(page, 'Undo')
  await page.locator('form.editor').waitFor()
  assert.equal((await read(written)).status, 'publish')
  await press(page, 'Duplicate')
  await page.waitForURL(/events\/new$/)
  await becomes(() => textIn(page, 'fr', 'title').inputValue(), 'Ma nuit')
  assert.equal(await input(page, 'date').inputValue(), '')
  isFaultless()
})

test('all errors are shown at once, each next to its input, and the first has the focus', async () => {
  await english.open('/events/new')
  const title = textIn(page, 'en', 'title')
  const tickets = textIn(page, 'en', 'registration_url')
  await title.fill('x'.repeat(120))
  await page.getByText('120 of 1000 characters.').waitFor()
  await tickets.fill('no url')
  assert.equal(await page.getByText(/is not a web URL/).count(), 0)
  // a field says what is wrong with it once it is left
  await title.focus()
  await page.getByText(/^Tickets and registration \(English\) is not a web URL/).waitFor()
  await becomes(() => tickets.getAttribute('aria-invalid'), 'true')
  await tickets.fill('example.org/tickets')
  await title.focus()
  await becomes(() => tickets.inputValue(), 'https://example.org/tickets')
  await becomes(() => tickets.getAttribute('aria-invalid'), null)
  await unfold(page)
  await textIn(page, 'fr', 'website').fill('no url')
  await press(page, 'Publish')
  const summary = page.locator('.problem[role=alert]')
  await summary.getByText('3 errors; nothing was saved.', { exact: true }).waitFor()
  const named = (await summary.getByRole('link').allInnerTexts()).map(text => text.split(' is ')[0])
  assert.deepEqual(named.toSorted(), ['End', 'Start', 'Website (French)'])
  const wrong = page.locator('.text[data-language=fr] [data-field=website] .wrong')
  await matches(() => wrong.innerText(), /^Website \(French\) is not a URL/)
  await becomes(() => focused(page), 'start_date')
  await summary.getByRole('link', { name: /^Website/ }).click()
  await becomes(() => page.evaluate<string>("document.activeElement.getAttribute('lang')"), 'fr')
  // an end before the start is reported at once, and so is an hour that does not exist
  await input(page, 'start_date').fill('2027-03-28T02:30')
  await input(page, 'end_date').fill('2027-03-28T01:00')
  await page.getByText('An event cannot end before it starts.').first().waitFor()
  await input(page, 'end_date').fill('2027-03-28T05:00')
  await page
    .getByText('There is no 02:30 on that day: the clocks go forward. It will be 03:30.')
    .waitFor()
  isFaultless(/ 400 /)
})

test('a list closes after a choice, stays open as its input scrolls into view, and moves along with it', async () => {
  await english.open('/events/new')
  const [venue, list] = [
    page.getByRole('combobox', { name: 'Venue', exact: true }),
    page.getByRole('listbox'),
  ]
  const first = page.getByRole('option', { name: 'Mill of the north' })
  await page.setViewportSize({ width: 1280, height: 300 })
  // for half a second after a window was resized, an open list closes on no scroll: it must open afterwards
  await painted(page)
  // scrolls of a script are reported in the next frame, after the click
  await page.evaluate(`{
    const venue = document.querySelector('[data-field=venue] input')
    venue.scrollIntoView()
    venue.focus()
    venue.click()
  }`)
  await first.waitFor()
  await painted(page)
  assert.equal(await list.count(), 1)
  // what loads meanwhile may move the input, which is then further from the top
  await page.evaluate(
    "scrollBy(0, document.querySelector('[data-field=venue] input').getBoundingClientRect().bottom)",
  )
  await list.waitFor({ state: 'detached' })

  await page.setViewportSize({ width: 1280, height: 500 })
  // what loads later above the input would move it out of view
  await page.waitForLoadState('networkidle')
  await page.evaluate(
    "document.querySelector('[data-field=venue] input').scrollIntoView({ block: 'center' })",
  )
  await venue.click()
  await first.waitFor()
  await painted(page)
  const distance = async () =>
    Number((await list.boundingBox())?.y) - Number((await venue.boundingBox())?.y)
  const before = await distance()
  for (const by of [40, -80]) {
    await page.evaluate(`scrollBy(0, ${by})`)
    await painted(page)
    assert.equal(await distance(), before)
  }
  await first.click()
  await list.waitFor({ state: 'detached' })
  await becomes(() => focused(page), 'venue')
  // the next click is not lost
  await page.setViewportSize({ width: 1280, height: 900 })
  await input(page, 'cost').click()
  await becomes(() => focused(page), 'cost')
  // another is found as before; a click at the edge of the window would scroll, which closes the list
  await page.evaluate(
    "document.querySelector('[data-field=venue] input').scrollIntoView({ block: 'center' })",
  )
  await page.getByRole('combobox', { name: 'Add a venue' }).pressSequentially('south')
  await page.getByRole('option', { name: 'Mill of the south' }).click()
  await list.waitFor({ state: 'detached' })
  await becomes(() => page.locator('[data-field=venue] .linked li').count(), 2)
  // what opens a list is not called twice what its input is called
  const names = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.pick button')].map(each => each.getAttribute('aria-label'))",
  )
  assert.ok(names.length > 2 && names.every(name => name === 'Show the choices'), names.join())
  isFaultless()
})

test('Ctrl+Enter publishes from any input, and keys list themselves, search and add', async () => {
  const title = 'A rather long title of an evening of chamber music'
  const dates = { start_date: '2041-06-01 10:00', end_date: '2041-06-01 12:00' }
  await storedEvent(service, { title, ...dates })
  await english.open('/events/new')
  await page.keyboard.type('By keys')
  await input(page, 'start_date').fill('2027-05-10T20:00')
  await page.locator('.text[data-language=en] [data-field=description] .tiptap').click()
  await page.keyboard.type('Words')
  await page.keyboard.press('Control+Enter')
  const { status, description } = await read(await savedId(page))
  assert.deepEqual([status, description], ['publish', '<p>Words</p>'])
  await press(page, 'Add another')
  await page.waitForURL(/events\/new$/)
  await becomes(() => textIn(page, 'en', 'title').inputValue(), '')
  await press(page, 'Keys')
  const list = page.getByRole('dialog')
  await list.getByText('Ctrl + Enter').waitFor()
  assert.deepEqual(await axeFindings(page, { within: '[role=dialog]' }), [])
  // a window over the form: the form is left alone
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  assert.equal(await page.locator('.problem[role=alert]').count(), 0)
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.waitForURL(/\/admin\/events$/)
  await page.getByText(title).first().waitFor()
  await nothingCovered(page)
  await page.locator('h1').click()
  await page.keyboard.press('?')
  await list.getByText('Ctrl + Enter').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await becomes(() => page.evaluate<string>('document.activeElement.type'), 'search')
  await page.keyboard.type('c?')
  await becomes(() => page.getByRole('searchbox').inputValue(), 'c?')
  await page.locator('h1').click()
  await page.keyboard.press('c')
  await page.waitForURL(/events\/new$/)
  isFaultless()
  await english.close()
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

test('by keyboard alone, in French and dark, on a phone: errors, words for dates, and a proposal', async () => {
  const { page, faults, open, close } = await shareEditor(world, {
    login: 'contributor',
    language: 'fr',
    dark: true,
    width: 360,
    height: 740,
  })
  await open('/events/new')
  await becomes(() => page.evaluate<string>('document.activeElement.lang'), 'fr')
  await buttonsStay(page, ['Soumettre à relecture', 'Enregistrer le brouillon'])
  await page.keyboard.press('Control+Enter')
  const box = page.getByRole('alert')
  await box.getByText('3 erreurs\u202f; rien n’a été enregistré.', { exact: true }).waitFor()
  assert.deepEqual((await box.getByRole('link').allInnerTexts()).toSorted(), [
    'Le champ «\u00a0Début\u00a0» est obligatoire.',
    'Le champ «\u00a0Fin\u00a0» est obligatoire.',
    'Le champ «\u00a0Titre (français)\u00a0» est obligatoire.',
  ])
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
  const first = input(page, 'start_date')
  const second = input(page, 'end_date')
  await first.fill('fête')
  await second.focus()
  const refused = page.getByText(
    'Ce n’est pas une date avec son heure. Par exemple\u00a0: sam. 20h.',
    { exact: true },
  )
  await refused.waitFor()
  assert.deepEqual(await axeFindings(page), [])
  await takeScreenshot(page, 'editor-phone-dark')
  await first.fill('sam. 12 juin 2027 20h')
  await becomes(() => momentOf(page, 'start_date'), '2027-06-12T20:00')
  await second.fill('+2h')
  assert.equal(await first.inputValue(), 'sam. 12 juin 2027, 20\u00a0h')
  await becomes(() => momentOf(page, 'end_date'), '2027-06-12T22:00')
  assert.equal(await refused.count(), 0)
  await page.keyboard.press('Control+Enter')
  const body = await read(await savedId(page))
  assert.deepEqual([body.status, body.editing.main_language], ['pending', 'fr'])
  assert.deepEqual(
    faults.filter(fault => !/ 400 /.test(fault)),
    [],
  )
  await close()
})
