import { html as template, raw as trusted } from 'hono/html'
import { type Language, languageTable } from '../../define/text/language-table.ts'

/** A piece of HTML: everything in it is escaped. */
export type Html = ReturnType<typeof trusted>

/** The values of a template. Text is escaped, missing values are left out, promises are not accepted. */
type Piece = Html | string | number | boolean | null | undefined | readonly Piece[]

/** HTML from a template; texts in it are escaped. */
export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Html =>
  // without a promise among the pieces there is none in the result
  template(strings, ...pieces) as Html

/** HTML that was cleaned before, as descriptions are stored. */
export const raw = (cleaned: string): Html => trusted(cleaned)

export const nothing = raw('')

/** For `<html>`: a language that is written from right to left says so. */
export const directionOf = (language: Language) =>
  languageTable[language].direction === 'rtl' ? html` dir="rtl"` : ''
