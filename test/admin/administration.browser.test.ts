import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { messages } from '../../src/admin/messages.ts'
import { firstStepMessages } from '../../src/admin/screens/records/first-step-messages.ts'
import { groupMessages, messages as said } from '../../src/admin/screens/settings/messages.ts'
import { messages as statusWords } from '../../src/admin/screens/status/messages.ts'
import {
  errorNames,
  messages as hookWords,
  stateNames,
} from '../../src/admin/screens/webhooks/messages.ts'
import { version } from '../../src/common/version.ts'
import { pageSettings } from '../../src/config/page-settings.ts'
import { siteSettings } from '../../src/config/site-settings.ts'
import { inEachLanguage, labelIn } from '../../src/define/text/language.ts'
import { presetNames, themePresets } from '../../src/define/theme.ts'
import { password, startAdmin } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { type Person, sitDown } from '../support/person.ts'
import { isFine } from '../support/screens.ts'
import type { Service } from '../support/service.ts'
import { shareBrowser } from '../support/shared-browser.ts'
import { storedEvent } from '../support/stored-event.ts'
import { backupTests, importTests } from './imports-and-backups.ts'

const { siteName, weekStart } = pageSettings
const { currencyCode } = siteSettings
/** The label of the input for its text in a language. */
const nameIn = inEachLanguage(of => ({
  en: labelIn(siteName.live, of, 'en'),
  fr: labelIn(siteName.live, of, 'fr'),
}))
const wrongCurrency = `«\u00a0${currencyCode.live.fr}\u00a0» n’est pas valide. Attendu\u00A0: trois lettres telles que EUR.`

let browser: Browser
let service: Service
/** An administrator at two screens, who stays from test to test. */
let en: Person
let fr: Person
before(async () => {
  service = await startAdmin(
    { adminToken: 'a-token-that-nobody-would-guess-0123456789' },
    {
      given: new Set(['weekStart', 'adminToken']),
      sources: { weekStart: { from: 'environment', name: 'ALMANAC_WEEK_START' } },
      replaces: true,
    },
  )
  browser = await shareBrowser()
  en = await sitDown(browser, service.address)
  fr = await sitDown(browser, service.address, { language: 'fr' })
  for (const person of [en, fr]) await person.signIn('administrator', password, '/events')
})
after(async () => {
  await browser?.close()
  await service?.close()
})

async function open(person: Person, path: string) {
  await person.go(path)
  await person.settled()
  return person.page
}
/** Nothing went wrong in a browser since this was last asked, but what is refused on purpose. */
function isFaultless(person: Person, status = 'none') {
  const faults = person.faults.splice(0)
  assert.deepEqual(
    faults.filter(fault => !fault.includes(status)),
    [],
  )
}
const saved = (page: Page, text: string) => page.locator('.done', { hasText: text }).waitFor()
const api = async (method: string, body?: object) => {
  const { authorization } = await service.bearer('administrator', { scope: 'admin' })
  const url = `${service.address}/admin/api/settings`
  return service.send(method, url, { as: authorization, ...(body && { body }) })
}

