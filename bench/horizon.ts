import { join } from 'node:path'
import { openDatabase } from '../src/store/sqlite/driver.ts'
import { startAlmanac } from './almanac.ts'
import { datesOfSeries, removeWork, seriesOf, workOn } from './calendars.ts'
import { pause, ports, report } from './constants.ts'
import { cpuBetween, settled, usageOf } from './contestant.ts'
import { clock } from './data.ts'
import { load } from './load.ts'
import { atMost, count, ms, type Section, times } from './report.ts'
import { firstPages, uniqueInTurn } from './requests.ts'

const readers = 8
const month = 32 * 86_400_000
const later = new Date(Date.parse(clock) + month).toISOString()

/** The dates of all series are stored up to a horizon: what it takes when the clock has moved on by a month, and what readers notice. */
export async function horizon(dates: number): Promise<Section> {
  report('horizon of series')
  const series = dates / datesOfSeries
  const folder = workOn(seriesOf(dates))
  const lacking = openLacking(folder)
  const max = lacking()
  const server = await startAlmanac(folder, ports.almanac, undefined, later)
  const [began, before] = [performance.now(), usageOf(server)]
  const requests = uniqueInTurn(await firstPages(server))
  let busy = 0
  while (lacking() > 0) {
    const { p99 } = await load(server.port, requests, { clients: readers, seconds: 1 })
    busy = Math.max(busy, p99)
    if (performance.now() - began > 600_000) throw new Error('Series are not extended.')
  }
  const [took, cpu] = [performance.now() - began, cpuBetween(before, usageOf(server))]
  await settled(server)
  let quiet = Number.POSITIVE_INFINITY
  for (let n = 0; n < 3; n++) {
    const { p99 } = await load(server.port, requests, { clients: readers, seconds: 1 })
    quiet = Math.min(quiet, p99)
    await pause(100)
  }
  await server.stop()
  lacking.close()
  removeWork()
  const what = `${count(series)} series extended by a month`
  const seconds = (of: number) => `${of.toFixed(1)} s`
  return {
    targets: [
      atMost(what, took / 1000, 20, seconds),
      atMost(`${what}: p99 of ${readers} readers against p99 afterwards`, busy / quiet, 2),
    ],
    text: [
      `## Horizon, ${count(series)} series`,
      `The service is started with a clock a month later, so it also builds its list index then, and ${readers} clients read lists meanwhile, each under another URL. ${count(max)} series lacked dates; they were extended in ${seconds(took / 1000)} from the first answer on, with ${seconds(cpu / 1e6)} of processor time, readers included. The highest p99 of a second was ${ms(busy)}, and ${ms(quiet)} afterwards (${times(busy / quiet)}).`,
    ].join('\n\n'),
  }
}

/** How many series have not as many dates as they are to have. */
function openLacking(folder: string) {
  const db = openDatabase(join(folder, 'almanac.db'), { readOnly: true })
  const first = Number(db.value('SELECT min(recurrence_until) FROM event'))
  const lacking = () =>
    Number(db.value(`SELECT count(*) FROM event WHERE recurrence_until <= ${first}`))
  return Object.assign(lacking, { close: () => db.close() })
}
