import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { messages } from '../../src/web/shell/messages.ts'
import { becomes, matches } from '../support/becomes.ts'
import { look, takeScreenshot } from '../support/browser.ts'
import type { Service } from '../support/service.ts'
import { shareBrowser } from '../support/shared-browser.ts'
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

describe('a visitor', () => {
  let site: Service
  let browser: Browser
  before(async () => {
    site = await tryingCalendar()
    browser = await shareBrowser()
  })
  after(async () => {
    await browser?.close()
    await site?.close()
  })

  /** Presses Tab until something has the focus; it is seen on the whole way. */
  async function tabTo(page: Page, isIt: (focus: Focus) => boolean, key = 'Tab') {
    for (let n = 0; n < 150; n++) {
      await page.keyboard.press(key)
      const focus = await focusOf(page)
      assert.ok(focus.isSeen, `the focus on ${focus.name} is not seen`)
      assert.ok(focus.isInView, `${focus.name} is out of view`)
      if (isIt(focus)) return
    }
    assert.fail('Tab does not lead there')
  }
  const enter = async (page: Page) => {
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  }

  for (const looking of [
    { language: 'en', width: 360, script: false, dark: true },
    { language: 'fr', width: 1280, script: true, dark: false },
  ] as const)
    test(`a reader gets from the month to an event, to its file and back: ${Object.values(looking)}`, async () => {
      const { language } = looking
      const { page, faults, close } = await look(browser, site.address, looking)
      const isCalled = (name: keyof typeof messages) => (focus: Focus) =>
        focus.name === messages[name][language]
      const root = language === 'en' ? '/' : '/fr/'
      await page.goto(site.address + (pages.month?.[language === 'en' ? 0 : 1] ?? ''))
      await tabTo(page, isCalled('skip'))
      await page.keyboard.press('Enter')
      await page.waitForURL(/#content$/)
      // what is in the header is behind
      await page.keyboard.press('Tab')
      await becomes(async () => (await focusOf(page)).name, messages.month[language])
      await tabTo(page, ({ name }) => name === 'Talk by wire')
      await enter(page)
      await matches(() => new URL(page.url()).pathname, /(event|fr\/evenement)\/talk-by-wire\/$/)
      await tabTo(page, isCalled('addToCalendar'))
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
      await becomes(() => new URL(page.url()).pathname, root)
      await tabTo(page, isCalled('subscribe'))
      await page.keyboard.press('Enter')
      await tabTo(page, ({ href }) => href.startsWith('webcal:'))
      await tabTo(page, ({ href }) => href.endsWith('.rss'))
      await tabTo(page, isCalled('feedAddress'))
      await takeScreenshot(page, `subscribe-${language}`)
      assert.deepEqual(faults, [])
      await close()
    })

  test('a visitor chooses dark pages, which stay so', async () => {
    const { page, faults, close } = await look(browser, site.address)
    const paper = () =>
      page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
    await page.goto(site.address + pages.list?.[0])
    assert.equal(await paper(), 'rgb(255, 255, 255)')
    await page.getByLabel('Appearance').selectOption('Dark')
    await becomes(paper, 'rgb(21, 24, 27)')
    await page.goto(site.address + pages.month?.[1])
    assert.equal(await paper(), 'rgb(21, 24, 27)')
    await page.emulateMedia({ media: 'print' })
    assert.equal(await paper(), 'rgb(255, 255, 255)')
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await page.getByLabel('Apparence').selectOption('Claire')
    await becomes(paper, 'rgb(255, 255, 255)')
    await page.getByLabel('Apparence').selectOption('Comme le système')
    await becomes(paper, 'rgb(21, 24, 27)')
    assert.deepEqual(faults, [])
    await close()
  })

  test('the focus is visible in a form, in the dark too', async () => {
    const { page, close } = await look(browser, site.address, { dark: true, language: 'fr' })
    await page.goto(site.address + pages.form?.[1])
    await tabTo(page, ({ name }) => name === 'Envoyer la proposition')
    await close()
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

  test('a visitor elsewhere sees their own time; the zone of an event is shown where it differs', async () => {
    const { page, close } = await look(browser, site.address)
    await page.goto(`${site.address}/event/talk-by-wire/`)
    const when = await page.locator('.event-when').innerText()
    assert.match(when, /6\u00a0pm\u00a0– 7\u00a0pm/)
    assert.match(when, /Montreal time \(UTC−4\)/)
    assert.match(when, /Your time: Wed 17 March, 10\u00a0pm/)
    await close()
  })
})
