import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { becomes, matches } from '../support/becomes.ts'
import { axeFindings, look, takeScreenshot } from '../support/browser.ts'
import { type Service, startService } from '../support/service.ts'
import { shareBrowser } from '../support/shared-browser.ts'

const now = '2027-03-10T10:00:00Z'
const dates = { start_date: '2027-03-12 20:00:00', end_date: '2027-03-12 22:00:00' }

describe('the calendar in another site', () => {
  let site: Service
  let browser: Browser
  let other: Server
  let around = ''
  before(async () => {
    site = await startService({ clock: now })
    const green = sharp({ create: { width: 60, height: 40, channels: 3, background: '#285' } })
    const poster = await site.send('POST', '/images', {
      as: 'editor',
      body: await green.png().toBuffer(),
      headers: { 'Content-Type': 'image/png' },
    })
    for (const event of [
      {
        title: 'Jazz & blues',
        categories: ['music'],
        cost: '€12.50',
        image: poster.body.id,
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
      const policy = url.searchParams.get('policy')
      if (policy) response.setHeader('Content-Security-Policy', policy)
      response.end(
        `<!doctype html><html lang="en"><title>Another site</title><main style="font-family: serif; color: #222"><h1>Another site</h1>${url.searchParams.get('page')}`,
      )
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => other.once('listening', resolve))
    around = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    browser = await shareBrowser()
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
  const inside = (page: Page) => page.frameLocator('almanac-calendar iframe')
  const heightOf = (page: Page) =>
    page.evaluate<number>(
      `document.querySelector('almanac-calendar').shadowRoot.querySelector('iframe').clientHeight`,
    )

  test('a month is that of the pages, as high as it is, and other dates and views follow', async () => {
    const { page, faults, close } = await embedded('view="month" lang="en"')
    const frame = inside(page)
    await frame.getByRole('link', { name: 'Jazz & blues' }).first().waitFor()
    await becomes(() => frame.getByRole('heading', { level: 2 }).textContent(), 'March 2027')
    assert.equal(await frame.getByRole('columnheader').count(), 7)
    // the fair is three days long, and there once
    assert.equal(await frame.getByRole('link', { name: 'Fair' }).count(), 1)
    assert.equal(await frame.getByText(/Hidden|April/).count(), 0)
    const inner = () =>
      frame.locator('main').evaluate(main => Math.ceil(main.getBoundingClientRect().height))
    await becomes(async () => (await heightOf(page)) === (await inner()), true)
    await takeScreenshot(page, 'embed-month')
    assert.deepEqual(await axeFindings(page), [])
    await frame.getByRole('link', { name: 'Next month' }).click()
    await frame.getByRole('link', { name: 'In April' }).waitFor()
    await frame.getByRole('link', { name: 'Week', exact: true }).click()
    await frame.locator('.week').waitFor()
    await takeScreenshot(page, 'embed-week')
    assert.deepEqual(faults, [])
    await close()
  })

  test('it speaks French, filters, and lists images and prices of what is to come', async () => {
    const { page, faults, close } = await embedded('view="list" lang="fr" categories="music"')
    const frame = inside(page)
    const link = frame.getByRole('link', { name: 'Jazz et blues' })
    await link.waitFor()
    assert.match(String(await link.getAttribute('href')), /\/fr\//)
    for (const text of [/12 mars/, /Town hall/, /12,50\s€/])
      await matches(() => frame.locator('main').innerText(), text)
    assert.equal(await frame.locator('.card-image img').count(), 1)
    assert.equal(await frame.getByText(/Reading|Fair/).count(), 0)
    await takeScreenshot(page, 'embed-list-fr')
    assert.deepEqual(faults, [])
    await close()
  })

  test('one event, or a compact list, fits a narrow column', async () => {
    const { page, faults, close } = await embedded('view="event" event="jazz-blues" lang="en"', 360)
    await inside(page).getByRole('link', { name: 'Jazz & blues' }).waitFor()
    assert.equal(await inside(page).getByRole('link', { name: 'Reading' }).count(), 0)
    await takeScreenshot(page, 'embed-event')
    await page.evaluate(
      `document.querySelector('almanac-calendar').setAttribute('view', 'compact')`,
    )
    await inside(page).getByRole('link', { name: 'Reading' }).waitFor()
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(wide <= 360, `${wide} pixels`)
    await takeScreenshot(page, 'embed-compact')
    assert.deepEqual(await axeFindings(page), [])
    assert.deepEqual(faults, [])
    await close()
  })

  test('it is readable on a dark page, in the accent that is chosen', async () => {
    for (const [attribute, dark, accent] of [
      ['theme="dark" accent="#ffcc00"', true, 'rgb(255, 204, 0)'],
      ['theme="light" accent="b4005a"', false, 'rgb(180, 0, 90)'],
      ['', false, 'rgb(29, 90, 134)'],
    ] as const) {
      const { page, close } = await embedded(`view="list" lang="en" ${attribute}`)
      // the theme that is chosen, else that of the visitor
      await page.emulateMedia({ colorScheme: attribute === '' || dark ? 'light' : 'dark' })
      const link = inside(page).getByRole('link', { name: 'Whole calendar' })
      await link.waitFor()
      const colors = await link.evaluate(of => {
        const { defaultView: view, documentElement: root } = of.ownerDocument
        return [view?.getComputedStyle(of).color, view?.getComputedStyle(root).backgroundColor]
      })
      assert.equal(colors[0], accent)
      assert.equal(colors[1], dark ? 'rgb(21, 24, 27)' : 'rgb(255, 255, 255)')
      await takeScreenshot(page, `embed-${accent}`)
      await close()
    }
  })

  test('the embedding page is notified of loading and of choices', async () => {
    const { page, close } = await embedded('view="list" lang="en"')
    await inside(page).getByRole('link', { name: 'Reading' }).waitFor()
    await page.evaluate(`(() => {
      window.heard = []
      const at = document.querySelector('almanac-calendar')
      at.addEventListener('load', ({ detail }) => heard.push(detail))
      at.addEventListener('select', event => { heard.push(event.detail); event.preventDefault() })
      at.setAttribute('start', '2027-04-01')
    })()`)
    await inside(page).getByRole('link', { name: 'In April' }).click()
    const received = () => page.evaluate<object[]>('heard')
    await becomes(async () => (await received()).length, 2)
    assert.deepEqual(await received(), [
      { view: 'list', events: 1 },
      { url: `${site.address}/event/in-april/`, title: 'In April' },
    ])
    // without a listener that prevents it, the page of the event opens
    await page.evaluate(
      `document.querySelector('almanac-calendar').replaceWith(document.querySelector('almanac-calendar').cloneNode())`,
    )
    await inside(page).getByRole('link', { name: 'In April' }).click()
    await page.waitForURL(`${site.address}/event/in-april/`)
    await close()
  })

  test('the keyboard alone leads through it, and stays where it was', async () => {
    const { page, close } = await embedded('lang="en"')
    await inside(page).getByRole('link', { name: 'Jazz & blues' }).first().waitFor()
    const focused = () =>
      inside(page)
        .locator(':focus')
        .innerText({ timeout: 500 })
        .catch(() => '')
    const press = async (key: string, until: RegExp) => {
      for (let n = 0; n < 8; n++) {
        await page.keyboard.press(key)
        if (until.test(await focused())) return
      }
      assert.fail(`no ${until}`)
    }
    await press('Tab', /Next month/)
    await page.keyboard.press('Enter')
    await inside(page).getByRole('link', { name: 'In April' }).waitFor()
    await press('Tab', /Month/)
    await close()
  })

  test('a strict policy of the page around it allows it', async () => {
    const { page, faults, close } = await look(browser, [around, site.address], {})
    const policy = `default-src 'none'; script-src ${site.address}; frame-src ${site.address}; require-trusted-types-for 'script'`
    const code = `<script src="${site.address}/embed.js" async></script><almanac-calendar lang="en" view="list"></almanac-calendar>`
    await page.goto(
      `${around}/?policy=${encodeURIComponent(policy)}&page=${encodeURIComponent(code)}`,
    )
    await inside(page).getByRole('link', { name: 'Reading' }).waitFor()
    await becomes(async () => (await heightOf(page)) > 400, true)
    assert.deepEqual(
      faults.filter(fault => !/inline style|style-src/.test(String(fault))),
      [],
    )
    await close()
  })

  test('where the calendar cannot be reached it says so, and tries again', async () => {
    const { page, close } = await embedded('lang="en"')
    const rebase = (to: string) =>
      page.evaluate(`document.querySelector('almanac-calendar').setAttribute('base', '${to}')`)
    await inside(page).getByRole('link', { name: 'Jazz & blues' }).first().waitFor()
    await rebase('http://127.0.0.1:9')
    await page.getByText('The events could not be loaded.').waitFor()
    await rebase(site.address)
    await inside(page).getByRole('link', { name: 'Jazz & blues' }).first().waitFor()
    await close()
  })

  test('a frame shows it in another site without a script', async () => {
    const { page, faults, close } = await look(browser, [around, site.address], { script: false })
    const code = `<iframe src="${site.address}/fr/integrer/agenda/?view=list&categories=music" width="700" height="500"></iframe>`
    await page.goto(`${around}/?page=${encodeURIComponent(code)}`)
    const link = page.frameLocator('iframe').getByRole('link', { name: 'Jazz et blues' })
    await link.waitFor()
    await becomes(
      () => link.evaluate(of => of.ownerDocument.querySelector('base')?.target),
      '_blank',
    )
    assert.deepEqual(faults, [])
    await close()
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
    await inside(page).getByRole('link', { name: 'Jazz & blues' }).waitFor()
    const feed = await page.getByRole('link', { name: /events\.ics/ }).getAttribute('href')
    assert.equal(feed, `${site.address}/events.ics?categories=music`)
    assert.equal((await get('/events.ics?categories=music')).status, 200)
    await takeScreenshot(page, 'embed-page')
    assert.deepEqual(await axeFindings(page), [])
    assert.deepEqual(faults, [])
    await close()
  })
})
