import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { signIn } from './admin.ts'
import { type Looking, look, painted } from './browser.ts'
import type { Service } from './service.ts'

/** The editor of a record in a browser, as a signed-in user. */
export async function openEditor(
  { browser, service }: { browser: Browser; service: Service },
  path: string,
  { login = 'editor', ...looking }: Looking & { login?: string } = {},
) {
  const looked = await look(browser, service.address, looking)
  await signIn(looked.page, service, login, { path })
  await looked.page.locator('form.editor').waitFor()
  return looked
}

/**
 * A page that tests of a file share, of a user who signs in once. Each test opens its screens as links do, without loading the app:
 * that takes most of what a test in a browser costs.
 */
export async function shareEditor(
  { browser, service }: { browser: Browser; service: Service },
  { login = 'editor', ...looking }: Looking & { login?: string } = {},
) {
  const looked = await look(browser, service.address, looking)
  const { page } = looked
  const base = looking.language === 'fr' ? '/fr/admin' : '/admin'
  await signIn(page, service, login, { path: `${base}/account` })
  const go = (path: string) =>
    page.evaluate(`history.pushState(null, '', ${JSON.stringify(base + path)})`)
  /** Shows another screen, once `part` of it is there: nothing of the test before is offered or still said. */
  async function show(path: string, part: string) {
    await page.evaluate(`{
      localStorage.clear()
      for (const each of document.querySelectorAll('.toast [slot=close]')) each.click()
    }`)
    await go('/nowhere')
    await page.locator(`${part}, .toast`).first().waitFor({ state: 'detached' })
    await go(path)
    await page.locator(part).first().waitFor({ state: 'attached' })
  }
  return { ...looked, go, show, open: (path: string) => show(path, 'form.editor') }
}

/** The id of the record that the address names, once a button has saved it: drafts are also saved by themselves. */
export async function savedId(page: Page): Promise<number> {
  await untilSaved(page)
  await page.waitForURL(/\/admin\/\w+\/\d+$/)
  return Number(page.url().split('/').at(-1))
}

export const input = (page: Page, name: string) =>
  page.locator(`[data-field=${name}] input:not([aria-hidden])`)

/** A moment that the form has, as the calendar behind its box knows it. */
export const momentOf = (page: Page, name: string) =>
  page.locator(`[data-field=${name}] input[aria-hidden]`).inputValue()

/** The text of a field in a language. */
export const textIn = (page: Page, language: 'en' | 'fr', name: string) =>
  page.locator(`.text[data-language=${language}] [data-field=${name}] :is(input, textarea)`)

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click()

/** Opens the texts that are rarely typed: excerpt, slug, website. */
export const unfold = (page: Page) => page.locator('details.is-details > summary').click()

/** Waits until a button has saved everything: the message about a draft that was saved automatically is another. */
export const untilSaved = (page: Page) =>
  page.locator('.save-state', { hasText: /^(All changes saved|Tout est enregistré)$/ }).waitFor()

/** The buttons of a form stay in view, however far one scrolls. */
export async function buttonsStay(page: Page, names: readonly string[]) {
  const isInView = (text: string) =>
    page.evaluate<boolean>(
      `(() => {
        const button = [...document.querySelectorAll('.edit-bar button')].find(each => each.textContent === ${JSON.stringify(text)})
        const { top, bottom, left, right } = button.getBoundingClientRect()
        const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return top >= 0 && bottom <= innerHeight && button.contains(seen)
      })()`,
    )
  for (const down of [900, 9000, 0]) {
    await page.evaluate(`scrollTo(0, ${down})`)
    await painted(page)
    for (const name of names) assert.ok(await isInView(name), `${name}, ${down} down`)
  }
}

/** The menu of a row covers nothing, however long its title, and the table does not scroll. */
export async function nothingCovered(page: Page) {
  for (const width of [1280, 1366]) {
    await page.setViewportSize({ width, height: 900 })
    const covered = await page.evaluate<string[]>(
      `[...document.querySelectorAll('tbody tr')].flatMap(row => {
        const menu = row.querySelector('.menu-cell').getBoundingClientRect().left
        return [...row.querySelectorAll('td:not(.menu-cell) > *, th > *')]
          .filter(each => each.getBoundingClientRect().right > menu + 1)
          .map(each => each.textContent)
      })`,
    )
    assert.deepEqual(covered, [])
    const [inner, outer] = await page.evaluate<[number, number]>(
      "[document.querySelector('.table').scrollWidth, document.querySelector('.table').clientWidth]",
    )
    assert.ok(inner <= outer, `${inner} in ${outer}`)
  }
}

/** Drags an image there from outside the browser, and drops it. Returns a function that removes the file, once it is sent. */
export async function dropped(on: Locator, { name, buffer }: { name: string; buffer: Buffer }) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-dropped-'))
  const file = join(folder, name)
  writeFileSync(file, buffer)
  await on.scrollIntoViewIfNeeded()
  const box = await on.boundingBox()
  assert.ok(box)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const session = await on.page().context().newCDPSession(on.page())
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data })
  await session.detach()
  return () => rmSync(folder, { recursive: true })
}
