import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { messages } from '../../src/admin/screens/records/messages.ts'
import { password, startAdmin } from '../support/admin.ts'
import { becomes, matches } from '../support/becomes.ts'
import { axeFindings, takeScreenshot, widthOf } from '../support/browser.ts'
import { type Person, sitDown } from '../support/person.ts'
import type { Service } from '../support/service.ts'
import { shareBrowser } from '../support/shared-browser.ts'
import { treeTests } from './category-tree.ts'

let browser: Browser
let service: Service
let music: number
/** An administrator in English and an editor in French, who stay from test to test. */
let en: Person
let fr: Person
/** More than fit in a batch, and on two pages. */
const count = 60

before(async () => {
  // lists begin today: the events of this test are ahead, whenever it runs
  service = await startAdmin({ clock: '2026-12-15T12:00:00Z' })
  browser = await shareBrowser()
  music = await create('/categories', { name: 'Music' })
  await create('/categories', { name: 'Jazz', parent: music })
  for (let at = 0; at < count; at++) {
    const day = `2027-01-${String(1 + (at % 28)).padStart(2, '0')}`
    await create('/events', {
      title: `Concert ${at + 1}`,
      timezone: 'UTC',
      start_date: `${day} 20:00`,
      end_date: `${day} 22:00`,
      ...(at === 0 && { translations: { fr: { title: 'Le premier concert' } } }),
    })
  }
  en = await sitDown(browser, service.address)
  fr = await sitDown(browser, service.address, { language: 'fr' })
  await en.signIn('administrator', password, '/events')
  await fr.signIn('editor', password, '/venues')
})
after(async () => {
  await browser?.close()
  await service?.close()
})

const create = async (path: string, body: object) =>
  (await service.send('POST', path, { as: 'administrator', body })).body.id as number
/** Loads a screen: what another test has read is not known to it. */
async function open(person: Person, path: string) {
  await person.go(path)
  await person.settled()
  return person.page
}
/** Nothing went wrong in a browser since this was last asked. */
const isFaultless = (person: Person) => assert.deepEqual(person.faults.splice(0), [])
const row = ({ page }: Person, name: string) =>
  page.locator('tbody tr', { has: page.getByRole('link', { name, exact: true }) })
const act = async ({ page }: Person, name: string, what: string) => {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: what }).click()
}
const pick = async (page: Page, label: string, choice: string) => {
  const field = page.getByRole('dialog').locator('.choose', { hasText: label }).first()
  await field.getByRole('button').click()
  await page.getByRole('option', { name: choice, exact: true }).click()
}
const listed = async (query: Record<string, string | number>) =>
  (
    await service.send('GET', '/events', {
      as: 'administrator',
      query: { start_date: '2027-01-01', per_page: 50, ...query },
    })
  ).body
const eventOf = async (title: string) =>
  (await listed({ search: `"${title}"`, status: 'any' })).events.find(
    (event: { title: string }) => event.title === title,
  )
const statusOf = async (title: string): Promise<string | undefined> =>
  (await eventOf(title))?.status

