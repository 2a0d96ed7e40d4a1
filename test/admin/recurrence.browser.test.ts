import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { becomes } from '../support/becomes.ts'
import { axeFindings, takeScreenshot, widthOf } from '../support/browser.ts'
import { input, press, shareEditor, textIn, untilSaved } from '../support/editor.ts'
import { startScreens } from '../support/shared-browser.ts'

const world = await startScreens({ timezone: 'Europe/Paris', weekStart: 'saturday' })
const { service } = world
after(world.close)
const english = await shareEditor(world)
const french = await shareEditor(world, { language: 'fr', width: 360 })
const { page } = english
afterEach(() => assert.deepEqual([english.faults.splice(0), french.faults.splice(0)], [[], []]))

const choose = async (page: Page, label: string, option: string) => {
  await page.locator('.recurrence .choose', { hasText: label }).getByRole('button').click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const day = (page: Page, name: string) =>
  page.locator('.dates').getByRole('option', { name, exact: true })
const stored = async (page: Page) => {
  const id = page.url().split('/').at(-1)
  const { body } = await service.send('GET', `/events/${id}`, { as: 'editor' })
  return body
}

test('a series is made by a preset, an end and clicks on its dates', async () => {
  await english.open('/events/new')
  await textIn(page, 'en', 'title').fill('Choir')
  await page.getByText('Set the start first.').waitFor()
  await input(page, 'start_date').fill('2027-07-04T20:00')
  await choose(page, 'Recurrence', 'Every Sunday')
  await choose(page, 'Ends', 'After a number of dates')
  await page.getByRole('spinbutton', { name: 'Number of dates' }).fill('6')
  // weeks begin as the site says
  const leftOf = async (of: ReturnType<typeof day>) => Math.round((await of.boundingBox())?.x ?? 0)
  const names = page.locator('.dates .weeknames span')
  assert.deepEqual(
    [await names.first().innerText(), await names.last().innerText()],
    ['Sat', 'Fri'],
  )
  assert.equal(
    await leftOf(day(page, 'Saturday 3 July 2027')),
    await leftOf(day(page, 'Saturday 10 July 2027')),
  )
  assert.ok(
    (await leftOf(day(page, 'Saturday 3 July 2027'))) <
      (await leftOf(day(page, 'Sunday 4 July 2027'))),
  )
  await day(page, 'Sunday 11 July 2027').click()
  await day(page, 'Wednesday 14 July 2027').click()
  await becomes(
    () => page.locator('.dates [aria-selected=true]').allInnerTexts(),
    ['4', '14', '18', '25'],
  )
  await page
    .getByText(/^Every Sunday, 6 times, and also on 14 July 2027, except on 11 July 2027/)
    .waitFor()
  assert.deepEqual(await axeFindings(page), [])
  await takeScreenshot(page, 'recurrence-en')
  assert.deepEqual(await page.locator('.dates .is-removed').allInnerTexts(), ['11'])
  await press(page, 'Save draft')
  await untilSaved(page)
  assert.deepEqual((await stored(page)).recurrence, [
    'RRULE:FREQ=WEEKLY;COUNT=6',
    'RDATE;TZID=Europe/Paris:20270714T200000',
    'EXDATE;TZID=Europe/Paris:20270711T200000',
  ])
  // a move of the start moves the dates with it
  await input(page, 'start_date').fill('2027-07-05T20:00')
  await page.getByText(/^Every Monday, 6 times, and also on 15 July 2027/).waitFor()
  await press(page, 'Save draft')
  await untilSaved(page)
  await choose(page, 'Recurrence', 'Does not repeat')
  await press(page, 'Save draft')
  await untilSaved(page)
  assert.equal((await stored(page)).recurrence, undefined)
})

test('a rule is set by hand, in French and on a phone', async () => {
  const { page } = french
  await french.open('/events/new')
  await input(page, 'start_date').fill('2027-07-28T18:30')
  await choose(page, 'Récurrence', 'Personnaliser…')
  await page.getByRole('spinbutton', { name: 'Tous les' }).fill('2')
  await page.getByRole('button', { name: 'vendredi' }).click()
  await page.getByText(/^Toutes les 2\ssemaines, le mercredi et le vendredi/).waitFor()
  assert.deepEqual(await axeFindings(page), [])
  assert.ok((await widthOf(page)) <= 360)
  await takeScreenshot(page, 'recurrence-fr')
  await choose(page, 'Récurrence', 'À plusieurs dates')
  await day(page, 'vendredi 30 juillet 2027').click()
  await page.getByText(/^2 dates\s: mer\. 28 juil\. 2027 · ven\. 30 juil\. 2027$/).waitFor()
})

test('a change of one date reaches as far as its scope', async () => {
  const { body: series } = await service.send('POST', '/events', {
    as: 'editor',
    body: {
      title: 'Market',
      status: 'publish',
      timezone: 'Europe/Paris',
      start_date: '2027-09-05 08:00',
      end_date: '2027-09-05 12:00',
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
    },
  })
  const titles = async () => {
    const query = '?start_date=2027-09-01&end_date=2027-10-01'
    const { body } = await service.send('GET', `/events${query}`)
    return body.events.map((each: { id: number; title: string }) => ({
      id: each.id,
      title: each.title,
    }))
  }
  const [, second, third] = await titles()
  await english.open(`/events/${second.id}`)
  await page.getByText(/^One date of a series: Sun,? 12 Sept 2027, 8\sam\./).waitFor()
  await textIn(page, 'en', 'title').fill('Night market')
  await press(page, 'Update')
  await untilSaved(page)
  const storedTitles = async () => (await titles()).map(({ title }: { title: string }) => title)
  assert.deepEqual(await storedTitles(), ['Market', 'Night market', 'Market', 'Market'])
  // its time may differ; the rule belongs to the series
  assert.equal(await page.locator('.recurrence').count(), 0)
  await input(page, 'start_date').fill('2027-09-12T09:00')
  await press(page, 'Update')
  await untilSaved(page)
  assert.equal((await stored(page)).start_date, '2027-09-12 09:00:00')
  // how many dates that is, and how many of them stay as they differ
  const reach = page.locator('.series-note .reach')
  assert.equal(await reach.count(), 0)
  await page.locator('.series-note').getByRole('button').click()
  await page.getByRole('option', { name: 'All dates', exact: true }).click()
  await page
    .getByText('All dates: 4 dates, one of which keeps its differences', { exact: true })
    .waitFor()
  assert.deepEqual(await axeFindings(page), [])
  await page.locator('.series-note').getByRole('button').click()
  await page.getByRole('option', { name: 'This date', exact: true }).click()
  await page.getByRole('link', { name: 'Edit the series' }).click()
  await page.getByRole('link', { name: /19 Sept 2027/ }).click()
  await page.getByText(/^One date of a series: Sun,? 19 Sept 2027, 8\sam\./).waitFor()
  await page.locator('.series-note').getByRole('button').click()
  await page.getByRole('option', { name: 'This and the following dates', exact: true }).click()
  await page.getByText('This and the following dates: 2 dates', { exact: true }).waitFor()
  await textIn(page, 'en', 'title').fill('Autumn market')
  await press(page, 'Update')
  await untilSaved(page)
  assert.deepEqual(await storedTitles(), [
    'Market',
    'Night market',
    'Autumn market',
    'Autumn market',
  ])
  await press(page, 'Remove dates')
  const dialog = page.getByRole('dialog', { name: 'Which dates are removed?' })
  await dialog.getByText('All dates: 2 dates', { exact: true }).waitFor()
  await takeScreenshot(page, 'remove-dates')
  await dialog.getByRole('button', { name: 'This date', exact: true }).click()
  await page.getByText('Dates removed').waitFor()
  const isThere = async () => (await titles()).some(({ id }: { id: number }) => id === third.id)
  assert.equal(await isThere(), false)
  // the message brings it back
  await press(page, 'Undo')
  await page.getByText(/^One date of a series/).waitFor()
  assert.equal(await isThere(), true)
  await press(page, 'Remove dates')
  await dialog.getByRole('button', { name: 'This date', exact: true }).click()
  await page.locator('form.editor').waitFor({ state: 'detached' })
  assert.equal((await service.send('GET', `/events/${series.id}`)).body.title, 'Market')
  await page.goto(`${service.address}/admin/events/${series.id}`)
  await page.getByRole('link', { name: 'The later dates of this series' }).click()
  await page.getByRole('link', { name: 'The earlier dates of this series' }).waitFor()
  // the last date takes its series along, and the message brings it back
  await french.open(`/events/${(await titles()).at(-1).id}`)
  await press(french.page, 'Retirer des dates')
  const question = french.page.getByRole('dialog', { name: /^Quelles dates retirer/ })
  await question.getByText(/^Toutes les dates\u00a0: une date$/).waitFor()
  assert.ok((await widthOf(french.page)) <= 360)
  await takeScreenshot(french.page, 'remove-dates-fr')
  await question.getByRole('button', { name: 'Cette date', exact: true }).click()
  const last = french.page.getByRole('alertdialog', { name: /^C’est la dernière date/ })
  await last.getByRole('button', { name: 'Mettre à la corbeille' }).click()
  await french.page.getByText('Mis à la corbeille').waitFor()
  assert.deepEqual(await storedTitles(), ['Market', 'Night market'])
  await press(french.page, 'Annuler')
  await french.page.locator('form.editor').waitFor()
  assert.deepEqual(await storedTitles(), ['Market', 'Night market', 'Autumn market'])
})

test('the table has a series once, with the number of its dates', async () => {
  const { body } = await service.send('POST', '/events', {
    as: 'editor',
    body: {
      title: 'Chess club',
      status: 'publish',
      start_date: '2027-10-05 18:00',
      end_date: '2027-10-05 20:00',
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=9'],
    },
  })
  await english.go('/events?search=chess')
  const row = page.locator('tbody tr', { hasText: 'Chess club' })
  await row.getByText('9 dates').waitFor()
  assert.equal(await row.count(), 1)
  assert.match(
    String(await row.locator('.title').getAttribute('href')),
    RegExp(`/events/${body.id}$`),
  )
  await takeScreenshot(page, 'series-table')
})

test('the way back from a date of a new series is the series, and two saves within two seconds are both kept', async () => {
  await english.open('/events/new')
  const title = textIn(page, 'en', 'title')
  await title.fill('Four nights')
  await input(page, 'start_date').fill('2027-07-04T20:00')
  await choose(page, 'Recurrence', 'Every Sunday')
  await choose(page, 'Ends', 'After a number of dates')
  await page.getByRole('spinbutton', { name: 'Number of dates' }).fill('4')
  await press(page, 'Publish')
  await untilSaved(page)
  await page.waitForURL(/events\/\d+$/)
  const series = page.url()
  await page.locator('.series-dates tbody a').nth(1).click()
  await page.getByText(/^One date of a series/).waitFor()
  await input(page, 'cost').fill('9')
  await press(page, 'Update')
  await untilSaved(page)
  await page.getByRole('link', { name: 'Edit the series' }).click()
  await page.waitForURL(series)
  await becomes(() => title.inputValue(), 'Four nights')
  for (const name of ['Five nights', 'Six nights']) {
    await title.fill(name)
    await page.keyboard.press('Control+s')
    await untilSaved(page)
    assert.equal((await stored(page)).title, name)
  }
  // dates are cancelled and moved where they stand, while the series has something typed
  const date = page.locator('.series-dates tbody tr').nth(2)
  await title.fill('Seven nights')
  await date.getByRole('checkbox').click()
  await press(page, 'Move…')
  const window = page.getByRole('dialog')
  await window.locator('input[name=starts]').fill('2027-07-18T18:00')
  assert.equal(await window.locator('input[name=ends]').inputValue(), '2027-07-18T19:00')
  assert.deepEqual(await axeFindings(page), [])
  await press(page, 'Apply')
  await date.getByText(/^instead of Sun,? 18 July? 2027,? 8\s?pm$/).waitFor()
  await takeScreenshot(page, 'dates-differ')
  await press(page, 'Update')
  await untilSaved(page)
  assert.equal((await stored(page)).title, 'Seven nights')
  assert.equal(await page.locator('.toast', { hasText: 'Saved' }).count(), 1)
  const { total } = (
    await service.send('GET', '/events', {
      as: 'editor',
      query: { search: '"Seven nights"', occurrences: 'series', status: 'any' },
    })
  ).body
  assert.equal(total, 1)
})

test('twelve performances with matinées, one cancelled, one moved and one sold out, take 14 clicks and one form', async () => {
  await english.open('/events/new')
  await page.evaluate(
    'globalThis.clicks = 0; addEventListener("pointerdown", () => clicks++, true)',
  )
  // the focus is in the title
  await page.keyboard.type('The Miser')
  await page.locator('[data-field=start_date] input:not([aria-hidden])').click()
  await page.keyboard.type('2 dec 2027 8pm-10pm')
  await choose(page, 'Recurrence', 'On several dates')
  const box = page.getByRole('textbox', { name: 'Add dates, in words' })
  await box.click()
  await page.keyboard.type(
    '3 dec; sat 4 dec; 5 dec 3pm-4:30pm; 5 dec; 9 dec; 10 dec; 11 dec; 12 dec 3pm-4:30pm; 12 dec; 17 dec; nonsense',
  )
  await page.keyboard.press('Enter')
  await page.getByText('This is not a date: nonsense.').waitFor()
  for (let letters = 'nonsense'.length; letters > 0; letters--)
    await page.keyboard.press('Backspace')
  await page.keyboard.type('18 dec')
  // what is in the box is not lost by a save
  await page.keyboard.press('Control+s')
  await page.getByText('Add these dates, or clear the box.').first().waitFor()
  await page.keyboard.press('Enter')
  await page
    .getByText(/Added: Fri 3 Dec 2027, 8\s?pm · .*Sun 5 Dec 2027, 3\s?pm – 4:30\s?pm/)
    .waitFor()
  assert.equal(await box.inputValue(), '')
  const rows = page.locator('.series-dates tbody tr')
  await rows.nth(11).waitFor()
  await takeScreenshot(page, 'performances-planned')
  assert.deepEqual(await axeFindings(page), [])
  await press(page, 'Publish')
  await untilSaved(page)
  await page.waitForURL(/events\/\d+$/)
  const address = page.url()
  await rows.nth(3).getByRole('checkbox').click()
  await press(page, 'Cancel or postpone…')
  await page.keyboard.type('Storm')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Tempête')
  await press(page, 'Apply')
  await page.getByText('One date: Cancelled').waitFor()
  await rows.nth(5).getByRole('checkbox').click()
  await press(page, 'Move…')
  await page.getByRole('dialog').locator('input[name=starts]').fill('2027-12-13T19:00')
  await press(page, 'Apply')
  await page.getByText('One date moved').waitFor()
  await rows.nth(0).getByRole('checkbox').click()
  await press(page, 'Availability')
  await page.getByRole('menuitem', { name: 'Sold out' }).click()
  await page.getByText('One date: Sold out').waitFor()
  assert.equal(Number(await page.evaluate('clicks')), 14)
  assert.equal(page.url(), address)
  const dates = async () => {
    const { body } = await service.send(
      'GET',
      `/events/${address.split('/').at(-1)}/occurrences?per_page=50`,
    )
    return body.events.map((of: Record<string, string>) =>
      `${of.start_date?.slice(8, 13)}-${of.end_date?.slice(11, 16)} ${of.event_status} ${of.availability ?? ''}`.trim(),
    )
  }
  const performances = [2, 3, 4, 5, 5, 9, 10, 11, 12, 12, 17, 18].map((day, at, days) => {
    const hours = days[at + 1] === day ? '15-16:30' : '20-22:00'
    return `${String(day).padStart(2, '0')} ${hours} scheduled`
  })
  const moved = performances.toSpliced(5, 1).toSpliced(9, 0, '13 19-21:00 scheduled')
  assert.deepEqual(
    await dates(),
    moved.with(0, '02 20-22:00 scheduled sold_out').with(3, '05 15-16:30 cancelled'),
  )
  await takeScreenshot(page, 'performances')
  // each message takes back what it says, the last first
  for (const said of ['One date: Sold out', 'One date moved', 'One date: Cancelled'])
    await page.locator('.toast', { hasText: said }).getByRole('button', { name: 'Undo' }).click()
  await becomes(dates, performances)
  // a date more and all removed
  await box.fill('1 dec')
  await box.press('Enter')
  await rows.nth(12).waitFor()
  await page.getByLabel('Select all dates').click()
  await press(page, 'Remove')
  const last = page.getByRole('alertdialog', { name: /^These are all dates/ })
  await last.getByRole('button', { name: 'Move to the trash' }).click()
  await page
    .locator('.toast', { hasText: 'moved to the trash' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await becomes(async () => (await dates()).length, 13)
})
