import { appendFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'

/** A browser or page that ended by itself, in a file of tests. */
export type Death = { file: string; reason: string }

/** Names the file that deaths are written to, a line each, for `run.ts`. */
export const deathsVariable = 'ALMANAC_BROWSER_DEATHS'

function report(reason: string) {
  const death: Death = { file: process.argv[1] ?? '', reason }
  console.error(`The browser died: ${reason}`)
  const path = process.env[deathsVariable]
  if (path) appendFileSync(path, `${JSON.stringify(death)}\n`)
}

/** What a browser writes; the last line that names a reason is that of its death. */
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
