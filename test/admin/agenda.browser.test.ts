import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { becomes, matches } from '../support/becomes.ts'
import { axeFindings, takeScreenshot, widthOf } from '../support/browser.ts'
import { input, momentOf, press, savedId, shareEditor, textIn } from '../support/editor.ts'
import { startScreens } from '../support/shared-browser.ts'
import { storedEvent } from '../support/stored-event.ts'

const world = await startScreens({ timezone: 'Europe/Paris', clock: '2027-02-01T12:00:00Z' })
const { service } = world
after(world.close)
const category = async (body: object) =>
  (await service.send('POST', '/categories', { as: 'editor', body })).body.id
const music = await category({ name: 'Music', color: 'purple' })
await category({ name: 'Choirs', parent: music })
const english = await shareEditor(world)
const { page, faults } = english

// what is refused on purpose
afterEach(() =>
  assert.deepEqual(
    faults.splice(0).filter(fault => !/ 412 /.test(fault)),
    [],
  ),
)

const stored = async (start: string, end: string, more: object = {}) => {
  const dates = { start_date: start, end_date: end }
  return (await storedEvent(service, { title: `Concert ${start}`, ...dates, ...more })).id
}
const datesOf = async (id: number) => {
  const { body } = await service.send('GET', `/events/${id}`, { as: 'editor' })
  return [body.start_date.slice(0, 16), body.end_date.slice(0, 16)]
}

/** The page keeps what it has read, so each test has a month, or a week, of its own. */
const open = (search: string) => english.show(`/calendar?${search}`, '.agenda [data-date]')

const entryOf = (page: Page, id: number) => page.locator(`.agenda .event-${id}`).first()
const day = (page: Page, date: string) => page.locator(`.agenda [role=cell][data-date="${date}"]`)
const middle = async (of: Locator) => {
  const box = await of.boundingBox()
  assert.ok(box)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 3 })
  await page.mouse.up()
}
const announced = (page: Page, text: string | RegExp) =>
  page.locator('.toast', { hasText: text }).waitFor()
/** The place of an hour of a day in a week. */
async function hour(page: Page, date: string, time: string) {
  const line = page.locator(`.agenda [data-time="${time}"]`).last()
  await line.scrollIntoViewIfNeeded()
  const [{ x }, box] = [await middle(day(page, date).last()), await line.boundingBox()]
  assert.ok(box)
  return { x, y: box.y + 1 }
}

