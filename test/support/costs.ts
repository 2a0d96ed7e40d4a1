import { appendFileSync, readFileSync } from 'node:fs'
import { after, before, describe } from 'node:test'

/** The processor time of a file of tests, with that of the processes that it started and waited for. */
export type Cost = { file: string; seconds: number }

/** Names the file that costs are written to, a line each, for `run.ts`. */
export const costsVariable = 'ALMANAC_TEST_COSTS'

/** Linux counts in hundredths of a second. */
const ticks = 100

/** Seconds of processor time of this process, and where the system tells it (Linux) of all that it has started. */
export function processorSeconds(): number {
  try {
    return secondsOf(process.pid)
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
}

/** Of a process, of those that it waited for, and of those that still run, such as the one for commands that files share. */
function secondsOf(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  // utime, stime, cutime, cstime
  const times = fields.split(' ').slice(11, 15).map(Number)
  const own = times.reduce((sum, time) => sum + time, 0) / ticks
  return childrenOf(pid).reduce((sum, child) => sum + secondsOrNone(child), own)
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

/** A process may end meanwhile. When a browser ends, it reports little, so it is not counted before either. */
function secondsOrNone(pid: number): number {
  try {
    return isBrowser(pid) ? 0 : secondsOf(pid)
  } catch {
    return 0
  }
}

const isBrowser = (pid: number) => /chrom/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'))

export function noteCost(file: string, seconds: number) {
  const path = process.env[costsVariable]
  const line: Cost = { file, seconds }
  if (path) appendFileSync(path, `${JSON.stringify(line)}\n`)
}

/** A file of tests as a suite of a process that it shares with others. */
export function suiteOf(file: string, load: () => Promise<unknown>) {
  describe(file, async () => {
    let start = 0
    before(() => {
      start = processorSeconds()
    })
    await load()
    // after the hooks of the file
    after(() => noteCost(file, processorSeconds() - start))
  })
}
