import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { signIn, startAdmin } from '../support/admin.ts'
import { becomes, matches } from '../support/becomes.ts'
import {
  axeFindings,
  type Looking,
  look,
  openBrowser,
  takeScreenshot,
  widthOf,
} from '../support/browser.ts'
import type { Service } from '../support/service.ts'
import { storedEvent } from '../support/stored-event.ts'

let browser: Browser
let service: Service
before(async () => {
  service = await startAdmin({ timezone: 'Europe/Paris' })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await service?.close()
})

const stored = async (start: string, end: string, more: object = {}) => {
  const dates = { start_date: start, end_date: end }
  return (await storedEvent(service, { title: `Concert ${start}`, ...dates, ...more })).id
}
const datesOf = async (id: number) => {
  const { body } = await service.send('GET', `/events/${id}`, { as: 'editor' })
  return [body.start_date.slice(0, 16), body.end_date.slice(0, 16)]
}

async function open(
  search: string,
  { login = 'editor', ...looking }: Looking & { login?: string } = {},
) {
  const looked = await look(browser, service.address, looking)
  const base = looking.language === 'fr' ? '/fr/admin' : '/admin'
  await signIn(looked.page, service, login, { path: `${base}/calendar?${search}` })
  await looked.page.locator('.agenda [data-date]').first().waitFor()
  return looked
}

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

