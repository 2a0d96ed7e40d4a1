// node bench/postgres.ts [10000 1000000]: measures Almanac on PostgreSQL and brings its part of bench/results.md up to date.
import { pathToFileURL } from 'node:url'
import { say } from './constants.ts'
import { postgresCalendarOf } from './postgres-calendars.ts'
import { growthOnPostgres } from './postgres-growth.ts'
import { readingOnPostgres } from './postgres-reading.ts'
import { startPostgres } from './postgres-server.ts'
import { writingOnPostgres } from './postgres-writing.ts'
import { bringUpToDate, type Section } from './report.ts'

/** Everything that is asked of the second engine: beside the first, at `base`, and at the largest of `sizes`. */
export async function onPostgres(sizes: readonly number[], base: number): Promise<Section[]> {
  const server = await startPostgres()
  const { usage } = server
  for (const size of [base, sizes.at(-1) as number]) await postgresCalendarOf(server, size)
  const sections = [
    await readingOnPostgres(base, { ...(await postgresCalendarOf(server, base)), usage }),
    await writingOnPostgres(server, base),
  ]
  const judged = [...new Set([base, sizes.at(-1) as number])]
  if (judged.length > 1) sections.push(await growthOnPostgres(server, judged, base))
  await server.stop()
  return sections
}

if (import.meta.url === pathToFileURL(process.argv[1] as string).href) {
  const asked = process.argv.slice(2).map(Number).filter(Boolean)
  const sizes = asked.length > 0 ? asked : [10_000, 1_000_000]
  const sections = await onPostgres(sizes, sizes[0] as number)
  bringUpToDate(sections)
  say(sections.map(({ text }) => text).join('\n\n'))
  process.exit()
}
