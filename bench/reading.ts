import { join } from 'node:path'
import { json, type Page } from './almanac.ts'
import { api, node, ports, report, root } from './constants.ts'
import { type Contestant, start } from './contestant.ts'
import { clock } from './data.ts'
import { type Requests, request } from './load.ts'
import { interleaved, measure } from './measure.ts'
import { atMost, count, figureCells, figureHead, type Section, table, times } from './report.ts'
import {
  firstPages,
  fromAnySecond,
  inTurn,
  listPath,
  pastCaches,
  threeHundred,
  uniqueInTurn,
} from './requests.ts'
import { startBare } from './start-bare.ts'

const startRows = (folder: string) =>
  start({
    name: 'rows to JSON',
    port: ports.rows,
    command: [node, join(root, 'bench', 'peers', 'rows.ts')],
    path: '/?from=0&to=0',
    env: { DATABASE: join(folder, 'almanac.db'), PORT: String(ports.rows) },
  })

/** Up to a thousand events of all ten years, spread over them. */
async function someEvents(server: Contestant): Promise<Page['events']> {
  const all = `${api}/events?per_page=50&start_date=2000-01-01&end_date=2100-01-01`
  const { total_pages } = await json<Page>(server, all)
  const step = Math.max(1, Math.floor(total_pages / 20))
  const events: Page['events'] = []
  for (let page = 1; page <= total_pages && events.length < 1000; page += step)
    events.push(...(await json<Page>(server, `${all}&page=${page}`)).events)
  return events
}

/** The entity tags are the server's own, as a client that has the answer would send them. */
async function conditional(server: Contestant, paths: readonly string[]): Promise<Requests> {
  const requests: string[] = []
  for (const path of paths) {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`)
    await answer.arrayBuffer()
    requests.push(request.get(path, `If-None-Match: ${answer.headers.get('etag')}\r\n`))
  }
  return n => requests[n % requests.length] as string
}

export async function reading(
  server: Contestant,
  folder: string,
  events: number,
): Promise<Section> {
  report('reading')
  const pages = await firstPages(server)
  const cached = threeHundred(pages)
  const some = await someEvents(server)
  const byId = some.map(({ id }) => `${api}/events/${id}`)
  const bySlug = some.map(({ slug }) => `${api}/events/by-slug/${slug}`)
  const { total_pages: last } = await json<Page>(server, listPath(1))
  const deep = Math.min(100, last)

  const bare = await startBare('node:http, 300 lists', ports.bare, server, cached)
  const bareFew = await startBare('node:http, 30 lists', ports.bareFew, server, pages)
  const bareSingle = await startBare('node:http, events', ports.bareSingle, server, byId)
  const rows = await startRows(folder)
  const from = Date.parse(clock.slice(0, 10)) / 1000 - 86_400
  const rowsPath = (n: number) =>
    `/?from=${from}&to=${from + 63_244_800}&per_page=10&page=${(n % pages.length) + 1}`

  const ask = (requests: Requests) => () => measure(server, requests)
  const of = await interleaved({
    bare: () => measure(bare, inTurn(['/'])),
    bareFew: () => measure(bareFew, inTurn(['/'])),
    bareSingle: () => measure(bareSingle, inTurn(['/'])),
    cached: ask(inTurn(cached)),
    few: ask(inTurn(cached.slice(0, 30))),
    unchanged: ask(await conditional(server, cached)),
    different: ask(fromAnySecond(pages)),
    first: ask(fromAnySecond([listPath(1)])),
    deep: ask(fromAnySecond([listPath(deep)])),
    last: ask(fromAnySecond([listPath(last)])),
    byId: ask(uniqueInTurn(byId)),
    bySlug: ask(uniqueInTurn(bySlug)),
    byIdAgain: ask(pastCaches(byId)),
    bySlugAgain: ask(pastCaches(bySlug)),
    rows: () => measure(rows, n => request.get(rowsPath(n))),
  })
  for (const each of [bare, bareFew, bareSingle, rows]) await each.stop()

  type Name = keyof typeof of
  const ratio = (name: Name, limit: Name = 'bare') => of[name].cpu / of[limit].cpu
  const line = (what: string, name: Name, limit: Name = 'bare') => [
    what,
    times(ratio(name, limit)),
    ...figureCells(of[name]),
  ]
  const singles = [
    [`by id, ${count(some.length)} events`, 'byId', 'byIdAgain'],
    [`by slug, ${count(some.length)} events`, 'bySlug', 'bySlugAgain'],
  ] as const
  return {
    targets: [
      atMost('repeated list of 10, 300 URLs: CPU against bare `node:http`', ratio('cached'), 1.2),
      atMost('304: CPU against bare `node:http` with the whole answer', ratio('unchanged'), 1),
      atMost('list of 10, every URL different', ratio('different', 'bareFew'), 3.2),
      atMost('single event by id, every URL different', ratio('byId', 'bareSingle'), 2.2),
      atMost('single event by slug, every URL different', ratio('bySlug', 'bareSingle'), 2.2),
    ],
    text: [
      `## Reading, ${count(events)} events`,
      'The ratio is processor time per request against bare `node:http` that sends the same bytes (the last lines of each table), both in the same rounds. Rates of the quickest lines are near what the load itself can send from its one processor.',
      table(
        ['lists of 10', 'ratio', ...figureHead],
        [
          line('300 URLs, repeated', 'cached'),
          line('30 URLs, repeated', 'few', 'bareFew'),
          line('304, 300 URLs', 'unchanged'),
          line(`from any second of a night, first ${pages.length} pages`, 'different', 'bareFew'),
          line('first page, from any second of a night', 'first', 'bareFew'),
          line(`page ${deep}, from any second of a night`, 'deep', 'bareFew'),
          line(`last page (${last}), from any second of a night`, 'last', 'bareFew'),
          line('rows to JSON, written by hand on the same database', 'rows', 'bareFew'),
          line('bare `node:http`, the same 300 answers', 'bare'),
          line(`bare \`node:http\`, the same ${pages.length} answers`, 'bareFew', 'bareFew'),
        ],
      ),
      table(
        ['one event', 'ratio', ...figureHead],
        [
          ...singles.flatMap(([by, name, again]) => [
            line(`${by}, each time with another unknown parameter`, name, 'bareSingle'),
            line(`${by}, each time with another \`_\``, again, 'bareSingle'),
          ]),
          line('bare `node:http`, the same answers', 'bareSingle', 'bareSingle'),
        ],
      ),
    ].join('\n\n'),
  }
}