describe('the calendar of editors, in a browser', { timeout: 290_000 }, () => {
  test('in a month, an event is dragged to another day, and back by the message', async () => {
    const id = await stored('2027-02-09 20:00', '2027-02-09 22:00')
    const { page, faults, close } = await open('view=month&date=2027-02-01')
    await entryOf(page, id).waitFor()
    await drag(page, await middle(entryOf(page, id)), await middle(day(page, '2027-02-18')))
    await announced(page, 'was moved')
    assert.deepEqual(await datesOf(id), ['2027-02-18 20:00', '2027-02-18 22:00'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await announced(page, 'is back')
    assert.deepEqual(await datesOf(id), ['2027-02-09 20:00', '2027-02-09 22:00'])
    assert.deepEqual(faults, [])
    await close()
  })

  test('a date of a series asks how many move with it', async () => {
    const series = await stored('2027-02-02 20:00', '2027-02-02 22:00', {
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
      status: 'publish',
    })
    const starts = async () => {
      const { body } = await service.send('GET', `/events?include=${series}&start_date=2027-01-01`)
      return body.events.map((each: { start_date: string }) => each.start_date.slice(5, 10))
    }
    const { body } = await service.send('GET', `/events?include=${series}&start_date=2027-01-01`)
    const [, second] = body.events
    const { page, faults, close } = await open('view=month&date=2027-02-01')
    const move = async (to: string, answer: string) => {
      await entryOf(page, second.id).waitFor()
      await drag(page, await middle(entryOf(page, second.id)), await middle(day(page, to)))
      await page.getByText('This and the following dates: 2 dates', { exact: true }).waitFor()
      await takeScreenshot(page, 'scope')
      await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click()
    }
    await move('2027-02-10', 'Close')
    assert.deepEqual(await starts(), ['02-02', '02-09', '02-16'])
    await move('2027-02-10', 'This date')
    await announced(page, 'was moved')
    assert.deepEqual(await starts(), ['02-02', '02-10', '02-16'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await announced(page, 'is back')
    assert.deepEqual(await starts(), ['02-02', '02-09', '02-16'])
    await move('2027-02-10', 'All dates')
    await becomes(starts, ['02-03', '02-10', '02-17'])
    assert.deepEqual(faults, [])
    await close()
  })

  test('in a week, an event is dragged by hours, and lengthened at its end', async () => {
    const id = await stored('2027-02-16 10:00', '2027-02-16 11:00')
    const { page, faults, close } = await open('view=week&date=2027-02-15')
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
    assert.deepEqual(faults, [])
    await close()
  })

  test('a click on an empty day or hour begins an event there', async () => {
    const { page, faults, close } = await open('view=month&date=2027-02-01')
    const cell = await middle(day(page, '2027-02-25'))
    await page.mouse.click(cell.x, cell.y)
    await page.locator('form.editor').waitFor()
    await becomes(() => page.locator('[data-field=start_date] input').inputValue(), '2027-02-25')
    await page.goto(`${service.address}/admin/calendar?view=week&date=2027-02-22`)
    await day(page, '2027-02-24').last().waitFor()
    const slot = await hour(page, '2027-02-24', '09:00:00')
    await page.mouse.click(slot.x, slot.y)
    await page.locator('form.editor').waitFor()
    const value = (name: string) => page.locator(`[data-field=${name}] input`).inputValue()
    assert.deepEqual(
      [await value('start_date'), await value('end_date')],
      ['2027-02-24T09:00', '2027-02-24T09:30'],
    )
    assert.deepEqual(faults, [])
    await close()
  })

  test('its keys are those of Google Calendar', async () => {
    const { page, faults, close } = await open('view=month&date=2027-02-01')
    for (const [key, url] of [
      ['d', /view=day&date=2027-02-01/],
      ['j', /view=day&date=2027-02-02/],
      ['w', /view=week&date=2027-02-01/],
      ['j', /view=week&date=2027-02-08/],
      ['k', /view=week&date=2027-02-01/],
      ['m', /view=month&date=2027-02-01/],
      ['k', /view=month&date=2027-01-01/],
    ] as const) {
      await page.keyboard.press(key)
      await page.waitForURL(url)
    }
    await page.keyboard.press('t')
    await page.waitForURL(url => !url.search.includes('2027-01'))
    await page.keyboard.press('c')
    await page.waitForURL(/events\/new\?start=/)
    await page.goto(`${service.address}/admin/calendar?view=month&date=2027-02-01`)
    await day(page, '2027-02-10').waitFor()
    await page.keyboard.press('/')
    await page.waitForURL(/events\?/)
    await page.locator('input[type=search]:focus').waitFor()
    await page.keyboard.type('jazz')
    await page.waitForURL(/search=jazz/)
    await becomes(() => page.getByRole('searchbox').inputValue(), 'jazz')
    assert.deepEqual(faults, [])
    await close()
  })

  test('keys move the focused event in its local time, across a clock change', async () => {
    const zone = { timezone: 'America/New_York' }
    const id = await stored('2027-03-12 20:00', '2027-03-12 23:00', zone)
    const { page, faults, close } = await open('view=month&date=2027-03-01')
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
    assert.deepEqual(faults, [])
    await close()
  })

  test('a refused move is undone, with the reason', async () => {
    const id = await stored('2027-04-06 20:00', '2027-04-06 22:00')
    const { page, close } = await open('view=month&date=2027-04-01')
    await entryOf(page, id).waitFor()
    const changed = { start_date: '2027-04-07 20:00', end_date: '2027-04-07 22:00' }
    await service.send('PATCH', `/events/${id}`, { as: 'administrator', body: changed })
    await drag(page, await middle(entryOf(page, id)), await middle(day(page, '2027-04-20')))
    await announced(page, 'in the meantime')
    assert.deepEqual(await datesOf(id), ['2027-04-07 20:00', '2027-04-07 22:00'])
    await close()

    const { id: own } = await storedEvent(
      service,
      { title: 'Ours', start_date: '2027-04-13 20:00', end_date: '2027-04-13 22:00' },
      'author',
    )
    const french = await open('view=month&date=2027-04-01', { login: 'author', language: 'fr' })
    await entryOf(french.page, own).waitFor()
    const { body } = await service.send('GET', `/events/${id}`, { as: 'editor' })
    const given = { author: Number(body.author) }
    await service.send('PATCH', `/events/${own}`, { as: 'administrator', body: given })
    await drag(
      french.page,
      await middle(entryOf(french.page, own)),
      await middle(day(french.page, '2027-04-22')),
    )
    const toast = french.page.locator('.toast.is-problem')
    await toast.waitFor()
    await takeScreenshot(french.page, 'agenda-refused')
    await matches(() => toast.innerText(), /pas|droit/)
    assert.equal((await datesOf(own))[0], '2027-04-13 20:00')
    await french.close()
  })

  test('axe finds nothing, light and dark, and it fits a short screen', async () => {
    await stored('2027-05-05 20:00', '2027-05-05 22:00')
    await stored('2027-05-06 00:00', '2027-05-07 23:59', { all_day: true, status: 'draft' })
    for (const [view, width, height] of [
      ['month', 1280, 900],
      ['week', 1280, 420],
      ['week', 360, 640],
      ['day', 360, 640],
    ] as const) {
      const { page, faults, close } = await open(`view=${view}&date=2027-05-05`, { width, height })
      await page.locator('.agenda [class*="event-"]').first().waitFor()
      assert.deepEqual(await axeFindings(page), [], `${view} at ${width}`)
      await page.emulateMedia({ colorScheme: 'dark' })
      assert.deepEqual(await axeFindings(page, { colors: true }), [], `${view} in the dark`)
      assert.ok((await widthOf(page)) <= width)
      await takeScreenshot(page, `agenda-${view}-${width}`)
      if (view !== 'month') {
        const box = await page.locator('.agenda').boundingBox()
        assert.ok(box && box.height <= Math.max(height, 400), `${box?.height} of ${height}`)
      }
      assert.deepEqual(faults, [])
      await close()
    }
  })
})
