import { join } from 'node:path'
import { occurrenceColumns, occurrenceId } from '../../src/store/form/occurrence.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'

/** Gives an event another date. No door writes one yet: the row is put in as a later version will. Returns the id of the date. */
export const addDate = (dataFolder: string, event: number, days: number, number = 1): number =>
  addDates(dataFolder, event, [days * 86_400], number)[0] as number

/** The same of several dates, each so many seconds after the first. */
export function addDates(
  dataFolder: string,
  event: number,
  after: readonly number[],
  number = 1,
): number[] {
  const database = openDatabase(join(dataFolder, 'almanac.db'))
  const columns = Object.keys(occurrenceColumns)
  const ids = after.map((seconds, at) => {
    const id = occurrenceId(event, number + at)
    const moved = columns.map(name =>
      name === 'id' ? id : /starts$|ends$/.test(name) ? `${name} + ${seconds}` : name,
    )
    database.exec(
      `INSERT INTO occurrence (${columns.join(', ')}) SELECT ${moved.join(', ')} FROM occurrence WHERE id = ${event}`,
    )
    return id
  })
  database.close()
  return ids
}
