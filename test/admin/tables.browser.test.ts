import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { signIn, startAdmin } from '../support/admin.ts'
import { becomes, matches } from '../support/becomes.ts'
import { axeFindings, look, openBrowser, takeScreenshot, widthOf } from '../support/browser.ts'
import { sitDown } from '../support/person.ts'
import type { Service } from '../support/service.ts'

let browser: Browser
let service: Service

before(async () => {
  // lists begin today: the events of this test are ahead, whenever it runs
  service = await startAdmin({ clock: '2026-12-15T12:00:00Z' })
  browser = await openBrowser()
  const create = async (path: string, body: object) =>
    (await service.send('POST', path, { as: 'administrator', body })).body.id as number
  const music = await create('/categories', { name: 'Music' })
  await create('/categories', { name: 'Jazz', parent: music })
  for (let day = 1; day <= 24; day++)
    await create('/events', {
      title: `Concert ${day}`,
      timezone: 'UTC',
      start_date: `2027-01-${String(day).padStart(2, '0')} 20:00`,
      end_date: `2027-01-${String(day).padStart(2, '0')} 22:00`,
      ...(day === 1 && { translations: { fr: { title: 'Le premier concert' } } }),
    })
})
after(async () => {
  await browser?.close()
  await service?.close()
})

const row = (page: Page, name: string) =>
  page.locator('tbody tr', { has: page.getByRole('link', { name, exact: true }) })
const act = async (page: Page, name: string, what: string) => {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: what }).click()
}
const statusOf = async (title: string) => {
  const query = { status: 'any', start_date: '2027-01-01', per_page: 50 }
  const live = await service.send('GET', '/events', { as: 'administrator', query })
  const match = live.body.events.find((event: { title: string }) => event.title === title)
  return match?.status as string | undefined
}

