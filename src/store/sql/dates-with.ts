import { type Cell, isLink, type LinkKind } from '../../define/record.ts'
import type { Reader } from '../contract/store.ts'
import { allDone } from './all-done.ts'
import { type Dialect, type Piece, piece } from './schema.ts'

const patch = "NULLIF(patch, '')"

/** A number that a date has of its own; NULL: none. */
export const ownFact = (name: string, { member }: Dialect): string =>
  `CAST(${member(patch, 'facts', name)} AS bigint)`

/** Series of which a date, unlike the series, is linked to a record or shows an image: `id`. */
export function datesWith(kind: LinkKind | 'image', target: number, dialect: Dialect): Piece {
  const links = dialect.member(patch, 'links', kind)
  const has = isLink(kind)
    ? `EXISTS (SELECT 1 FROM ${dialect.elements(links, 'e')} WHERE e.value = ?)`
    : `${ownFact(kind, dialect)} = ?`
  return piece(
    `SELECT DISTINCT series AS id FROM series_date WHERE patch <> '' AND gone = 0 AND ${has}`,
    target,
  )
}

/** `ids`: gives the IDs that a statement selects. */
export async function eventsOf(
  ids: (sql: string, values: readonly Cell[]) => Promise<number[]>,
  dialect: Dialect,
  ...[kind, target, after, limit]: Parameters<Reader['eventsOf']>
): Promise<number[]> {
  const own = isLink(kind)
    ? ids(
        'SELECT event AS id FROM link WHERE kind = ? AND target = ? AND event > ? ORDER BY event LIMIT ?',
        [kind, target, after, limit],
      )
    : ids('SELECT id FROM event WHERE image = ? AND id > ? ORDER BY id LIMIT ?', [
        target,
        after,
        limit,
      ])
  const onDates = datesWith(kind, target, dialect)
  const series = ids(`${onDates.sql} AND series > ? ORDER BY series LIMIT ?`, [
    ...onDates.values,
    after,
    limit,
  ])
  const matches = (await allDone([own, series])).flat()
  return [...new Set(matches)].sort((a, b) => a - b).slice(0, limit)
}
