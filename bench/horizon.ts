import { join } from 'node:path'
import { openDatabase } from '../src/store/sqlite/driver.ts'
import { startAlmanac } from './almanac.ts'
import { datesOfSeries, removeWork, seriesOf, workOn } from './calendars.ts'
import { pause, ports, report } from './constants.ts'
import { cpuBetween, settled, usageOf } from './contestant.ts'
import { clock } from './data.ts'
import { load } from './load.ts'
import { atMost, count, inSeconds, ms, type Section, times } from './report.ts'
import { firstPages, uniqueInTurn } from './requests.ts'

const readers = 8
const month = 32 * 86_400_000
const later = new Date(Date.parse(clock) + month).toISOString()

/** The dates of all series are stored up to a horizon: measures the work after the clock has moved on by a month, and its effect on readers. */
export async function horizon(dates: number): Promise<Section> {
  report('horizon of series')
  const series = dates / datesOfSeries
  const folder = workOn(seriesOf(dates))
  const lacking = openLacking(folder)
  const all = lacking()
  const server = await startAlmanac(folder, ports.almanac, undefined, later)
  const requests = uniqueInTurn(await firstPages(server))
  const reading = () => load(server.port, requests, { clients: readers, seconds: 1 })
  await until(() => lacking() < all)
  const [began, before] = [performance.now(), usageOf(server)]
  const busy: number[] = []
  let ended: number | undefined
  const watching = until(() => lacking() === 0).then(() => {
    ended = performance.now()
  })
  while (ended === undefined) busy.push((await reading()).p99)
  await watching
  const [took, after] = [ended - began, usageOf(server)]
  await settled(server)
  const quiet: number[] = []
  for (let n = 0; n < 5; n++) quiet.push((await reading()).p99)
  await server.stop()
  lacking.close()
  removeWork()
  const what = `${count(series)} series extended by a month`
  const used = cpuBetween(before, after) / 1e6
  const waited = (after.wanted - before.wanted) / 1e6 - used
  const [slow, usual] = [median(busy), median(quiet)]
  return {
    targets: [
      atMost(`${what}, beside ${readers} readers that never pause`, took / 1000, 20, inSeconds),
      atMost(`${what}: p99 of these readers against p99 afterwards`, slow / usual, 2),
    ],
    text: [
      `## Horizon, ${count(series)} series`,
      `The service is started with a clock a month later, and extends ${count(all)} series once its indexes are built. From the first of them on, ${readers} clients read lists, each under another URL. The last is extended ${inSeconds(took / 1000)} later; meanwhile the service has used ${inSeconds(used)} of processor time, readers included, and its threads have waited ${inSeconds(waited)} for a processor. The p99 of a second is ${ms(slow)} (median; the highest ${ms(Math.max(...busy))}), and ${ms(usual)} afterwards (${times(slow / usual)}).`,
    ].join('\n\n'),
  }
}

const median = (of: readonly number[]) => of.toSorted((a, b) => a - b)[of.length >> 1] ?? 0

async function until(is: () => boolean) {
  const latest = performance.now() + 600_000
  while (!is()) {
    if (performance.now() > latest) throw new Error('Series are not extended.')
    await pause(20)
  }
}

/** The number of series that still lack dates. */
function openLacking(folder: string) {
  const db = openDatabase(join(folder, 'almanac.db'), { readOnly: true })
  const first = Number(db.value('SELECT min(recurrence_until) FROM event'))
  const lacking = () =>
    Number(db.value(`SELECT count(*) FROM event WHERE recurrence_until <= ${first}`))
  return Object.assign(lacking, { close: () => db.close() })
}
