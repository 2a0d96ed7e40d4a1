import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { signIn, startAdmin } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { axeFindings, look, openBrowser, takeScreenshot, widthOf } from '../support/browser.ts'
import type { Service } from '../support/service.ts'

let browser: Browser
let service: Service
let music: number
const count = 300

before(async () => {
  service = await startAdmin({ clock: '2026-12-15T12:00:00Z' })
  browser = await openBrowser()
  const create = async (path: string, body: object) =>
    (await service.send('POST', path, { as: 'administrator', body })).body.id as number
  music = await create('/categories', { name: 'Music' })
  const hall = await create('/venues', { venue: 'Town hall' })
  const day = (at: number) => `2027-01-${String(1 + (at % 28)).padStart(2, '0')}`
  for (let at = 0; at < count; at += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, each) =>
        create('/events', {
          title: `Concert ${at + each + 1}`,
          timezone: 'UTC',
          start_date: `${day(at + each)} 20:00`,
          end_date: `${day(at + each)} 22:00`,
          venue: hall,
        }),
      ),
    )
})
after(async () => {
  await browser?.close()
  await service?.close()
})

/** Counts clicks of the pointer from now on. */
async function countClicks(page: Page) {
  await page.evaluate(
    'globalThis.clicks = 0; addEventListener("pointerdown", () => clicks++, true)',
  )
  return async () => Number(await page.evaluate('clicks'))
}

const inCategory = async () =>
  Number(
    (
      await service.send('GET', '/events', {
        as: 'administrator',
        query: { categories: music, start_date: '2027-01-01', per_page: 1 },
      })
    ).body.total ?? 0,
  )

describe('bulk work, in a browser', { timeout: 280_000 }, () => {
  test('300 events get a category and lose it again in 6 clicks', async () => {
    const { page, faults, close } = await look(browser, service.address)
    await signIn(page, service, 'editor', { path: '/admin/events' })
    await becomes(() => page.locator('tbody tr').count(), 20)
    const clicks = await countClicks(page)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await page.getByRole('button', { name: 'Select all 300' }).click()
    await page.getByText('300 selected').waitFor()
    await page.getByRole('button', { name: 'Change …' }).click()
    await page.getByRole('option', { name: 'Music' }).click()
    await takeScreenshot(page, 'bulk-change-1280')
    await page.getByRole('button', { name: 'Change 300' }).click()
    await page.getByText('300 changed.').waitFor({ timeout: 60_000 })
    assert.equal(await inCategory(), count)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('300 restored.').waitFor({ timeout: 60_000 })
    assert.equal(await inCategory(), 0)
    assert.equal(await clicks(), 6)
    assert.deepEqual(faults, [])
    await close()
  })

  test('a selection stays over pages, its bar stays in view, and what was edited since is named', async () => {
    const { page, faults, close } = await look(browser, service.address)
    await signIn(page, service, 'editor', { path: '/admin/events' })
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('link', { name: 'Next page' }).click()
    await page.waitForURL(/page=2/)
    await becomes(() => page.locator('tbody tr[data-chosen]').count(), 0)
    await page.locator('tbody tr').nth(14).getByRole('checkbox').check()
    await page.getByText('21 selected').waitFor()
    await page.mouse.wheel(0, 700)
    const box = await page.getByRole('toolbar').boundingBox()
    assert.ok(box && box.y >= 0 && box.y < 80, JSON.stringify(box))
    await takeScreenshot(page, 'bulk-sticky-1280')
    await page.getByRole('button', { name: 'Change …' }).click()
    await page.getByLabel('What to change').selectOption('move:start_date')
    await page.getByLabel('By', { exact: true }).fill('1')
    await page.getByLabel('Unit').selectOption('weeks')
    await page.getByRole('button', { name: 'Change 21' }).click()
    await page.getByText('21 changed.').waitFor()
    const { body } = await service.send('GET', '/events', {
      as: 'editor',
      query: { search: '"Concert 1"', start_date: '2027-01-01', per_page: 50 },
    })
    const first = body.events.find(({ title }: { title: string }) => title === 'Concert 1')
    assert.equal(first.start_date, '2027-01-08 20:00:00')
    await service.send('PATCH', `/events/${first.id}`, { as: 'editor', body: { cost: '9' } })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('20 done, 1 refused:').waitFor()
    await page.getByText('Concert 1 – It was changed since, and stays as it is.').waitFor()
    assert.deepEqual(faults, [])
    await close()
  })

  test('every column is sorted by, 200 rows stand on a page, and nothing is cut from 360 to 1920', async () => {
    const { page, faults, close } = await look(browser, service.address)
    await signIn(page, service, 'editor', { path: '/admin/events?when=all' })
    await page.getByRole('button', { name: 'Sort by Title' }).click()
    await page.waitForURL(/sort=title/)
    await becomes(() => page.locator('tbody tr .title').nth(1).innerText(), 'Concert 10')
    await page.getByRole('button', { name: 'Sort by Title' }).click()
    await becomes(() => page.locator('tbody tr .title').first().innerText(), 'Concert 99')
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const name of ['Image', 'Changed', 'Languages'])
      await page.getByLabel(name, { exact: true }).check()
    await page.getByRole('button', { name: /Rows per page/ }).click()
    await page.getByRole('option', { name: '200' }).click()
    await page.keyboard.press('Escape')
    await becomes(() => page.locator('tbody tr').count(), 200)
    for (const width of [360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      assert.equal(await widthOf(page), width)
      const cut = await page.locator('.standing').evaluateAll(
        all =>
          all.filter(each => {
            const menu = each.closest('tr')?.querySelector('.menu-cell')?.getBoundingClientRect()
            const own = each.getBoundingClientRect()
            const isBeside = menu && menu.top < own.bottom && menu.bottom > own.top
            return isBeside && own.right > menu.left + 1
          }).length,
      )
      assert.equal(cut, 0, `statuses cut at ${width}`)
      if (width >= 1280) await takeScreenshot(page, `table-all-columns-${width}`)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    assert.deepEqual(await axeFindings(page), [])
    assert.deepEqual(faults, [])
    await close()
  })

  test('a view is saved under a name, shared, gone to and deleted, with nothing too wide', async () => {
    const { page, faults, close } = await look(browser, service.address)
    await signIn(page, service, 'editor', { path: '/admin/events?missing=fr&sort=title' })
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByText('No view is saved yet.').waitFor()
    await page.getByLabel('Save this view as').fill('Without French')
    await page.getByLabel('Share with all accounts').check()
    await page.getByRole('button', { name: 'Save the view' }).click()
    const link = page.getByRole('link', { name: 'Without French' })
    await link.waitFor()
    await takeScreenshot(page, 'saved-views-1280')
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'detached' })
    assert.deepEqual(await axeFindings(page), [])
    await page.setViewportSize({ width: 360, height: 800 })
    assert.equal(await widthOf(page), 360)
    await signIn(page, service, 'author', { path: '/admin/events' })
    await page.getByRole('button', { name: 'Views' }).click()
    await link.click()
    await page.waitForURL(/missing=fr&sort=title/)
    await signIn(page, service, 'editor', { path: '/admin/events' })
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Delete the view Without French' }).click()
    await page.getByText('No view is saved yet.').waitFor()
    assert.deepEqual(faults, [])
    await close()
  })
})
