import { spawnSync } from 'node:child_process'
import { constants, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../src/store/sqlite/driver.ts'
import { dataFolder, node, report, root } from './constants.ts'

/** The data folder of a calendar with so many events: made once, the same at every run, and never written to by a load. */
export const calendarOf = (events: number) => createCalendar(String(events), events)

/** Dates of each event in a calendar of series. */
export const datesOfSeries = 50

/** The same of series that have so many dates together. */
export const seriesOf = (dates: number) =>
  createCalendar(`series-${dates}`, dates / datesOfSeries, datesOfSeries)

function createCalendar(name: string, events: number, dates = 1): string {
  const folder = join(dataFolder, name)
  if (existsSync(folder) && !existsSync(join(folder, 'done')))
    throw new Error(`${folder} is unfinished: another run is making it, or it can be removed.`)
  if (existsSync(folder) && eventsIn(folder) === events) return folder
  if (existsSync(folder)) report(`${folder} has been written to, and is made again`)
  // Made in a process of its own: the memory that this process leaves would weigh on the load.
  const args = [join(root, 'bench', 'fill.ts'), String(events), folder, String(dates)]
  const { status } = spawnSync(node, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${folder} could not be made.`)
  return folder
}

function eventsIn(folder: string): number {
  const db = openDatabase(join(folder, 'almanac.db'), { readOnly: true })
  const stored = db.value('SELECT count(*) FROM event') as number
  db.close()
  return stored
}

// By process: runs on other calendars may share the folder.
const work = join(dataFolder, `work-${process.pid}`)

/** A copy that a load may write to, so that every run begins with the same data. One at a time. */
export function workOn(folder: string): string {
  report(`copying ${folder}`)
  removeWork()
  mkdirSync(work, { recursive: true })
  for (const name of readdirSync(folder).filter(name => !name.endsWith('-shm')))
    cpSync(join(folder, name), join(work, name), {
      mode: constants.COPYFILE_FICLONE,
      recursive: true,
    })
  return work
}

export const removeWork = () => rmSync(work, { recursive: true, force: true })
process.on('exit', removeWork)
