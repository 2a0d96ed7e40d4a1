import { crc32 } from 'node:zlib'
import { derived } from '../../define/base/objects.ts'
import {
  type Cell,
  type LinkKind,
  type Links,
  linkCells,
  linkKinds,
  linksOf,
  type Row,
  type StoredRecord,
  type TextChange,
  type Texts,
} from '../../define/record.ts'
import { type Language, languages } from '../../define/text/language.ts'
import type { Columns, ColumnType, Shape } from '../contract/shape.ts'
import { languageBits, noLinks } from '../contract/store.ts'
import { type DerivedTable, formOf } from './derived.ts'

/** The little in which the two engines differ, by name. */
export type Dialect = {
  /** Column that numbers rows by itself. */
  serial: string
  /**
   * Gives the next numbers of such a table, as many as the value says; or the last one, where the next follow from it until a commit,
   * and notes that those up to a value are given, once there is a place for the note (`begin`). `skipTo`: far ahead of the given numbers.
   */
  numbers:
    | { reserve(table: string): string; skipTo(table: string): string }
    | { last(table: string): string; begin(table: string): string; raise(table: string): string }
  type: Record<ColumnType, string>
  /** The beginning of a statement that inserts rows. Where it fails, its whole transaction or savepoint is undone: it need not undo rows itself. */
  insertInto: string
  /** Position of a text within another, 1 from the start, 0 when absent. */
  position(within: string, what: string): string
  /** A table of the values in a JSON list, each with its place in it: `value` and `key`. */
  elements(list: string, name: string): string
  /** The value at a path of a JSON object, as text; lists as JSON. */
  member(object: string, ...path: readonly string[]): string
  /** The values of a JSON list, which is the one value of the statement; by their sort. */
  listed: Record<'integer' | 'text', string>
  /** Suffix of a table whose primary key holds the row. */
  clustered: string
  /** Columns of a table: `name`, `type`, `isRequired`. */
  columnsOf: string
  /** Names of the indexes of a table. */
  indexesOf: string
}

const quoted = (name: string) => `"${name}"`

/** Tables and indexes for these shapes, each statement harmless when repeated. */
export function schema(shapes: readonly Shape[], dialect: Dialect): string[] {
  const families = [...new Set(shapes.map(({ family }) => family))]
  const { integer, text } = dialect.type
  return [
    `CREATE TABLE IF NOT EXISTS note (key ${text} PRIMARY KEY, value ${text} NOT NULL)`,
    ...families.map(
      family =>
        `CREATE TABLE IF NOT EXISTS ${family}_id (id ${dialect.serial}, kind ${text} NOT NULL)`,
    ),
    ...shapes.flatMap(shape => tablesOf(shape, dialect)),
    `CREATE TABLE IF NOT EXISTS slug (kind ${text} NOT NULL, slug ${text} NOT NULL, id ${integer} NOT NULL,
      PRIMARY KEY (kind, slug)) ${dialect.clustered}`,
    'CREATE INDEX IF NOT EXISTS slug_of ON slug (kind, id)',
    `CREATE TABLE IF NOT EXISTS moved (kind ${text} NOT NULL, name ${text} NOT NULL, id ${integer} NOT NULL,
      PRIMARY KEY (kind, name)) ${dialect.clustered}`,
    'CREATE INDEX IF NOT EXISTS moved_to ON moved (kind, id)',
    `CREATE TABLE IF NOT EXISTS link (kind ${text} NOT NULL, target ${integer} NOT NULL, event ${integer} NOT NULL,
      PRIMARY KEY (kind, target, event)) ${dialect.clustered}`,
    `CREATE TABLE IF NOT EXISTS series_date (id ${integer} PRIMARY KEY, series ${integer} NOT NULL, original ${integer} NOT NULL,
      starts ${integer} NOT NULL, ends ${integer} NOT NULL, utc_starts ${integer} NOT NULL, utc_ends ${integer} NOT NULL,
      gone ${integer} NOT NULL, patch ${text} NOT NULL, moved ${integer})`,
    'CREATE INDEX IF NOT EXISTS series_date_of ON series_date (series, original)',
    "CREATE INDEX IF NOT EXISTS series_date_patched ON series_date (series) WHERE patch <> ''",
    `CREATE TABLE IF NOT EXISTS journal (seq ${dialect.serial}, instant ${integer} NOT NULL, actor ${integer} NOT NULL,
      verb ${text} NOT NULL, kind ${text} NOT NULL, id ${integer} NOT NULL, language ${text} NOT NULL,
      version ${integer} NOT NULL, detail ${text} NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS replaced (kind ${text} NOT NULL, id ${integer} NOT NULL, version ${integer} NOT NULL,
      instant ${integer} NOT NULL, actor ${integer} NOT NULL, restored ${integer} NOT NULL, before ${text} NOT NULL,
      PRIMARY KEY (kind, id, version)) ${dialect.clustered}`,
  ]
}

