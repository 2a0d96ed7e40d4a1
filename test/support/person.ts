import assert from 'node:assert/strict'
import type { Browser, Locator, Page } from 'playwright-core'
import { forms } from '../../src/admin/forms/model.ts'
import { messages } from '../../src/admin/messages.ts'
import { messages as tableWords } from '../../src/admin/screens/records/messages.ts'
import {
  formatMessage,
  type Language,
  labelIn,
  type Sentence,
} from '../../src/define/text/language.ts'
import { type Looking, look } from './browser.ts'

/** A sentence of a screen, or what a record is called. */
export type Label = Sentence | string

/** The label of a field of a resource on the screens. */
export function labelOf(resource: string, name: string): Sentence {
  const field = forms[resource]?.fields.find(field => field.name === name)
  assert.ok(field, `${resource} has no field ${name}`)
  return field.label
}

/** A text of a record, as its input in one of the languages is called. */
export function textOf(resource: string, name: string, of: Language): Sentence {
  const label = labelOf(resource, name)
  const named = (on: Language) => labelIn(label, of, on)
  return { en: named('en'), fr: named('fr') }
}

/** A person at the screens, who finds inputs by their labels in their language. */
export async function sitDown(browser: Browser, address: string, looking: Looking = {}) {
  const { language = 'en' } = looking
  const looked = await look(browser, address, { ...looking, language })
  const { page } = looked
  const open = new Set<object>()
  page.on('request', request => open.add(request))
  page.on('requestfinished', request => open.delete(request))
  page.on('requestfailed', request => open.delete(request))
  const labelled = (what: Label, params?: Record<string, string | number>) =>
    typeof what === 'string' ? what : formatMessage(what, language, params)

  const person = {
    ...looked,
    language,
    /** `/admin` or `/fr/admin` before a path of the screens. */
    base: `${address}${language === 'fr' ? '/fr' : ''}/admin`,
    said: labelled,
    go: (path: string) => page.goto(person.base + path),
    /** Goes to a screen as links do, without loading a page. */
    async goWithin(path: string) {
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(person.base + path)})`)
      await person.settled()
    },
    button: (name: Label, within: Page | Locator = page) =>
      within.getByRole('button', { name: labelled(name), exact: true }),
    input: (name: Label, within: Page | Locator = page) =>
      within.getByRole('textbox', { name: labelled(name), exact: true }),
    link: (name: Label) => page.getByRole('link', { name: labelled(name), exact: true }),
    heading: (name: Label) => page.getByRole('heading', { name: labelled(name), exact: true }),
    /** The window over the screen. */
    window: () => page.getByRole('dialog'),
    press: (name: Label, within?: Page | Locator) => person.button(name, within).click(),
    type: (name: Label, text: string, within?: Page | Locator) =>
      person.input(name, within).fill(text),
    follow: (name: Label) => person.link(name).click(),
    /** Waits until the screen says so. */
    reads: (what: Label, params?: Record<string, string | number>) =>
      page.getByText(labelled(what, params)).first().waitFor(),

    /** Waits until a screen is there with all that it asks for. */
    async settled() {
      await page.locator('h1').first().waitFor()
      do await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      while (open.size > 0)
    },
    /** Takes back what a message says. */
    undo: (what: Label) =>
      person.press(tableWords.undo, page.locator('.toast', { hasText: labelled(what) })),

    async signIn(login: string, password: string, path = '/') {
      await person.go(path)
      await person.heading(messages.signIn).waitFor()
      await person.type(messages.login, login)
      await person.type(messages.password, password)
      await person.press(messages.signIn)
      await page.getByRole('navigation', { name: labelled(messages.menu) }).waitFor()
    },
  }
  return person
}

export type Person = Awaited<ReturnType<typeof sitDown>>

/** The entry of a resource in the menu. */
export function manyOf(resource: string): Sentence {
  const form = forms[resource]
  assert.ok(form)
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  return { en: capital(form.many.en), fr: capital(form.many.fr) }
}
