import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startScreens } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { axeFindings, painted, takeScreenshot } from '../support/browser.ts'
import { input, openEditor, press, textIn, untilSaved } from '../support/editor.ts'

const { service, browser, close: end } = await startScreens({ clock: '2026-06-15T12:00:00Z' })
after(end)

const open = (path: string, looking = {}) => openEditor({ browser, service }, path, looking)
const isInView = (page: Page, text: string) =>
  page.evaluate<boolean>(
    `(() => {
      const button = [...document.querySelectorAll('.edit-bar button')].find(each => each.textContent === ${JSON.stringify(text)})
      const { top, bottom, left, right } = button.getBoundingClientRect()
      const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return top >= 0 && bottom <= innerHeight && button.contains(seen)
    })()`,
  )

test('the title has the focus, dates and place follow it, and the buttons never scroll away', async () => {
  for (const language of ['en', 'fr'] as const)
    for (const [width, height] of [
      [1280, 900],
      [360, 740],
    ] as const) {
      const base = language === 'fr' ? '/fr/admin' : '/admin'
      const { page, close } = await open(`${base}/events/new`, { language, width, height })
      await becomes(() => page.evaluate<string>('document.activeElement.lang'), language)
      const groups = await page
        .locator('.column > .group')
        .evaluateAll(all => all.map(each => each.className.replace('group is-', '')))
      assert.deepEqual(groups.slice(0, 6), [
        'when',
        'where',
        'classification',
        'image',
        'texts',
        'details',
      ])
      if (width > 1000) {
        const when = await input(page, 'start_date').boundingBox()
        assert.ok(when && when.y + when.height < height, 'the start is in the first view')
      }
      const [publish, draft] =
        language === 'fr' ? ['Publier', 'Enregistrer le brouillon'] : ['Publish', 'Save draft']
      for (const down of [0, 900, 9000]) {
        await page.evaluate(`scrollTo(0, ${down})`)
        await painted(page)
        for (const button of [publish, draft])
          assert.ok(await isInView(page, button), `${button} at ${width}, ${down} down`)
        await takeScreenshot(page, `form-${language}-${width}-${down}`)
      }
      assert.deepEqual(await axeFindings(page), [])
      await close()
    }
})

test('Ctrl+Enter publishes from any input, and the list of keys says so on every screen', async () => {
  const { page, faults, close } = await open('/admin/events/new')
  await page.keyboard.type('By keys')
  await input(page, 'start_date').fill('2027-05-10T20:00')
  const text = page.locator('.text[data-language=en] [data-field=description] .tiptap')
  await text.click()
  await page.keyboard.type('Words')
  await page.keyboard.press('Control+Enter')
  await untilSaved(page)
  await page.waitForURL(/\/events\/\d+$/)
  const id = page.url().split('/').at(-1)
  const { body } = await service.send('GET', `/events/${id}`, { as: 'editor' })
  assert.deepEqual([body.status, body.description], ['publish', '<p>Words</p>'])
  await press(page, 'Keys')
  const list = page.getByRole('dialog')
  await list.getByText('Ctrl + Enter').waitFor()
  // a window over the form: the form is left alone
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  assert.equal(await page.locator('.toast').count(), 1)
  for (const path of ['calendar', 'venues', 'images', 'review', 'activity', 'tokens', 'account']) {
    await page.goto(`${service.address}/admin/${path}`)
    await page.locator('main h1').first().waitFor()
    await page.keyboard.press('?')
    await list.getByText('Ctrl + Enter').waitFor()
  }
  assert.deepEqual(faults, [])
  await close()
})

test('one is published and the next begun at once', async () => {
  const { page, close } = await open('/admin/venues/new')
  for (const name of ['Mill', 'Quay']) {
    await page.keyboard.type(name)
    await press(page, 'Publish and add another')
    await page.locator('.toast', { hasText: 'Published' }).first().waitFor()
    await becomes(() => textIn(page, 'en', 'venue').inputValue(), '')
    await becomes(() => page.evaluate<string>('document.activeElement.lang'), 'en')
  }
  assert.match(page.url(), /venues\/new$/)
  const { body } = await service.send('GET', '/venues', { as: 'editor' })
  assert.equal(body.venues.length, 2)
  await close()
})
