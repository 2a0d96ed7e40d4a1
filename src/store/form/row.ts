import { derived } from '../../define/objects.ts'
import {
  type Cell,
  type LinkKind,
  type Links,
  linkKinds,
  type Row,
  type StoredRecord,
  type TextChange,
  type Texts,
} from '../../define/record.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { languageBits, noLinks } from '../store.ts'
import { linkCells, linksOf } from '../write/link-cells.ts'
import type { Columns, Shape } from './shape.ts'

// The row of a record: facts, links as lists of ids, and texts, a column for each language.

/** Each may fill pages of its own: behind the other columns, these are read without them. */
const long = ['excerpt', 'description']

const linksIn = (shape: Shape) => (shape.linked ? linkKinds : [])

const textNames = ({ texts }: Shape) =>
  Object.keys(texts).toSorted((a, b) => long.indexOf(a) - long.indexOf(b))

export const textColumn = (name: string, language: Language) => `${name}_${language}`

/** `languageBits` of a record in SQL: of the languages that it has a name in. */
export const languagesSql = (from = '') =>
  languages
    .map(
      language =>
        `CASE WHEN ${from}${textColumn('name_key', language)} IS NULL THEN 0 ELSE ${languageBits[language]} END`,
    )
    .join(' + ')

/** Columns of a record besides its id and version, in their order. */
export const columnsOf = (shape: Shape): Columns => ({
  ...shape.facts,
  ...Object.fromEntries(linksIn(shape).map(kind => [kind, 'text' as const])),
  ...Object.fromEntries(
    textNames(shape).flatMap(name =>
      languages.map(language => [textColumn(name, language), shape.texts[name] ?? 'text']),
    ),
  ),
})

/** The cells of texts; a text of null deletes its language. */
export function textCells(shape: Shape, texts: TextChange): Row {
  const cells: Row = {}
  for (const language of languages) {
    const text = texts[language]
    if (text === undefined) continue
    for (const name of Object.keys(text ?? shape.texts))
      cells[textColumn(name, language)] = text?.[name] ?? null
  }
  return cells
}

type Values = (id: number, facts: Row, texts: Texts, links: Links) => Cell[]

/**
 * Gives the row of a new record: its id, its first version, and its columns in their order. Compiled to one array literal, because most columns of an
 * event are empty.
 */
export const rowValues = derived((shape: Shape): Values => {
  const name = (of: string) => JSON.stringify(of)
  const cells = [
    ...Object.keys(shape.facts).map(fact => `facts[${name(fact)}] ?? null`),
    ...linksIn(shape).map(kind => `cells.${kind}`),
    ...textNames(shape).flatMap(text =>
      languages.map(language => `${language}[${name(text)}] ?? null`),
    ),
  ]
  const make = new Function(
    'linkCells',
    `const none = {}
    return (id, facts, texts, links) => {
      const cells = ${shape.linked ? 'linkCells(links)' : 'none'}
      const { ${languages.map(language => `${language} = none`).join(', ')} } = texts
      return [id, 1, ${cells.join(', ')}]
    }`,
  )
  return make(linkCells)
})

export type RecordRow = { id: number; version: number } & { [column: string]: Cell } & Partial<
    Record<LinkKind, Cell>
  >
type Maker = (row: RecordRow) => StoredRecord

/** Makes a record of a row. One object as if written by hand: a list of ten that is in no cache makes 240 facts and 120 texts of its rows. */
export const recordMaker = derived((shape: Shape): Maker => {
  const cell = (column: string) => `row[${JSON.stringify(column)}]`
  const object = (columns: readonly (readonly [name: string, column: string])[]) =>
    `{${columns.map(([name, column]) => `${JSON.stringify(name)}: ${cell(column)}`).join(', ')}}`
  const texts = languages.map(language => {
    const columns = Object.keys(shape.texts).map(
      name => [name, textColumn(name, language)] as const,
    )
    const anyText = columns.map(([, column]) => `${cell(column)} !== null`).join(' || ')
    return anyText && `if (${anyText}) texts.${language} = ${object(columns)}`
  })
  const facts = object(Object.keys(shape.facts).map(name => [name, name]))
  const make = new Function(
    'row',
    'links',
    `const texts = {}
    ${texts.join('\n')}
    return { id: row.id, kind: ${JSON.stringify(shape.kind)}, version: row.version, facts: ${facts}, texts, links }`,
  )
  return shape.linked ? row => make(row, linksOf(row)) : row => make(row, noLinks)
})
