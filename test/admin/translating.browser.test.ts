import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startScreens } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { shareEditor, textIn, untilSaved } from '../support/editor.ts'
import { storedEvent } from '../support/stored-event.ts'

const world = await startScreens({ clock: '2027-03-01T12:00:00Z' })
const { service } = world
after(world.close)
const { page, faults, show } = await shareEditor(world)

test('twenty untranslated events are translated one after the other, and copies stay in the list', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `Untranslated ${at + 1}`)
  const ids: number[] = []
  for (const title of names) {
    const event = { title, description: `All about ${title}.`, translations: {} }
    ids.push((await storedEvent(service, event)).id)
  }
  const list = '/events?search=untranslated&missing=fr'
  const rows = page.locator('tbody tr')
  await show(list, 'tbody tr')
  await becomes(() => rows.count(), names.length)
  await rows.first().locator('a.title').click()
  const title = textIn(page, 'fr', 'title')
  for (const at of names.keys()) {
    const next = page.getByRole('link', { name: `Next (${at + 1} of ${names.length})` })
    if (at < names.length - 1) await next.waitFor()
    await becomes(() => page.evaluate<string>('document.activeElement.lang'), 'fr')
    assert.equal(await title.inputValue(), '')
    await page.keyboard.insertText(`Traduit ${at + 1}`)
    if (at === 0) {
      await page.getByRole('button', { name: 'Fill gaps from English' }).click()
      await page.getByText('same as English: to be translated').waitFor()
    }
    await page.keyboard.press('Control+s')
    await untilSaved(page)
    assert.equal(await page.getByText('older than').count(), 0)
    if (at < names.length - 1) await next.click()
    else assert.equal(await next.count(), 0)
  }
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.waitForURL(url => url.href.endsWith(list))
  // one has a copy for its description, the others have none
  await becomes(() => rows.count(), names.length)
  for (const id of ids)
    await service.send('PATCH', `/events/${id}`, {
      as: 'editor',
      body: { translations: { fr: { description: 'Tout.' } } },
    })
  await page.reload()
  await page.locator('.empty').waitFor()
  assert.deepEqual(faults, [])
})