test('in a month, an event is dragged to another day, and back by the message', async () => {
  const id = await stored('2027-02-09 20:00', '2027-02-09 22:00')
  await open('view=month&date=2027-02-01')
  await entryOf(page, id).waitFor()
  await drag(page, await middle(entryOf(page, id)), await middle(day(page, '2027-02-18')))
  await announced(page, 'was moved')
  assert.deepEqual(await datesOf(id), ['2027-02-18 20:00', '2027-02-18 22:00'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await announced(page, 'is back')
  assert.deepEqual(await datesOf(id), ['2027-02-09 20:00', '2027-02-09 22:00'])
})

test('a date of a series asks how many move with it', async () => {
  const series = await stored('2027-11-02 20:00', '2027-11-02 22:00', {
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
    status: 'publish',
  })
  const starts = async () => {
    const { body } = await service.send('GET', `/events?include=${series}&start_date=2027-01-01`)
    return body.events.map((each: { start_date: string }) => each.start_date.slice(5, 10))
  }
  const { body } = await service.send('GET', `/events?include=${series}&start_date=2027-01-01`)
  const [, second] = body.events
  await open('view=month&date=2027-11-01')
  const move = async (to: string, answer: string) => {
    await entryOf(page, second.id).waitFor()
    await drag(page, await middle(entryOf(page, second.id)), await middle(day(page, to)))
    await page.getByText('This and the following dates: 2 dates', { exact: true }).waitFor()
    await takeScreenshot(page, 'scope')
    await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click()
  }
  await move('2027-11-10', 'Close')
  assert.deepEqual(await starts(), ['11-02', '11-09', '11-16'])
  await move('2027-11-10', 'This date')
  await announced(page, 'was moved')
  assert.deepEqual(await starts(), ['11-02', '11-10', '11-16'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await announced(page, 'is back')
  assert.deepEqual(await starts(), ['11-02', '11-09', '11-16'])
  await move('2027-11-10', 'All dates')
  await becomes(starts, ['11-03', '11-10', '11-17'])
})

test('in a week, an event is dragged by hours, and lengthened at its end', async () => {
  const id = await stored('2027-02-16 10:00', '2027-02-16 11:00')
  await open('view=week&date=2027-02-15')
  await entryOf(page, id).waitFor()
  const to = await hour(page, '2027-02-17', '12:30:00')
  await drag(page, await middle(entryOf(page, id)), to)
  await announced(page, 'was moved')
  assert.deepEqual(await datesOf(id), ['2027-02-17 12:00', '2027-02-17 13:00'])
  await page.getByRole('button', { name: 'Close' }).first().click()
  await page.locator('.toast').waitFor({ state: 'detached' })
  // the calendar shows it as it is stored
  await page.locator('.agenda', { hasText: '12:00' }).waitFor()
  const end = await hour(page, '2027-02-17', '14:30:00')
  const box = await entryOf(page, id).boundingBox()
  assert.ok(box)
  const edge = { x: box.x + box.width / 2, y: box.y + box.height - 2 }
  await page.mouse.move(edge.x, edge.y - 10)
  await drag(page, edge, end)
  await announced(page, 'was moved')
  assert.deepEqual(await datesOf(id), ['2027-02-17 12:00', '2027-02-17 15:00'])
})

test('a click on an empty day or hour begins an event there, of a whole day or not', async () => {
  await open('view=month&date=2027-02-01')
  const cell = await middle(day(page, '2027-02-25'))
  await page.mouse.click(cell.x, cell.y)
  await page.locator('form.editor').waitFor()
  await becomes(() => momentOf(page, 'start_date'), '2027-02-25')
  await textIn(page, 'en', 'title').fill('Festival')
  await input(page, 'end_date').fill('2027-02-26')
  await press(page, 'Save draft')
  const { body } = await service.send('GET', `/events/${await savedId(page)}`, { as: 'editor' })
  assert.deepEqual(
    [body.all_day, body.start_date, body.end_date],
    [true, '2027-02-25 00:00:00', '2027-02-26 23:59:59'],
  )
  await open('view=week&date=2027-02-22')
  const slot = await hour(page, '2027-02-24', '09:00:00')
  await page.mouse.click(slot.x, slot.y)
  await page.locator('form.editor').waitFor()
  const value = (name: string) => momentOf(page, name)
  assert.deepEqual(
    [await value('start_date'), await value('end_date')],
    ['2027-02-24T09:00', '2027-02-24T09:30'],
  )
})

test('keys go to a day and to others, to today, to a new event and to the search', async () => {
  await open('view=month&date=2027-02-01')
  for (const [key, url] of [
    ['d', /view=day&date=2027-02-01/],
    ['k', /view=day&date=2027-01-31/],
  ] as const) {
    await page.keyboard.press(key)
    await page.waitForURL(url)
  }
  await page.keyboard.press('t')
  await page.waitForURL(url => !url.search.includes('2027-01'))
  await page.keyboard.press('c')
  await page.waitForURL(/events\/new\?start=/)
  await open('view=month&date=2027-02-01')
  await page.keyboard.press('/')
  await page.waitForURL(/events\?/)
  await page.locator('input[type=search]:focus').waitFor()
  await page.keyboard.type('jazz')
  await page.waitForURL(/search=jazz/)
  await becomes(() => page.getByRole('searchbox').inputValue(), 'jazz')
})

test('keys move the focused event in its local time, across a clock change', async () => {
  const zone = { timezone: 'America/New_York' }
  const id = await stored('2027-03-12 20:00', '2027-03-12 23:00', zone)
  await open('view=month&date=2027-03-01')
  const event = entryOf(page, id)
  await event.waitFor()
  await event.focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft'])
    await page.keyboard.press(`Shift+${key}`)
  await announced(page, 'was moved')
  // slow steps are each stored and reported
  await becomes(() => datesOf(id), ['2027-03-20 20:00', '2027-03-20 23:00'])
  const { body } = await service.send('GET', `/events/${id}`, { as: 'editor' })
  assert.deepEqual(
    [body.timezone, body.utc_start_date],
    ['America/New_York', '2027-03-21 00:00:00'],
  )
  await page.locator(`.agenda .event-${id}:focus, .agenda .event-${id} :focus`).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('input[name=start_date]').waitFor()
  await becomes(() => page.locator('input[name=start_date]').inputValue(), '2027-03-20T20:00')
})

test('dragged over days, a new event lasts from the first to the last', async () => {
  await open('view=month&date=2027-02-01')
  await drag(page, await middle(day(page, '2027-02-23')), await middle(day(page, '2027-02-25')))
  await page.waitForURL(/\/events\/new/)
  await matches(() => momentOf(page, 'start_date'), /^2027-02-23/)
  await matches(() => momentOf(page, 'end_date'), /^2027-02-25/)
})

test('dragged with Alt, an event is copied to a form, and nothing is stored before it is saved', async () => {
  const more = { title: 'Market', cost: '5' }
  const id = await stored('2027-12-16 20:00', '2027-12-16 22:00', more)
  await open('view=month&date=2027-12-01')
  await entryOf(page, id).waitFor()
  await page.keyboard.down('Alt')
  await drag(page, await middle(entryOf(page, id)), await middle(day(page, '2027-12-18')))
  await page.keyboard.up('Alt')
  await page.waitForURL(/\/events\/new/)
  await becomes(() => momentOf(page, 'start_date'), '2027-12-18T20:00')
  await becomes(() => input(page, 'cost').inputValue(), '5')
  const { body } = await service.send('GET', '/events?start_date=2027-12-16&search=Market')
  assert.deepEqual(
    body.events.map((each: { start_date: string }) => each.start_date.slice(0, 10)),
    ['2027-12-16'],
  )
})

test('a move of an event that was changed meanwhile is undone, with the reason', async () => {
  const id = await stored('2027-04-06 20:00', '2027-04-06 22:00')
  await open('view=month&date=2027-04-01')
  await entryOf(page, id).waitFor()
  const changed = { start_date: '2027-04-07 20:00', end_date: '2027-04-07 22:00' }
  await service.send('PATCH', `/events/${id}`, { as: 'administrator', body: changed })
  await drag(page, await middle(entryOf(page, id)), await middle(day(page, '2027-04-20')))
  await announced(page, 'in the meantime')
  assert.deepEqual(await datesOf(id), ['2027-04-07 20:00', '2027-04-07 22:00'])
})

/** A move of an event that now belongs to another is undone, with the reason in French. */
async function isRefused({ page, show }: typeof english) {
  const dates = { start_date: '2027-04-13 20:00', end_date: '2027-04-13 22:00' }
  const { id: own } = await storedEvent(service, { title: 'Ours', ...dates }, 'author')
  await show('/calendar?view=month&date=2027-04-01', '.agenda [data-date]')
  await entryOf(page, own).waitFor()
  const given = { author: service.users.editor }
  await service.send('PATCH', `/events/${own}`, { as: 'administrator', body: given })
  await drag(page, await middle(entryOf(page, own)), await middle(day(page, '2027-04-22')))
  const toast = page.locator('.toast.is-problem')
  await toast.waitFor()
  await takeScreenshot(page, 'agenda-refused')
  await matches(() => toast.innerText(), /pas|droit/)
  assert.equal((await datesOf(own))[0], '2027-04-13 20:00')
}

test('events have the color of their category or of one above, a legend filters, other clocks are named', async () => {
  const at = (date: number, more: object = {}) =>
    stored(`2027-06-${date} 20:00`, `2027-06-${date} 22:00`, more)
  const plain = await at(10)
  const choir = await at(11, { categories: ['Choirs'] })
  const away = await at(12, { timezone: 'America/Vancouver', status: 'draft' })
  const days = await at(14, { all_day: true, end_date: '2027-06-16' })
  const french = await shareEditor(world, { login: 'author', language: 'fr', dark: true })
  for (const each of [english, french]) {
    const { page } = each
    const isNarrow = each === french
    if (isNarrow) await page.setViewportSize({ width: 360, height: 740 })
    await each.show('/calendar?view=month&date=2027-06-01', '.agenda [data-date]')
    await matches(
      async () => String(await entryOf(page, choir).getAttribute('class')),
      /has-color is-purple/,
    )
    await entryOf(page, days).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    assert.ok((await widthOf(page)) <= (isNarrow ? 360 : 1280))
    await takeScreenshot(page, `agenda-colors-${isNarrow ? 'fr' : 'en'}`)
    const button = page.getByRole('button', { name: 'Music' })
    await button.click()
    await becomes(() => entryOf(page, plain).count(), 0)
    assert.equal(await entryOf(page, choir).count(), 1)
    await button.click()
    await entryOf(page, plain).waitFor()
  }
  await entryOf(page, away).getByText('(Vancouver)').first().waitFor()
  await page.locator('.agenda-legend select').selectOption('open')
  await becomes(() => entryOf(page, plain).count(), 0)
  assert.equal(await entryOf(page, away).count(), 1)
  assert.deepEqual(french.faults, [])
  await french.page.setViewportSize({ width: 1280, height: 900 })
  await isRefused(french)
  await french.close()
})

test('weeks and days fit a short screen and a phone, and axe finds nothing in them', async () => {
  await stored('2027-05-05 20:00', '2027-05-05 22:00')
  await stored('2027-05-06 00:00', '2027-05-07 23:59', { all_day: true, status: 'draft' })
  for (const [view, width, height] of [
    ['week', 1280, 420],
    ['week', 360, 640],
    ['day', 360, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await open(`view=${view}&date=2027-05-05`)
    await page.locator('.agenda [class*="event-"]').first().waitFor()
    assert.deepEqual(await axeFindings(page, { within: 'main' }), [], `${view} at ${width}`)
    assert.ok((await widthOf(page)) <= width)
    await takeScreenshot(page, `agenda-${view}-${width}`)
    const box = await page.locator('.agenda').boundingBox()
    assert.ok(box && box.height <= Math.max(height, 400), `${box?.height} of ${height}`)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  assert.deepEqual(await axeFindings(page, { colors: true }), [])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
})
