import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { becomes, matches } from '../support/becomes.ts'
import { axeFindings, look, openBrowser, picture } from '../support/browser.ts'
import { type Service, startService } from '../support/service.ts'
import { tryingCalendar } from '../support/trying-calendar.ts'

const now = '2027-03-10T10:00:00Z'
const dates = { start_date: '2027-03-12 20:00:00', end_date: '2027-03-12 22:00:00' }

describe('the calendar in another site', () => {
  let site: Service
  let browser: Browser
  let other: Server
  let around = ''
  before(async () => {
    site = await startService({ clock: now })
    for (const event of [
      {
        title: 'Jazz & blues',
        categories: ['music'],
        venue: { venue: 'Town hall' },
        translations: { fr: { title: 'Jazz et blues' } },
      },
      { title: 'Cancelled walk', event_status: 'cancelled' },
      { title: 'Fair', start_date: '2027-03-12', end_date: '2027-03-14', all_day: true },
      { title: 'Reading' },
      { title: 'Hidden draft', status: 'draft' },
      { title: 'In April', start_date: '2027-04-20 10:00', end_date: '2027-04-20 11:00' },
    ])
      await site.send('POST', '/events', { as: 'editor', body: { ...dates, ...event } })
    other = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://other.example')
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.end(
        `<!doctype html><html lang="en"><title>Another site</title><main style="font-family: serif; color: #222"><h1>Another site</h1>${url.searchParams.get('page')}`,
      )
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => other.once('listening', resolve))
    around = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    other?.close()
    await site?.close()
  })

  const get = (path: string) =>
    site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })

  /** A page of the other site that shows the calendar, on the day of the test. */
  async function embedded(attributes: string, width = 1000) {
    const looking = await look(browser, [around, site.address], { width })
    await looking.page.clock.setFixedTime(now)
    const code = `<script src="${site.address}/embed.js" async></script><almanac-calendar base="${site.address}" ${attributes}></almanac-calendar>`
    await looking.page.goto(`${around}/?page=${encodeURIComponent(code)}`)
    return looking
  }
  const textOf = (page: Page) => page.locator('almanac-calendar .body').innerText()

  test('its script is small, and is asked for again by its tag', async () => {
    const script = await get('/embed.js')
    assert.equal(script.status, 200)
    assert.match(String(script.headers['content-type']), /^text\/javascript/)
    const size = gzipSync(script.text).length
    assert.ok(size < 7000, `${size} bytes`)
    assert.doesNotMatch(script.text, /document\.cookie|localStorage|innerHTML/)
    assert.ok(script.headers.etag)
  })

  test('a month shows its events, and a day that is chosen is spelt out', async () => {
    const { page, faults, close } = await embedded('view="month" lang="en"')
    await page.getByRole('link', { name: 'Fair' }).first().waitFor()
    await becomes(() => page.getByRole('heading', { level: 2 }).textContent(), 'March 2027')
    await becomes(() => page.getByRole('columnheader').count(), 7)
    // the fair is there on three days
    await becomes(() => page.getByRole('link', { name: 'Fair' }).count(), 3)
    assert.doesNotMatch(await textOf(page), /Hidden|April/)
    const day = page.getByRole('button', { name: /12 March 2027|March 12, 2027/ })
    await day.click()
    await becomes(() => day.getAttribute('aria-expanded'), 'true')
    await matches(() => page.locator('.day').innerText(), /Reading[\s\S]*/)
    await matches(() => page.locator('.day').innerText(), /Cancelled Cancelled walk/)
    await picture(page, 'embed-month')
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('link', { name: 'In April' }).waitFor()
    assert.deepEqual(faults, [])
    await close()
  })

  test('it speaks French, filters, and lists what is to come', async () => {
    const { page, faults, close } = await embedded('view="list" lang="fr" categories="music"')
    const link = page.getByRole('link', { name: 'Jazz et blues' })
    await link.waitFor()
    assert.match(String(await link.getAttribute('href')), /\/fr\//)
    await matches(() => textOf(page), /12 mars 2027/)
    await matches(() => textOf(page), /Town hall/)
    assert.doesNotMatch(await textOf(page), /Reading|Fair/)
    assert.ok(await page.getByRole('button', { name: 'Évènements suivants' }).isDisabled())
    assert.deepEqual(faults, [])
    await close()
  })

  test('its list has each date of a series, or the series once', async () => {
    const recurrence = ['RRULE:FREQ=DAILY;COUNT=3']
    const body = { ...dates, title: 'Daily', categories: ['daily'], recurrence }
    await site.send('POST', '/events', { as: 'editor', body })
    for (const [attribute, count] of [
      ['', 3],
      ['occurrences="series"', 1],
    ] as const) {
      const { page, faults, close } = await embedded(
        `view="list" lang="en" categories="daily" ${attribute}`,
      )
      await page.getByRole('link', { name: 'Daily' }).first().waitFor()
      await becomes(() => page.getByRole('link', { name: 'Daily' }).count(), count)
      assert.deepEqual(faults, [])
      await close()
      const { text } = await get(
        `/embed/calendar/?categories=daily&${attribute.replaceAll('"', '')}`,
      )
      assert.equal(text.split('>Daily</a>').length - 1, count)
      assert.equal(text.includes(' occurrences="series"'), attribute !== '')
    }
    const { body: list } = await site.send('GET', '/events', { query: { categories: 'daily' } })
    await site.send('DELETE', `/events/${list.events[0].series}`, { as: 'editor' })
  })

  test('the keyboard alone leads through it, and stays where it was', async () => {
    const { page, close } = await embedded('lang="en"')
    await page.getByRole('link', { name: 'Reading' }).or(page.getByText('more')).first().waitFor()
    const focused = () =>
      page.evaluate<string>(
        `(inside => inside?.getAttribute('aria-label') ?? inside?.textContent)(document.activeElement?.shadowRoot?.activeElement)`,
      )
    await page.keyboard.press('Tab')
    await becomes(() => focused(), 'Previous month')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await becomes(() => focused(), 'Next month')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'In April' }).waitFor()
    await becomes(() => focused(), 'Next month')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await becomes(() => focused(), 'List')
    await page.keyboard.press('Enter')
    await page.locator('.list').waitFor()
    await becomes(() => focused(), 'List')
    await close()
  })

  test('a site changes its look by variables, and on a phone days are numbers to tap', async () => {
    const { page, close } = await embedded(
      'lang="en" style="--almanac-accent: rgb(180, 0, 90); --almanac-text: rgb(10, 20, 30)"',
      380,
    )
    const day = page.getByRole('button', { name: /12 March 2027|March 12, 2027/ })
    await day.waitFor()
    assert.equal(await page.getByRole('link', { name: 'Reading' }).count(), 0)
    await day.click()
    await page.getByRole('link', { name: 'Reading' }).waitFor()
    const colour = await page.evaluate(
      `getComputedStyle(document.querySelector('almanac-calendar').shadowRoot.querySelector('.day a')).color`,
    )
    assert.equal(colour, 'rgb(180, 0, 90)')
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(wide <= 380, `${wide} pixels`)
    await picture(page, 'embed-phone')
    assert.deepEqual(await axeFindings(page), [])
    await close()
  })

  test('where the calendar cannot be reached it says so, and tries again', async () => {
    const { page, close } = await embedded('lang="en"')
    const rebase = (to: string) =>
      page.evaluate(`document.querySelector('almanac-calendar').setAttribute('base', '${to}')`)
    await rebase('http://127.0.0.1:9')
    await page.getByText('The events could not be loaded.').waitFor()
    await rebase(site.address)
    await page.getByRole('link', { name: 'Fair' }).first().waitFor()
    await close()
  })

  test('a frame shows it in another site, without a script too, and no other page may be framed', async () => {
    assert.match(
      String((await get('/embed/calendar/')).headers['content-security-policy']),
      /frame-ancestors \*/,
    )
    assert.match(
      String((await get('/events/')).headers['content-security-policy']),
      /frame-ancestors 'none'/,
    )
    for (const script of [true, false]) {
      const { page, faults, close } = await look(browser, [around, site.address], { script })
      const code = `<iframe src="${site.address}/fr/integrer/agenda/?view=list&categories=music" width="700" height="500"></iframe>`
      await page.goto(`${around}/?page=${encodeURIComponent(code)}`)
      const link = page.frameLocator('iframe').getByRole('link', { name: 'Jazz et blues' })
      await link.waitFor()
      await becomes(() => link.getAttribute('target'), '_blank')
      assert.deepEqual(faults, [])
      await close()
    }
  })

  test('axe finds nothing in a frame, in which events go on for days and have long titles', async () => {
    const full = await tryingCalendar()
    for (const width of [320, 700, 1000]) {
      const { page, faults, close } = await look(browser, full.address, { width })
      await page.clock.setFixedTime(now)
      await page.goto(`${full.address}/embed/calendar/`)
      await page.getByRole('button', { name: /20 March 2027|March 20, 2027/ }).waitFor()
      assert.deepEqual(await axeFindings(page), [], `${width} pixels`)
      assert.deepEqual(faults, [])
      await close()
    }
    await full.close()
  })

  test('a page makes the code, and shows at once what it will look like', async () => {
    const { page, faults, close } = await look(browser, site.address)
    await page.clock.setFixedTime(now)
    await page.goto(`${site.address}/embed/`)
    await page.getByLabel('Category').selectOption('music')
    await page.locator('#embed-script', { hasText: 'categories="music"' }).waitFor()
    const code = await page.locator('#embed-script').innerText()
    assert.ok(code.includes(`<script src="${site.address}/embed.js" async></script>`), code)
    assert.match(code, /<almanac-calendar base="[^"]+" lang="en" view="month" categories="music">/)
    await page.getByRole('link', { name: 'Jazz & blues' }).waitFor()
    const feed = await page.getByRole('link', { name: /events\.ics/ }).getAttribute('href')
    assert.equal(feed, `${site.address}/events.ics?categories=music`)
    assert.equal((await get('/events.ics?categories=music')).status, 200)
    const colours = await page.evaluate<string[]>(
      `[document.querySelector('#embed-result a'), document.querySelector('almanac-calendar').shadowRoot.querySelector('td a')].map(of => getComputedStyle(of).color)`,
    )
    assert.equal(colours[1], colours[0], 'the accent of the site')
    await picture(page, 'embed-page')
    assert.deepEqual(await axeFindings(page), [])
    assert.deepEqual(faults, [])
    await close()
  })
})
