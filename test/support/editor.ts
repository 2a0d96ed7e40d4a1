import type { Browser, Page } from 'playwright-core'
import { signIn } from './admin.ts'
import { type Looking, look } from './browser.ts'
import type { Service } from './service.ts'

/** The editor of a record in a browser, as somebody who has signed in. */
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

/** An event that is stored already. */
export async function storedEvent(service: Service, body: object = {}, as = 'editor') {
  const draft = {
    title: 'Summer fair',
    start_date: '2027-06-01 10:00',
    end_date: '2027-06-01 12:00',
    translations: { fr: { title: 'Fête' } },
    ...body,
  }
  const made = await service.send('POST', '/events', { as, body: draft })
  return { id: Number(made.body.id), path: `/events/${made.body.id}` }
}

export const input = (page: Page, name: string) => page.locator(`[data-field=${name}] input`)

/** The text of a field in a language. */
export const textIn = (page: Page, language: 'en' | 'fr', name: string) =>
  page.locator(`.text[data-language=${language}] [data-field=${name}] :is(input, textarea)`)

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click()

/** A button has saved everything: what is said of a draft that was saved by itself is something else. */
export const isSaved = (page: Page) =>
  page.locator('.save-state', { hasText: /^(All changes saved|Tout est enregistré)$/ }).waitFor()
