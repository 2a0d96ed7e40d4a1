import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { costOfKeys } from '../../bench/typing.ts'
import { startScreens } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { input, openEditor, textIn } from '../support/editor.ts'
import { storedEvent } from '../support/stored-event.ts'

const { service, browser, close: end } = await startScreens({ clock: '2026-06-15T12:00:00Z' })
after(end)

const open = (path: string) => openEditor({ browser, service }, path)
const rich = (page: Page) =>
  page.locator('.text[data-language=en] [data-field=description] .tiptap')
const paragraph = `<p>${'Some words of a text that is long. '.repeat(20)}</p>`

test('a key costs little in any field of a full form: it draws its own input again', async () => {
  for (let at = 0; at < 20; at++)
    await service.send('POST', '/categories', { as: 'editor', body: { name: `Category ${at}` } })
  const { path } = await storedEvent(service, {
    description: paragraph.repeat(3),
    excerpt: paragraph,
    cost: '12',
    venue: [{ venue: 'Mill' }],
    categories: ['Category 1', 'Category 2'],
    translations: { fr: { title: 'Fête', description: paragraph.repeat(3) } },
  })
  const keys = 'the quick brown fox '
  const small = await open('/admin/tags/new')
  const least = await costOfKeys(small.page, textIn(small.page, 'en', 'name'), keys)
  await small.close()
  const { page, close } = await open(`/admin${path}`)
  await rich(page).waitFor()
  // where a key drew the whole form, it cost some ten times as much as in a form that has little else
  for (const field of [textIn(page, 'en', 'title'), rich(page), input(page, 'cost')]) {
    const cost = await costOfKeys(page, field, keys)
    assert.ok(cost < 4 * least, `${field}: ${cost} ms, ${least} ms in a small form`)
  }
  await close()
})

test('a million characters are refused or trimmed with a message, and typing continues', async () => {
  const { page, close } = await open('/admin/events/new')
  await rich(page).waitFor()
  await page.evaluate(
    `document.oncopy = event => {
      event.preventDefault()
      event.clipboardData.setData('text/plain', 'word '.repeat(220000))
    }`,
  )
  for (const [field, messages] of [
    [rich(page), /^The pasted text has 1,100,000 characters\. 100,000 can be pasted at once/],
    [
      textIn(page, 'en', 'title'),
      /^The pasted text has 1,100,000 characters, and the maximum is 1,000/,
    ],
  ] as const) {
    await field.click()
    await page.keyboard.type('ab')
    await page.keyboard.press('Shift+Home')
    await page.keyboard.press('Control+c')
    await page.keyboard.press('End')
    const before = Date.now()
    await page.keyboard.press('Control+v')
    await page.locator('.toast', { hasText: messages }).waitFor()
    await page.keyboard.type(' on')
    assert.ok(Date.now() - before < 20_000)
  }
  await becomes(() => rich(page).innerText(), 'ab on')
  await close()
})
