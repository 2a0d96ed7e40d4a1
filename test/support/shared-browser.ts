import { after } from 'node:test'
import type { Browser } from 'playwright-core'
import { startAdmin } from './admin.ts'
import { openBrowser } from './browser.ts'

type Shared = { browser: Browser; end(): Promise<void> }

let opening: Promise<Shared> | undefined
after(async () => (await opening?.catch(() => undefined))?.end())

/** The browser that the files of a process share: its start takes as long as many a test. To close it closes what a file has opened there. */
export async function shareBrowser(): Promise<Browser> {
  const shared = await opening?.catch(() => undefined)
  if (!shared?.browser.isConnected()) opening = start()
  return (await (opening as Promise<Shared>)).browser
}

async function start(): Promise<Shared> {
  const browser = await openBrowser()
  const end = browser.close.bind(browser)
  browser.close = async () => {
    await Promise.all(browser.contexts().map(context => context.close()))
  }
  return { browser, end }
}

/** A service with the app, and a browser beside it. */
export async function startScreens(...of: Parameters<typeof startAdmin>) {
  const [service, browser] = await Promise.all([startAdmin(...of), shareBrowser()])
  return {
    service,
    browser,
    async close() {
      await browser.close()
      await service.close()
    },
  }
}
