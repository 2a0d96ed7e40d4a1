import { startAlmanac, text } from './almanac.ts'
import { calendarOf } from './calendars.ts'
import { ports, report } from './constants.ts'
import { type Contestant, settled } from './contestant.ts'
import { openChance } from './data.ts'
import { type Requests, request } from './load.ts'
import { interleaved, measure } from './measure.ts'
import { atMost, count, figureCells, figureHead, ms, type Section, table, times } from './report.ts'
import { inTurn, unique } from './requests.ts'
import { startBare, startBareUnchanged } from './start-bare.ts'

/** The pages are judged at this size, where it is among those that are measured. */
const judged = 100_000

const years = Array.from({ length: 10 }, (_, year) => 2021 + year)
const months = years.flatMap(year =>
  Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}`),
)
const inBoth = (month: string) => [`/events/month/${month}/`, `/fr/evenements/mois/${month}/`]
const plainMonths = months.flatMap(inBoth)
/** Two years and a half around the clock of the benchmark. */
const aroundNow = [96, 156] as const
const [categories, tags] = [40, 20]
/** The busier part of a site: with other filters a month is nearly empty. */
const filters = [
  '',
  '?featured=true',
  ...Array.from({ length: categories }, (_, n) => `?categories=${n + 1}`),
  ...Array.from({ length: tags }, (_, n) => `?tags=${categories + n + 1}`),
]

/** Each of these months with each filter, in both languages: other lists of other events, in no order. */
function withFilters(plain: readonly string[]): string[] {
  const chance = openChance(7)
  const paths = filters.flatMap(filter => plain.map(path => path + filter))
  for (let at = paths.length - 1; at > 0; at--) {
    const other = chance.below(at + 1)
    ;[paths[at], paths[other]] = [paths[other] as string, paths[at] as string]
  }
  return paths
}

/** None again before all have been asked, and then under another address: a round goes on where the last one ended. */
function onAndOn(paths: readonly string[]): Requests {
  let next = 0
  return () => request.get(unique(paths[next++ % paths.length] as string))
}

const day = 86_400_000
/** Some more days than five thousand events take, so that no event stands in two files. */
const daysOfFile = 190
const files = Math.floor(3650 / daysOfFile)
/** Five thousand other events each time, in one language after the other. */
const feedFrom = (n: number) => {
  const from = new Date(Date.UTC(2021, 0, 1) + (n % files) * daysOfFile * day)
  const path = Math.floor(n / files) % 2 === 0 ? '/events.ics' : '/fr/evenements.ics'
  return `${path}?start_date=${from.toISOString().slice(0, 10)}&end_date=2100-01-01`
}

function feeds(): Requests {
  let next = 0
  return () => request.get(feedFrom(next++))
}

/** As a calendar asks again that has the feed already. */
async function unchanged(server: Contestant, path: string): Promise<Requests> {
  // what comes once is not cached
  for (let times = 0; times < 3; times++) await text(server, path)
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`)
  await answer.arrayBuffer()
  const revalidation = request.get(path, `If-None-Match: ${answer.headers.get('etag')}\r\n`)
  return () => revalidation
}

/** All that a month needs, compressed: the page, and the style sheets and scripts that it names. */
async function weightOf(server: Contestant, path: string): Promise<number> {
  const page = await text(server, path)
  const files = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file]) => file)
  let bytes = 0
  for (const each of new Set([path, ...files])) {
    const answer = await fetch(`http://127.0.0.1:${server.port}${each}`, {
      headers: { 'Accept-Encoding': 'gzip' },
    })
    await answer.arrayBuffer()
    bytes += Number(answer.headers.get('content-length'))
  }
  return bytes
}

const kilobytes = (of: number) => `${(of / 1000).toFixed(1)} kB`
const milliseconds = (of: number) => `${of.toFixed(0)} ms`

const cachedMonths = plainMonths.slice(...aroundNow)
const different = withFilters(cachedMonths)
const everywhere = withFilters(plainMonths)

