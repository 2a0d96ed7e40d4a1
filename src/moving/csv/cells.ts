import { fold } from '../../define/text/fold.ts'

const yes = new Set(
  'true yes 1 on y x oui vrai o ja wahr si verdadero vero waar ✓ ✔ ☑ ✅ ●'.split(' '),
)
const no = new Set(
  'false no 0 off n non faux nein falsch falso nee onwaar ✗ ✘ ☐ ❌ - none'.split(' '),
)

/** A flag in any language of headings; anything else as it is, which is no flag. */
export function flagOf(written: string): boolean | string {
  const word = fold(written.trim())
  return yes.has(word) ? true : word === '' || no.has(word) ? false : written
}

/** A coordinate with a decimal comma. */
export const decimal = (written: string) =>
  /^[+-]?\d+,\d+$/.test(written.trim()) ? written.trim().replace(',', '.') : written.trim()

/** The beginnings of a formula for spreadsheets. */
const formula = /^[=+\-@\t\r]/

/** A cell that no spreadsheet takes for a formula. */
export const guarded = (cell: string) =>
  formula.test(cell) || /^'+[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell

/** A cell without the guard of an export. */
export const unguarded = (cell: string) => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

/** What spreadsheets write in place of a result, in the languages of headings. */
const failed = `(?:Err|Erreur|Fehler)\\s?:\\s?\\d{3}|#(?:N/?[ADV]|[¡¿]?(?:${[
  'REF|NAME|VALUE|DIV/0|NUM|NULL|SPILL|CALC|NOM|VALEUR|NOMBRE|NUL|BEZUG|WERT|ZAHL|VALOR|NULO',
  'RIF|NOME|VALORE|NULLO|VERW|NAAM|WAARDE|DEEL/0|GETAL|LEEG',
].join('|')})[!?])`
const uncalculated = /=(?:[\p{Lu}.]+\(.*|(?:[^=]*!)?\$?[A-Z]{1,3}\$?\d+)/su.source
const formulas = new RegExp(`^(?:${failed}|${uncalculated})$`, 'su')

/** A formula that failed or was not calculated: no text of an event. */
export const isFormula = (cell: string) => formulas.test(cell)

/** Words of calendars that hide nothing. */
const open = new Set(
  'public normal default publique offentlich publico pubblico openbaar'.split(' '),
)

/** True unless a cell says that its event is for everyone: what may be private is. */
export const isPrivate = (written: string): boolean =>
  written !== '' && !open.has(fold(written)) && flagOf(written) !== false
