import type { Locator, Page } from 'playwright-core'

/** The time of the page’s main thread for each key of a text typed into an input, in milliseconds. */
export async function costOfKeys(page: Page, input: Locator, text: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  await input.click()
  await page.keyboard.press('End')
  // the first keys load and compile
  await page.keyboard.type('first ', { delay: 30 })
  const before = await spent()
  await page.keyboard.type(text, { delay: 30 })
  const after = await spent()
  await devtools.detach()
  return ((after - before) * 1000) / text.length
}
