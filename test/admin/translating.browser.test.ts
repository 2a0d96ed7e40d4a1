import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { becomes } from '../support/becomes.ts'
import { shareEditor, textIn } from '../support/editor.ts'
import { startScreens } from '../support/shared-browser.ts'
import { storedEvent } from '../support/stored-event.ts'

const world = await startScreens({ clock: '2027-03-01T12:00:00Z' })
const { service } = world
after(world.close)
const { page, faults, show } = await shareEditor(world)

const names = Array.from({ length: 20 }, (_, at) => `Untranslated ${at + 1}`)
const ids: number[] = []
const rows = page.locator('tbody tr')
const list = '/events?missing=fr'

before(async () => {
  for (const title of names) {
    const event = { title, description: `<p>All about ${title}.</p>`, translations: {} }
    ids.push((await storedEvent(service, event)).id)
  }
})

test('the desk leads through twenty untranslated events without a click or a return to the list', async () => {
  await show('/today', '.desk')
  await page.evaluate("{ clicks = 0; addEventListener('click', () => clicks++, true) }")
  await page.getByRole('button', { name: 'Go through: To translate into French' }).click()
  const title = textIn(page, 'fr', 'title')
  for (const at of names.keys()) {
    const isLast = at === names.length - 1
    await page.locator('.original p', { hasText: `All about Untranslated ${at + 1}.` }).waitFor()
    await page.getByText(isLast ? 'Last of 20' : `Next (${at + 1} of 20)`).waitFor()
    await becomes(() => page.evaluate<string>('document.activeElement.lang'), 'fr')
    assert.equal(await title.inputValue(), '')
    await page.keyboard.insertText(`Traduit ${at + 1}`)
    if (at === 0) {
      await page.getByRole('button', { name: 'Fill gaps from English' }).click()
      await page.getByText('same as English: to be translated').waitFor()
    }
    if (at === 1) {
      const [isInText, toText] = ['document.activeElement.isContentEditable', 'Tab']
      await page.locator('[data-language=fr] [contenteditable=true]').waitFor()
      for (let tabs = 0; tabs < 3 && !(await page.evaluate(isInText)); tabs++)
        await page.keyboard.press(toText)
      await page.keyboard.insertText('Tout.')
    }
    await page.keyboard.press('Control+Enter')
  }
  await page.waitForURL(url => url.href.endsWith(list))
  assert.equal(await page.evaluate('clicks'), 2)
  const stored = (await service.send('GET', `/events/${ids[1]}?context=edit`, { as: 'editor' }))
    .body
  const { title: name, description } = stored.editing.texts.fr
  assert.deepEqual([name, description], ['Traduit 2', '<p>Tout.</p>'])
  // one has its description, another a copy of it, the others have none
  await becomes(() => rows.count(), names.length - 1)
  assert.equal(await page.getByText('older than').count(), 0)
  assert.deepEqual(faults, [])
})

test('a record leads on to the next of its list and back to it with the filters, until nothing is missing', async () => {
  await show(list, 'tbody tr')
  await rows.first().locator('a.title').click()
  await page.getByRole('link', { name: 'Next (1 of 19)' }).click()
  await page.getByRole('link', { name: 'Previous' }).waitFor()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.waitForURL(url => url.href.endsWith(list))
  for (const id of ids)
    await service.send('PATCH', `/events/${id}`, {
      as: 'editor',
      body: { translations: { fr: { description: 'Tout.' } } },
    })
  await page.reload()
  await page.locator('.empty').waitFor()
  assert.deepEqual(faults, [])
})
