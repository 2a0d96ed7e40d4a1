import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { signIn } from './admin.ts'
import { type Looking, look } from './browser.ts'
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

export const input = (page: Page, name: string) => page.locator(`[data-field=${name}] input`)

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
