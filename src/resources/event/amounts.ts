/** An amount of money as typed. */
export type Amount = {
  /** The number in the caller's own format, without sign: `1,000.50`. */
  typed: string
  /** As a decimal: `1000.50`, `-5`. */
  value: string
  /** `$`, `EUR` …; `''` for a bare number. */
  symbol: string
  position: 'prefix' | 'postfix'
  /** True if whitespace separates the number from its symbol. */
  gap: boolean
  /** A currency in words, which is no symbol: `euros`. */
  unit?: string
  /** Zero written as a word: `Free`. */
  word?: string
}

const blank = ' \u00a0\u202f\u2009'
// groups of three after blanks or apostrophes; or digits with points and commas, which numbersIn reads
const number = `(?<![\\d.,])\\d{1,3}(?:[${blank}'’]\\d{3})+(?:[.,]\\d+)?(?![.,]?\\d)|\\d+(?:[.,]\\d+)*|[.,]\\d+`
/** Currency signs, ISO codes in capitals, and a few short names that are always a currency. */
const codes = Intl.supportedValuesOf('currency').join('|')
const name = `(?:${codes}|kr|Kr|zł|Kč|Ft|Fr\\.?|lei|лв|руб)(?!\\p{L})`
const symbol = `[A-Z]{0,3}\\p{Sc}|(?<!\\p{L})${name}`
const freely = '(?:[Ff]ree|FREE|[Gg]ratuite?s?|GRATUIT)(?!\\p{L})'
const words = '(?:to|à)(?!\\p{L})'

// The pattern does not look behind a token for a letter: that takes as long as all the rest, and no token that ends in a letter is followed by one.
const token = new RegExp(
  `(?<number>${number})|(?<symbol>[A-Z]{0,3}\\p{Sc}|${name})|(?<free>${freely})|(?<dash>[-‐‑–—−])|(?<between>[;,/|]|${words})|\\s+`,
  'uy',
)

/**
 * The amounts of a text that says nothing else (H3): `$10`, `10 - 20 €`, `5,50 7,50`, `Free – 30$`, `gratuit`.
 * `undefined` where there are other words too, or no amount at all.
 */
export function amountsIn(text: string): Amount[] | undefined {
  const amounts: Amount[] = []
  let before = ''
  let negative = false
  // after an amount, until something parts it from the next: a symbol belongs to it
  let afterAmount = false
  let gap = false
  for (let at = 0; at < text.length; ) {
    token.lastIndex = at
    const match = token.exec(text)
    if (!match) return undefined
    at = token.lastIndex
    const is: Partial<Record<'number' | 'symbol' | 'free' | 'dash' | 'between', string>> =
      match.groups ?? {}
    const isBlank = /^\s/.test(match[0])
    if (is.number !== undefined || is.free !== undefined) {
      const read = is.number === undefined ? [{ typed: '0', value: '0' }] : numbersIn(is.number)
      for (const [nth, { typed, value }] of read.entries())
        amounts.push({
          typed,
          value: negative && nth === 0 && Number(value) !== 0 ? `-${value}` : value,
          symbol: before,
          position: before === '' ? 'postfix' : 'prefix',
          gap: before !== '' && gap,
          ...(is.free !== undefined && { word: is.free }),
        })
      before = ''
      negative = false
      afterAmount = true
    } else if (is.symbol !== undefined) {
      const last = amounts.at(-1)
      if (afterAmount && last?.symbol === '') Object.assign(last, { symbol: is.symbol, gap })
      else if (before !== '') return undefined
      else before = is.symbol
    } else if (is.dash !== undefined) {
      // `10 - 20` parts, `-5` and `$-5` are below nothing
      negative = !afterAmount
      afterAmount = false
    } else if (is.between !== undefined) afterAmount = false
    gap = isBlank
  }
  return amounts.length > 0 && before === '' ? amounts : undefined
}

const unit = '(?<unit>euros?|dollars?|pounds?|livres?|francs?|yen)'
const priced = new RegExp(
  `(?<before>${symbol})\\s?(?<first>${number})|(?<second>${number})\\s?(?:(?<after>${symbol})|${unit}(?!\\p{L}))`,
  'gu',
)

/** The amounts with a currency in a text that says more: `From $10 a head`, `10 euros au guichet`. */
export function pricesIn(text: string): Amount[] {
  return [...text.matchAll(priced)].flatMap(({ groups = {} }) =>
    numbersIn(groups.first ?? groups.second ?? '').map(read => ({
      ...read,
      symbol: groups.before ?? groups.after ?? '',
      position: groups.before === undefined ? ('postfix' as const) : ('prefix' as const),
      gap: false,
      ...(groups.unit !== undefined && { unit: groups.unit }),
    })),
  )
}

const parted = new RegExp(`(?:${symbol}) (?=\\d)|(?<=\\d) (?=(?:${symbol}))`, 'gu')

/** The text with a blank that does not break between each number and its currency. */
export const boundTogether = (text: string) =>
  text.replace(parted, blank => blank.replace(' ', '\u00a0'))

type Read = Pick<Amount, 'typed' | 'value'>

const gaps = new RegExp(`[${blank}'’]`, 'g')

/** Digits with separators as one number, or as several where they cannot be one (`10,20,30`). */
function numbersIn(typed: string): Read[] {
  const bare = typed.replace(gaps, '')
  const marks = bare.replace(/\d/g, '')
  if (bare !== typed || marks.length === 0) return [read(typed, bare.replace(',', '.'))]
  // 1,000 · 1,000.50 · 1.000.000,5
  const grouped = /^([1-9]\d{0,2}([.,])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/.exec(bare)
  if (grouped) return [read(typed, `${withoutMarks(grouped[1])}.${grouped[3] ?? ''}`)]
  // 25,55 · .50
  if (marks.length === 1) return [read(typed, bare.replace(',', '.'))]
  const pieces = bare.split(marks.includes(',') ? ',' : '.').filter(piece => piece !== '')
  // 00 is no amount: 1,00,000 · 1.000.50
  const [integer, rest] = /[.,]\d{3}$/.test(bare) ? [bare, ''] : split(bare)
  if (pieces.some(piece => /^00/.test(piece)))
    return [read(typed, `${withoutMarks(integer)}.${rest}`)]
  // 10,20,30 · 10.50,20.50
  return pieces.flatMap(piece => numbersIn(piece))
}

const withoutMarks = (digits = '') => digits.replace(/[.,]/g, '')

/** Before and after the last mark. */
function split(digits: string): [string, string] {
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  return [digits.slice(0, at), digits.slice(at + 1)]
}

/** A decimal without useless zeros in front, its decimals as typed. */
function read(typed: string, decimal: string): Read {
  const [integer = '', rest = ''] = decimal.split('.')
  const value = integer.replace(/^0+(?=\d)/, '') || '0'
  return { typed, value: rest === '' ? value : `${value}.${rest}` }
}
