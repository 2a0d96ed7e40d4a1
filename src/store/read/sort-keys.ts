import { type Language, languages } from '../../define/text/language.ts'
import { languagesSql, textColumn } from '../form/row.ts'
import { type Dialect, type Piece, piece } from '../form/schema.ts'
import type { Sorted, SortKey } from './sorted.ts'
import { visibleTo } from './visible-in-sql.ts'

/** A text as it is shown in a language: its own, else that of the main language (M4). None is empty: engines place NULL differently. */
export const shownIn = (language: Language, name: string, of = 't') => {
  const main = languages
    .map(each => `WHEN '${each}' THEN ${of}.${textColumn(name, each)}`)
    .join(' ')
  // An empty slug is none.
  return `coalesce(nullif(${of}.${textColumn(name, language)}, ${name === 'slug' ? "''" : 'NULL'}), CASE ${of}.main ${main} END, '')`
}

/** The order of records that stand as `of` in a statement. */
export function sortedBy(
  kind: string,
  { key, language, descending }: Sorted,
  of: string,
  dialect: Dialect,
): Piece {
  const way = descending ? 'DESC' : 'ASC'
  const { sql, values } = keyOf(kind, key, language, of, dialect)
  return piece(`${sql} ${way}, ${of}.id ${way}`, ...values)
}

function keyOf(
  kind: string,
  key: SortKey,
  language: Language,
  of: string,
  { elements }: Dialect,
): Piece {
  if (key.by === 'text') return piece(shownIn(language, key.name, of))
  if (key.by === 'fact') return piece(`coalesce(${of}."${key.name}", ${key.isNumber ? '0' : "''"})`)
  if (key.by === 'languages') return piece(languagesSql(`${of}.`))
  if (key.by === 'events') {
    const seen = visibleTo(key.visible, 'e.status', 'e.author')
    return piece(
      `(SELECT count(*) FROM link l JOIN event e ON e.id = l.event
        WHERE l.kind = '${kind}' AND l.target = ${of}.id AND ${seen.sql})`,
      ...seen.values,
    )
  }
  return piece(
    `coalesce((SELECT min(${shownIn(language, 'name_key', 't')}) FROM ${elements(`${of}."${key.kind}"`, 'l')}
      JOIN "${key.kind}" t ON t.id = l.value), '')`,
  )
}
