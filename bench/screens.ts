import type { Page } from 'playwright-core'
import { readSettings } from '../src/config/config.ts'
import { openDataFolder } from '../src/main.ts'
import { prepareApp } from '../src/web/editors/app.ts'
import { openBrowser } from '../test/support/browser.ts'
import { startAlmanac } from './almanac.ts'
import { calendarOf, workOn } from './calendars.ts'
import { ports, report, root, rounds } from './constants.ts'
import { type Contestant, cpuBetween, settled, usageOf } from './contestant.ts'
import { clock } from './data.ts'
import { atMost, count, type Section, table } from './report.ts'
import { costOfKeys } from './typing.ts'

/** The screens are judged at this size, where it is among those that are measured. */
const judged = 100_000
const perPage = 50
const password = 'a password for the benchmark'

const kilobytes = (of: number) => `${(of / 1000).toFixed(1)} kB`
const milliseconds = (of: number) => `${of.toFixed(0)} ms`

/** A copy in which the administrator of the benchmark can sign in. */
async function withPassword(size: number): Promise<string> {
  const dataFolder = workOn(calendarOf(size))
  const { settings } = readSettings({ flags: { dataFolder, clock }, env: {}, cwd: root })
  const context = await openDataFolder(settings)
  await context.accounts.setPassword('bench', password)
  await context.close()
  return dataFolder
}

/** Signed in, with so many rows to a page. */
async function signedIn(page: Page, address: string) {
  await page.goto(`${address}/admin/events`)
  await page.locator('input[name=login]').fill('bench')
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.locator('tbody tr').first().waitFor()
  await page.evaluate(`fetch('/admin/api/session').then(answer => answer.json()).then(({ user }) =>
    localStorage.setItem('almanac.table.' + user.id + '.event', '{"perPage":${perPage}}'))`)
}

type Loading = { server: number; browser: number; bytes: number }
type Measured = Loading & { key: number }

/** From an empty cache of the browser to a list that can be worked with, its tabs counted. */
async function loading(page: Page, server: Contestant, address: string): Promise<Loading> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  const files: string[] = []
  const open = new Set<unknown>()
  page.on('request', request => {
    open.add(request)
    if (/\/assets\//.test(request.url())) files.push(request.url())
  })
  page.on('requestfinished', request => open.delete(request))
  page.on('requestfailed', request => open.delete(request))
  await page.goto('about:blank')
  const [browserBefore, serverBefore] = [await spent(), usageOf(server)]
  await page.goto(`${address}/admin/events`)
  await page.locator(`tbody tr:nth-child(${perPage})`).waitFor()
  do await page.locator('.tabs .number').first().waitFor()
  while (open.size > 0)
  const of = {
    server: cpuBetween(serverBefore, usageOf(server)) / 1000,
    browser: ((await spent()) - browserBefore) * 1000,
  }
  return { ...of, bytes: await weightOf([`${address}/admin/events`, ...files]) }
}

/** Compressed as every browser takes it. */
async function weightOf(urls: readonly string[]): Promise<number> {
  let bytes = 0
  for (const url of new Set(urls)) {
    const answer = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } })
    await answer.arrayBuffer()
    bytes += Number(answer.headers.get('content-length'))
  }
  return bytes
}

/** The dearest key of any field of the form of an event that is stored. */
async function typing(page: Page, address: string): Promise<number> {
  await page.goto(`${address}/admin/events`)
  await page.locator('tbody tr th a').first().click()
  await page.locator('.tiptap').first().waitFor()
  const costs: number[] = []
  const fields = ['title', 'description', 'cost'].map(name =>
    page.locator(`[data-field=${name}] :is(input, .tiptap)`).first(),
  )
  for (const field of fields) costs.push(await costOfKeys(page, field, 'the quick brown fox jumps'))
  return Math.max(...costs)
}

async function measured(size: number): Promise<Measured> {
  await prepareApp()
  const server = await startAlmanac(await withPassword(size), ports.screens)
  const address = `http://localhost:${ports.screens}`
  await settled(server)
  const browser = await openBrowser()
  const context = await browser.newContext()
  try {
    await signedIn(await context.newPage(), address)
    const loadings: Loading[] = []
    for (let round = 0; round < rounds; round++) {
      const page = await context.newPage()
      loadings.push(await loading(page, server, address))
      await page.close()
    }
    const min = (name: keyof Loading) => Math.min(...loadings.map(of => of[name]))
    const key = await typing(await context.newPage(), address)
    return { server: min('server'), browser: min('browser'), bytes: min('bytes'), key }
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** The weight of the screens for editors, and the cost of a list for server and browser. */
export async function screens(sizes: readonly number[]): Promise<Section> {
  report('screens for editors')
  const size = sizes.includes(judged) ? judged : (sizes.at(-1) as number)
  const { server, browser, bytes, key } = await measured(size)
  const events = `${count(size)} events`
  return {
    targets: [
      atMost('screens for editors: first screen, gzipped', bytes, 250_000, kilobytes),
      atMost(
        `list of ${perPage} of ${events} in the screens for editors: CPU of server and browser`,
        server + browser,
        1000,
        milliseconds,
      ),
      atMost(
        'a key in the form of an event: CPU of the browser',
        key,
        8,
        of => `${of.toFixed(1)} ms`,
      ),
    ],
    text: [
      `## Screens for editors, ${events}`,
      `From an address that is opened without anything cached to a list of ${perPage} events that can be worked with, the counts of its tabs shown. The browser’s time is that of the page’s main thread (tasks of all sorts, by its own tools), the server’s that of all its threads; of ${rounds} rounds the least of each.`,
      table(
        ['server', 'browser', 'together', 'page, styles and scripts, gzipped'],
        [[...[server, browser, server + browser].map(milliseconds), kilobytes(bytes)]],
      ),
      `A key in the form of a stored event, the dearest of title, description and cost: ${key.toFixed(1)} ms of the page’s main thread.`,
    ].join('\n\n'),
  }
}
