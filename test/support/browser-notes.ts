import { appendFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'

/** The browser or a page of a file of tests ended by itself. */
export type BrowserDeath = { file: string; reason: string }

/** Names the file that deaths of browsers are written to, a line each, for `run-files.ts`. */
export const deathsVariable = 'ALMANAC_BROWSER_DEATHS'

function report(reason: string) {
  console.error(`The browser died: ${reason}`)
  const path = process.env[deathsVariable]
  const line: BrowserDeath = { file: process.argv[1] ?? '', reason }
  if (path) appendFileSync(path, `${JSON.stringify(line)}\n`)
}

/** The output of a browser; the last line that names a reason is that of its death. */
export function browserLog() {
  let reason = 'no message'
  return {
    reason: () => reason,
    isEnabled: (name: string) => name === 'browser',
    log(_name: string, _severity: string, message: string | Error) {
      const [line] = /FATAL:.*|exitCode=.*signal=\w+/.exec(String(message)) ?? []
      if (line && !reason.startsWith('FATAL')) reason = line
    },
  }
}

/** Reports a browser that ends without a call of `close`. */
export function watchBrowser(browser: Browser, log: { reason(): string }): Browser {
  const close = browser.close.bind(browser)
  let isClosing = false
  browser.close = options => {
    isClosing = true
    return close(options)
  }
  browser.on('disconnected', () => {
    if (!isClosing) report(log.reason())
  })
  return browser
}

/** Reports a page whose process ends. */
export const watchPage = (page: Page) => page.on('crash', () => report('the process of a page'))
