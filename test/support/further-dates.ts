import { join } from 'node:path'
import { occurrenceColumns, occurrenceId } from '../../src/store/form/occurrence.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'

/** Gives an event another date. No door writes one yet: the row is put in as a later version will. */
export function addDate(dataFolder: string, event: number, days: number, number = 1): void {
  const database = openDatabase(join(dataFolder, 'almanac.db'))
  const columns = Object.keys(occurrenceColumns)
  const moved = columns.map(name =>
    name === 'id'
      ? occurrenceId(event, number)
      : /starts$|ends$/.test(name)
        ? `${name} + ${days * 86_400}`
        : name,
  )
  database.exec(
    `INSERT INTO occurrence (${columns.join(', ')}) SELECT ${moved.join(', ')} FROM occurrence WHERE id = ${event}`,
  )
  database.close()
}
