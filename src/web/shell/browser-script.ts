import { inEachLanguage } from '../../define/text/language.ts'
import { languageTable } from '../../define/text/language-table.ts'
import type { DateRow } from '../../define/time/written-dates.ts'
import { browserScript } from './browser-source.ts'

const imports = /^import\s[^']*'[^']+'$/gm
const comments = /^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)$/gm

/** A module without what only modules may say; their names are different, so that they can stand beside each other. */
const plain = (source: string) =>
  source
    .replace(imports, '')
    .replace(comments, '')
    .replace(/^export /gm, '')
    .replace(/^\s+|[^\S\n]+$/gm, '')
    // where a type stood there are blanks
    .replace(/(?<=\S) {2,}(?=\S)/g, ' ')

/** Several modules as one script, each after those that it takes from. */
export const joinedScript = (paths: readonly string[]): string =>
  paths.map(path => plain(browserScript(path))).join('\n')

const dateColumns: readonly (keyof DateRow)[] = [
  'locale',
  'isOneLocale',
  'clock',
  'firstOfMonth',
  'dropsCommas',
]
const dateTable = inEachLanguage(language =>
  Object.fromEntries(dateColumns.map(name => [name, languageTable[language][name]])),
)

/** The columns of the table of languages that dates need, for a script that is joined with `written-dates`. */
export const dateTableScript = `const languageTable = ${JSON.stringify(dateTable)}\n`
