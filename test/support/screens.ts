import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { axeFindings, painted, takeScreenshot, widthOf } from './browser.ts'

/**
 * Nothing that scrolls sideways, however wide the window, and nothing for axe to find: in the light where there is least room, and of
 * colours in the dark where there is most.
 */
export async function isFine(page: Page, name: string) {
  for (const width of [768, 1280, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await painted(page)
    assert.ok((await widthOf(page)) <= width, `${name} is wider than ${width}`)
    await takeScreenshot(page, `${name}-${width}`)
  }
  assert.deepEqual(await axeFindings(page), [], `${name} at 360`)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await painted(page)
  await takeScreenshot(page, `${name}-dark`)
  assert.deepEqual(await axeFindings(page, { colors: true }), [], `${name} in the dark`)
  await page.emulateMedia({ colorScheme: 'light' })
}
