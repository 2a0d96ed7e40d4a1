import { type DateColumn, dateColumns, showableTimes } from '../contract/bounds.ts'
import type { SeriesDate, Span } from '../contract/series-date.ts'
import type { Shapes } from '../contract/shape.ts'
import type { DatePatch, Reader } from '../contract/store.ts'
import { previousVersionIn } from './previous-versions.ts'
import type { Source } from './records.ts'
import { anyOf } from './schema.ts'

type SeriesDateReader = Pick<
  Reader,
  | ('seriesDate' | 'seriesDates' | 'seriesStoredUntil' | 'spanOf' | 'datePatches' | 'overridesOf')
  | ('irregularDates' | 'lastEnds' | 'goneDate' | 'seriesWithUnshown')
>

/** A patch that this version does not understand changes nothing. */
export const patchIn = (text: string): DatePatch => previousVersionIn(text) ?? {}

/** Everything but what differs on a date. */
export const dateNames = ['id', 'series', 'original', ...dateColumns, 'gone'] as const
const columns = [...dateNames, 'moved'].join(', ')

/** Clocks that are set in between make a date longer or shorter than it is on its clock; whole days are as long as they are. */
const otherLength = `d.ends - d.starts <> e.ends - e.starts
  OR (e.all_day = 0 AND d.utc_ends - d.utc_starts <> e.ends - e.starts)`

const edges = dateColumns.flatMap(name => [
  `min(${name}) AS least_${name}`,
  `max(${name}) AS most_${name}`,
])
type Edges = Record<`${'least' | 'most'}_${DateColumn}`, number>

const times = ['original', ...dateColumns]
const showable = showableTimes(times)

/** Where something else that cannot be shown is said of a date, the date is as its series. */
const showablePatch = (shapes: Shapes | undefined, text: string): DatePatch => {
  const patch = patchIn(text)
  const [kind, facts] = ['event', patch.facts ?? {}]
  return (shapes?.get(kind)?.canBeShown?.({ kind, facts }) ?? true) ? patch : {}
}

type DateSource = Pick<Source, 'connection' | 'dialect'> & Partial<Pick<Source, 'shapes'>>

export const seriesDateReader = (source: DateSource): SeriesDateReader => ({
  ...ownDates(source),
  ...differingReader(source),
  ...spanReader(source),
})

const ownDates = ({
  connection,
  dialect,
  shapes,
}: DateSource): Omit<
  SeriesDateReader,
  'overridesOf' | 'irregularDates' | 'lastEnds' | 'spanOf' | 'seriesWithUnshown'
> => ({
  seriesDate: id =>
    connection.get<SeriesDate>(`SELECT ${columns} FROM series_date WHERE id = ? AND ${showable}`, [
      id,
    ]),
  seriesDates: (
    series,
    { from = Number.MIN_SAFE_INTEGER, limit = Number.MAX_SAFE_INTEGER, gone: removed = 0 } = {},
  ) =>
    connection.all<SeriesDate>(
      `SELECT ${columns} FROM series_date
        WHERE series = ? AND original >= ? AND gone = ? AND ${showable} ORDER BY original LIMIT ?`,
      [series, from, removed, limit],
    ),
  goneDate: (series, { from, before }, removed) =>
    connection.get<SeriesDate>(
      `SELECT ${columns} FROM series_date
        WHERE series = ? AND gone = ? AND original + COALESCE(moved, 0) >= ? AND original + COALESCE(moved, 0) < ?
        ORDER BY original LIMIT 1`,
      [series, removed, from, before],
    ),
  async seriesStoredUntil(before, limit, offset = 0) {
    const rows = await connection.all<{ id: number }>(
      `SELECT id FROM event WHERE recurrence_until < ?
        ORDER BY recurrence_until, id LIMIT ? OFFSET ?`,
      [before, limit, offset],
    )
    return rows.map(({ id }) => id)
  },
  async datePatches(ids) {
    const { sql, values } = anyOf('id', ids, dialect)
    const rows = await connection.all<{ id: number; patch: string }>(
      `SELECT id, patch FROM series_date WHERE ${sql} AND patch <> ''`,
      values,
    )
    return new Map(rows.map(({ id, patch }) => [id, showablePatch(shapes, patch)]))
  },
})

/** The dates that are not as their series. */
const differingReader = ({
  connection,
  dialect,
  shapes,
}: DateSource): Pick<Reader, 'overridesOf' | 'irregularDates'> => ({
  async overridesOf(series) {
    const rows = await connection.all<SeriesDate & { patch: string }>(
      `SELECT ${columns}, patch FROM series_date
        WHERE series = ? AND gone = 0 AND patch <> '' AND ${showable}`,
      [series],
    )
    // Put in order here: with ORDER BY, SQLite reads all dates of the series instead of the index of these few.
    return rows
      .sort((a, b) => a.original - b.original)
      .map(row => ({ ...row, patch: showablePatch(shapes, row.patch) }))
  },
  async irregularDates(series) {
    const { sql, values } = anyOf('d.series', series, dialect)
    const rows = await connection.all<SeriesDate & { patch: string }>(
      `SELECT ${dateNames.map(name => `d.${name}`).join(', ')}, d.patch
        FROM series_date d JOIN event e ON e.id = d.series
        WHERE ${sql} AND d.gone = 0 AND ${showableTimes(times, 'd.')} AND (d.patch <> '' OR d.starts <> d.original OR ${otherLength})`,
      values,
    )
    return rows
      .sort((a, b) => a.series - b.series || a.original - b.original)
      .map(row => ({
        ...row,
        patch: row.patch === '' ? undefined : showablePatch(shapes, row.patch),
      }))
  },
})

/** When all dates of series are, together. */
const spanReader = ({
  connection,
  dialect,
}: DateSource): Pick<Reader, 'lastEnds' | 'spanOf' | 'seriesWithUnshown'> => ({
  async seriesWithUnshown(limit) {
    const rows = await connection.all<{ series: number }>(
      `SELECT DISTINCT series FROM series_date WHERE NOT (${showable}) ORDER BY series LIMIT ?`,
      [limit],
    )
    return rows.map(({ series }) => series)
  },
  async lastEnds(series) {
    const { sql, values } = anyOf('series', series, dialect)
    const rows = await connection.all<{ series: number; last: number }>(
      `SELECT series, max(utc_ends) AS last FROM series_date WHERE ${sql} AND gone = 0 AND ${showable} GROUP BY series`,
      values,
    )
    return new Map(rows.map(row => [row.series, row.last]))
  },
  async spanOf(series) {
    const row = await connection.get<Edges & { count: number }>(
      `SELECT count(*) AS count, ${edges.join(', ')} FROM series_date WHERE series = ? AND gone = 0 AND ${showable}`,
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
