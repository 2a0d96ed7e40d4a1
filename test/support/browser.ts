import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { patience } from './becomes.ts'
import { browserLog, watchBrowser, watchPage } from './browser-notes.ts'

/** The paths of Chromium on Debian and others. */
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The message without a browser: a test that needs one fails with this line, and is never skipped. */
const none =
  'No browser could be started. “npm ci” brings one for Linux on x64; elsewhere install Chromium (on Debian: apt-get install chromium).'

/**
 * A real browser: the one that a package brings, with the system’s libraries or those of the package, else an installed one. Its
 * caller closes it.
 */
export async function openBrowser(): Promise<Browser> {
  const failures: unknown[] = []
  for (const find of [() => brought(), () => brought({ itsLibraries: true }), ...installed]) {
    try {
      const { path, env = {} } = typeof find === 'string' ? { path: find } : await find()
      if (!existsSync(path)) continue
      const logger = browserLog()
      const browser = await chromium.launch({
        executablePath: path,
        args: flags,
        timeout: 120_000,
        env: { ...process.env, ...env },
        logger,
      })
      return watchBrowser(browser, logger)
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, none)
}

// those of the package would also switch off what keeps sites apart, and tests are about that too
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
]

type Executable = { path: string; env?: Record<string, string> }

/** The browser of the package, unpacked once beside the packages. */
async function brought({ itsLibraries = false } = {}): Promise<Executable> {
  const { default: packed } = await import('@sparticuz/chromium')
  const folder = join(import.meta.dirname, '../../node_modules/.cache/almanac/chromium')
  if (!existsSync(folder)) await unpack(packed, folder)
  return {
    path: join(folder, 'chromium'),
    env: {
      FONTCONFIG_FILE: fontSettings(folder),
      ...(itsLibraries && { LD_LIBRARY_PATH: join(folder, 'al2023/lib') }),
    },
  }
}

/**
 * The settings of fonts that come with the package name only folders outside of it, and without any font Chromium dies at the first
 * field of a form. So these name the fonts of the package alone, which also makes pages look alike on every machine.
 */
function fontSettings(folder: string): string {
  const path = join(folder, 'fonts.conf')
  const named = (name: string) =>
    join(folder, name).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${named('fonts')}</dir>
  <cachedir>${named('font-cache')}</cachedir>
</fontconfig>
`
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    // another test may read the file meanwhile
    const own = `${path}-${process.pid}`
    writeFileSync(own, text)
    renameSync(own, path)
  }
  return path
}

/**
 * The package unpacks into the folder for temporary files, where another test may find half a browser: each unpacks into a
 * folder of its own, and the first that is ready stays. It brings libraries along where it believes to be on a machine without.
 */
async function unpack(packed: { executablePath(): Promise<string> }, folder: string) {
  const own = `${folder}-${process.pid}`
  const before = { ...process.env }
  mkdirSync(own, { recursive: true })
  try {
    process.env.TMPDIR = own
    process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x'
    await packed.executablePath()
    if (!existsSync(folder)) renameSync(own, folder)
  } finally {
    for (const name of ['TMPDIR', 'AWS_EXECUTION_ENV']) {
      const value = before[name]
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    rmSync(own, { recursive: true, force: true })
  }
}

export type Looking = {
  width?: number
  height?: number
  language?: 'en' | 'fr'
  dark?: boolean
  script?: boolean
}

/** A page of a site, and what went wrong while it was looked at: errors of scripts, what was refused, and whatever went to another host. */
export async function look(
  browser: Browser,
  origins: string | readonly string[],
  { width = 1280, height = 900, language = 'en', dark = false, script = true }: Looking = {},
): Promise<{ page: Page; faults: string[]; close(): Promise<void> }> {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language === 'fr' ? 'fr-FR' : 'en-GB',
    colorScheme: dark ? 'dark' : 'light',
    javaScriptEnabled: script,
    // what is looked at is there at once
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
  })
  const page = await context.newPage()
  watchPage(page)
  page.setDefaultTimeout(patience)
  const faults: string[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    const isInside =
      url.protocol === 'data:' || url.protocol === 'blob:' || [origins].flat().includes(url.origin)
    if (!isInside) faults.push(`request to ${request.url().slice(0, 200)}`)
  })
  page.on('pageerror', error => faults.push(String(error)))
  page.on('console', message => {
    // where typing takes long, the form tries a date that is half typed: the refusal stands beside the field
    const { url } = message.location()
    const isTrial = /\/tried-event\?/.test(url)
    if (message.type() === 'error' && !isTrial)
      faults.push(`${message.text().slice(0, 400)} ${url.slice(0, 200)}`)
  })
  return { page, faults, close: () => context.close() }
}

/** The source of axe, for pages: as text, since nothing of it runs here. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The findings of axe about a page, by its rules, without parts that the browser draws itself. `colors`: by those alone. `within`: about
 * a part, by its selector, where the rest was looked at before; that takes a fraction of the time.
 */
export async function axeFindings(
  page: Page,
  { colors = false, within = 'html' } = {},
): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe)
  const options = colors
    ? { runOnly: ['color-contrast', 'link-in-text-block'] }
    : // of WCAG 2.2, which axe does not look at by itself
      { rules: { 'target-size': { enabled: true } } }
  // what a library says to screen readers stays some seconds, when the button that it names may be gone
  const about = { include: [within], exclude: ['[data-live-announcer]'] }
  const { violations } = await page.evaluate<{ violations: Finding[] }>(
    // the style sheets are not loaded again, for a single rule about locked orientation
    `axe.run(${JSON.stringify(about)}, ${JSON.stringify({ ...options, preload: false, resultTypes: ['violations'] })})`,
  )
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html }) => html)
        .join(' ')
        .slice(0, 300)}`,
  )
}
type Finding = { id: string; nodes: { html: string }[] }

/** The width of a page: more than its window where it scrolls sideways. */
export const widthOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth')

/** Waits until the page has drawn what came of the events so far: a script that runs once per frame has run. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate<void>(
    'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))',
  )

/** Takes a screenshot of a page if `ALMANAC_SCREENSHOTS` names a folder. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.ALMANAC_SCREENSHOTS
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
