import { type Language, languageTable } from '../../define/text/language-table.ts'

/** A piece of HTML: everything in it is escaped. */
export class Html {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** The values of a template. Text is escaped, missing values are left out. */
type Piece = Html | string | number | boolean | null | undefined | readonly Piece[]

/** HTML from a template; texts in it are escaped. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  let [text = ''] = strings
  for (let at = 0; at < pieces.length; at++) text += written(pieces[at]) + strings[at + 1]
  return new Html(text)
}

function written(piece: Piece): string {
  if (typeof piece === 'string') return piece.replace(/[&<>"']/g, mark => marks[mark] ?? '')
  if (piece instanceof Html || typeof piece === 'number') return String(piece)
  return Array.isArray(piece) ? piece.map(written).join('') : ''
}

const marks: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** HTML that was cleaned before, as descriptions are stored. */
export const raw = (cleaned: string) => new Html(cleaned)

export const nothing = raw('')

/** For `<html>`: a language that is written from right to left says so. */
export const directionOf = (language: Language) =>
  languageTable[language].direction === 'rtl' ? html` dir="rtl"` : ''
