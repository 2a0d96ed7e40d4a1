import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { signIn, startScreens } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { axeFindings, look, takeScreenshot } from '../support/browser.ts'

const { service, browser, close: end } = await startScreens()
after(end)

const when = { start_date: '2030-05-01 20:00:00', end_date: '2030-05-01 22:00:00' }
const send = async (method: string, path: string, as: string, body: object) =>
  (await service.send(method, path, { as, body })).body

test('an editor compares a version with now in both languages, brings it back, and takes that back', async () => {
  const draft = { title: 'Grand concert', ...when, cost: '5' }
  const fr = { title: 'Grand concert du soir' }
  const { id } = await send('POST', '/events', 'editor', { ...draft, translations: { fr } })
  await send('PATCH', `/events/${id}`, 'editor', {
    title: 'Small concert',
    cost: '7',
    translations: { fr: { title: 'Petit concert du soir' } },
  })
  const { page, close } = await look(browser, service.address)
  await signIn(page, service, 'editor', { path: `/admin/events/${id}` })
  await page.locator('form.editor').waitFor()
  await page.getByRole('button', { name: 'History', exact: true }).click()
  const window = page.getByRole('dialog')
  await window.getByText('Cost · English (Title) · French (Title)').waitFor()
  assert.deepEqual(await axeFindings(page), [])
  await takeScreenshot(page, 'history-list')
  await window.getByRole('button', { name: 'Compare version 1 with now' }).click()
  await window.locator('del').first().waitFor()
  await becomes(() => window.locator('[lang=fr] del').allTextContents(), ['before: Grand'])
  await becomes(() => window.locator('[lang=fr] ins').allTextContents(), ['after: Petit'])
  await becomes(() => window.locator('tbody td').allTextContents(), ['5', '7'])
  assert.deepEqual(await axeFindings(page), [])
  await takeScreenshot(page, 'history-comparison')
  await window.getByRole('button', { name: 'Restore this version' }).click()
  const title = page.getByLabel('Title (French)', { exact: true })
  await page.getByText('Version 1 is back.').waitFor()
  await becomes(() => title.inputValue(), 'Grand concert du soir')
  assert.equal((await service.send('GET', `/events/${id}`)).body.title, 'Grand concert')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.locator('h1', { hasText: 'Small concert' }).waitFor()
  assert.equal((await service.send('GET', `/events/${id}`)).body.title, 'Small concert')
  await close()
})

test('an event is returned to its author with a note, shown in the list and in the editor', async () => {
  await service.accounts.change('contributor', { name: 'Camille' })
  const draft = { title: 'Proposed', ...when, status: 'pending' }
  const { id } = await send('POST', '/events', 'contributor', draft)
  const editor = await look(browser, service.address)
  await signIn(editor.page, service, 'editor', { path: '/admin/review' })
  await editor.page.getByText('By Camille').waitFor()
  await editor.page.getByRole('button', { name: 'Send back Proposed to its author' }).click()
  const window = editor.page.getByRole('dialog')
  await window.getByLabel('Note to the author').fill('Please add the price.')
  assert.deepEqual(await axeFindings(editor.page), [])
  await takeScreenshot(editor.page, 'review-return')
  await window.getByRole('button', { name: 'Send back', exact: true }).click()
  await editor.page.getByText('“Proposed” is a draft again.').waitFor()
  await editor.close()
  const author = await look(browser, service.address)
  await signIn(author.page, service, 'contributor', { path: '/admin/events' })
  await author.page.getByText('“Please add the price.”').waitFor()
  await author.page.getByRole('note').getByRole('link', { name: 'Proposed' }).click()
  await author.page.getByRole('note').getByText('Please add the price.').waitFor()
  assert.deepEqual(await axeFindings(author.page), [])
  await takeScreenshot(author.page, 'returned')
  assert.equal((await service.send('GET', `/events/${id}`, { as: 'editor' })).body.status, 'draft')
  await author.close()
})
