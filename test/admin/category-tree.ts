import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messages } from '../../src/admin/screens/terms/messages.ts'
import { becomes, matches } from '../support/becomes.ts'
import { axeFindings, painted, takeScreenshot } from '../support/browser.ts'
import type { Person } from '../support/person.ts'
import type { Service } from '../support/service.ts'

type At = { service: Service; en: Person; fr: Person }

/** The tests of the tree, by people who are signed in. */
export function treeTests(at: () => At) {
  const create = async (name: string, parent = 0) => {
    const sent = { as: 'editor', body: { name, parent } }
    return Number((await at().service.send('POST', '/categories', sent)).body.id)
  }
  const parentOf = async (id: number) =>
    (await at().service.send('GET', `/categories/${id}`, { as: 'editor' })).body.parent
  /** The tree shows a move before the server has it. */
  const untilBelow = (id: number, parent: number) => becomes(() => parentOf(id), parent)
  async function open(person: Person) {
    await person.go('/categories')
    await person.page.getByRole('treegrid').waitFor()
    return person.page
  }
  const row = ({ page }: Person, name: string, level?: number) =>
    page.getByRole('row', level ? { name, level } : { name, exact: true })
  const announced = (person: Person, name: string) =>
    person.page
      .locator('.toast', { hasText: person.said(messages.moved, { name }) })
      .first()
      .waitFor()

  test('a category is dragged below another and never below itself, and moved by a choice', async () => {
    const [art, ballet, dance] = [
      await create('Art'),
      await create('Ballet'),
      await create('Dance'),
    ]
    const { en } = at()
    const page = await open(en)
    await row(en, 'Ballet').dragTo(row(en, 'Dance'))
    await announced(en, 'Ballet')
    assert.equal(await parentOf(ballet), dance)
    // what is put below a category that had nothing below is seen
    await row(en, 'Ballet', 2).waitFor()
    await row(en, 'Dance').dragTo(row(en, 'Ballet'))
    assert.equal(await parentOf(dance), 0)
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await row(en, 'Ballet', 1).waitFor()
    await untilBelow(ballet, 0)
    assert.equal(await parentOf(art), 0)
    assert.deepEqual(await axeFindings(page), [])

    await en.press(messages.move, row(en, 'Ballet'))
    await page.getByRole('button', { name: /Parent category/ }).click()
    await page.getByRole('option', { name: 'Dance' }).click()
    await en.press(messages.move, en.window())
    await row(en, 'Ballet', 2).waitFor()
    await untilBelow(ballet, dance)
    assert.deepEqual(en.faults.splice(0), [])
  })

  test('by keyboard: Shift and the arrows, the focus goes along, and a drag by its button (fr)', async () => {
    const [latin, lied] = [await create('Latin'), await create('Lied')]
    const { fr } = at()
    const page = await open(fr)
    await row(fr, 'Lied').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await announced(fr, 'Lied')
    await row(fr, 'Lied', 2).waitFor()
    assert.equal(await parentOf(lied), latin)
    await takeScreenshot(page, 'tree-fr')
    await page.locator('[role=row]:focus', { hasText: 'Lied' }).waitFor()
    await page.keyboard.press('Shift+ArrowLeft')
    await row(fr, 'Lied', 1).waitFor()
    await untilBelow(lied, 0)

    await fr.button(fr.said(messages.drag, { name: 'Lied' })).focus()
    await page.keyboard.press('Enter')
    for (let steps = 0; steps < 20; steps++) {
      const target = await page.evaluate<string>(
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
      )
      if (target.includes('Latin')) break
      await page.keyboard.press('ArrowDown')
      await painted(page)
    }
    await page.keyboard.press('Enter')
    await row(fr, 'Lied', 2).waitFor()
    await untilBelow(lied, latin)
    assert.deepEqual(fr.faults.splice(0), [])
  })

  test('a move that the server refuses is undone, with a message (fr)', async () => {
    const [opera, piano] = [await create('Opera'), await create('Piano')]
    const { fr, service } = at()
    await open(fr)
    await row(fr, 'Piano').waitFor()
    // meanwhile another user moves the other below it
    await service.send('PATCH', `/categories/${opera}`, { as: 'editor', body: { parent: piano } })
    await row(fr, 'Piano').dragTo(row(fr, 'Opera'))
    const toast = fr.page.locator('.toast.is-problem')
    await toast.waitFor()
    await matches(() => toast.innerText(), /parent/i)
    assert.equal(await parentOf(piano), 0)
    await row(fr, 'Piano', 1).waitFor()
  })
}