describe('the first steps, in a browser', { timeout: 180_000 }, () => {
  const steps = ({ page }: Person) => page.locator('.first-steps')
  const headed = (person: Person, done: number) =>
    person.heading(person.said(firstStepMessages.heading, { done, of: 7 })).waitFor()

  test('an administrator of an empty calendar sees them, each leads to where it is done, and is ticked off', async () => {
    const changed = await api('PATCH', { settings: { timezone: 'Africa/Abidjan' } })
    assert.equal(changed.status, 200)
    for (const person of [en, fr]) {
      const { language } = person
      await open(person, '/today')
      // the time zone is chosen, and the accounts of the test are the people who write
      await headed(person, 2)
      const done = await steps(person).locator('li.is-done').allInnerTexts()
      assert.deepEqual(
        done.map(text => text.replace(/\s+/g, ' ')),
        [firstStepMessages.timezone, firstStepMessages.invite].map(
          of => `${of[language]} ${firstStepMessages.done[language]}`,
        ),
      )
    }
    await isFine(fr.page, 'first-steps')
    await en.follow(firstStepMessages.name)
    await becomes(() => new URL(en.page.url()).hash, '#settings-pages')
    const place = () => en.page.locator('#settings-pages').boundingBox()
    await becomes(async () => Math.abs((await place())?.y ?? 9999) < 300, true)
    await en.page.locator('input[name=siteName-en]').fill('Town calendar')
    await en.press(messages.save)
    await saved(en.page, messages.saved.en)
    await en.goWithin('/today')
    await headed(en, 3)
    await en.follow(firstStepMessages.event)
    await en.page.locator('form.editor').waitFor()
    isFaultless(en)
  })

  test('they count a first event, stay hidden once they are, and are for administrators alone', async () => {
    await storedEvent(service)
    await open(fr, '/today')
    await headed(fr, 4)
    await fr.press(firstStepMessages.hide)
    await steps(fr).waitFor({ state: 'detached' })
    await fr.page.reload()
    await fr.page.locator('.desk').first().waitFor()
    await fr.settled()
    assert.equal(await steps(fr).count(), 0)
    isFaultless(fr)
    const editor = await sitDown(browser, service.address)
    await editor.signIn('editor', password)
    await editor.page.locator('.desk').waitFor()
    await editor.settled()
    assert.equal(await steps(editor).count(), 0)
    await editor.close()
  })
})

describe('settings, in a browser', { timeout: 180_000 }, () => {
  test('an administrator changes them, what is wrong is named, and pages show them (fr)', async () => {
    const page = await open(fr, '/settings')
    await fr.heading(groupMessages.pages).waitFor()
    const locked = fr.input(weekStart.live)
    await becomes(() => locked.inputValue(), weekStart.live.words.region.fr)
    assert.equal(await locked.isEditable(), false)
    await fr.reads(said.given, { source: 'variable ALMANAC_WEEK_START' })
    assert.equal((await page.content()).includes('nobody-would-guess'), false)
    const row = page
      .getByRole('row')
      .filter({ has: page.locator('code', { hasText: 'adminToken' }) })
    assert.equal((await row.locator('td').innerText()).split('\n')[0], said.isSet.fr)

    await fr.type(nameIn.en, 'Nightly')
    await fr.type(currencyCode.live, 'EURO')
    await fr.press(messages.save)
    const flaw = page.locator('.field', { has: fr.input(currencyCode.live) })
    await flaw.getByText(wrongCurrency).waitFor()
    // next to the button, which stays in view, and the input has the focus
    const bar = page.locator('.actions.is-sticky')
    await bar.getByRole('alert').getByText(wrongCurrency).waitFor()
    const unsaved = [groupMessages.site.fr, groupMessages.pages.fr]
    assert.deepEqual(await bar.locator('.unsaved a').allInnerTexts(), unsaved)
    await becomes(() => page.evaluate<string>('document.activeElement.value'), 'EURO')
    for (const each of [
      bar.getByRole('button', { name: messages.save.fr }),
      flaw.locator('input'),
    ]) {
      const box = await each.boundingBox()
      assert.ok(box && box.y >= 0 && box.y + box.height <= 900, JSON.stringify(box))
    }
    await becomes(() => fr.input(nameIn.en).inputValue(), 'Nightly')
    await fr.press(said.showPreview)
    await page.frameLocator('.theme-preview').locator('header.site').waitFor()
    await isFine(page, 'settings-wrong')

    await fr.type(currencyCode.live, 'chf')
    await page.keyboard.press('Control+s')
    await page.locator('.bar .site', { hasText: 'Nightly' }).waitFor()
    await saved(page, messages.saved.fr)
    // as the service has it
    await becomes(() => fr.input(currencyCode.live).inputValue(), 'CHF')
    const back = page.getByRole('button', { name: `(${currencyCode.live.fr})` })
    await back.click()
    await becomes(() => fr.input(currencyCode.live).inputValue(), currencyCode.default)
    await fr.press(messages.save)
    await back.waitFor({ state: 'detached' })
    await saved(page, messages.saved.fr)
    for (const home of ['/', '/fr/'])
      assert.match(await (await fetch(service.address + home)).text(), /Nightly/)
    isFaultless(fr, '400')
  })

  test('a theme is chosen, looked at, saved, and kept in a file for another calendar', async () => {
    const page = await open(en, '/settings')
    await en.press(presetNames.festival)
    await en.press(said.showPreview)
    const frame = page.frameLocator('.theme-preview')
    await frame.locator('header.site').waitFor()
    const { accentColor, paperColor } = themePresets.festival
    const expression = 'getComputedStyle(document.documentElement).getPropertyValue("--paper")'
    const paper = () => frame.locator('html').evaluate(expression)
    assert.equal(String(await paper()).trim(), paperColor)
    assert.equal((await (await fetch(service.address)).text()).includes('c2185b'), false)
    const download = page.waitForEvent('download')
    await en.press(said.exportTheme)
    const path = await (await download).path()
    const { theme } = JSON.parse(readFileSync(path, 'utf8'))
    assert.deepEqual([theme.accentColor, theme.corners], [accentColor, 'round'])
    await en.press(said.plainTheme)
    const chooser = page.waitForEvent('filechooser')
    await en.press(said.importTheme)
    await (await chooser).setFiles(path)
    await becomes(async () => String(await paper()).trim(), paperColor)
    await en.press(messages.save)
    await saved(page, messages.saved.en)
    await page.goto(`${service.address}/events/list/`)
    const presented = await page.evaluate(expression)
    assert.equal(String(presented).trim(), paperColor)
  })

  test('a user who changes settings at the same time as another is warned, and loses nothing', async () => {
    const page = await open(en, '/settings')
    await en.type(currencyCode.live, 'NOK')
    const changed = await api('PATCH', { settings: { siteName: 'Meanwhile' } })
    assert.equal(changed.status, 200, changed.text)
    await en.press(messages.save)
    await en.reads(said.stale)
    await page.locator('input[name=siteName-en][value=Meanwhile]').waitFor()
    await becomes(() => en.input(currencyCode.live).inputValue(), 'NOK')
    await en.press(messages.save)
    await saved(page, messages.saved.en)
    const { settings } = (await api('GET')).body
    const read = (name: string) => settings.find((one: { name: string }) => one.name === name).value
    assert.deepEqual([read('siteName'), read('currencyCode')], ['Meanwhile', 'NOK'])
    isFaultless(en, '412')
  })
})

