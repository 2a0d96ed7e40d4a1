import { join } from 'node:path'
import { allStored } from '../../src/resources/event/recurrence.ts'
import { occurrenceColumns } from '../../src/store/contract/occurrence.ts'
import { ownColumns } from '../../src/store/contract/series-date.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'

/** Gives an event another date. No door writes one yet: the row is put in as a later version will. Returns the id of the date. */
export const addDate = (dataFolder: string, event: number, days: number): number =>
  addDates(dataFolder, event, [days * 86_400])[0] as number

const day = /starts$|ends$|^original$/

/** The same of several dates, each so many seconds after the first. An event that is single becomes a series: its first date gets an id, too. */
export function addDates(dataFolder: string, event: number, after: readonly number[]): number[] {
  const database = openDatabase(join(dataFolder, 'almanac.db'))
  const first = 'SELECT id FROM occurrence WHERE event = ? ORDER BY starts LIMIT 1'
  const columns = Object.keys(occurrenceColumns)
  function add(seconds: number): number {
    const id = Number(
      database.value(
        "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'post_id' RETURNING seq",
      ),
    )
    const moved = (name: string) =>
      name === 'id' ? String(id) : day.test(name) ? `${name} + ${seconds}` : name
    database.exec(
      `INSERT INTO series_date (series, ${ownColumns.join(', ')}, gone, patch)
        SELECT event, ${ownColumns.map(moved).join(', ')}, 0, '' FROM occurrence WHERE id = (${first.replace('?', String(event))});
      INSERT INTO occurrence (${columns.join(', ')})
        SELECT ${columns.map(moved).join(', ')} FROM occurrence WHERE id = (${first.replace('?', String(event))})`,
    )
    return id
  }
  if (database.value(first, event) === event) {
    add(0)
    database.exec(
      `DELETE FROM occurrence WHERE id = ${event};
      UPDATE event SET recurrence_until = ${allStored} WHERE id = ${event}`,
    )
  }
  const ids = after.map(add)
  database.close()
  return ids
}
