import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { signIn, startScreens } from '../support/admin.ts'
import { becomes, matches } from '../support/becomes.ts'
import { axeFindings, look, painted, takeScreenshot } from '../support/browser.ts'

const { service, browser, close: end } = await startScreens()
after(end)

const create = async (name: string, parent = 0) =>
  Number(
    (await service.send('POST', '/categories', { as: 'editor', body: { name, parent } })).body.id,
  )
const parentOf = async (id: number) =>
  (await service.send('GET', `/categories/${id}`, { as: 'editor' })).body.parent
/** The tree shows a move before the server has it. */
const untilBelow = (id: number, parent: number) => becomes(() => parentOf(id), parent)

async function open(language: 'en' | 'fr' = 'en') {
  const looked = await look(browser, service.address, { language })
  const path = language === 'fr' ? '/fr/admin/categories' : '/admin/categories'
  await signIn(looked.page, service, 'editor', { path })
  await looked.page.getByRole('treegrid').waitFor()
  return looked
}
const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const announced = (page: Page, text: string) =>
  page.locator('.toast', { hasText: text }).first().waitFor()

test('a category is dragged below another, and never below itself', async () => {
  const [art, ballet, dance] = [await create('Art'), await create('Ballet'), await create('Dance')]
  const { page, faults, close } = await open()
  await row(page, 'Ballet').dragTo(row(page, 'Dance'))
  await announced(page, '“Ballet” was moved.')
  assert.equal(await parentOf(ballet), dance)
  // what is put below a category that had nothing below is seen
  await page.getByRole('row', { name: 'Ballet', level: 2 }).waitFor()
  await row(page, 'Dance').dragTo(row(page, 'Ballet'))
  assert.equal(await parentOf(dance), 0)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await page.getByRole('row', { name: 'Ballet', level: 1 }).waitFor()
  await untilBelow(ballet, 0)
  assert.equal(await parentOf(art), 0)
  assert.deepEqual(await axeFindings(page), [])
  assert.deepEqual(faults, [])
  await close()
})

test('by keyboard: Shift and the arrows, the focus goes along, and the drag button with Tab', async () => {
  const [jazz, latin] = [await create('Jazz'), await create('Latin')]
  const { page, faults, close } = await open('fr')
  await row(page, 'Latin').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await announced(page, 'a été déplacée')
  await page.getByRole('row', { name: 'Latin', level: 2 }).waitFor()
  assert.equal(await parentOf(latin), jazz)
  await takeScreenshot(page, 'tree-fr')
  await page.locator('[role=row]:focus', { hasText: 'Latin' }).waitFor()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.getByRole('row', { name: 'Latin', level: 1 }).waitFor()
  await untilBelow(latin, 0)

  await page.getByRole('button', { name: 'Faire glisser Latin' }).focus()
  await page.keyboard.press('Enter')
  for (let at = 0; at < 20; at++) {
    const target = await page.evaluate<string>(
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
    )
    if (target.includes('Jazz')) break
    await page.keyboard.press('Tab')
    await painted(page)
  }
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Latin', level: 2 }).waitFor()
  await untilBelow(latin, jazz)
  assert.deepEqual(faults, [])
  await close()
})

test('a move that the server refuses is undone, with a message', async () => {
  const [opera, piano] = [await create('Opera'), await create('Piano')]
  const { page, close } = await open()
  await row(page, 'Piano').waitFor()
  // meanwhile another user moves the other below it
  await service.send('PATCH', `/categories/${opera}`, { as: 'editor', body: { parent: piano } })
  await row(page, 'Piano').dragTo(row(page, 'Opera'))
  const toast = page.locator('.toast.is-problem')
  await toast.waitFor()
  await matches(() => toast.innerText(), /parent/i)
  assert.equal(await parentOf(piano), 0)
  await page.getByRole('row', { name: 'Piano', level: 1 }).waitFor()
  await close()
})
