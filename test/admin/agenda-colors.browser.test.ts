import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { signIn, startScreens } from '../support/admin.ts'
import { becomes, matches } from '../support/becomes.ts'
import { axeFindings, type Looking, look, takeScreenshot } from '../support/browser.ts'
import { storedEvent } from '../support/stored-event.ts'

const {
  service,
  browser,
  close: end,
} = await startScreens({ timezone: 'Europe/Paris', clock: '2027-02-01T12:00:00Z' })
after(end)

async function open(looking: Looking = {}) {
  const looked = await look(browser, service.address, looking)
  const base = looking.language === 'fr' ? '/fr/admin' : '/admin'
  await signIn(looked.page, service, 'editor', {
    path: `${base}/calendar?view=month&date=2027-02-01`,
  })
  await looked.page.locator('.agenda [data-date]').first().waitFor()
  return looked
}
const at = (day: number, more: object = {}) =>
  storedEvent(service, {
    title: `Event of the ${day}th`,
    start_date: `2027-02-${day} 20:00`,
    end_date: `2027-02-${day} 22:00`,
    ...more,
  })
const entryOf = (page: Page, id: number) => page.locator(`.agenda .event-${id}`).first()
const day = (page: Page, date: string) => page.locator(`.agenda [role=cell][data-date="${date}"]`)

async function middle(of: Locator) {
  const box = await of.boundingBox()
  assert.ok(box)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
async function drag(page: Page, from: Locator, to: Locator) {
  const [first, last] = [await middle(from), await middle(to)]
  await page.mouse.move(first.x, first.y)
  await page.mouse.down()
  await page.mouse.move((first.x + last.x) / 2, (first.y + last.y) / 2, { steps: 3 })
  await page.mouse.move(last.x, last.y, { steps: 3 })
  await page.mouse.up()
}

test('events have the color of their category or of one above, a legend filters, other clocks are named', async () => {
  const category = async (body: object) =>
    (await service.send('POST', '/categories', { as: 'editor', body })).body.id
  const music = await category({ name: 'Music', color: 'purple' })
  await category({ name: 'Choirs', parent: music })
  const plain = await at(9)
  const choir = await at(10, { categories: ['Choirs'] })
  const away = await at(11, { timezone: 'America/Vancouver', status: 'draft' })
  const days = await at(12, { all_day: true, end_date: '2027-02-14' })
  for (const looking of [
    {},
    { language: 'fr', dark: true },
    { width: 360, height: 740 },
  ] satisfies Looking[]) {
    const { page, faults, close } = await open(looking)
    await matches(
      async () => String(await entryOf(page, choir.id).getAttribute('class')),
      /has-color is-purple/,
    )
    await entryOf(page, away.id).getByText('(Vancouver)').first().waitFor()
    await entryOf(page, days.id).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await takeScreenshot(page, `agenda-colors-${Object.values(looking).join('-')}`)
    await page.getByRole('button', { name: 'Music' }).click()
    await becomes(() => entryOf(page, plain.id).count(), 0)
    assert.equal(await entryOf(page, choir.id).count(), 1)
    await page.getByRole('button', { name: 'Music' }).click()
    await page.locator('.agenda-legend select').selectOption('open')
    await becomes(() => entryOf(page, plain.id).count(), 0)
    assert.equal(await entryOf(page, away.id).count(), 1)
    assert.deepEqual(faults, [])
    await close()
  }
})

test('dragged over days, a new event lasts from the first to the last', async () => {
  const { page, close } = await open()
  await drag(page, day(page, '2027-02-23'), day(page, '2027-02-25'))
  await page.waitForURL(/\/events\/new/)
  const input = (name: string) => page.locator(`[data-field=${name}] input`).first()
  await matches(() => input('start_date').inputValue(), /^2027-02-23/)
  await matches(() => input('end_date').inputValue(), /^2027-02-25/)
  await close()
})

test('dragged with Alt, an event is copied to a form, and nothing is stored before it is saved', async () => {
  const { id } = await at(16, { title: 'Market', cost: '5' })
  const { page, close } = await open()
  await entryOf(page, id).waitFor()
  await page.keyboard.down('Alt')
  await drag(page, entryOf(page, id), day(page, '2027-02-18'))
  await page.keyboard.up('Alt')
  await page.waitForURL(/\/events\/new/)
  const input = (name: string) => page.locator(`[data-field=${name}] input`).first()
  await becomes(() => input('start_date').inputValue(), '2027-02-18T20:00')
  await becomes(() => input('cost').inputValue(), '5')
  const { body } = await service.send('GET', '/events?start_date=2027-02-16&search=Market')
  assert.deepEqual(
    body.events.map((each: { start_date: string }) => each.start_date.slice(0, 10)),
    ['2027-02-16'],
  )
  await close()
})