describe('tables, in a browser', { timeout: 280_000 }, () => {
  test('events are looked for, chosen, published, put into the trash and brought back', async () => {
    const { page, faults, close } = await look(browser, service.address)
    await signIn(page, service, 'administrator', { path: '/admin/events' })
    await page.getByRole('link', { name: /^All 24$/ }).waitFor()
    await becomes(() => page.locator('tbody tr').count(), 20)
    await matches(() => row(page, 'Concert 1').innerText(), /Le premier concert/)
    await matches(() => row(page, 'Concert 2').innerText(), /No French text/)
    await page.getByRole('link', { name: 'Next page' }).click()
    await row(page, 'Concert 24').waitFor()
    await page.waitForURL(/\?page=2$/)

    // the search stands in the address, and “back” leaves it
    await page.getByRole('searchbox').fill('concert 7')
    await row(page, 'Concert 7').waitFor()
    await page.waitForURL(/search=concert\+7/)
    await page.getByRole('searchbox').fill('')
    await row(page, 'Concert 1').waitFor()

    await page.getByRole('checkbox', { name: 'Select Concert 3', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Select Concert 4', exact: true }).check()
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('2 moved to the trash.').waitFor()
    await page.getByRole('link', { name: /^Trash 2$/ }).waitFor()
    assert.equal(await statusOf('Concert 3'), undefined)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 restored.').waitFor()
    assert.equal(await statusOf('Concert 3'), 'publish')

    await act(page, 'Concert 5', 'Move to trash')
    await page.getByRole('link', { name: /^Trash 1$/ }).click()
    await act(page, 'Concert 5', 'Delete permanently')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText('The trash is empty.').waitFor()
    assert.deepEqual(faults, [])
    await close()
  })

  test('a quick edit, a duplicate and a category for several', async () => {
    const { page, faults, close } = await look(browser, service.address)
    await signIn(page, service, 'administrator', { path: '/admin/events' })
    await service.send('POST', '/venues', { as: 'editor', body: { venue: 'Quick hall' } })
    await service.send('POST', '/categories', { as: 'editor', body: { name: 'Rock' } })
    await act(page, 'Concert 6', 'Quick edit')
    await page.locator('input[name=title]').fill('Recital')
    await page.getByLabel('Title (French)').fill('Récital')
    await page.getByRole('dialog').getByRole('combobox', { name: 'Venue' }).fill('quick')
    await page.getByRole('option', { name: 'Quick hall' }).click()
    await page.getByRole('dialog').locator('.check', { hasText: 'Rock' }).click()
    await takeScreenshot(page, 'quick-edit')
    assert.deepEqual(await axeFindings(page), [])
    await page.locator('select[name=status]').selectOption('draft')
    await page.getByRole('button', { name: 'Save' }).click()
    await row(page, 'Recital').waitFor()
    assert.equal(await statusOf('Recital'), 'draft')
    const listed = { as: 'editor', query: { search: 'Recital', status: 'draft', context: 'edit' } }
    const [quick] = (await service.send('GET', '/events', listed)).body.events
    assert.deepEqual(
      [quick.editing.texts.fr.title, quick.venue.venue, quick.categories[0].name],
      ['Récital', 'Quick hall', 'Rock'],
    )

    await page.getByRole('link', { name: /^Drafts 1$/ }).click()
    await row(page, 'Concert 7').waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Change …' }).click()
    await page.getByRole('combobox', { name: 'Categories' }).last().fill('jaz')
    await page.getByRole('option', { name: 'Jazz' }).click()
    await page.getByRole('button', { name: 'Change 1', exact: true }).click()
    await row(page, 'Recital').getByText('Jazz').waitFor()

    await page.getByRole('link', { name: /^All 2/ }).click()
    await act(page, 'Concert 1', 'Duplicate')
    await page.waitForURL(/\/events\/new$/)
    await becomes(() => page.getByLabel('Title (French)').inputValue(), 'Le premier concert')
    assert.deepEqual(faults, [])
    await close()
  })

  test('a quick edit does not undo the change of another user that the table has read meanwhile', async () => {
    const { page, close } = await look(browser, service.address)
    await signIn(page, service, 'administrator', { path: '/admin/events' })
    await act(page, 'Concert 13', 'Move to trash')
    await page.getByText('1 moved to the trash.').waitFor()
    await act(page, 'Concert 12', 'Quick edit')
    const title = page.locator('input[name=title]')
    await title.fill('Night 12')
    const query = { search: 'Concert 12', start_date: '2027-01-01' }
    const [{ id }] = (await service.send('GET', '/events', { as: 'editor', query })).body.events
    const changed = { as: 'editor', body: { status: 'draft' } }
    assert.equal((await service.send('PATCH', `/events/${id}`, changed)).status, 200)
    const read = page.waitForResponse(new RegExp(`/events/${id}\\b`))
    await page.getByRole('button', { name: 'Undo' }).click()
    await (await read).finished()
    await page.getByText('1 restored.').waitFor()
    assert.equal(await title.inputValue(), 'Night 12')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    assert.equal(await title.inputValue(), 'Night 12')
    assert.equal(await statusOf('Concert 12'), 'draft')
    await close()
  })

  test('two venues are compared and become one, which has the events of both', async () => {
    const create = async (path: string, body: object) =>
      (await service.send('POST', path, { as: 'administrator', body })).body.id as number
    const hall = await create('/venues', { venue: 'Hall', city: 'Lyon' })
    const twin = await create('/venues', {
      venue: 'The Hall',
      description: 'Stairs.',
      city: 'Lyon',
      translations: { fr: { venue: 'La salle' } },
    })
    const when = { start_date: '2027-02-01 20:00', end_date: '2027-02-01 22:00' }
    const event = await create('/events', { title: 'At the twin', ...when, venue: twin })
    const { page, faults, close } = await look(browser, service.address, { width: 360 })
    await signIn(page, service, 'editor', { path: '/admin/venues' })
    for (const name of ['Hall', 'The Hall'])
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
    await page.getByRole('button', { name: 'Merge …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('rowheader', { name: 'City' }).waitFor()
    await dialog.getByRole('radio', { name: 'Keep Hall' }).check()
    await takeScreenshot(page, 'merge-360')
    assert.deepEqual(await axeFindings(page), [])
    assert.equal(await widthOf(page), 360)
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByText('2 records are one now; 1 linked record was changed.').waitFor()
    await row(page, 'The Hall').waitFor({ state: 'detached' })
    const { body } = await service.send('GET', `/events/${event}`)
    assert.deepEqual([body.venue.id, body.venue.venue], [hall, 'Hall'])
    await row(page, 'Hall').getByText('La salle').waitFor()
    assert.deepEqual(faults, [])
    await close()
  })

  test('the keyboard alone reaches a row, its menu and its window', async () => {
    const { page, faults, close } = await look(browser, service.address)
    await signIn(page, service, 'editor', { path: '/admin/events' })
    await page.getByRole('button', { name: 'Actions for Concert 8', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('input[name=title]').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
    await close()
  })

  test('a subscriber sees what is out, and nothing to do with it', async () => {
    const { page, close } = await look(browser, service.address)
    await signIn(page, service, 'subscriber', { path: '/admin/events' })
    await row(page, 'Concert 8').waitFor()
    assert.equal(await page.getByRole('checkbox').count(), 0)
    assert.equal(await page.getByRole('link', { name: /^Add an event/ }).count(), 0)
    await close()
  })

  test('categories are moved by a choice, and back', async () => {
    const { page, faults, close } = await look(browser, service.address)
    await signIn(page, service, 'editor', { path: '/admin/categories' })
    await page.getByRole('row', { name: 'Jazz' }).getByRole('button', { name: 'Move' }).click()
    await page.getByRole('button', { name: /Parent category/ }).click()
    await page.getByRole('option', { name: 'None: at the top' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await page.getByText('“Jazz” was moved.').waitFor()
    const parents = async () =>
      (await service.send('GET', '/categories?hide_empty=0&search=jazz')).body.categories[0].parent
    assert.equal(await parents(), 0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('row', { name: 'Jazz', level: 2 }).waitFor()
    assert.deepEqual(faults, [])
    await close()
  })

  test('a month is seen on the calendar, its keys work, and an event opens there', async () => {
    const { page, faults, close } = await look(browser, service.address)
    await signIn(page, service, 'editor', { path: '/admin/calendar?view=month&date=2027-01-01' })
    await page.getByText('Concert 9').waitFor()
    await page.keyboard.press('w')
    await page.waitForURL(/view=week/)
    await page.keyboard.press('m')
    await page.waitForURL(/view=month/)
    await page.getByText('Concert 9').click()
    await page.locator('input[name=start_date]').fill('2027-01-28T19:00')
    await page.locator('input[name=end_date]').fill('2027-01-28T21:00')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1 changed.').waitFor()
    assert.deepEqual(faults, [])
    await close()
  })

  test('axe finds nothing, in the light and in the dark, and nothing is too wide', async () => {
    const person = await sitDown(browser, service.address, { language: 'fr' })
    const { page, faults, close } = person
    await signIn(page, service, 'administrator', { path: '/fr/admin/events' })
    for (const screen of ['events', 'venues', 'categories', 'tags', 'images']) {
      await person.goWithin(`/${screen}`)
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        await takeScreenshot(page, `table-${screen}-${width}`)
        assert.deepEqual(await axeFindings(page), [], `${screen} at ${width}`)
        assert.equal(await widthOf(page), width, screen)
        await page.emulateMedia({ colorScheme: 'dark' })
        assert.deepEqual(await axeFindings(page, { colors: true }), [], `${screen} in the dark`)
        await page.emulateMedia({ colorScheme: 'light' })
      }
    }
    assert.deepEqual(faults, [])
    await close()
  })
})
