import { appendFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'

/** A file of tests opened a browser, or its browser or page ended by itself for a reason. */
export type Note = { file: string; death?: string }

/** Names the file that notes are written to, a line each, for `run.ts`. */
export const notesVariable = 'ALMANAC_BROWSER_NOTES'

function note(about: Omit<Note, 'file'>) {
  const path = process.env[notesVariable]
  const line: Note = { file: process.argv[1] ?? '', ...about }
  if (path) appendFileSync(path, `${JSON.stringify(line)}\n`)
}

/** Notes that this file uses a browser. */
export const noteBrowser = () => note({})

function report(death: string) {
  console.error(`The browser died: ${death}`)
  note({ death })
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
