import { type Cell, isDated, isLink, type LinkKind } from '../../define/record.ts'
import type { PostQuery, ProtectedOf, Reader, Visible } from '../contract/store.ts'
import { allDone } from './all-done.ts'
import { type Dialect, type Piece, piece } from './schema.ts'
import { not, protectedFrom, visibleTo } from './visible-in-sql.ts'

/** A count that goes no further. */
export const upTo = (max: number, { sql, values }: Piece): Piece =>
  piece(
    `SELECT count(*) AS total FROM (${sql.replace('count(*) AS total', '1')} LIMIT ?)`,
    ...values,
    max,
  )

/** Images of events with a password are only shown to readers who may see them (A9). */
export const opened = (of: string, protectedOf: ProtectedOf): Piece =>
  protectedOf === 'all'
    ? piece('')
    : piece(` AND (${of}.password IS NULL OR ${of}.author = ?)`, protectedOf)

export function showingImage(
  kind: string,
  { image, protectedOf }: NonNullable<PostQuery['showing']>,
  dialect: Dialect,
): Piece {
  const open = opened('p', protectedOf)
  if (!isDated(kind)) return piece(`p.image = ?${open.sql}`, image, ...open.values)
  const onDates = datesWith('image', image, dialect)
  return piece(
    `(p.image = ? OR p.id IN (${onDates.sql}))${open.sql}`,
    image,
    ...onDates.values,
    ...open.values,
  )
}

/** Images of an author, or used by a record that the caller sees; a record behind a password reveals none (A9). */
export function visibleImage(
  { by, visible, in: usedIn }: NonNullable<PostQuery['seenBy']>,
  dialect: Dialect,
): Piece {
  const seen = visibleTo(visible, 'r.status', 'r.author')
  const shows = usedIn.flatMap(({ kind, protectedOf }) => {
    const open = opened('r', protectedOf)
    const record = piece(
      `EXISTS (SELECT 1 FROM "${kind}" r WHERE r.image = p.id AND ${seen.sql}${open.sql})`,
      ...seen.values,
      ...open.values,
    )
    return isDated(kind) ? [record, usedOnDate(visible, protectedOf, dialect)] : [record]
  })
  return piece(
    `(${['p.author = ?', ...shows.map(({ sql }) => sql)].join(' OR ')})`,
    by,
    ...shows.flatMap(({ values }) => values),
  )
}

/** Images that only a date of a series uses. Such dates are few, so one subquery reads them for all images. */
function usedOnDate(visible: Visible, protectedOf: ProtectedOf, dialect: Dialect): Piece {
  const seen = visibleTo(visible, 'o.status', 'o.author')
  const readable = not(protectedFrom(protectedOf))
  return piece(
    `p.id IN (SELECT ${ownFact('image', dialect)} FROM occurrence o JOIN series_date d ON d.id = o.id
      WHERE o.patched = 1 AND o.patched <> 0 AND ${ownFact('image', dialect)} IS NOT NULL AND ${seen.sql} AND ${readable.sql})`,
    ...seen.values,
    ...readable.values,
  )
}

const patch = "NULLIF(patch, '')"

/** A number that a date has of its own; NULL: none. */
const ownFact = (name: string, { member }: Dialect): string =>
  `CAST(${member(patch, 'facts', name)} AS bigint)`

/** Series of which a date, unlike the series, is linked to a record or shows an image: `id`. */
function datesWith(kind: LinkKind | 'image', target: number, dialect: Dialect): Piece {
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
