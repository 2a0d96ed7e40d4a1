import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { type Language, languages } from '../../src/define/text/language.ts'
import { axeFindings, look, openBrowser, takeScreenshot, widthOf } from '../support/browser.ts'
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

  /** The faults of pages at these widths, the first of which they load at, in both color schemes, and on the narrowest phone. */
  async function findingsOf(of: typeof pages, language: Language, widths: readonly number[]) {
    const { page, faults, close } = await look(browser, site.address, { language })
    const matches: string[] = []
    for (const [name, [english, french]] of Object.entries(of)) {
      for (const width of widths) {
        const report = (finding: string) => matches.push(`${name}, ${width}: ${finding}`)
        await page.setViewportSize({ width, height })
        await page.emulateMedia({ colorScheme: 'light' })
        if (width === widths[0])
          await page.goto(site.address + (language === 'en' ? english : french))
        for (const finding of await axeFindings(page)) report(finding)
        if ((await widthOf(page)) > width) report('scrolls sideways')
        await takeScreenshot(page, `${name}-${language}-${width}`)
        await page.emulateMedia({ colorScheme: 'dark' })
        for (const finding of await axeFindings(page, { colors: true })) report(`dark: ${finding}`)
        await takeScreenshot(page, `${name}-${language}-${width}-dark`)
      }
      if ((await page.locator('html').getAttribute('lang')) !== language)
        matches.push(`${name} is in another language`)
      await page.setViewportSize({ width: narrowest, height })
      if ((await widthOf(page)) > narrowest)
        matches.push(`${name} scrolls sideways at ${narrowest}`)
    }
    await close()
    // that there is no such page is an error to the browser too
    return [...matches, ...faults.filter(fault => !fault.includes('404'))]
  }

  for (const language of languages)
    test(`axe finds nothing in light and dark, narrow and wide, and no other host gets a request: ${language}`, async () => {
      const widths = language === 'en' ? [1280, 360] : [360, 1280]
      assert.deepEqual(await findingsOf(pages, language, widths), [])
    })

  test('axe finds nothing where pages have something odd to show', async () => {
    assert.deepEqual(await findingsOf(oddPages, 'en', [1280]), [])
    assert.deepEqual(await findingsOf(oddPages, 'fr', [360]), [])
  })
})
