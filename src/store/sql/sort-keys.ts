import { maxEventsCounted } from '../../define/record.ts'
import type { Language } from '../../define/text/language.ts'
import type { CountedEvents, Initials, InitialsQuery, Sorted, SortKey } from '../contract/sorted.ts'
import type { ProtectedOf } from '../contract/visible.ts'
import {
  anyOf,
  type Dialect,
  languagesSql,
  type Piece,
  piece,
  textColumn,
  usedIn,
} from './schema.ts'
import { opened } from './showing-image.ts'
import { visibleTo } from './visible-in-sql.ts'

/** The order of records that stand as `of` in a statement. */
export function sortedBy(
  kind: string,
  { key, language, descending, unless }: Sorted,
  of: string,
  dialect: Dialect,
): Piece {
  const way = descending ? 'DESC' : 'ASC'
  const full = keyOf(kind, key, language, of, dialect)
  const { sql, values } = unless ? openKey(key, full, of, unless.protectedOf) : full
  return piece(`${sql} ${way}, ${of}.id ${way}`, ...values)
}

/** Null in place of a value behind a password. */
function openKey(key: SortKey, full: Piece, of: string, protectedOf: ProtectedOf): Piece {
  if (protectedOf === 'all') return full
  const nothing = key.by === 'fact' && key.isNumber ? '0' : "''"
  return piece(
    `CASE WHEN ${of}.password IS NULL OR ${of}.author = ? THEN ${full.sql} ELSE ${nothing} END`,
    protectedOf,
    ...full.values,
  )
}

/** The number of these events that link to one record, up to one more than is counted: a venue may have all events of a city. */
export function eventsLinkedTo(
  kind: string,
  of: string,
  { visible, protectedOf }: CountedEvents,
): Piece {
  const seen = visibleTo(visible, 'e.status', 'e.author')
  const open = opened('e', protectedOf)
  return piece(
    `(SELECT count(*) FROM (SELECT 1 FROM link l JOIN event e ON e.id = l.event
        WHERE l.kind = '${kind}' AND l.target = ${of}.id AND ${seen.sql}${open.sql} LIMIT ${maxEventsCounted + 1}) c)`,
    ...seen.values,
    ...open.values,
  )
}

function keyOf(
  kind: string,
  key: SortKey,
  language: Language,
  of: string,
  { elements }: Dialect,
): Piece {
  if (key.by === 'text') return piece(usedIn(language, key.name, of))
  if (key.by === 'fact') return piece(`coalesce(${of}."${key.name}", ${key.isNumber ? '0' : "''"})`)
  if (key.by === 'languages') return piece(languagesSql(`${of}.`))
  if (key.by === 'events') return eventsLinkedTo(kind, of, key)
  return piece(
    `coalesce((SELECT min(${usedIn(language, 'name_key', 't')}) FROM ${elements(`${of}."${key.kind}"`, 'l')}
      JOIN "${key.kind}" t ON t.id = l.value), '')`,
  )
}

const initialIn = (language: Language, of: string) =>
  `substr(${usedIn(language, 'name_key', of)}, 1, 1)`

export const beginningWith = ({ language, among }: Initials, of: string): Piece =>
  anyOf(initialIn(language, of), among)

export function initialsStatement({ kind, language, visible, withTextIn }: InitialsQuery): Piece {
  const seen = visible ? visibleTo(visible, 'r.status', 'r.author') : piece('1 = 1')
  const named = withTextIn ? ` AND r.${textColumn('name_key', withTextIn)} IS NOT NULL` : ''
  return piece(
    `SELECT ${initialIn(language, 'r')} AS initial, count(*) AS total FROM "${kind}" r
      WHERE ${seen.sql}${named} GROUP BY 1 ORDER BY 1`,
    ...seen.values,
  )
}
