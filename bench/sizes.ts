import { startAlmanac } from './almanac.ts'
import { calendarOf, workOn } from './calendars.ts'
import { ports } from './constants.ts'
import { type Contestant, settled } from './contestant.ts'
import { measure } from './measure.ts'
import { listPath, uniqueInTurn } from './requests.ts'

export type Calendar = { size: number; folder: string; server: Contestant }

/** A server for each size, warm and with nothing left to build. Where it is written to, the largest is a copy. */
export async function startAll(
  sizes: readonly number[],
  { writes = false } = {},
): Promise<Calendar[]> {
  const calendars: Calendar[] = []
  for (const [n, size] of sizes.entries()) {
    const created = calendarOf(size)
    const folder = writes && n === sizes.length - 1 ? workOn(created) : created
    calendars.push({ size, folder, server: await startAlmanac(folder, ports.growth + n) })
  }
  for (const { server } of calendars) {
    await settled(server)
    // The code is warm before the first list is measured.
    await measure(server, uniqueInTurn([listPath(1)]))
  }
  return calendars
}