async function measured(size: number) {
  const server = await startAlmanac(calendarOf(size), ports.pages)
  await settled(server)
  const [bareCached, bareDifferent, bareUnchanged] = [
    await startBare('months', ports.pages + 1, server, cachedMonths),
    await startBare('different months', ports.pages + 2, server, different.slice(0, 300)),
    await startBareUnchanged('304 of a feed', ports.pages + 3, server, feedFrom(0)),
  ]
  const ask = (requests: Requests) => () => measure(server, requests)
  // each page of them once: the first requests find nothing that was read before
  await measure(server, onAndOn(different), { seconds: 15 })
  const of = await interleaved({
    bareCached: () => measure(bareCached, inTurn(['/'])),
    bareDifferent: () => measure(bareDifferent, inTurn(['/'])),
    cached: ask(inTurn(cachedMonths)),
    different: ask(onAndOn(different)),
    again: ask(n => request.get(unique(cachedMonths[n % cachedMonths.length] as string))),
    everywhere: ask(onAndOn(everywhere)),
    // one after another: the processor time of one is asked for, not how many are written at once
    feed: (
      requests => () =>
        measure(server, requests, { clients: 1, seconds: 5 })
    )(feeds()),
    bareUnchanged: () => measure(bareUnchanged, inTurn(['/'])),
    unchanged: ask(await unchanged(server, feedFrom(0))),
  })
  const weight = await weightOf(server, inBoth('2026-06')[0] as string)
  for (const each of [bareCached, bareDifferent, bareUnchanged, server]) await each.stop()
  return { of, weight }
}

type Measured = Awaited<ReturnType<typeof measured>>
type Name = keyof Measured['of']

/** The costs of pages and feeds for people. */
export async function pages(sizes: readonly number[]): Promise<Section> {
  report('pages and feeds')
  const size = sizes.includes(judged) ? judged : (sizes.at(-1) as number)
  const { of, weight } = await measured(size)
  const ratio = (name: Name, limit: Name) => of[name].cpu / of[limit].cpu
  const line = (what: string, name: Name, limit: Name) => [
    what,
    times(ratio(name, limit)),
    ...figureCells(of[name]),
  ]
  const events = `${count(size)} events`
  return {
    targets: targetsOf({ of, weight }, ratio, events),
    text: [
      `## Pages and feeds, ${events}`,
      `The ratio is processor time per request against bare \`node:http\` that sends the same pages, both in the same rounds. A file of 5 000 events takes ${ms(of.feed.cpu)} of processor time and is ${kilobytes(of.feed.bytes)} long. A month with its styles and script is ${kilobytes(weight)}, gzipped.`,
      table(
        ['months', 'ratio', ...figureHead],
        [
          line(`${cachedMonths.length} months, repeated`, 'cached', 'bareCached'),
          line(
            `the same with ${filters.length} filters, each other events, each time with another unknown parameter`,
            'different',
            'bareDifferent',
          ),
          line('the same without filters', 'again', 'bareCached'),
          line(
            `any month of ten years with any of these filters (${count(everywhere.length)} lists)`,
            'everywhere',
            'bareDifferent',
          ),
          line(
            `bare \`node:http\`, the same ${cachedMonths.length} months`,
            'bareCached',
            'bareCached',
          ),
          line('bare `node:http`, 300 of the others', 'bareDifferent', 'bareDifferent'),
        ],
      ),
      table(
        ['calendar file of 5 000 events', 'ratio', ...figureHead],
        [
          line('304', 'unchanged', 'bareUnchanged'),
          line('bare `node:http`, 304', 'bareUnchanged', 'bareUnchanged'),
        ],
      ),
    ].join('\n\n'),
  }
}

const targetsOf = (
  { of, weight }: Measured,
  ratio: (name: Name, limit: Name) => number,
  events: string,
): Section['targets'] => [
  atMost(
    `repeated month, ${events}: CPU against bare \`node:http\``,
    ratio('cached', 'bareCached'),
    1.3,
  ),
  atMost(`month, every URL different, ${events}`, ratio('different', 'bareDifferent'), 8),
  atMost(
    'calendar file of 5 000 events that nobody has asked for: CPU',
    of.feed.cpu / 1000,
    400,
    milliseconds,
  ),
  atMost(
    '304 of that file: CPU against bare `node:http` with the same headers',
    ratio('unchanged', 'bareUnchanged'),
    1,
  ),
  atMost('month with its styles and script, gzipped', weight, 60_000, kilobytes),
]
