import type { Sentence } from './language.ts'

/** The error of a style sheet, and its line. */
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
  en: 'it is not text in UTF-8',
  fr: 'ce n’est pas un texte en UTF-8',
}

/** A comment, a string, a word that may be of an at-rule, a hash or a function, or a mark; all else says nothing of the form. */
const token =
  /\/\*|<!--|["']|[@#]?(?:[-\w\u0080-\uffff]|\\(?:[\da-f]{1,6}[ \t\n]?|[^\n]))+\(?|[{}()[\]]/gi
const strings: Record<string, RegExp> = {
  '"': /"(?:[^"\\\n]|\\[\s\S])*"/y,
  "'": /'(?:[^'\\\n]|\\[\s\S])*'/y,
}
/** The URL of `url(` without quotes, up to where browsers see its end. */
const bareUrl = /[ \t\n]*(?!["' \t\n])(?:[^)\\]|\\[\s\S])*\)/y
const quote = /[ \t\n]*["']/y

/** Functions that take a URL as a string. */
const loading = /^(?:url|src|image|(?:-webkit-)?image-set)\($/
/** Functions that can return any text, a URL too. */
const substituting = /^(?:var|env|attr|if|inherit|--.*)\($/

type Opened = { mark: string; at: number; loads: boolean }

/**
 * Finds the first part that would break the styles of pages: one that is open at the end, or that loads from elsewhere. Reads each character a fixed
 * number of times.
 */
export function sheetError(bytes: Buffer): SheetError | undefined {
  const text = bytes.toString('utf8').replace(/\r\n?|\f/g, '\n')
  if (text.includes('\0') || text.includes('\ufffd')) return { line: 1, why: unnamed }
  const opened: Opened[] = []
  let next = 0
  for (;;) {
    token.lastIndex = next
    const match = token.exec(text)
    if (!match) break
    next = token.lastIndex
    const read = readToken(text, match[0], match.index, opened)
    if (typeof read !== 'number') return { line: lineOf(text, match.index), why: read }
    next = read
  }
  const [left] = opened
  return left && { line: lineOf(text, left.at), why: open(left.mark) }
}

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length

/** Where the token ends, or what is wrong with it. */
function readToken(text: string, token: string, at: number, opened: Opened[]): number | Sentence {
  const end = at + token.length
  const loads = opened.at(-1)?.loads === true
  if (token === '/*') {
    const close = text.indexOf('*/', end)
    return close < 0 ? open(token) : close + 2
  }
  if (token === '<!--') return end
  const string = strings[token]
  if (string) {
    const written = partAt(string, text, at)
    if (written === undefined) return open(token)
    return loads && isElsewhere(written.slice(1, -1)) ? elsewhere : at + written.length
  }
  const word = unescaped(token).toLowerCase()
  if (word === '@import') return imports
  if (token.endsWith('(') && !token.endsWith('\\(')) {
    if (loads && substituting.test(word)) return elsewhere
    if (word === 'url(' && partAt(quote, text, end) === undefined) {
      const url = partAt(bareUrl, text, end)
      if (url === undefined) return open('(')
      return isElsewhere(url.slice(0, -1)) ? elsewhere : end + url.length
    }
    opened.push({ mark: '(', at, loads: loads || loading.test(word) })
  } else if (closing[token]) opened.push({ mark: token, at, loads })
  else if (/^[})\]]$/.test(token) && closing[opened.pop()?.mark ?? ''] !== token)
    return unopened(token)
  return end
}

function partAt(part: RegExp, text: string, at: number): string | undefined {
  part.lastIndex = at
  return part.exec(text)?.[0]
}

const unescaped = (written: string) =>
  written.replace(/\\(?:([\da-f]{1,6})[ \t\n]?|\n|([\s\S]))/gi, (_, hex?: string, own = '') =>
    hex === undefined ? own : characterOf(Number.parseInt(hex, 16)),
  )

const characterOf = (code: number) =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'

/** Browsers leave out line ends and tabs, and what is blank before a URL. */
const isElsewhere = (written: string) =>
  /^[\0- ]*(?:(?!data:image\/)[a-z][a-z\d+.-]*:|[\\/]{2})/i.test(
    unescaped(written).replace(/[\t\n\r]/g, ''),
  )
