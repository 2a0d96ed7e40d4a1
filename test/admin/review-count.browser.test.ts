import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { signIn, startScreens } from '../support/admin.ts'
import { axeFindings, takeScreenshot } from '../support/browser.ts'
import { openEditor, press, untilSaved } from '../support/editor.ts'
import { storedEvent } from '../support/stored-event.ts'

const { service, browser, close: end } = await startScreens({ clock: '2026-06-15T12:00:00Z' })
after(end)

test('the menu says how many events wait for review, in both languages, and none says nothing', async () => {
  const page = await browser.newPage()
  const count = page.locator('.menu .badge')
  await signIn(page, service, 'editor', { path: '/admin/venues' })
  assert.equal(await count.count(), 0)
  for (const title of ['First', 'Second'])
    await storedEvent(service, { title, status: 'pending' }, 'contributor')
  for (const [path, messages] of [
    ['/admin/venues', '2 events wait'],
    ['/fr/admin/venues', '2 évènements attendent'],
  ] as const) {
    await page.goto(service.address + path)
    await count.getByText(messages).waitFor()
    await page.locator('main h1').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await takeScreenshot(page, `review-count-${messages.length}`)
  }
  await page.goto(`${service.address}/admin/review`)
  await page.getByRole('button', { name: 'Approve First' }).click()
  await count.getByText('One event waits').waitFor()
  await page.close()
})

test('rich text is underlined, has small headings and lines, and is stored as it stands', async () => {
  const { id, path } = await storedEvent(service, { description: '<p>Words</p>' })
  const { page, close } = await openEditor({ browser, service }, `/admin/events/${id}`)
  const text = page.locator('.text[data-language=en] [data-field=description]')
  await text.locator('.tiptap').click()
  await page.keyboard.press('Control+a')
  await text.getByRole('button', { name: 'Underline' }).click()
  await page.keyboard.press('End')
  await text.getByRole('button', { name: 'Horizontal line' }).click()
  await page.keyboard.type('More')
  // before the text skips a level of headings, as its writer may
  assert.deepEqual(await axeFindings(page), [])
  await text.getByRole('button', { name: 'Small heading' }).click()
  await press(page, 'Update')
  await untilSaved(page)
  const { body } = await service.send('GET', path, { as: 'editor', query: { context: 'edit' } })
  assert.equal(body.editing.texts.en.description, '<p><u>Words</u></p><hr /><h4>More</h4>')
  await close()
})
