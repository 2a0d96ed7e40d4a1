import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { startAlmanac } from './almanac.ts'
import { calendarOf, datesOfSeries, seriesOf } from './calendars.ts'
import { node, ports, report, root } from './constants.ts'
import { settled } from './contestant.ts'
import { scaleOf } from './data.ts'
import { horizon } from './horizon.ts'
import { type Choice, type Row, rowsOf } from './list-figures.ts'
import { type List, singles } from './lists.ts'
import { measure } from './measure.ts'
import { atMost, count, megabytes, type Section, type Target, table, times, us } from './report.ts'
import { listPath, uniqueInTurn } from './requests.ts'
import { seriesWriting } from './series-writing.ts'
import type { Calendar } from './sizes.ts'

/** Lists of dates of series against as many single events, what only series have, and what series cost those who write. */
export async function series(sizes: readonly number[], base: number): Promise<Section[]> {
  const size = sizes.at(-1) as number
  return [await lists(base, size), await seriesWriting(base), await horizon(size)]
}

/** The requests to both kinds of calendars; words of titles are numbered by events, of which these have not as many. */
const requests = [
  'default window',
  'a window of six months',
  'all ten years',
  'overlap',
  'one month',
  'category',
  'tag',
  'venue',
  'organizer',
  'featured',
  'near',
  'common word',
  'with coordinates',
  'French, without fallback',
]

const listsOf = (scale: ReturnType<typeof scaleOf>): List[] =>
  singles(scale).filter(({ name }) => requests.includes(name))

/** A row with the figure of each calendar: single events and series, small and large. */
type Compared = { name: string; cpu: (number | undefined)[] }
const comparedOf = ({ name, figures }: Row): Compared => ({
  name,
  cpu: figures.map(figure => figure?.cpu),
})

/** The dearest of a ratio between two calendars. */
function dearest(what: string, rows: readonly Compared[], of: number, to: number, max: number) {
  const ratios = rows.flatMap(({ name, cpu }) => {
    const [one, other] = [cpu[of], cpu[to]]
    return one === undefined || other === undefined ? [] : [{ name, ratio: one / other }]
  })
  const worst = ratios.reduce((a, b) => (b.ratio > a.ratio ? b : a), { name: '', ratio: 0 })
  const target = atMost(what, worst.ratio, max)
  return { ...target, figure: `${target.figure} (${worst.name})` }
}

async function lists(base: number, size: number): Promise<Section> {
  report('lists of series')
  const folders: [size: number, folder: string][] = [
    [base, calendarOf(base)],
    [size, calendarOf(size)],
    [base, seriesOf(base)],
    [size, seriesOf(size)],
  ]
  const calendars: Calendar[] = []
  for (const [n, [size, folder]] of folders.entries())
    calendars.push({ size, folder, server: await startAlmanac(folder, ports.series + n) })
  for (const { server } of calendars) {
    await settled(server)
    await measure(server, uniqueInTurn([listPath(1)]))
  }
  const first = (await rowsOf(calendars, base, listsOf)).map(comparedOf)
  const far: Choice = last => (last > 1 ? Math.min(last, 100) : undefined)
  const deep = (await rowsOf(calendars, base, listsOf, far)).map(comparedOf)
  const ofSeries = (await rowsOf(calendars.slice(2), base, () => seriesLists(calendars))).map(
    comparedOf,
  )
  for (const { server } of calendars) await server.stop()
  const memory = folders
    .slice(1)
    .filter((_, n) => n !== 1)
    .map(([, folder]) => indexMemory(folder))
  return sectionOf({ base, size, first, deep, ofSeries, memory })
}

/** Ids of events begin behind those of venues and organizers, in calendars of both sizes. */
function seriesLists(calendars: readonly Calendar[]): List[] {
  const { venues, organizers } = scaleOf((calendars[0] as Calendar).size)
  const from = venues + organizers + 1
  const list = (name: string, path: string): List => ({
    name,
    path: page => `/cal/events/v1/${path}${path.includes('?') ? '&' : '?'}per_page=10&page=${page}`,
    most: 2,
  })
  return [
    list('occurrences=series', 'events?occurrences=series'),
    list('occurrences=series, one category', 'events?occurrences=series&categories=2'),
    {
      ...list('dates of one series', ''),
      path: page => `/cal/events/v1/events/${from}/occurrences?page=${page}`,
    },
  ]
}

/** Megabytes that the list index of a calendar takes, measured in a process of its own. */
function indexMemory(folder: string): number {
  const args = ['--expose-gc', join(root, 'bench', 'index-memory.ts'), folder]
  const { stdout, status } = spawnSync(node, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`The index of ${folder} could not be measured.`)
  return Number(stdout)
}

type Measured = {
  base: number
  size: number
  first: readonly Compared[]
  deep: readonly Compared[]
  ofSeries: readonly Compared[]
  memory: readonly number[]
}

function sectionOf({ base, size, first, deep, ofSeries, memory }: Measured): Section {
  const [singles = 0, series = 0] = memory
  const [few, many] = [count(base), count(size)]
  const grown = `${many} dates of series against ${few}`
  const targets: Target[] = [
    dearest(
      `${many} dates of series against as many events: the dearest of ${first.length} lists`,
      first,
      3,
      1,
      1.3,
    ),
    dearest(`${grown}: the dearest of ${first.length} lists`, first, 3, 2, 2),
    dearest(`${grown}: the dearest of ${deep.length} deep pages`, deep, 3, 2, 4),
    dearest(`${grown}: what only series have`, ofSeries, 1, 0, 2),
    atMost(
      `memory of the list index, ${many} dates of series against as many events`,
      series / singles,
      1,
    ),
  ]
  const names = [`${few} events`, `${many} events`, `${few} dates`, `${many} dates`]
  return {
    targets,
    text: [
      `## Lists of series, ${many} dates`,
      `Calendars of single events, and of series of ${datesOfSeries} dates each, in the same rounds: the least processor time per request, in µs. An index of ${many} single events takes ${megabytes(singles)}, one of as many dates of series ${megabytes(series)}.`,
      compared('first page', names, first, [
        [3, 1],
        [1, 0],
        [3, 2],
      ]),
      '### Page 100, or the last',
      compared('page', names, deep, [
        [3, 1],
        [1, 0],
        [3, 2],
      ]),
      '### What only series have',
      compared('list', names.slice(2), ofSeries, [[1, 0]]),
    ].join('\n\n'),
  }
}

function compared(
  page: string,
  names: readonly string[],
  rows: readonly Compared[],
  ratios: readonly (readonly [of: number, to: number])[],
): string {
  const ratio = ({ cpu }: Compared, of: number, to: number) =>
    cpu[of] === undefined || cpu[to] === undefined ? '–' : times(cpu[of] / cpu[to])
  return table(
    [page, ...names, ...ratios.map(([of, to]) => `${names[of]} : ${names[to]}`)],
    rows.map(row => [
      row.name,
      ...row.cpu.map(cpu => (cpu === undefined ? '–' : us(cpu))),
      ...ratios.map(([of, to]) => ratio(row, of, to)),
    ]),
  )
}
