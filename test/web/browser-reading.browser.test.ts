import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { becomes } from '../support/becomes.ts'
import { look, openBrowser, takeScreenshot } from '../support/browser.ts'
import type { Service } from '../support/service.ts'
import { oddPages, pages, tryingCalendar } from '../support/trying-calendar.ts'

describe('the view of a reader', () => {
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

  /** All that is there to be read, and all links: that of pages with a script, but for what only a script does. */
  async function readPage(page: Page) {
    // with a script a date that is chosen is gone to at once, and visitors are told their own time
    await page.evaluate(
      `for (const only of document.querySelectorAll('.go button, p.zone')) only.remove()`,
    )
    return {
      text: (await page.locator('main').innerText()).replace(/\s+/g, ' '),
      links: await page.locator('main a[href]').count(),
    }
  }

  test('pages are complete without a script', async () => {
    for (const language of ['en', 'fr'] as const) {
      const [plain, scripted] = [
        await look(browser, site.address, { language, script: false }),
        await look(browser, site.address, { language }),
      ]
      for (const [name, paths] of Object.entries(
        language === 'en' ? { ...pages, ...oddPages } : pages,
      )) {
        if (name === 'embed') continue
        const url = site.address + paths[language === 'en' ? 0 : 1]
        await plain.page.goto(url)
        await scripted.page.goto(url)
        const [without, withScript] = [await readPage(plain.page), await readPage(scripted.page)]
        assert.equal(without.links, withScript.links, name)
        assert.equal(without.text, withScript.text, name)
      }
      await plain.close()
      await scripted.close()
    }
  })

  test('without a script a button opens a date, and the details of subscribing open', async () => {
    const { page, faults, close } = await look(browser, site.address, { script: false })
    await page.goto(`${site.address}/events/month/2027-03/`)
    await page.getByLabel('Go to date').fill('2027-05-09')
    await page.getByRole('button', { name: 'Go', exact: true }).click()
    await page.waitForURL(/\/events\/month\/2027-05\/$/)
    await page.getByText('Subscribe').click()
    assert.ok(await page.getByRole('link', { name: 'Google Calendar' }).isVisible())
    assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0)
    assert.deepEqual(faults, [])
    await close()
  })

  test('the language is changed and the page stays on the same thing', async () => {
    const { page, close } = await look(browser, site.address)
    for (const [name, [english, french]] of Object.entries(pages)) {
      if (name === 'error') continue
      await page.goto(site.address + english)
      await page.getByRole('link', { name: 'Français' }).click()
      await becomes(() => page.url(), site.address + french)
      await page.getByRole('link', { name: 'English' }).click()
      await becomes(() => page.url(), site.address + english)
    }
    await close()
  })

  test('text in the other language says so, wherever it is shown', async () => {
    const { page, close } = await look(browser, site.address)
    for (const path of [
      '/events/month/2027-03/',
      '/events/week/2027-03-22/',
      '/events/2027-03-25/',
      '/events/list/?search=bal',
      '/events/category/music/',
      '/event/bal-du-printemps/',
    ]) {
      await page.goto(site.address + path)
      const results = page.getByText('Bal du printemps', { exact: true }).first()
      assert.equal(
        await results.evaluate(
          node => (node as { closest(s: string): { lang: string } }).closest('[lang]').lang,
        ),
        'fr',
        path,
      )
    }
    await becomes(() => page.locator('.prose').getAttribute('lang'), 'fr')
    await close()
  })

  test('on a phone a day of the month shows all of its own events', async () => {
    const { page, close } = await look(browser, site.address, { width: 360 })
    await page.goto(`${site.address}/events/month/2027-03/`)
    const days = page.locator('.month td:has(.more)')
    assert.ok((await days.count()) > 0)
    for (const day of await days.all()) {
      assert.ok(!(await day.locator('.more').isVisible()))
      const name = await day.locator('.date').getAttribute('aria-label')
      const [, count] = /, (\d+) events?$/.exec(name ?? '') ?? []
      const bars = await day.locator('.bar').count()
      const own = await day.locator('.one:visible').count()
      assert.equal(own + bars, Number(count), name ?? '')
    }
    await takeScreenshot(page, 'phone-full-days')
    await close()
  })

  test('a visitor elsewhere sees their own time; the zone of an event is shown where it differs', async () => {
    const { page, close } = await look(browser, site.address)
    await page.goto(`${site.address}/event/talk-by-wire/`)
    const when = await page.locator('.event-when').innerText()
    assert.match(when, /6\u00a0pm – 7\u00a0pm/)
    assert.match(when, /Montreal time \(UTC−4\)/)
    assert.match(when, /Your time: Wed 17 March, 10\u00a0pm/)
    await close()
  })

  test('paper has what is read, and nothing to press', async () => {
    const { page, close } = await look(browser, site.address)
    for (const name of ['month', 'list', 'event'] as const) {
      await page.goto(site.address + pages[name]?.[0])
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      assert.equal(await page.locator('button:visible, input:visible, select:visible').count(), 0)
      assert.equal(await page.locator('footer:visible, .views:visible, summary:visible').count(), 0)
      assert.ok(await page.getByRole('heading', { level: 1 }).isVisible())
      const [ink, paper] = await page.evaluate<string[]>(
        `[getComputedStyle(document.body).color, getComputedStyle(document.documentElement).backgroundColor]`,
      )
      assert.deepEqual([ink, paper], ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'], name)
      await takeScreenshot(page, `print-${name}`)
      assert.ok((await page.pdf({ format: 'A4' })).length > 5000)
    }
    await close()
  })
})
