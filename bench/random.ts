import { join } from 'node:path'
import { openDatabase } from '../src/store/sqlite/driver.ts'
import { api, ports, report } from './constants.ts'
import { openChance } from './data.ts'
import { type Requests, request } from './load.ts'
import { type Case, type Figure, interleaved, measure } from './measure.ts'
import {
  atMost,
  count,
  figureCells,
  figureHead,
  ms,
  type Section,
  type Target,
  table,
  times,
  us,
} from './report.ts'
import { listPath } from './requests.ts'
import { type Calendar, startAll } from './sizes.ts'
import { startBare } from './start-bare.ts'

export type Ways = Record<'windows' | 'years' | 'byId' | 'bySlug', string[]>
export type Way = keyof Ways
export const names: Record<Way, string> = {
  windows: 'lists of 10 from a random day of one year, pages 1–5',
  years: 'lists of 10 over a year from a random day of eight, pages 1–5',
  byId: 'single events at random, by id',
  bySlug: 'single events at random, by slug',
}
export const ways = Object.keys(names) as Way[]

const day = 86_400_000
const dayAfter = (from: string, days: number) =>
  new Date(Date.parse(from) + days * day).toISOString().slice(0, 10)

/** Each list once, in an order of no meaning. */
function lists(days: number, path: (day: number, page: number) => string): string[] {
  const paths: string[] = []
  for (let day = 0; day < days; day++)
    for (let page = 1; page <= 5; page++) paths.push(path(day, page))
  return shuffled(paths)
}

function shuffled<T>(list: T[]): T[] {
  const chance = openChance(7)
  for (let at = list.length - 1; at > 0; at--) {
    const other = chance.below(at + 1)
    ;[list[at], list[other]] = [list[other] as T, list[at] as T]
  }
  return list
}

const oneYear = lists(365, (from, page) =>
  listPath(page, `&start_date=${dayAfter('2026-07-01', from)}`),
)
const anyYear = lists(2900, (from, page) =>
  listPath(
    page,
    `&start_date=${dayAfter('2021-07-01', from)}&end_date=${dayAfter('2021-07-01', from + 365)}`,
  ),
)

const maxEvents = 100_000

/** Public events from anywhere in the calendar: all of a small one, a random choice of a large one. */
function someEvents(folder: string): { id: number; slug: string }[] {
  const db = openDatabase(join(folder, 'almanac.db'), { readOnly: true })
  try {
    const ids = shuffled(db.prepare("SELECT id FROM event WHERE status = 'publish'").values())
    return db
      .prepare(
        `SELECT e.value AS id, (SELECT slug FROM slug WHERE kind = 'event' AND id = e.value LIMIT 1) AS slug
          FROM json_each(?) e`,
      )
      .all(JSON.stringify(ids.slice(0, maxEvents))) as { id: number; slug: string }[]
  } finally {
    db.close()
  }
}

export function waysOf(folder: string): Ways {
  const events = someEvents(folder)
  return {
    windows: oneYear,
    years: anyYear,
    byId: events.map(({ id }) => `${api}/events/${id}`),
    bySlug: events.map(({ slug }) => `${api}/events/by-slug/${slug}`),
  }
}

/** Any of these each time; windows that nobody has asked before go on where the last round ended. */
export function asking(way: Way, paths: readonly string[]): Requests {
  const chance = openChance(11)
  let next = 0
  const at = way === 'years' ? () => next++ % paths.length : () => chance.below(paths.length)
  return () => request.get(paths[at()] as string)
}

/** Reads without a pattern, as of a crawler or a busy site. No request bypasses a cache; there is only more than fits in one. */
export async function random(sizes: readonly number[], base: number): Promise<Section> {
  report('random reading')
  const calendars = await startAll(sizes)
  const small = calendars.find(({ size }) => size === base) as Calendar
  const large = calendars.at(-1) as Calendar
  const bareList = await startBare('lists', ports.bare, small.server, oneYear.slice(0, 300))
  const someIds = waysOf(small.folder).byId.slice(0, 1000)
  const bareSingle = await startBare('events', ports.bareSingle, small.server, someIds)
  const keyOf = (way: Way, { size }: Calendar) => `${way} ${size}`
  const cases: Record<string, Case> = {
    lists: () => measure(bareList, () => request.get('/')),
    singles: () => measure(bareSingle, () => request.get('/')),
  }
  for (const calendar of calendars) {
    const paths = waysOf(calendar.folder)
    for (const way of ways) {
      const requests = asking(way, paths[way])
      cases[keyOf(way, calendar)] = async () => {
        // The first requests drop the rest of the case before from the caches.
        await measure(calendar.server, requests)
        return measure(calendar.server, requests)
      }
    }
  }
  const of = await interleaved(cases)
  for (const { stop } of [bareList, bareSingle, ...calendars.map(({ server }) => server)])
    await stop()

  const figure = (way: Way, calendar: Calendar) => of[keyOf(way, calendar)] as Figure
  const bareOf = (way: Way) => of[way.startsWith('by') ? 'singles' : 'lists'] as Figure
  const grown = (way: Way) => figure(way, large).cpu / figure(way, small).cpu
  const compared = `${count(large.size)} against ${count(base)} events`
  const growth = (way: Way, max: number) => atMost(`${names[way]}: ${compared}`, grown(way), max)
  const judgedOn = (): Target[] => [
    growth('windows', 4),
    atMost(
      `lists of 10 from a random day, ${count(large.size)} events: CPU per request`,
      figure('windows', large).cpu,
      450,
      of => `${us(of)} µs`,
    ),
    growth('byId', 2),
    growth('bySlug', 2),
  ]
  const targets: Target[] = [
    atMost(
      `lists over a year from any day, ${count(base)} events: CPU against bare \`node:http\``,
      figure('years', small).cpu / bareOf('years').cpu,
      6,
    ),
    ...(large === small ? [] : judgedOn()),
  ]
  return {
    targets,
    text: [
      '## Reading at random',
      `No parameter asks past a cache: there are ${count(oneYear.length)} lists from a day of one year, whose events fit the caches at ${count(base)} events and not at more; ${count(anyYear.length)} lists over a year, of which none is asked again before all have been; and events from anywhere in the calendar, of at most ${count(maxEvents)}, which fit at none but the smallest. Each is asked for as long beforehand, since the cases before leave other records in the caches. The ratio is processor time per request against bare \`node:http\` that sends answers of the calendar of ${count(base)}.`,
      table(
        ['what', 'events', 'ratio', ...figureHead],
        ways.flatMap(way =>
          calendars.map(calendar => [
            names[way],
            count(calendar.size),
            times(figure(way, calendar).cpu / bareOf(way).cpu),
            ...figureCells(figure(way, calendar)),
          ]),
        ),
      ),
      `Bare \`node:http\`: ${us(bareOf('windows').cpu)} µs for 300 of these lists (p99 ${ms(bareOf('windows').p99)}), ${us(bareOf('byId').cpu)} µs for ${count(someIds.length)} events (p99 ${ms(bareOf('byId').p99)}).`,
    ].join('\n\n'),
  }
}
