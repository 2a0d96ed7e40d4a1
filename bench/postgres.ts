import { postgresCalendarOf } from './postgres-calendars.ts'
import { growthOnPostgres } from './postgres-growth.ts'
import { readingOnPostgres } from './postgres-reading.ts'
import { startPostgres } from './postgres-server.ts'
import { writingOnPostgres } from './postgres-writing.ts'
import type { Section } from './report.ts'

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
