import { createHash } from 'node:crypto'
import { inEachLanguage, type Language } from '../../define/text/language.ts'
import type { DateRow } from '../../define/text/written-dates.ts'
import { browserScript } from './browser-source.ts'

const imports = /^import\s[^']*'[^']+'$/gm
const comments = /^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)$/gm

/** A module without its imports and exports. Names differ between modules, so that several fit into one script. */
const plain = (source: string) =>
  source
    .replace(imports, '')
    .replace(comments, '')
    .replace(/^export /gm, '')
    .replace(/^\s+|[^\S\n]+$/gm, '')
    // where a type stood there are blanks
    .replace(/(?<=\S) {2,}(?=\S)/g, ' ')
    .replace(/(?<=\w) (?=[),]|=> |$)/gm, '')
    .replace(/\n{2,}/g, '\n')
    .replace(/(?<=[{(,])\n|\n(?=[)}])/g, '')

/** Several modules as one script, each after those that it takes from. */
export const joinedScript = (paths: readonly string[]): string =>
  paths.map(path => plain(browserScript(path))).join('\n')

const dateColumns: readonly (keyof DateRow)[] = [
  'locale',
  'regions',
  'isOneLocale',
  'clock',
  'halves',
  'firstOfMonth',
  'dropsCommas',
]
/** The columns of the table of languages that dates need, for a script that is joined with `written-dates`. */
export function dateTableScript(rowIn: (language: Language) => DateRow): string {
  const table = inEachLanguage(language => {
    const row = rowIn(language)
    return Object.fromEntries(dateColumns.map(name => [name, row[name]]))
  })
  return `const languageTable = ${JSON.stringify(table)}\n`
}

/** The name of a file with a hash of its content: `style-1a2b3c4d5e.css`. */
export function fileNamed(name: string, body: Buffer): string {
  const digest = createHash('sha256').update(body).digest('base64url').replace(/[-_]/g, '')
  const [stem = '', extension] = name.split('.')
  return `${stem}-${digest.slice(0, 10)}.${extension}`
}

/** Files named by their content never change. */
export const forGood = { 'Cache-Control': 'public, max-age=31536000, immutable' }
