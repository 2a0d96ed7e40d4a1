import { linkKinds } from '../../define/record.ts'
import { type Language, othersThan } from '../../define/text/language.ts'
import { sameTime } from '../../define/text/translation.ts'
import type { FilterValues } from '../contract/event-filters.ts'
import type { WideTexts } from '../contract/queries.ts'
import { all, anyOf, type Dialect, type Piece, piece, textColumn } from './schema.ts'

/** Conditions in SQL that find events by their texts and links. `o`: a row of `occurrence`. */

/** The condition of a row `s` of `search` on its language. */
export const inLanguage = (language: Language | 'any') =>
  language === 'any' ? '' : ` AND s.language = '${language}'`

/** Texts that have letters, and have not others. */
export function searched(
  { language, all: words, none, asSent }: FilterValues['text'],
  dialect: Dialect,
): Piece | undefined {
  const has = dialect.position('s.text', '?')
  const unless = asSent === undefined ? [] : [asSent]
  const lacks = asSent === undefined ? `${has} = 0` : `(${has} = 0 OR ${has} > 0)`
  const matches = [...words.map(() => `${has} > 0`), ...none.map(() => lacks)]
  if (matches.length === 0) return undefined
  return piece(
    `EXISTS (SELECT 1 FROM search s WHERE s.kind = 'event' AND s.id = o.event${inLanguage(language)}
      AND ${matches.join(' AND ')})`,
    ...words,
    ...none.flatMap(word => [word, ...unless]),
  )
}

/** Each word is in a text by any of its letters, or in what is linked, or names the event itself. */
export function widely({ language, words }: FilterValues['wide'], dialect: Dialect): Piece {
  const conditions = words.map(({ letters, links, ids = [] }) =>
    anyPiece([
      ...letters.flatMap(each => searched({ language, all: [each], none: [] }, dialect) ?? []),
      ...linkKinds.flatMap(kind => {
        const { targets } = links[kind]
        return targets.length > 0 ? [linkedTo(kind, targets, dialect)] : []
      }),
      ...(ids.length > 0 ? [anyOf('o.event', ids, dialect)] : []),
    ]),
  )
  return all(conditions)
}

const anyPiece = (pieces: readonly Piece[]): Piece =>
  pieces.length === 0
    ? piece('1 = 0')
    : piece(`(${pieces.map(({ sql }) => sql).join(' OR ')})`, ...pieces.flatMap(p => p.values))

/** Records `of` a kind that have each word in some text. */
export const widelyIn = (
  kind: string,
  of: string,
  { language, words }: WideTexts,
  { position }: Dialect,
): Piece[] =>
  words.map(letters =>
    piece(
      `EXISTS (SELECT 1 FROM search s WHERE s.kind = '${kind}' AND s.id = ${of}.id${inLanguage(language)}
        AND (${letters.map(() => `${position('s.text', '?')} > 0`).join(' OR ')}))`,
      ...letters,
    ),
  )

/**
 * A single target is looked up for each event; the links of several are read once, or each event would look them all up. The plus keeps the walk in
 * list order: it ends with the page, and nothing is sorted. A date of a series may have other links than its record: its row has them.
 */
export function linkedTo(kind: string, targets: readonly number[], dialect: Dialect): Piece {
  const any = anyOf('l.target', targets, dialect)
  const links = `FROM link l WHERE l.kind = '${kind}' AND ${any.sql}`
  const sql =
    targets.length > 1
      ? `+o.event IN (SELECT l.event ${links})`
      : `EXISTS (SELECT 1 ${links} AND l.event = o.event)`
  const own = anyOf('e.value', targets, dialect)
  return piece(
    `CASE WHEN o.id = o.event THEN ${sql}
      ELSE EXISTS (SELECT 1 FROM ${dialect.elements(`o.${kind}`, 'e')} WHERE ${own.sql}) END`,
    ...any.values,
    ...own.values,
  )
}

/**
 * The condition that a record is still to be translated: another language has one of these texts, where this one has none or the very same, or it
 * was changed later.
 */
export function behindIn(of: string, language: Language, names: readonly string[]): string {
  const textIn = (name: string, each: Language) => `coalesce(${of}.${textColumn(name, each)}, '')`
  const timeIn = (each: Language) => `${of}.${textColumn('changed', each)}`
  // of two texts that are the same, the original is not to be translated
  const isTranslated = `coalesce(${of}.main, '') <> '${language}'`
  const conditions = othersThan(language).map(other => {
    const lacking = names.map(name => {
      const [own, original] = [textIn(name, language), textIn(name, other)]
      return `(${original} <> '' AND (${own} = '' OR (${own} = ${original} AND ${isTranslated})))`
    })
    const last = `coalesce(${timeIn(other)}, 0)`
    const isOlder = `${last} > coalesce(${timeIn(language)}, ${last}) + ${sameTime}`
    const hasName = `${of}.${textColumn('name_key', other)} IS NOT NULL`
    return `(${hasName} AND (${[...lacking, isOlder].join(' OR ')}))`
  })
  return `(${conditions.join(' OR ')})`
}