describe('tables, in a browser', { timeout: 280_000 }, () => {
  test('the events of all pages get a category and lose it again in 6 clicks, and without the tab', async () => {
    const page = await open(en, '/events')
    const inCategory = async () => Number((await listed({ categories: music })).total ?? 0)
    await becomes(() => page.locator('tbody tr').count(), 20)
    await page.evaluate(
      'globalThis.clicks = 0; addEventListener("pointerdown", () => clicks++, true)',
    )
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await page.getByRole('button', { name: `Select all ${count}` }).click()
    await page.getByText(`${count} selected`).waitFor()
    await page.getByRole('button', { name: 'Change…' }).click()
    await page.getByRole('option', { name: 'Music' }).click()
    await takeScreenshot(page, 'bulk-change-1280')
    await page.getByRole('button', { name: `Change ${count}` }).click()
    await page.getByText(`${count} changed.`).waitFor()
    assert.equal(await inCategory(), count)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(`${count} restored.`).waitFor()
    assert.equal(await inCategory(), 0)
    assert.equal(Number(await page.evaluate('clicks')), 6)
    isFaultless(en)

    // the page is left as soon as the change is sent
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await page.getByRole('button', { name: `Select all ${count}` }).click()
    await page.getByRole('button', { name: 'Change…' }).click()
    await page.getByRole('option', { name: 'Music' }).click()
    const sent = page.waitForRequest(/admin\/api\/bulk$/)
    await page.getByRole('button', { name: `Change ${count}` }).click()
    await sent
    await page.goto('about:blank')
    await becomes(inCategory, count)
    const french = await open(fr, '/activity')
    await french.getByText(`a modifié ${count} fiches`).first().waitFor()
    await open(en, '/activity')
    await takeScreenshot(page, 'activity-bulk')
    await page.getByRole('button', { name: 'Undo' }).click()
    // the entry of the change before says that it was undone, too
    await becomes(inCategory, 0)
    await becomes(() => page.getByText(`restored ${count} records · undone`).count(), 2)
    en.faults.splice(0)
  })

  test('a selection stays over pages, its bar stays in view, and what was edited since is named', async () => {
    const page = await open(en, '/events')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('link', { name: 'Next page' }).click()
    await page.waitForURL(/page=2/)
    await becomes(() => page.locator('tbody tr[data-chosen]').count(), 0)
    await page.locator('tbody tr').nth(14).getByRole('checkbox').check()
    await page.getByText('21 selected').waitFor()
    await page.mouse.wheel(0, 700)
    const box = await page.getByRole('toolbar').boundingBox()
    assert.ok(box && box.y >= 0 && box.y < 80, JSON.stringify(box))
    await takeScreenshot(page, 'bulk-sticky-1280')
    await page.getByRole('button', { name: 'Change…' }).click()
    await page.getByLabel('What to change').selectOption('move:start_date')
    await page.getByLabel('By', { exact: true }).fill('1')
    await page.getByLabel('Unit').selectOption('weeks')
    await page.getByRole('button', { name: 'Change 21' }).click()
    await page.getByText('21 changed.').waitFor()
    const first = await eventOf('Concert 1')
    assert.equal(first.start_date, '2027-01-08 20:00:00')
    await service.send('PATCH', `/events/${first.id}`, { as: 'editor', body: { cost: '9' } })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('20 done, 1 refused:').waitFor()
    await page.getByText('Concert 1 – It has changed since and was left alone.').waitFor()
    isFaultless(en)
  })

  test('every column is sorted by, as many rows as chosen stand on a page, and nothing is cut from 360 to 1920', async () => {
    const page = await open(en, '/events?when=all')
    await page.getByRole('button', { name: 'Sort by Title' }).click()
    await page.waitForURL(/sort=title/)
    await becomes(() => page.locator('tbody tr .title').nth(1).innerText(), 'Concert 10')
    await page.getByRole('button', { name: 'Sort by Title' }).click()
    await becomes(() => page.locator('tbody tr .title').first().innerText(), 'Concert 9')
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const name of ['Image', 'Changed', 'Languages'])
      await page.getByLabel(name, { exact: true }).check()
    await page.getByRole('button', { name: /Rows per page/ }).click()
    await page.getByRole('option', { name: '50', exact: true }).click()
    await page.keyboard.press('Escape')
    await becomes(() => page.locator('tbody tr').count(), 50)
    for (const width of [360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      assert.equal(await widthOf(page), width)
      const cut = await page.locator('.standing').evaluateAll(
        all =>
          all.filter(each => {
            const menu = each.closest('tr')?.querySelector('.menu-cell')?.getBoundingClientRect()
            const own = each.getBoundingClientRect()
            const isBeside = menu && menu.top < own.bottom && menu.bottom > own.top
            return isBeside && own.right > menu.left + 1
          }).length,
      )
      assert.equal(cut, 0, `statuses cut at ${width}`)
      if (width >= 1280) await takeScreenshot(page, `table-all-columns-${width}`)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: /Rows per page/ }).click()
    await page.getByRole('option', { name: '20', exact: true }).click()
    await page.keyboard.press('Escape')
    await becomes(() => page.locator('tbody tr').count(), 20)
    assert.deepEqual(await axeFindings(page), [])
    isFaultless(en)
  })

  test('events are looked for, chosen, put into the trash and brought back', async () => {
    const page = await open(en, '/events')
    await page.getByRole('link', { name: /^All 60$/ }).waitFor()
    await matches(() => row(en, 'Concert 1').innerText(), /Le premier concert/)
    await matches(() => row(en, 'Concert 2').innerText(), /No French text/)
    await page.getByRole('link', { name: 'Next page' }).click()
    await row(en, 'Concert 9').waitFor()
    await page.waitForURL(/\?page=2$/)

    // the search stands in the address, and “back” leaves it
    await page.getByRole('searchbox').fill('concert 7')
    await row(en, 'Concert 7').waitFor()
    await page.waitForURL(/search=concert\+7/)
    await page.getByRole('searchbox').fill('')
    await row(en, 'Concert 1').waitFor()

    await page.getByRole('checkbox', { name: 'Select Concert 3', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Select Concert 4', exact: true }).check()
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('2 moved to the trash.').waitFor()
    await page.getByRole('link', { name: /^Trash 2$/ }).waitFor()
    assert.equal(await statusOf('Concert 3'), undefined)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 restored.').waitFor()
    assert.equal(await statusOf('Concert 3'), 'publish')

    await act(en, 'Concert 5', 'Move to trash')
    await page.getByRole('link', { name: /^Trash 1$/ }).click()
    await act(en, 'Concert 5', 'Delete permanently')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText('The trash is empty.').waitFor()
    isFaultless(en)
  })

  test('a quick edit, a duplicate and a category for several', async () => {
    await create('/venues', { venue: 'Quick hall' })
    await create('/categories', { name: 'Rock' })
    const page = await open(en, '/events')
    await act(en, 'Concert 6', 'Quick edit')
    await page.locator('input[name=title]').fill('Recital')
    await page.getByLabel('Title (French)').fill('Récital')
    await page.getByRole('dialog').getByRole('combobox', { name: 'Venue' }).fill('quick')
    await page.getByRole('option', { name: 'Quick hall' }).click()
    await page.getByRole('dialog').locator('.check', { hasText: 'Rock' }).click()
    await takeScreenshot(page, 'quick-edit')
    assert.deepEqual(await axeFindings(page), [])
    await pick(page, 'Status', 'Draft')
    await page.getByRole('button', { name: 'Save' }).click()
    await row(en, 'Recital').waitFor()
    const [quick] = (await listed({ search: 'Recital', status: 'draft', context: 'edit' })).events
    assert.deepEqual(
      [quick.editing.texts.fr.title, quick.venue.venue, quick.categories[0].name],
      ['Récital', 'Quick hall', 'Rock'],
    )

    await act(en, 'Concert 2', 'Cancelled or postponed')
    await pick(page, 'Event status', 'Cancelled')
    await page.getByLabel('Reason (English)').fill('The singer is ill.')
    await page.getByLabel('Reason (French)').fill('La chanteuse est souffrante.')
    assert.equal(await page.locator('input[name=title]').count(), 0)
    assert.deepEqual(await axeFindings(page), [])
    await takeScreenshot(page, 'called-off')
    await page.getByRole('button', { name: 'Save' }).click()
    await row(en, 'Concert 2').getByText('Cancelled').waitFor()
    const { id } = await eventOf('Concert 2')
    const reasonIn = async (language: string) =>
      (await service.send('GET', `/events/${id}`, { query: { ml_language: language } })).body
        .event_status_reason
    assert.deepEqual(
      [await reasonIn('en'), await reasonIn('fr')],
      ['The singer is ill.', 'La chanteuse est souffrante.'],
    )

    await page.getByRole('link', { name: /^Drafts 1$/ }).click()
    await row(en, 'Concert 7').waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Change…' }).click()
    await page.getByRole('combobox', { name: 'Categories' }).last().fill('jaz')
    await page.getByRole('option', { name: 'Jazz' }).click()
    await page.getByRole('button', { name: 'Change 1', exact: true }).click()
    await row(en, 'Recital').getByText('Jazz').waitFor()

    await page.getByRole('link', { name: /^All \d/ }).click()
    await act(en, 'Concert 1', 'Duplicate')
    await page.waitForURL(/\/events\/new$/)
    await becomes(() => page.getByLabel('Title (French)').inputValue(), 'Le premier concert')
    isFaultless(en)
  })

  test('a quick edit does not undo the change of another user that the table has read meanwhile', async () => {
    const page = await open(en, '/events')
    await act(en, 'Concert 34', 'Move to trash')
    await page.getByText('1 moved to the trash.').waitFor()
    await act(en, 'Concert 33', 'Quick edit')
    const title = page.locator('input[name=title]')
    await title.fill('Night 33')
    const { id } = await eventOf('Concert 33')
    const changed = { as: 'editor', body: { status: 'draft' } }
    assert.equal((await service.send('PATCH', `/events/${id}`, changed)).status, 200)
    const read = page.waitForResponse(new RegExp(`/events/${id}\\b`))
    await page.getByRole('button', { name: 'Undo' }).click()
    await (await read).finished()
    await page.getByText('1 restored.').waitFor()
    assert.equal(await title.inputValue(), 'Night 33')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    assert.equal(await title.inputValue(), 'Night 33')
    assert.equal(await statusOf('Concert 33'), 'draft')
    // the refusal stands in the console too
    en.faults.length = 0
  })

  test('the keyboard alone reaches a row, its menu and its window', async () => {
    const page = await open(en, '/events')
    await page.getByRole('button', { name: 'Actions for Concert 8', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('input[name=title]').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    isFaultless(en)
  })

  test('two venues are compared and become one, which has the events of both (fr)', async () => {
    const hall = await create('/venues', { venue: 'Hall', city: 'Lyon' })
    const twin = await create('/venues', {
      venue: 'The Hall',
      description: 'Stairs.',
      city: 'Lyon',
      translations: { fr: { venue: 'La salle' } },
    })
    const when = { start_date: '2027-02-01 20:00', end_date: '2027-02-01 22:00' }
    const event = await create('/events', { title: 'At the twin', ...when, venue: twin })
    await fr.page.setViewportSize({ width: 360, height: 900 })
    const page = await open(fr, '/venues')
    const select = (name: string) =>
      page.getByRole('checkbox', { name: fr.said(messages.select, { name }), exact: true }).check()
    await select('Hall')
    await select('La salle')
    await fr.press(messages.merge)
    const dialog = fr.window()
    await dialog.getByRole('rowheader', { name: 'Ville' }).waitFor()
    await dialog
      .getByRole('row', { name: /^Évènements/ })
      .getByText('1', { exact: true })
      .waitFor()
    await dialog.getByRole('radio', { name: fr.said(messages.keep, { name: 'Hall' }) }).check()
    await takeScreenshot(page, 'merge-360')
    assert.deepEqual(await axeFindings(page), [])
    assert.equal(await widthOf(page), 360)
    await fr.press(messages.doMerge, dialog)
    await fr.reads(messages.merged, { count: 2, changed: 1 })
    await becomes(() => page.locator('tbody tr', { hasText: 'La salle' }).count(), 1)
    const { body } = await service.send('GET', `/events/${event}`)
    assert.deepEqual([body.venue.id, body.venue.venue], [hall, 'Hall'])
    const said = fr.said(messages.merged, { count: 2, changed: 1 })
    await fr.press(messages.undo, page.locator('.toast', { hasText: said }))
    const venueOf = async () => (await service.send('GET', `/events/${event}`)).body.venue.id
    await becomes(venueOf, twin)
    await becomes(async () => (await service.send('GET', `/venues/${twin}`)).status, 200)
    // the list as it is now: the old one may still be there, without the event of the venue
    await open(fr, '/venues')
    await page.getByRole('button', { name: 'Actions pour La salle', exact: true }).click()
    await page.getByRole('menuitem', { name: fr.said(messages.toTrash) }).click()
    await page.getByText(fr.said(messages.usedBy, { count: 1 })).waitFor()
    await fr.page.setViewportSize({ width: 1280, height: 900 })
    isFaultless(fr)
  })

  test('a view is saved under a name, shared, gone to and deleted (fr)', async () => {
    const page = await open(fr, '/events?missing=fr&sort=title')
    await fr.press(messages.views)
    await fr.reads(messages.noViews)
    await page.getByLabel(fr.said(messages.viewName)).fill('Sans français')
    await page.getByLabel(fr.said(messages.share)).check()
    await fr.press(messages.saveView)
    const link = page.getByRole('link', { name: 'Sans français' })
    await link.waitFor()
    await fr.reads(messages.shared)
    await takeScreenshot(page, 'saved-views-1280')
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'detached' })
    await fr.goWithin('/events')
    await fr.press(messages.views)
    await link.click()
    await page.waitForURL(/missing=fr&sort=title/)
    await fr.press(messages.views)
    await page
      .getByRole('button', { name: fr.said(messages.deleteView, { name: 'Sans français' }) })
      .click()
    await fr.reads(messages.noViews)
    isFaultless(fr)
  })
})

describe('the tree of categories, in a browser', { timeout: 120_000 }, () =>
  treeTests(() => ({ service, en, fr })),
)
