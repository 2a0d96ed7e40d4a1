import { json, type Page } from './almanac.ts'
import { api, report } from './constants.ts'
import type { Contestant } from './contestant.ts'
import { request } from './load.ts'
import { type Case, type Figure, interleaved, measure } from './measure.ts'
import { directus } from './peers/directus.ts'
import { jsonServer } from './peers/json-server.ts'
import { type Event, markOf, type Product, type Window } from './peers/product.ts'
import { atLeast, count, figureCells, figureHead, type Section, table, times } from './report.ts'
import { firstPages, inTurn, listPath, threeHundred, unique, uniqueInTurn } from './requests.ts'

/** A contestant in one of its forms, and the line of Almanac that answers the same kind of question. */
type Entry = {
  product: Product
  what: string
  judged: boolean
  against: 'different' | 'cached'
  run: Case
}

const comparison = 'requests/s of the same list against'

/** Two products that a developer would pick instead, with every public event of the same calendar. */
export async function products(server: Contestant, events: number): Promise<Section> {
  const missing: { what: string; why: string }[] = []
  const entries: Entry[] = []
  const started: Contestant[] = []
  const pages = await firstPages(server)
  const { total, window } = await defaultWindow(server)
  for (const product of [jsonServer, directus])
    try {
      report(`preparing ${product.name}`)
      await product.prepare(() => publicEvents(server), await calendarMark(server))
      entries.push(...(await enter(product, window, total, pages.length, started)))
    } catch (error) {
      missing.push({ what: product.name, why: (error as Error).message })
      report(`${product.name} is left out: ${(error as Error).message}`)
    }

  report('products')
  const cached = threeHundred(pages)
  const of = await interleaved<string>({
    different: () => measure(server, uniqueInTurn(pages)),
    cached: () => measure(server, inTurn(cached)),
    ...Object.fromEntries(entries.map(({ what, run }) => [what, run])),
  })
  const figure = (name: string) => of[name] as Figure
  for (const each of started) await each.stop()

  const ratio = ({ against, what }: Entry) => figure(against).rate / figure(what).rate
  return {
    targets: [
      ...entries
        .filter(({ judged }) => judged)
        .map(entry => atLeast(`${comparison} ${entry.product.name}`, ratio(entry), 20)),
      ...missing.map(({ what }) => ({
        ...atLeast(`${comparison} ${what}`, 0, 20),
        figure: 'not measured',
      })),
    ],
    text: [
      `## Products from the npm registry, ${count(events)} events`,
      `The same list for all: ten events by start within ${window.from} and ${window.to} (${count(total)} events), with their venue, organizers, categories and tags, and the exact total; the first ${pages.length} pages, 32 clients. The last column is how many times as many requests Almanac answered in the same rounds: with every URL different, or with 300 URLs where the product may keep its answers.`,
      ...missing.map(({ what, why }) => `${what} was not measured: ${why}`),
      table(
        ['contestant', ...figureHead, 'Almanac, times'],
        [
          ['Almanac, every URL different', ...figureCells(figure('different')), ''],
          ['Almanac, 300 URLs repeated', ...figureCells(figure('cached')), ''],
          ...entries.map(entry => [
            entry.what,
            ...figureCells(figure(entry.what)),
            times(ratio(entry)),
          ]),
        ],
      ),
      ...new Set(entries.map(({ product }) => product.about)),
    ].join('\n\n'),
  }
}

async function enter(
  product: Product,
  window: Window,
  total: number,
  pages: number,
  started: Contestant[],
): Promise<Entry[]> {
  const main = await product.start()
  started.push(main)
  const answer = await fetch(`http://127.0.0.1:${main.port}${product.list(window, 1)}`)
  const listed = await product.totalOf(answer)
  if (listed !== total) throw new Error(`it finds ${listed} events where Almanac finds ${total}`)
  const entries: Entry[] = []
  for (const { what, start, list, repeats } of [
    { what: 'the same list', start: undefined, list: product.list, repeats: false },
    ...product.variants,
  ]) {
    const own = await start?.()
    if (own) started.push(own)
    entries.push({
      product,
      what: `${product.name}, ${what}`,
      judged: list === product.list && !own,
      against: repeats ? 'cached' : 'different',
      run: () =>
        measure(own ?? main, n => {
          const path = list(window, (n % pages) + 1)
          return request.get(repeats ? path : unique(path))
        }),
    })
  }
  return entries
}

async function defaultWindow(server: Contestant): Promise<{ total: number; window: Window }> {
  const page = await json<Page & { rest_url: string }>(server, listPath(1))
  const params = new URL(page.rest_url).searchParams
  const window = { from: params.get('start_date') ?? '', to: params.get('end_date') ?? '' }
  return { total: page.total, window }
}

const everything = (page: number) =>
  `${api}/events?per_page=50&page=${page}&start_date=2000-01-01&end_date=2100-01-01`

async function* publicEvents(server: Contestant): AsyncIterable<Event[]> {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await json<{ events: Event[]; total_pages: number }>(server, everything(page))
    pages = answer.total_pages
    yield answer.events
  }
}

/** Changes when the events do, or their form. */
async function calendarMark(server: Contestant): Promise<string> {
  const { events, total } = await json<Page>(server, everything(1))
  return markOf(JSON.stringify(events), String(total))
}