describe('the status of the service, in a browser', { timeout: 60_000 }, () => {
  test('an administrator sees it and reads it again', async () => {
    const page = await open(en, '/status')
    await en.heading(statusWords.program).waitFor()
    await page.getByText(version, { exact: true }).waitFor()
    const read = page.waitForResponse(/\/admin\/api\/status$/)
    await en.press(statusWords.refresh)
    assert.equal((await read).status(), 200)
    isFaultless(en)
  })
})

describe('webhooks, in a browser', { timeout: 60_000 }, () => {
  test('an administrator adds one, copies its key, sends a test, and removes it', async () => {
    await service.send('POST', '/categories', { as: 'editor', body: { name: 'Concerts' } })
    const page = await open(fr, '/webhooks')
    await fr.reads(hookWords.none)
    await fr.press(hookWords.add)
    const dialog = fr.window()
    await dialog.locator('input[name=url]').fill('http://127.0.0.1:9/hook')
    await dialog.locator('select[name=records]').selectOption('full')
    await dialog.locator('input[name=categories]').fill('concerts')
    await isFine(page, 'webhook-new')
    await fr.press(hookWords.make, dialog)
    await page.locator('.secret textarea').waitFor()
    assert.match(await page.locator('.secret textarea').inputValue(), /^whsec_/)
    await fr.press(messages.close)
    await page.getByText(hookWords.someTerms.fr).waitFor()
    await fr.press(hookWords.test)
    await page.locator('.lines details summary').click()
    await page.getByText(errorNames.address.fr).waitFor()
    await isFine(page, 'webhooks')
    await fr.press(hookWords.pause)
    await page.getByText(stateNames.paused.fr, { exact: true }).waitFor()
    await fr.press(hookWords.remove)
    await fr.press(hookWords.remove, page.getByRole('alertdialog'))
    await fr.reads(hookWords.none)
    isFaultless(fr)
  })
})

const at = () => ({ service, en, fr })
describe('imports, in a browser', { timeout: 600_000 }, () => importTests(at))
describe('export and backups, in a browser', { timeout: 120_000 }, () => backupTests(at))
