// npm run bench [-- PART … SIZE …]: measures this machine and writes bench/results.md, or brings its parts up to date. See bench/README.md.
import { cpus, loadavg, release, totalmem } from 'node:os'
import { startAlmanac } from './almanac.ts'
import { calendarOf } from './calendars.ts'
import { clients, ports, report, rounds, seconds } from './constants.ts'
import { settled } from './contestant.ts'
import { growth } from './growth.ts'
import { moving } from './moving.ts'
import { pages } from './pages.ts'
import { onPostgres } from './postgres.ts'
import { products } from './products.ts'
import { random } from './random.ts'
import { reading } from './reading.ts'
import { bringUpToDate, reportOf, type Section, writeResults } from './report.ts'
import { screens } from './screens.ts'
import { series } from './series.ts'
import { starting } from './starting.ts'
import { writing } from './writing.ts'

/** The parts that can be measured alone, in the order of the report. */
const parts: Record<string, () => Promise<Section[]>> = {
  reading: readingAndProducts,
  random: async () => [await random(sizes, base)],
  pages: async () => [await pages(sizes)],
  screens: async () => [await screens(sizes)],
  writing: async () => [await writing(base)],
  start: async () => [await starting(sizes)],
  lists: async () => (sizes.length > 1 ? [await growth(sizes, compared)] : []),
  series: () => series(sizes, compared),
  moving: () => moving(sizes, base),
  postgres: () => onPostgres(sizes, base),
}

const chosen = process.argv.slice(2)
const named = chosen.filter(each => !Number(each))
const unknown = named.filter(each => !Object.hasOwn(parts, each))
if (unknown.length > 0)
  throw new Error(`No part of the benchmark: ${unknown}. There are: ${Object.keys(parts)}.`)
const given = chosen.map(Number).filter(Boolean)
const sizes = (given.length > 0 ? given : [1_000, 10_000, 100_000, 1_000_000]).sort((a, b) => a - b)
/** Reading and writing are measured on this one, and the lists of the largest compared with it. */
const base = sizes.includes(10_000) ? 10_000 : (sizes[0] as number)
const compared = base === sizes.at(-1) ? (sizes[0] as number) : base

const command = ['npm run bench', ...(chosen.length > 0 ? ['--', ...chosen] : [])].join(' ')
const busy = (loadavg()[0] as number).toFixed(1)

function introduction(minutes: number): string {
  return [
    `Written by \`${command}\` on ${new Date().toISOString().slice(0, 10)}, in ${minutes.toFixed(0)} minutes: ${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.versions.node}, SQLite ${process.versions.sqlite}; load average ${busy} before.`,
    `Server on one processor, load on the other over loopback, ${rounds} rounds of ${seconds} s with ${clients} clients unless said otherwise, contestants in turn. Of each figure the best of the rounds is given: the least processor time per request (all threads of the server together), which a neighbour disturbs least, the highest rate, the lowest p50 and p99. Absolute figures move with the machine's neighbours: compare ratios.`,
  ].join('\n\n')
}

async function readingAndProducts(): Promise<Section[]> {
  const folder = calendarOf(base)
  const server = await startAlmanac(folder, ports.almanac)
  await settled(server)
  const sections = [await reading(server, folder, base), await products(server, base)]
  await server.stop()
  return sections
}

const began = performance.now()
for (const size of sizes) calendarOf(size)
const sections: Section[] = []
for (const [name, measured] of Object.entries(parts))
  if (named.length === 0 || named.includes(name)) sections.push(...(await measured()))
if (named.length > 0) bringUpToDate(sections, command)
else writeResults(reportOf(introduction((performance.now() - began) / 60_000), sections))
report(sections.map(({ text }) => text).join('\n\n'))
process.exit()
