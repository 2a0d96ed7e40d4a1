import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { axeFindings, painted, takeScreenshot, widthOf } from './browser.ts'

/** Nothing for axe to find, and nothing that scrolls sideways, however wide the window. */
export async function isFine(page: Page, name: string) {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await painted(page)
    assert.ok((await widthOf(page)) <= width, `${name} is wider than ${width}`)
    await takeScreenshot(page, `${name}-${width}`)
    if (width !== 768) assert.deepEqual(await axeFindings(page), [], `${name} at ${width}`)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await painted(page)
  await takeScreenshot(page, `${name}-dark`)
  assert.deepEqual(await axeFindings(page, { colors: true }), [], `${name} in the dark`)
  await page.emulateMedia({ colorScheme: 'light' })
}
