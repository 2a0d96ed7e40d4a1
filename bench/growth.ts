import { removeWork } from './calendars.ts'
import { report, rounds } from './constants.ts'
import { memoryOf } from './contestant.ts'
import { type Row, rowsOf, weight } from './list-figures.ts'
import { deepLists, pairs, singles } from './lists.ts'
import { type Figure, measure } from './measure.ts'
import {
  atMost,
  count,
  megabytes,
  ms,
  type Section,
  type Target,
  table,
  times,
  us,
} from './report.ts'
import { type Calendar, startAll } from './sizes.ts'
import { mixedRequests } from './writing.ts'

/** The same lists on calendars of several sizes, in the same rounds; the largest against `base` is judged. */
export async function growth(sizes: readonly number[], base: number): Promise<Section> {
  report('lists')
  // Only the largest is written to, at the end.
  const calendars = await startAll(sizes, { writes: true })
  const large = calendars.at(-1) as Calendar
  const judged = calendars.filter(({ size }) => size === base || size === large.size)
  const first = await rowsOf(calendars, base, singles)
  const paired = await rowsOf(judged, base, pairs)
  const hundredth = await rowsOf(judged, base, deepLists, last => (last > 100 ? 100 : undefined))
  const last = await rowsOf(judged, base, deepLists, last => (last > 1 ? last : undefined))
  const memory = calendars.map(({ server }) => memoryOf(server))
  const mixed = await measure(large.server, await mixedRequests(large.server, large.size), {
    seconds: 5,
  })
  for (const { server } of calendars) await server.stop()
  removeWork()

  const compared = `${count(large.size)} against ${count(base)} events`
  const [shallow, deep] = [
    [...first, ...paired],
    [...hundredth, ...last],
  ]
  return {
    targets: [
      worst(`${compared}: the dearest of ${shallow.length} lists`, shallow, 2),
      worst(`${compared}: the dearest of ${deep.length} deep pages`, deep, 4),
      atMost(
        `memory at ${count(large.size)} events, after all lists and a mixed load`,
        mixed.memory,
        700,
        megabytes,
      ),
    ],
    text: [
      `## Lists, ${compared}`,
      `Each list again and again, each time with another unknown parameter, ten records a page, exact totals; ${weight.clients} clients, the least processor time per request of ${rounds} rounds of ${weight.seconds} s, in µs. The ratio is ${compared}.`,
      listTable('first page', calendars, first),
      '### Every two filters together',
      listTable('first page', judged, paired),
      '### Page 100, of the lists that have one at both sizes',
      listTable('page 100', judged, hundredth),
      '### The last page',
      listTable('last page', judged, last),
      '### Memory',
      `After all these lists: ${calendars.map(({ size }, n) => `${megabytes(memory[n] as number)} at ${count(size)}`).join(', ')}. At ${count(large.size)} events ${megabytes(mixed.memory)} after 95 reads to 5 creates from 32 clients besides (${count(mixed.rate)} requests/s, p99 ${ms(mixed.p99)}).`,
    ].join('\n\n'),
  }
}

export function listTable(
  page: string,
  calendars: readonly Calendar[],
  rows: readonly Row[],
): string {
  const sizes = calendars.map(({ size }) => count(size))
  const cells = (figures: Row['figures'], show: (of: Figure) => string) =>
    figures.map(figure => (figure ? show(figure) : '–'))
  return table(
    [page, ...sizes, 'ratio', 'target', 'KiB per answer', `p99 at ${sizes.at(-1)}`],
    rows.map(({ name, most: max, figures, ratio }) => [
      name,
      ...cells(figures, ({ cpu, failures }) => (failures > 0 ? `${failures} failed` : us(cpu))),
      ratio > max ? `**${times(ratio)}**` : times(ratio),
      `≤ ${max}×`,
      cells(figures, ({ bytes }) => (bytes / 1024).toFixed(0)).join(', '),
      ...cells(figures.slice(-1), ({ p99 }) => ms(p99)),
    ]),
  )
}

export function worst(what: string, rows: readonly Row[], max: number): Target {
  const high = rows.reduce((a, b) => (b.ratio > a.ratio ? b : a))
  const beyond = rows.filter(({ ratio }) => ratio > max).length
  return {
    ...atMost(what, high.ratio, max),
    figure: `${times(high.ratio)} (${high.name}); ${beyond} above the target`,
  }
}
