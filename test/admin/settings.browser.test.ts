import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { labelIn, messages } from '../../src/admin/messages.ts'
import { groupMessages, messages as said } from '../../src/admin/screens/settings/messages.ts'
import { pageSettings } from '../../src/config/page-settings.ts'
import { siteSettings } from '../../src/config/site-settings.ts'
import { inEachLanguage, languages } from '../../src/define/text/language.ts'
import { presetNames, themePresets } from '../../src/define/theme.ts'
import { password, startAdmin } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { openBrowser } from '../support/browser.ts'
import { sitDown } from '../support/person.ts'
import { isFine } from '../support/screens.ts'
import type { Service } from '../support/service.ts'

const { siteName, weekStart } = pageSettings
const { currencyCode } = siteSettings
/** The label of the input for its text in a language. */
const nameIn = inEachLanguage(of => ({
  en: labelIn(siteName.live, of, 'en'),
  fr: labelIn(siteName.live, of, 'fr'),
}))
const wrong = {
  en: `“${currencyCode.live.en}” is not valid: three letters such as EUR is expected.`,
  fr: `«\u00a0${currencyCode.live.fr}\u00a0» n’est pas valide. Attendu\u00A0: trois lettres telles que EUR.`,
}

let browser: Browser
let service: Service
before(async () => {
  service = await startAdmin(
    { adminToken: 'a-token-that-nobody-would-guess-0123456789' },
    {
      given: new Set(['weekStart', 'adminToken']),
      sources: { weekStart: { from: 'environment', name: 'ALMANAC_WEEK_START' } },
      replaces: true,
    },
  )
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await service?.close()
})

const arrive = async (language: 'en' | 'fr') => {
  const person = await sitDown(browser, service.address, { language })
  await person.signIn('administrator', password)
  await person.follow(messages.settings)
  await person.heading(groupMessages.pages).waitFor()
  await person.settled()
  return person
}

const done = (page: Page, text: string) => page.locator('.done', { hasText: text }).waitFor()

describe('settings, in a browser', { timeout: 180_000 }, () => {
  for (const language of languages)
    test(`an administrator changes them, and pages show it (${language})`, async () => {
      const person = await arrive(language)
      const { page } = person
      await isFine(page, `settings-${language}`)

      const locked = person.input(weekStart.live)
      await becomes(() => locked.inputValue(), weekStart.live.words.region[language])
      assert.equal(await locked.isEditable(), false)
      await person.reads(said.given, { source: 'variable ALMANAC_WEEK_START' })
      assert.equal((await page.content()).includes('nobody-would-guess'), false)
      const row = page
        .getByRole('row')
        .filter({ has: page.locator('code', { hasText: 'adminToken' }) })
      assert.equal((await row.locator('td').innerText()).split('\n')[0], said.isSet[language])

      const name = `Nightly ${language}`
      await person.type(nameIn.en, name)
      await person.type(currencyCode.live, 'EURO')
      await person.press(messages.save)
      const flaw = page.locator('.field', { has: person.input(currencyCode.live) })
      await flaw.getByText(wrong[language]).waitFor()
      await becomes(() => person.input(nameIn.en).inputValue(), name)
      await isFine(page, `settings-wrong-${language}`)

      await person.type(currencyCode.live, language === 'en' ? 'eur' : 'chf')
      await person.press(messages.save)
      await page.locator('.bar .site', { hasText: name }).waitFor()
      await done(page, messages.saved[language])
      // as the service has it
      await becomes(
        () => person.input(currencyCode.live).inputValue(),
        language === 'en' ? 'EUR' : 'CHF',
      )
      const back = page.getByRole('button', { name: `(${currencyCode.live[language]})` })
      await back.click()
      await becomes(() => person.input(currencyCode.live).inputValue(), currencyCode.default)
      await person.press(messages.save)
      await back.waitFor({ state: 'detached' })
      await done(page, messages.saved[language])
      await page.goto(service.address + (language === 'en' ? '/' : '/fr/'))
      await page.locator('header', { hasText: name }).first().waitFor()
      assert.deepEqual(
        person.faults.filter(fault => !fault.includes('400')),
        [],
      )
      await person.close()
    })

  test('a theme is chosen, looked at, saved, and kept in a file for another calendar', async () => {
    const person = await arrive('fr')
    const { page } = person
    await person.press(presetNames.festival)
    await person.press(said.showPreview)
    const frame = page.frameLocator('.theme-preview')
    await frame.locator('header.site').waitFor()
    const { accentColor, paperColor } = themePresets.festival
    const expression = 'getComputedStyle(document.documentElement).getPropertyValue("--paper")'
    const paper = () => frame.locator('html').evaluate(expression)
    assert.equal(String(await paper()).trim(), paperColor)
    assert.equal((await (await fetch(service.address)).text()).includes('c2185b'), false)
    await isFine(page, 'settings-theme')
    const download = page.waitForEvent('download')
    await person.press(said.exportTheme)
    const path = await (await download).path()
    const { theme } = JSON.parse(readFileSync(path, 'utf8'))
    assert.deepEqual([theme.accentColor, theme.corners], [accentColor, 'round'])
    await person.press(said.plainTheme)
    const chooser = page.waitForEvent('filechooser')
    await person.press(said.importTheme)
    await (await chooser).setFiles(path)
    await becomes(async () => String(await paper()).trim(), paperColor)
    await person.press(messages.save)
    await done(page, messages.saved.fr)
    await page.goto(`${service.address}/events/list/`)
    const presented = await page.evaluate(expression)
    assert.equal(String(presented).trim(), paperColor)
    await person.close()
  })

  test('a user who changes settings at the same time as another is warned, and loses nothing', async () => {
    const person = await arrive('en')
    await person.type(currencyCode.live, 'NOK')
    const { authorization } = await service.bearer('administrator', { scope: 'admin' })
    const changed = await service.send('PATCH', `${service.address}/admin/api/settings`, {
      as: authorization,
      body: { settings: { siteName: 'Meanwhile' } },
    })
    assert.equal(changed.status, 200, changed.text)
    await person.press(messages.save)
    await person.reads(said.stale)
    await person.page.locator('input[name=siteName-en][value=Meanwhile]').waitFor()
    await becomes(() => person.input(currencyCode.live).inputValue(), 'NOK')
    await person.press(messages.save)
    await done(person.page, messages.saved.en)
    const { settings } = (
      await service.send('GET', `${service.address}/admin/api/settings`, { as: authorization })
    ).body
    const read = (name: string) => settings.find((one: { name: string }) => one.name === name).value
    assert.deepEqual([read('siteName'), read('currencyCode')], ['Meanwhile', 'NOK'])
    await person.close()
  })
})
