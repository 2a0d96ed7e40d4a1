import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { axeFindings, look, takeScreenshot, widthOf } from '../support/browser.ts'
import type { Service } from '../support/service.ts'
import { shareBrowser } from '../support/shared-browser.ts'
import { oddPages, pages, tryingCalendar } from '../support/trying-calendar.ts'

/** The widths of a small phone, a tablet and a desk. */
const height = 900
const widths = [320, 768, 1920]
const description = '<p>Seats are few, so come early and bring good shoes.</p>'.repeat(3)

/** Two after one another have both languages, both widths and both color schemes. */
const looks = [
  { language: 'en', width: 1280, dark: false },
  { language: 'fr', width: 360, dark: true },
  { language: 'fr', width: 1280, dark: false },
  { language: 'en', width: 360, dark: true },
] as const

type Pages = typeof pages

/** Each page is in two looks that have nothing in common, each odd one in one of the four. */
const pagesIn = (look: number): Pages => ({
  ...Object.fromEntries(Object.entries(pages).filter((_, at) => at % 2 === look >> 1)),
  ...Object.fromEntries(Object.entries(oddPages).filter((_, at) => at % 4 === look)),
})

/** Its preview is made by a script. */
const needsScript = ['embed']

describe('views in a browser', () => {
  let site: Service
  let browser: Browser
  before(async () => {
    site = await tryingCalendar({
      tagline: 'Every concert, walk and exhibition between the river and the sea',
      headerLinks: ['Town', 'Libraries', 'Sports', 'Council']
        .map(name => `${name} /${name}/`)
        .join('\n'),
    })
    browser = await shareBrowser()
  })
  after(async () => {
    await browser?.close()
    await site?.close()
  })

  /** All that is there to be read, and all links, but for what only a script does. */
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

  for (const [at, looking] of looks.entries())
    test(`axe finds nothing, nothing scrolls sideways, nothing needs a script, and no other host gets a request: ${Object.values(looking)}`, async () => {
      const { language, width } = looking
      const { page, faults, close } = await look(browser, site.address, looking)
      const plain = await look(browser, site.address, { ...looking, script: false })
      const findings: string[] = []
      for (const [name, [english, french]] of Object.entries(pagesIn(at))) {
        const url = site.address + (language === 'en' ? english : french)
        await page.goto(url)
        // opened, so that what is in it is looked at too
        const choices = page.locator('details.choices > summary')
        if (name === 'found') await choices.click()
        for (const finding of await axeFindings(page)) findings.push(`${name}: ${finding}`)
        await takeScreenshot(page, `${name}-${language}-${width}`)
        if ((await page.locator('html').getAttribute('lang')) !== language)
          findings.push(`${name} is in another language`)
        for (const other of [...widths, width]) {
          await page.setViewportSize({ width: other, height })
          if ((await widthOf(page)) > other) findings.push(`${name} scrolls sideways at ${other}`)
        }
        if (name === 'found') await choices.click()
        if (needsScript.includes(name) || (looking.dark && name in pages)) continue
        await plain.page.goto(url)
        if (!isDeepStrictEqual(await readPage(page), await readPage(plain.page)))
          findings.push(`${name} is not complete without a script`)
      }
      await close()
      await plain.close()
      // that there is no such page is an error to the browser too
      assert.deepEqual([...findings, ...faults.filter(fault => !fault.includes('404'))], [])
    })

  test('a week has its days side by side, and what begins in the same hour in one line; on phones it is a list', async () => {
    const { page, close } = await look(browser, site.address)
    await page.goto(site.address + pages.week?.[0])
    const boxOf = async (name: RegExp) => {
      const box = await page.getByRole('link', { name }).first().boundingBox()
      return box ?? assert.fail(String(name))
    }
    const [thursday, saturday, earlier] = [
      await boxOf(/open gardens/),
      await boxOf(/Crowd 12/),
      await boxOf(/Crowd 3/),
    ]
    assert.ok(thursday.x < saturday.x && Math.abs(thursday.y - saturday.y) < 20)
    assert.ok(Math.abs(saturday.x - earlier.x) < 2 && saturday.y > earlier.y)
    assert.ok(await page.getByText('7\u00a0pm', { exact: true }).first().isVisible())
    await page.setViewportSize({ width: 360, height })
    assert.ok((await boxOf(/Crowd 12/)).y > (await boxOf(/open gardens/)).y)
    await close()
  })

  test('on a phone the month opens on today, and past days are shown by keyboard without a script', async () => {
    const { page, close } = await look(browser, site.address, { width: 360, script: false })
    await page.goto(`${site.address}/events/`)
    assert.ok(!(await page.getByRole('link', { name: 'Last week' }).isVisible()))
    const first = page.locator('.month td:visible').first()
    assert.ok((await first.getAttribute('class'))?.includes('today'))
    await page.getByLabel('Show past days').focus()
    await page.keyboard.press('Space')
    assert.ok(await page.getByRole('link', { name: 'Last week' }).isVisible())
    assert.ok(await page.getByRole('link', { name: /Crowd 12$/ }).isVisible())
    await close()
  })

  test('on a phone the first event is on the first screen, and links are in a menu that works without a script', async () => {
    const { page, close } = await look(browser, site.address, {
      width: 360,
      language: 'fr',
      script: false,
    })
    for (const [name, first] of [
      ['list', '.card'],
      ['month', '.month :is(.one, .bar):visible'],
      ['front', '.tile'],
    ] as const) {
      await page.goto(site.address + pages[name]?.[1])
      const box = await page.locator(first).first().boundingBox()
      assert.ok(box && box.y + 20 < 740, `${name}: ${box?.y}`)
    }
    const link = page.getByRole('link', { name: 'Libraries' })
    assert.ok(!(await link.isVisible()))
    await page.getByText('Menu', { exact: true }).click()
    assert.ok(await link.isVisible())
    await page.setViewportSize({ width: 1280, height })
    await page.reload()
    assert.ok(await link.isVisible())
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

  test('a week prints on few sheets, with all of its events', async () => {
    const { page, close } = await look(browser, site.address)
    for (let n = 0; n < 60; n++) {
      const start_date = `2027-06-${7 + (n < 30 ? 0 : n % 7)} ${10 + (n % 10)}:00`
      const body = {
        title: `Long walk along the river and its mills ${n}`,
        start_date,
        end_date: start_date,
        description,
      }
      assert.equal((await site.send('POST', '/events', { as: 'administrator', body })).status, 201)
    }
    await page.goto(`${site.address}/events/week/2027-06-07/`)
    const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)
    assert.ok(sheets && sheets.length <= 4, String(sheets?.length))
    await page.emulateMedia({ media: 'print' })
    const walks = page.getByRole('link', { name: /^Long walk/ }).filter({ visible: true })
    assert.equal(await walks.count(), 60)
    assert.ok(!(await page.getByText('Seats are few').first().isVisible()))
    await close()
  })

  test('paper has all that is read, and nothing to press', async () => {
    const { page, close } = await look(browser, site.address)
    for (const name of ['month', 'list', 'event'] as const) {
      await page.emulateMedia({ media: 'screen' })
      await page.goto(site.address + pages[name]?.[0])
      const folded = page.getByText(name === 'month' ? 'Crowd 12' : 'Exhibition 5', { exact: true })
      if (name !== 'event') assert.ok(!(await folded.isVisible()))
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      assert.equal(await page.locator('button:visible, input:visible, select:visible').count(), 0)
      assert.equal(await page.locator('footer:visible, .views:visible, summary:visible').count(), 0)
      assert.ok(await page.getByRole('heading', { level: 1 }).isVisible())
      if (name !== 'event') assert.ok(await folded.isVisible())
      if (name === 'month') {
        assert.ok(await page.getByRole('link', { name: 'Last week' }).isVisible())
        const more = page.getByText(/^\+ \d+ more$/)
        assert.equal(await more.filter({ visible: true }).count(), 0)
      }
      const [ink, paper] = await page.evaluate<string[]>(
        `[getComputedStyle(document.body).color, getComputedStyle(document.documentElement).backgroundColor]`,
      )
      assert.deepEqual([ink, paper], ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'], name)
      await takeScreenshot(page, `print-${name}`)
    }
    assert.ok((await page.pdf({ format: 'A4' })).length > 5000)
    await close()
  })
})
