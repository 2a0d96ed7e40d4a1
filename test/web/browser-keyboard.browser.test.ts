import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { becomes } from '../support/becomes.ts'
import { look, openBrowser, takeScreenshot } from '../support/browser.ts'
import type { Service } from '../support/service.ts'
import { pages, tryingCalendar } from '../support/trying-calendar.ts'

/** The element with the focus, and how that is visible. */
type Focus = { name: string; href: string; isSeen: boolean; isInView: boolean }

const focusOf = (page: Page) =>
  page.evaluate<Focus>(`(() => {
    const at = document.activeElement
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(at)
    const { top, bottom, left, width, height } = at.getBoundingClientRect()
    return {
      name: at.getAttribute('aria-label') ?? (at.labels?.[0] ?? at).textContent.trim(),
      href: at.getAttribute('href') ?? '',
      isSeen: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !/ 0\\)$/.test(outlineColor),
      isInView: width > 0 && height > 0 && bottom > 0 && top < innerHeight && left < innerWidth && left >= 0,
    }
  })()`)

describe('by keyboard alone', () => {
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

  /** Presses Tab until something has the focus, which is always seen. */
  async function tabTo(page: Page, isIt: (focus: Focus) => boolean, key = 'Tab') {
    for (let n = 0; n < 150; n++) {
      await page.keyboard.press(key)
      const focus = await focusOf(page)
      if (isIt(focus)) {
        assert.ok(focus.isSeen, `the focus on ${focus.name} is not seen`)
        assert.ok(focus.isInView, `${focus.name} is out of view`)
        return focus
      }
    }
    return assert.fail('Tab does not lead there')
  }
  const enter = async (page: Page) => {
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  }

  for (const width of [360, 1280])
    for (const script of [true, false])
      test(`a reader gets from the month to an event, to its file and back: ${width} pixels, ${script ? 'with' : 'without'} a script`, async () => {
        const { page, faults, close } = await look(browser, site.address, { width, script })
        await page.goto(`${site.address}/events/month/2027-03/`)
        await tabTo(page, ({ name }) => name === 'Skip to content')
        await page.keyboard.press('Enter')
        await page.waitForURL(/#content$/)
        // what is in the header is behind
        await page.keyboard.press('Tab')
        await becomes(async () => (await focusOf(page)).name, 'Month')
        await tabTo(page, ({ name }) => name === 'Talk by wire')
        await enter(page)
        await becomes(() => new URL(page.url()).pathname, '/event/talk-by-wire/')
        await tabTo(page, ({ name }) => name === 'Add to a calendar')
        await page.keyboard.press('Enter')
        await tabTo(page, ({ href }) => href.startsWith('https://calendar.google.com/'))
        await tabTo(page, ({ href }) => href.endsWith('.ics'))
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.keyboard.press('Enter'),
        ])
        assert.match(download.suggestedFilename(), /\.ics$/)
        await tabTo(page, ({ name }) => name === 'Agenda de la communauté de communes', 'Shift+Tab')
        await enter(page)
        await becomes(() => new URL(page.url()).pathname, '/')
        await tabTo(page, ({ name }) => name === 'Subscribe')
        await page.keyboard.press('Enter')
        await tabTo(page, ({ href }) => href.startsWith('webcal:'))
        await tabTo(page, ({ href }) => href.endsWith('/events.rss'))
        await tabTo(page, ({ name }) => name === 'Or copy the URL')
        await takeScreenshot(page, `subscribe-${width}-${script}`)
        assert.deepEqual(faults, [])
        await close()
      })

  test('the focus is visible, in the order of the page, in both color schemes', async () => {
    for (const dark of [false, true]) {
      const { page, close } = await look(browser, site.address, { dark, language: 'fr' })
      for (const name of ['month', 'event', 'form']) {
        await page.goto(site.address + pages[name]?.[1])
        const count = await page
          .locator(':is(a[href], button, input, select, summary):visible')
          .count()
        for (let n = 0; n < Math.min(count, 25); n++) {
          await page.keyboard.press('Tab')
          const focus = await focusOf(page)
          assert.ok(focus.isSeen, `${name}: the focus on “${focus.name}” is not seen`)
          assert.ok(focus.isInView, `${name}: “${focus.name}” is out of view`)
        }
      }
      await close()
    }
  })

  test('a filter is chosen, a search is sent, and a date is opened', async () => {
    const { page, close } = await look(browser, site.address)
    await page.goto(`${site.address}/events/month/2027-03/`)
    await tabTo(page, ({ name }) => name === 'Search events')
    await page.keyboard.type('crowd')
    await tabTo(page, ({ name }) => name === 'Filters')
    await page.keyboard.press('Enter')
    await tabTo(page, ({ name }) => name === 'music')
    await page.keyboard.press('Space')
    // what is chosen waits for the others
    assert.match(page.url(), /2027-03\/$/)
    await tabTo(page, ({ name }) => name === 'Show results')
    await enter(page)
    await becomes(() => new URL(page.url()).search, '?q=crowd&categories=music')
    await tabTo(page, ({ name }) => name.startsWith('Remove the filter “crowd”'))
    await enter(page)
    await becomes(() => new URL(page.url()).search, '?categories=music')
    await tabTo(page, ({ name }) => name.endsWith('Next month'))
    await enter(page)
    await page.waitForURL(/\/events\/month\/2027-04\/\?categories=music$/)
    await close()
  })

  test('a typed date is opened when its input loses the focus, and a list of calendars closes like a menu', async () => {
    const { page, close } = await look(browser, site.address)
    await page.goto(`${site.address}/events/list/`)
    await page.locator('.go input[type=date]').focus()
    await page.keyboard.type('04052027')
    assert.match(page.url(), /\/events\/list\/$/)
    await Promise.all([page.waitForURL(/2027-0[45]-0[45]/), page.locator('#search').focus()])
    const menu = page.locator('details.calendars')
    await menu.locator('summary').click()
    await becomes(() => menu.getAttribute('open'), '')
    await page.keyboard.press('Escape')
    await becomes(() => menu.getAttribute('open'), null)
    await menu.locator('summary').click()
    await page.locator('h1').click()
    await becomes(() => menu.getAttribute('open'), null)
    await close()
  })

  test('the address of a feed is copied', async () => {
    const { page, close } = await look(browser, site.address)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${site.address}/events/category/music/`)
    await tabTo(page, ({ name }) => name === 'Subscribe')
    await page.keyboard.press('Enter')
    await tabTo(page, ({ name }) => name === 'Copy')
    await page.keyboard.press('Enter')
    await page.getByText('Copied').waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.equal(copied, `${site.address}/events.ics?categories=music`)
    await close()
  })
})