/** A derived table under some name. The names of its indexes contain its form, since two forms may exist at the same time. */
export function derivedSchema(
  table: DerivedTable,
  name: string,
  { type, clustered }: Dialect,
  shapes: Iterable<Shape>,
) {
  const form = crc32(formOf(table, shapes)).toString(16)
  const columns = Object.entries(table.columns).map(
    ([column, of]) => `${column} ${type[of]} NOT NULL`,
  )
  return [
    `CREATE TABLE IF NOT EXISTS ${name} (${columns.join(', ')}, PRIMARY KEY (${table.key.join(', ')})) ${clustered}`,
    ...table.indexes.map(
      index =>
        `CREATE INDEX IF NOT EXISTS ${table.name}_${index.name}_${form}
          ON ${name} (${index.on})${index.where ? ` WHERE ${index.where}` : ''}`,
    ),
  ]
}

function tablesOf(shape: Shape, { type }: Dialect): string[] {
  const { kind, facts, unique = [], indexed = [], listed, named, byName } = shape
  const columns = Object.entries(columnsOf(shape))
    .map(([name, column]) => `, ${quoted(name)} ${type[column]}`)
    .join('')
  const statements = [
    `CREATE TABLE IF NOT EXISTS ${quoted(kind)} (id ${type.integer} PRIMARY KEY, version ${type.integer} NOT NULL${columns})`,
    ...unique.map(
      name =>
        `CREATE UNIQUE INDEX IF NOT EXISTS ${kind}_${name} ON ${quoted(kind)} (${quoted(name)})`,
    ),
    // Most records have none of these: they cost nothing then.
    ...indexed.map(
      name =>
        `CREATE INDEX IF NOT EXISTS ${kind}_with_${name} ON ${quoted(kind)} (${quoted(name)}) WHERE ${quoted(name)} IS NOT NULL`,
    ),
  ]
  if (facts.status && facts.date_utc)
    statements.push(
      `CREATE INDEX IF NOT EXISTS ${kind}_due ON ${quoted(kind)} (date_utc) WHERE status = 'future'`,
    )
  // In list order, with the columns that decide visibility.
  if (listed)
    statements.push(
      `CREATE INDEX IF NOT EXISTS ${kind}_listed ON ${quoted(kind)} (date, id, status, author)`,
    )
  if (byName)
    for (const language of languages)
      statements.push(
        `CREATE INDEX IF NOT EXISTS ${kind}_by_name_${language} ON ${quoted(kind)} ((${usedIn(language, 'name_key', '')}), id)`,
      )
  if (named)
    for (const language of languages)
      statements.push(
        `CREATE INDEX IF NOT EXISTS ${kind}_name_${language} ON ${quoted(kind)} (${textColumn('name_key', language)})`,
      )
  return statements
}

/** A text as it is shown in a language: its own, else that of the main language (M4). None is empty: engines place NULL differently. In an index `of` is empty. */
export const usedIn = (language: Language, name: string, of = 't') => {
  const prefix = of && `${of}.`
  const main = languages
    .map(each => `WHEN '${each}' THEN ${prefix}${textColumn(name, each)}`)
    .join(' ')
  // An empty slug is none.
  return `coalesce(nullif(${prefix}${textColumn(name, language)}, ${name === 'slug' ? "''" : 'NULL'}), CASE ${prefix}main ${main} END, '')`
}

/** A condition with its values; statements are cached by their text, so values never enter it. */
export type Piece = { sql: string; values: (string | number)[] }

export const piece = (sql: string, ...values: (string | number)[]): Piece => ({ sql, values })

export const all = (pieces: Piece[]): Piece => ({
  sql: pieces.length ? pieces.map(({ sql }) => sql).join(' AND ') : '1 = 1',
  values: pieces.flatMap(({ values }) => values),
})

/** More values than this go into a statement as one: the number of marks in it is limited. */
const maxMarks = 64

/** A list of values as marks, or with the dialect a long one as one value. Lists are padded to a power of two so that few statements serve all lengths. */
export function anyOf(
  expression: string,
  values: readonly (string | number)[],
  dialect?: Dialect,
): Piece {
  const first = values[0]
  if (first === undefined) return piece('1 = 0')
  if (values.length === 1) return piece(`${expression} = ?`, first)
  if (dialect && values.length > maxMarks) {
    const list = dialect.listed[typeof first === 'number' ? 'integer' : 'text']
    return piece(`${expression} IN (${list})`, JSON.stringify(values))
  }
  const size = 2 ** Math.ceil(Math.log2(values.length))
  const padded = [...values, ...Array(size - values.length).fill(values.at(-1))]
  return piece(`${expression} IN (${padded.map(() => '?').join(', ')})`, ...padded)
}

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
