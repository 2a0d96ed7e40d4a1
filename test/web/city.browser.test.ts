import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { axeFindings, look, openBrowser, takeScreenshot, widthOf } from '../support/browser.ts'
import {
  cityCalendar,
  cityPages,
  crowdedDay,
  exhibitions,
  month,
} from '../support/city-calendar.ts'
import type { Service } from '../support/service.ts'

/** Other tests look at the other pages. */
const ofViews = ['front', 'month', 'week', 'day', 'list', 'category', 'filtered']

describe('a calendar of a large city', () => {
  let site: Service
  let browser: Browser
  before(async () => {
    site = await cityCalendar()
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await site?.close()
  })
  const get = async (path: string) => {
    const reply = await site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })
    assert.equal(reply.status, 200, path)
    return reply.text
  }
  const cellOf = (text: string, day: string) =>
    text.split('<td').find(cell => cell.includes(`/events/${day}/`)) ?? ''

  test('events of several weeks stand in one line above the month, and take no place in a day', async () => {
    const text = await get(`/events/month/${month}/`)
    const [, above = ''] = /<section class="running">([\s\S]*?)<\/section>/.exec(text) ?? []
    assert.equal(above.match(/Exposition longue \d/g)?.length, exhibitions)
    assert.match(above, /10 November\s–\s15 December 2026/)
    const [, table = ''] = text.split('<table')
    assert.doesNotMatch(table, /Exposition longue/)
    const cell = cellOf(text, crowdedDay)
    // a festival of three days has a line of its own
    assert.match(cell, /Festival de trois jours/)
    const [presented = '', rest = ''] = cell.split('<ol class="rest">')
    assert.equal(presented.match(/<li class="one/g)?.length, 3)
    assert.equal(rest.match(/<li class="one/g)?.length, 38)
    assert.match(cell, />\+ 38 more</)
  })

  test('a list names four of what runs for weeks, folds the rest, and has what begins on its first page', async () => {
    const text = await get('/events/list/')
    const [, running = '', begins = ''] = text.split('<section class="month-group">')
    assert.equal(running.match(/<h3><a[^>]*>Exposition longue/g)?.length, 4)
    assert.match(running, /<details class="folded"><summary>\+ 2 more<\/summary>/)
    assert.match(begins, /<h2>November 2026<\/h2>/)
    assert.equal(begins.match(/<li class="card/g)?.length, 20)
    const images = running.match(/<img[^>]*>/g) ?? []
    assert.ok(images.some(image => !image.includes('loading="lazy"')))
    assert.ok(begins.match(/<img[^>]*>/g)?.every(image => image.includes('loading="lazy"')))
    const second = await get('/events/list/?page=2')
    assert.doesNotMatch(second, /Exposition longue/)
    const titleOf = (of: string) => /<title>([^<]*)</.exec(of)?.[1]
    assert.equal(titleOf(second), titleOf(text))
  })

  test('the page of a category has the views, the search and the dates of what is in it', async () => {
    const text = await get('/events/category/concerts/')
    assert.match(text, /rel="canonical" href="[^"]*\/events\/category\/concerts\/"/)
    for (const to of [`month/${month}/`, 'week/2026-11-23/', 'list/', 'map/'])
      assert.ok(text.includes(`href="/events/${to}?categories=concerts"`), to)
    assert.match(text, /<input[^>]*name="categories" value="concerts" checked>/)
    assert.match(text, /href="\/events\/list\/\?categories=concerts&amp;past=1">Past events</)
    const filtered = await site.send('GET', `${site.address}/events/category/concerts/?free=true`)
    assert.deepEqual(
      [filtered.status, filtered.headers.location],
      [302, '/events/list/?categories=concerts&free=true'],
    )
  })

  test('a week has its days side by side, and what begins in the same hour in one line; on phones it is a list', async () => {
    const { page, close } = await look(browser, site.address, { width: 1280 })
    await page.goto(`${site.address}/events/week/2026-11-23/`)
    const boxOf = async (name: RegExp) => {
      const box = await page.getByRole('link', { name }).first().boundingBox()
      return box ?? assert.fail(String(name))
    }
    const [monday, tuesday, later] = [
      await boxOf(/Concert 23\.1/),
      await boxOf(/Atelier 24\.1/),
      await boxOf(/Atelier 23\.2/),
    ]
    assert.ok(monday.x < tuesday.x && Math.abs(monday.y - tuesday.y) < 20)
    assert.ok(Math.abs(monday.x - later.x) < 2 && later.y > monday.y)
    assert.ok(await page.getByText('10\u00a0am', { exact: true }).first().isVisible())
    await page.setViewportSize({ width: 360, height: 900 })
    assert.ok((await boxOf(/Atelier 24\.1/)).y > (await boxOf(/Atelier 23\.2/)).y)
    await close()
  })

  test('on a phone the month opens on today, and past days are shown by keyboard without a script', async () => {
    const { page, close } = await look(browser, site.address, { width: 360, script: false })
    await page.goto(`${site.address}/events/`)
    assert.ok(!(await page.getByRole('link', { name: 'Vide-grenier du 8' }).isVisible()))
    const first = page.locator('.month td:visible').first()
    assert.ok((await first.getAttribute('class'))?.includes('today'))
    await page.getByLabel('Show past days').focus()
    await page.keyboard.press('Space')
    assert.ok(await page.getByRole('link', { name: 'Vide-grenier du 8' }).isVisible())
    assert.ok(await page.getByRole('link', { name: /du samedi 40$/ }).isVisible())
    await close()
  })

  test('on paper a month has everything', async () => {
    const { page, close } = await look(browser, site.address, { width: 1280 })
    await page.goto(`${site.address}/events/month/${month}/`)
    assert.ok(!(await page.getByRole('link', { name: /du samedi 40$/ }).isVisible()))
    await page.emulateMedia({ media: 'print' })
    assert.ok(await page.getByRole('link', { name: /du samedi 40$/ }).isVisible())
    assert.ok(await page.getByRole('link', { name: 'Vide-grenier du 8' }).isVisible())
    assert.ok(!(await page.getByText('+ 38 more').isVisible()))
    await takeScreenshot(page, 'city-print')
    await close()
  })

  for (const language of ['en', 'fr'] as const)
    test(`every view stays readable and passes axe, narrow and wide, light and dark: ${language}`, async () => {
      const { page, faults, close } = await look(browser, site.address, { language })
      const matches: string[] = []
      for (const [name, [english, french]] of Object.entries(cityPages)) {
        if (!ofViews.includes(name)) continue
        await page.goto(site.address + (language === 'en' ? english : french))
        // opened, so that what is in it is looked at too
        if (name === 'filtered') await page.locator('details.choices > summary').click()
        for (const width of [360, 768, 1280, 1920]) {
          await page.setViewportSize({ width, height: 900 })
          await page.emulateMedia({ colorScheme: 'light' })
          if (width < 1920)
            for (const each of await axeFindings(page)) matches.push(`${name} ${width} ${each}`)
          if ((await widthOf(page)) > width) matches.push(`${name} ${width} scrolls sideways`)
          await takeScreenshot(page, `city-${name}-${language}-${width}`)
          await page.emulateMedia({ colorScheme: 'dark' })
          for (const each of await axeFindings(page, { colors: true }))
            matches.push(`${name} ${width} dark ${each}`)
          if (width === 360 || width === 1280)
            await takeScreenshot(page, `city-${name}-${language}-${width}-dark`)
        }
      }
      await close()
      assert.deepEqual([...matches, ...faults], [])
    })

  test('the month page weighs at most 20 kB in at most 6 requests', async () => {
    const { page, close } = await look(browser, site.address)
    const sizes: number[] = []
    page.on('response', response => sizes.push(Number(response.headers()['content-length'] ?? 0)))
    await page.goto(`${site.address}/events/month/${month}/`, { waitUntil: 'networkidle' })
    assert.ok(sizes.length <= 6, `${sizes.length} requests`)
    const total = sizes.reduce((sum, size) => sum + size, 0)
    assert.ok(total > 5_000 && total <= 20_000, `${total} bytes: ${sizes}`)
    await close()
  })
})
