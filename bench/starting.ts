import { startAlmanac } from './almanac.ts'
import { calendarOf } from './calendars.ts'
import { ports, report } from './constants.ts'
import { memoryOf, settled, usageOf } from './contestant.ts'
import { atMost, count, megabytes, type Section, table } from './report.ts'

const starts = 7
const milliseconds = (of: number) => `${of.toFixed(0)} ms`

type Started = {
  size: number
  median: number
  least: number
  memory: number
  own: number
  settled: number
}

/** From the start of the process to the first list answered, on calendars of several sizes. */
export async function starting(sizes: readonly number[]): Promise<Section> {
  const all: Started[] = []
  for (const size of sizes) all.push(await startedOn(size))
  return {
    targets: all
      .slice(-1)
      .map(({ size, median }) =>
        atMost(
          `first answer with ${count(size)} events, median of ${starts}`,
          median,
          300,
          milliseconds,
        ),
      ),
    text: [
      '## Start',
      `From the start of the process to the first list answered (asked every 4 ms): ${starts} starts in a row of the same code on the same data, after one that is not counted, so compiled code and the file are in the machine's caches. Indexes are built beside the service afterwards.`,
      table(
        [
          'events',
          'first answer, median',
          'least',
          'memory then',
          'processor time until it is quiet',
          'memory then',
        ],
        all.map(({ size, median, least: min, memory, own, settled }) => [
          count(size),
          milliseconds(median),
          milliseconds(min),
          megabytes(memory),
          `${(own / 1e6).toFixed(2)} s`,
          megabytes(settled),
        ]),
      ),
    ].join('\n\n'),
  }
}

async function startedOn(size: number): Promise<Started> {
  report(`starting with ${size} events`)
  const folder = calendarOf(size)
  await quietAfter(folder)
  const times: number[] = []
  let memory = 0
  for (let n = 0; n < starts; n++) {
    const server = await startAlmanac(folder, ports.almanac)
    times.push(server.readyAfter)
    memory = memoryOf(server)
    await server.stop()
  }
  times.sort((a, b) => a - b)
  const [median, min] = [times[starts >> 1] as number, times[0] as number]
  return { size, median, least: min, memory, ...(await quietAfter(folder)) }
}

/** Processor time that a start takes until nothing is left to be done, in microseconds, and the memory then. */
async function quietAfter(folder: string): Promise<{ own: number; settled: number }> {
  const server = await startAlmanac(folder, ports.almanac)
  await settled(server)
  const quiet = { own: usageOf(server).ticked, settled: memoryOf(server) }
  await server.stop()
  return quiet
}
