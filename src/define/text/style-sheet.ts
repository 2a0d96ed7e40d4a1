import type { Sentence } from './language.ts'

/** What is wrong with a style sheet, and on which line. */
export type SheetError = { line: number; why: Sentence }

const closing: Record<string, string> = { '{': '}', '(': ')', '[': ']' }

const imports: Sentence = {
  en: 'it imports another style sheet (@import)',
  fr: 'elle importe une autre feuille de style (@import)',
}
const elsewhere: Sentence = {
  en: 'it loads a file of another host; pages load none',
  fr: 'elle charge un fichier d’un autre hôte, ce que les pages ne font pas',
}
const open = (mark: string): Sentence => ({
  en: `${mark} is not closed`,
  fr: `${mark} n’est pas fermé`,
})
const unopened = (mark: string): Sentence => ({
  en: `${mark} closes nothing`,
  fr: `${mark} ne ferme rien`,
})
const unnamed: Sentence = {
  en: 'it is no text in UTF-8',
  fr: 'ce n’est pas un texte en UTF-8',
}

/** Comments, strings, URLs without quotes, escapes, marks and words of an at-rule; all else says nothing of the form. */
const token =
  /\/\*(?:[^*]|\*(?!\/))*(\*\/)?|"(?:[^"\\\n]|\\[\s\S])*("?)|'(?:[^'\\\n]|\\[\s\S])*('?)|url\(\s*(?!["'\s])[^)\n]*\)|@[\w\\-]+|\\[\s\S]|[{}()[\]]/gi

/** Looks for what would break the styles of pages: what is open at the end, and what loads from elsewhere. */
export function sheetError(bytes: Buffer): SheetError | undefined {
  const text = bytes.toString('utf8')
  if (text.includes('\0') || text.includes('\ufffd')) return { line: 1, why: unnamed }
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  const opened: { mark: string; at: number }[] = []
  for (const match of text.matchAll(token)) {
    const [found] = match
    const { index: at } = match
    const first = found[0] ?? ''
    const error = (why: Sentence): SheetError => ({ line: lineOf(at), why })
    if (found.startsWith('/*')) {
      if (match[1] === undefined) return error(open('/*'))
    } else if (first === '"' || first === "'") {
      if (found.length < 2 || !found.endsWith(first)) return error(open(first))
      if (isInUrl(opened, text) && isElsewhere(found.slice(1))) return error(elsewhere)
    } else if (/^url\(/i.test(found)) {
      if (isElsewhere(found.slice(4).trim())) return error(elsewhere)
    } else if (first === '@') {
      if (/\\|^@import$/i.test(found)) return error(imports)
    } else if (closing[first]) opened.push({ mark: first, at })
    else if (first !== '\\' && closing[opened.pop()?.mark ?? ''] !== first)
      return error(unopened(first))
  }
  const [left] = opened
  return left && { line: lineOf(left.at), why: open(left.mark) }
}

/** Does a string stand where a URL is taken: after `url(` or `image-set(`? */
function isInUrl(opened: readonly { mark: string; at: number }[], text: string): boolean {
  const last = opened.at(-1)
  return (
    last?.mark === '(' &&
    /(?:url|image-set|src)$/i.test(text.slice(Math.max(0, last.at - 10), last.at))
  )
}

const isElsewhere = (url: string) => /^\s*(?:[a-z][a-z0-9+.-]*:(?!image\/)|[\\/]{2})/i.test(url)
