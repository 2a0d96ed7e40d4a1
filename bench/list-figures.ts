import { report } from './constants.ts'
import type { Contestant } from './contestant.ts'
import { type Scale, scaleOf } from './data.ts'
import type { List } from './lists.ts'
import { request } from './load.ts'
import { type Case, type Figure, interleaved, measure, type Weight } from './measure.ts'
import { us } from './report.ts'
import { unique } from './requests.ts'
import type { Calendar } from './sizes.ts'

export const weight = { clients: 16, seconds: 0.6 }

/** One list on several calendars; the ratio is the largest against `base`. */
export type Row = { name: string; most: number; figures: (Figure | undefined)[]; ratio: number }

/** The page that is requested of a list with so many; undefined if it has no such page. */
export type Choice = (last: number) => number | undefined

/** Measures each list on each calendar; lists that one of the two judged calendars does not have are left out. */
export async function rowsOf(
  calendars: readonly Calendar[],
  base: number,
  listsOf: (scale: Scale) => List[],
  choose: Choice = () => 1,
  heavy: Weight = weight,
): Promise<Row[]> {
  const lists = calendars.map(({ size }) => listsOf(scaleOf(size)))
  const rows: Row[] = []
  for (const [at, { name, most: max }] of (lists[0] as List[]).entries()) {
    const pairs = calendars.map(({ server }, n) => ({ server, list: lists[n]?.[at] as List }))
    const figures = await inTurn(pairs, choose, heavy)
    const small = figures[calendars.findIndex(({ size }) => size === base)]
    const large = figures.at(-1)
    if (!small || !large) continue
    rows.push({ name, most: max, figures, ratio: large.cpu / small.cpu })
    report(`${name}: ${figures.map(figure => (figure ? us(figure.cpu) : '–')).join(' ')}`)
  }
  return rows
}

async function inTurn(
  pairs: readonly { server: Contestant; list: List }[],
  choose: Choice,
  heavy: Weight,
): Promise<(Figure | undefined)[]> {
  let serial = 0
  const cases: Record<number, Case> = {}
  for (const [n, { server, list }] of pairs.entries()) {
    const page = await pageOf(server, list.path(1, ++serial), choose)
    if (page === undefined) continue
    const requests = () => request.get(unique(list.path(page, ++serial)))
    cases[n] = () => measure(server, requests, heavy)
  }
  const figures: Record<number, Figure> = await interleaved(cases)
  return pairs.map((_, n) => figures[n])
}

async function pageOf(
  server: Contestant,
  path: string,
  choose: Choice,
): Promise<number | undefined> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`)
  const { total_pages = 1 } = (await answer.json()) as { total_pages?: number }
  return answer.ok ? choose(total_pages) : undefined
}
