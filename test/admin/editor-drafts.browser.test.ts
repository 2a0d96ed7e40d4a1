import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startScreens } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { axeFindings, takeScreenshot } from '../support/browser.ts'
import { input, openEditor, press, textIn, untilSaved } from '../support/editor.ts'
import { storedEvent } from '../support/stored-event.ts'

const world = await startScreens({ timezone: 'Europe/Paris' })
const { service } = world
after(world.close)

const read = async (id: number | string) =>
  (await service.send('GET', `/events/${id}`, { as: 'editor', query: { context: 'edit' } })).body

test('a new draft is saved automatically, and the cursor stays in place', async () => {
  const { page, faults, close } = await openEditor(world, '/admin/events/new')
  await input(page, 'start_date').fill('2027-05-10T20:00')
  const title = textIn(page, 'en', 'title')
  await title.pressSequentially('Night of ')
  await page.getByText(/^Draft saved at \d{1,2}(:\d\d)?\s[ap]m$/).waitFor()
  await page.waitForURL(/events\/\d+$/)
  const id = page.url().split('/').at(-1) ?? ''
  assert.equal((await read(id)).status, 'draft')
  // in the same input, with its space
  await page.keyboard.type('jazz')
  await becomes(() => title.inputValue(), 'Night of jazz')
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Preview' }).click()
  const preview = await opening
  await preview.getByRole('heading', { name: 'Night of jazz' }).waitFor()
  await preview.close()
  // without the network what is typed waits, and is stored once it is there again
  await page.context().setOffline(true)
  await title.fill('Night of jazz live')
  await press(page, 'Save draft')
  await page.getByText(/^Not saved: could not reach the server/).waitFor()
  await page.context().setOffline(false)
  await untilSaved(page)
  assert.equal((await read(id)).title, 'Night of jazz live')
  await input(page, 'date').fill('2027-05-01T09:00')
  await takeScreenshot(page, 'editor-schedule')
  await press(page, 'Schedule')
  await untilSaved(page)
  const { status, title: stored, date } = await read(id)
  assert.deepEqual([status, stored, date], ['future', 'Night of jazz live', '2027-05-01 09:00:00'])
  await page.getByRole('button', { name: 'Update' }).waitFor()
  assert.deepEqual(await axeFindings(page), [])
  assert.deepEqual(faults, [])
  await close()
})

test('a public record stays unchanged until a button is pressed; a draft changed by another user is not overwritten', async () => {
  const { id } = await storedEvent(service)
  const { page, close } = await openEditor(world, `/admin/events/${id}`)
  await textIn(page, 'en', 'title').fill('Winter fair')
  await page.getByText('Unsaved changes', { exact: true }).waitFor()
  await press(page, 'Back to draft')
  await untilSaved(page)
  await service.send('PATCH', `/events/${id}`, { as: 'administrator', body: { cost: '5' } })
  await textIn(page, 'en', 'title').fill('Spring fair')
  await page.getByRole('dialog').getByText('Spring fair').waitFor()
  assert.equal((await read(id)).title, 'Winter fair')
  await close()
})

test('a text older than that of the other language is marked, until it is changed', async () => {
  const { id } = await storedEvent(service, {
    excerpt: 'Short',
    translations: {
      fr: { title: 'Fête', excerpt: 'Bref' },
    },
  })
  await service.send('PATCH', `/events/${id}`, { as: 'editor', body: { title: 'Great fair' } })
  const { page, faults, close } = await openEditor(world, '/admin/events/new')
  // as if that had been an hour after
  await page.route(/\/versions/, async route => {
    const answer = await route.fetch()
    const { versions, ...rest } = await answer.json()
    const [latest, ...others] = versions
    const later = new Date(Date.parse(latest.time) + 3_600_000).toISOString()
    await route.fulfill({ json: { ...rest, versions: [{ ...latest, time: later }, ...others] } })
  })
  await page.goto(`${service.address}/admin/events/${id}`)
  const french = page.locator('.text[data-language=fr]', {
    has: page.locator('[data-field=title]'),
  })
  await french.getByText('older than English').waitFor()
  await becomes(() => page.locator('.text').getByText('older than').count(), 1)
  assert.deepEqual(await axeFindings(page), [])
  await textIn(page, 'fr', 'title').fill('Grande fête')
  await french.getByText('older than English').waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
  await close()
})
