import { timeText } from './import-history.ts'

/** A plain model of a table without IDs that is imported again and again. Days as in the model of feeds; each event lasts two hours. */

/** A row. No two rows have the same text and the same title, start and place. */
export type Row = { title: string; day: number; hour: number; place: string; text: string }

/** A record that an import has made: what its row said last, and the edits made here. */
export type RowRecord = {
  row: Row
  ownTitle?: string
  at?: { day: number; hour: number }
  /** `thrown away`: by a person, and not by an import, which may bring back what it took away. */
  state: 'here' | 'cancelled' | 'trash' | 'thrown away'
}

export const tableOf = (rows: readonly Row[]): string =>
  [
    'title,start_date,end_date,venue,excerpt',
    ...rows.map(({ title, day, hour, place, text }) =>
      [title, timeText(day, hour), timeText(day, hour + 2), place, text].join(),
    ),
  ].join('\n')

const isSameStart = (a: Row, b: Row) => a.day === b.day && a.hour === b.hour

/** The same title, start and place: two such rows differ in their texts alone. */
export const isSameRow = (a: Row, b: Row): boolean =>
  a.title === b.title && isSameStart(a, b) && a.place === b.place

/** Each is like one of the others alone, and that one like it alone. */
function alone<T>(
  rows: readonly Row[],
  records: readonly (readonly [T, RowRecord])[],
  isLike: (a: Row, b: Row) => boolean,
): (readonly [T, Row])[] {
  return rows.flatMap(row => {
    const like = records.filter(([, record]) => isLike(record.row, row))
    const [[key, record] = []] = like
    if (key === undefined || !record || like.length > 1) return []
    return rows.filter(each => isLike(record.row, each)).length > 1 ? [] : [[key, row] as const]
  })
}

/** The record of each row of a table, and the rows that have none, on a day at noon. */
export function recordsOfRows(
  rows: readonly Row[],
  records: ReadonlyMap<number, RowRecord>,
  today: number,
): { found: Map<number, Row>; fresh: Row[] } {
  const found = new Map<number, Row>()
  const isFree = (row: Row) => ![...found.values()].includes(row)
  const take = (isLike: (a: Row, b: Row) => boolean, isIn: (record: RowRecord) => boolean) => {
    for (const row of rows.filter(isFree))
      for (const [id, record] of records)
        if (isFree(row) && !found.has(id) && isIn(record) && isLike(record.row, row))
          found.set(id, row)
  }
  take(
    (a, b) => isSameRow(a, b) && a.text === b.text,
    ({ state }) => state === 'here',
  )
  take(
    (a, b) => isSameRow(a, b) && a.text === b.text,
    () => true,
  )
  take(isSameRow, ({ state }) => state === 'here')
  take(isSameRow, () => true)
  // what was corrected: two of title, start and place are the same, first of those that share the title
  const isOpen = ({ state, at, row }: RowRecord) => state === 'here' && (at ?? row).day >= today
  const isOfTitle = (a: Row, b: Row) =>
    a.title === b.title && (isSameStart(a, b) || a.place === b.place)
  const isOfPlace = (a: Row, b: Row) => isSameStart(a, b) && a.place === b.place
  for (const isLike of [isOfTitle, isOfPlace]) {
    const open = [...records].filter(([id, record]) => !found.has(id) && isOpen(record))
    for (const [id, row] of alone(rows.filter(isFree), open, isLike)) found.set(id, row)
  }
  return { found, fresh: rows.filter(isFree) }
}
