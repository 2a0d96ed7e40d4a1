import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { type Language, languages } from '../../src/define/text/language.ts'
import { axeFindings, look, openBrowser, picture, widthOf } from '../support/browser.ts'
import type { Service } from '../support/service.ts'
import { oddPages, pages, tryingCalendar } from '../support/trying-calendar.ts'

const height = 900
/** Of a phone. */
const narrowest = 320

describe('pages in a browser', () => {
  let site: Service
  let browser: Browser
  before(async () => {
    site = await tryingCalendar()
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await site?.close()
  })

  /** What is wrong with pages at a width, in both color schemes, and on the narrowest phone. */
  async function findingsOf(of: typeof pages, language: Language, width: number) {
    const { page, faults, close } = await look(browser, site.address, { width, language })
    const found: string[] = []
    for (const [name, [english, french]] of Object.entries(of)) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(site.address + (language === 'en' ? english : french))
      if ((await page.locator('html').getAttribute('lang')) !== language)
        found.push(`${name} is in another language`)
      for (const finding of await axeFindings(page)) found.push(`${name}: ${finding}`)
      if ((await widthOf(page)) > width) found.push(`${name} scrolls sideways`)
      await picture(page, `${name}-${language}-${width}`)
      await page.emulateMedia({ colorScheme: 'dark' })
      for (const finding of await axeFindings(page, { colors: true }))
        found.push(`${name}, dark: ${finding}`)
      await picture(page, `${name}-${language}-${width}-dark`)
      await page.setViewportSize({ width: narrowest, height })
      if ((await widthOf(page)) > narrowest) found.push(`${name} scrolls sideways at ${narrowest}`)
    }
    await close()
    // that there is no such page is an error to the browser too
    return [...found, ...faults.filter(fault => !fault.includes('404'))]
  }

  for (const language of languages)
    for (const width of [360, 1280])
      test(`axe finds nothing in light and dark, and no other host is asked: ${language}, ${width} pixels`, async () => {
        assert.deepEqual(await findingsOf(pages, language, width), [])
      })

  test('axe finds nothing where pages have something odd to show', async () => {
    assert.deepEqual(await findingsOf(oddPages, 'en', 1280), [])
    assert.deepEqual(await findingsOf(oddPages, 'fr', 360), [])
  })
})
