import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startAdmin } from '../support/admin.ts'
import { becomes, matches } from '../support/becomes.ts'
import { axeFindings, openBrowser, takeScreenshot } from '../support/browser.ts'
import { input, openEditor, press, textIn, untilSaved } from '../support/editor.ts'
import { addDate } from '../support/further-dates.ts'
import { restart } from '../support/service.ts'
import { storedEvent } from '../support/stored-event.ts'

const first = await startAdmin({ timezone: 'Europe/Paris' })
const { id: market } = await storedEvent(first)
addDate(first.settings.dataFolder, market, 7)
const service = await restart(first)
const browser = await openBrowser()
const world = { browser, service }
after(async () => {
  await browser.close()
  await service.close()
})

test('dates are shown in other zones, the end moves with the start, and an end before the start is reported at once', async () => {
  const { page, faults, close } = await openEditor(world, '/admin/events/new')
  await input(page, 'start_date').fill('2027-05-10T20:00')
  await becomes(() => input(page, 'end_date').inputValue(), '2027-05-10T21:00')
  await page.getByText('Your time (UTC): 10 May 2027, 6 pm').waitFor()
  await input(page, 'start_date').fill('2027-05-11T20:00')
  await becomes(() => input(page, 'end_date').inputValue(), '2027-05-11T21:00')
  await input(page, 'cost').fill('0')
  await page.getByText('Shown as: Free / Gratuit').waitFor()
  await takeScreenshot(page, 'editor-when')
  await input(page, 'end_date').fill('2027-05-11T19:00')
  await page.getByText('An event cannot end before it starts.').waitFor()
  assert.deepEqual(await axeFindings(page), [])
  // what the server refuses while it is typed is in the browser’s console
  assert.deepEqual(
    faults.filter(fault => !fault.includes('400')),
    [],
  )
  await close()
})

test('dates are typed as people say them, in each language', async () => {
  for (const { language, base, start, end, refused } of [
    {
      language: 'en',
      base: '/admin',
      start: 'sat 12 june 2027 8pm',
      end: 'until 10pm',
      refused: /^This is not a date with its time\. For example: sat 8pm\.$/,
    },
    {
      language: 'fr',
      base: '/fr/admin',
      start: 'sam. 12 juin 2027 20h',
      end: '+2h',
      refused: /^Ce n’est pas une date avec son heure\. Par exemple\u00a0: sam\. 20h\.$/,
    },
  ] as const) {
    const { page, close } = await openEditor(world, `${base}/events/new`, { language })
    const [first, second] = await page.locator('.typed-text input').all()
    assert.ok(first && second)
    await first.fill(language === 'en' ? 'party' : 'fête')
    await second.focus()
    await page.getByText(refused).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await takeScreenshot(page, `typed-dates-${language}`)
    await first.fill(start)
    await becomes(() => input(page, 'start_date').inputValue(), '2027-06-12T20:00')
    await second.fill(end)
    await becomes(() => input(page, 'end_date').inputValue(), '2027-06-12T22:00')
    assert.equal(await page.getByText(refused).count(), 0)
    await close()
  }
})

test('an event of whole days has no hours, and is stored as one', async () => {
  const { page, close } = await openEditor(world, '/admin/events/new')
  await textIn(page, 'en', 'title').fill('Festival')
  await page.getByText('All day', { exact: true }).click()
  await input(page, 'start_date').fill('2027-05-10')
  await input(page, 'end_date').fill('2027-05-12')
  await press(page, 'Save draft')
  await untilSaved(page)
  const id = page.url().split('/').at(-1)
  const { body } = await service.send('GET', `/events/${id}`, { as: 'editor' })
  assert.deepEqual(
    [body.all_day, body.start_date, body.end_date],
    [true, '2027-05-10 00:00:00', '2027-05-12 23:59:59'],
  )
  await close()
})

test('an event with several dates shows them; fields without use are not shown', async () => {
  const { page, close } = await openEditor(world, `/admin/events/${market}`)
  const dates = page.locator('.repeats li')
  await dates.nth(1).waitFor()
  await matches(() => dates.nth(1).innerText(), /8 Jun/)
  assert.equal(await input(page, 'online_url').count(), 0)
  await page.locator('[data-field=attendance] button').click()
  await page.getByRole('option', { name: 'Online', exact: true }).click()
  await input(page, 'online_url').waitFor()
  await close()
})
