import type { SeriesDate, Span } from '../form/series-date.ts'
import type { Reader } from '../store.ts'
import { type DateColumn, dateColumns } from './bounds.ts'
import type { Source } from './records.ts'

/** Everything but what differs on a date. */
export const dateNames = ['id', 'series', 'original', ...dateColumns, 'gone'] as const
const columns = dateNames.join(', ')

const edges = dateColumns.flatMap(name => [
  `min(${name}) AS least_${name}`,
  `max(${name}) AS most_${name}`,
])
type Edges = Record<`${'least' | 'most'}_${DateColumn}`, number>

export const seriesDateReader = ({
  connection,
}: Pick<Source, 'connection'>): Pick<Reader, 'seriesDate' | 'seriesDates' | 'spanOf'> => ({
  seriesDate: id =>
    connection.get<SeriesDate>(`SELECT ${columns} FROM series_date WHERE id = ?`, [id]),
  seriesDates: (series, { from = Number.MIN_SAFE_INTEGER, limit = Number.MAX_SAFE_INTEGER } = {}) =>
    connection.all<SeriesDate>(
      `SELECT ${columns} FROM series_date
        WHERE series = ? AND original >= ? AND gone = 0 ORDER BY original LIMIT ?`,
      [series, from, limit],
    ),
  async spanOf(series) {
    const row = await connection.get<Edges & { count: number }>(
      `SELECT count(*) AS count, ${edges.join(', ')} FROM series_date WHERE series = ? AND gone = 0`,
      [series],
    )
    return row && row.count > 0 ? spanIn(row) : undefined
  },
})

const spanIn = (row: Edges & { count: number }): Span => ({
  count: row.count,
  least: edgesOf(row, 'least'),
  most: edgesOf(row, 'most'),
})

const edgesOf = (row: Edges, edge: 'least' | 'most'): Record<DateColumn, number> => ({
  starts: row[`${edge}_starts`],
  ends: row[`${edge}_ends`],
  utc_starts: row[`${edge}_utc_starts`],
  utc_ends: row[`${edge}_utc_ends`],
})
