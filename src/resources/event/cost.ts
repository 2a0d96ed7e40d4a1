import { isNameIn } from '../../define/base/objects.ts'
import { notACost } from '../../define/field-errors.ts'
import { type FieldType, fieldError, value } from '../../define/field-type.ts'
import { formatMessage, type Language, type Sentence } from '../../define/text/language.ts'
import { escapeAngles, normalizeLine } from '../../define/text/markup.ts'
import { type Amount, amountsIn, boundTogether, pricesIn } from './amounts.ts'

/** The currency of the site, for callers who name none. */
export type SiteCurrency = { symbol: string; position: 'prefix' | 'postfix'; code: string }

/** Signs and short names that mean one currency, or one more than any other. */
const codes = {
  $: 'USD',
  US$: 'USD',
  C$: 'CAD',
  CA$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  NT$: 'TWD',
  MX$: 'MXN',
  R$: 'BRL',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₩': 'KRW',
  '₪': 'ILS',
  '₫': 'VND',
  '₱': 'PHP',
  '฿': 'THB',
  '₺': 'TRY',
  '₴': 'UAH',
  '₽': 'RUB',
  '₦': 'NGN',
  '₡': 'CRC',
  '₲': 'PYG',
  '₵': 'GHS',
  '₸': 'KZT',
  '₼': 'AZN',
  '₾': 'GEL',
  '₭': 'LAK',
  '₮': 'MNT',
  Fr: 'CHF',
  'Fr.': 'CHF',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  lei: 'RON',
  лв: 'BGN',
  руб: 'RUB',
  euro: 'EUR',
  pound: 'GBP',
  livre: 'GBP',
  yen: 'JPY',
}

/** Symbols that several currencies share: they mean the currency of the site if it is one of these. */
const shared: Record<string, RegExp> = {
  $: /^(?:(?:US|CA|AU|NZ|HK|SG|TW|BB|BM|BN|BS|BZ|FJ|GY|JM|KY|LR|NA|SB|SR|TT|XC)D|ARS|CLP|COP|MXN|UYU|DOP|CUP)$/,
  '£': /^(?:GBP|EGP|LBP|SYP|SDG|FKP|GIP|SHP|SSP)$/,
  '¥': /^(?:JPY|CNY)$/,
  kr: /^(?:SEK|NOK|DKK|ISK)$/,
  franc: /^(?:CHF|XOF|XAF|XPF|BIF|CDF|DJF|GNF|KMF|RWF)$/,
}

const iso = new Set(Intl.supportedValuesOf('currency'))

/** The ISO 4217 code of a currency as it stands in a text; `''` where it is not known. */
function codeOf(typed: string, site: SiteCurrency): string {
  if (typed === '') return ''
  if (typed === site.symbol || typed === site.code) return site.code
  if (iso.has(typed)) return typed
  const name = /^kr$/i.test(typed) ? 'kr' : (words[typed.toLowerCase()] ?? typed)
  if (shared[name]?.test(site.code)) return site.code
  return isNameIn(codes, name) ? codes[name] : ''
}

const words: Record<string, string> = {
  euros: 'euro',
  dollar: '$',
  dollars: '$',
  pounds: 'pound',
  livres: 'livre',
  francs: 'franc',
}

const maxLength = 255
const maxParts = 100

export const free: Sentence = { en: 'Free', fr: 'Gratuit' }

/** A cost on the wire, and its amounts. */
type CostView = {
  cost: string
  /** As decimal strings, ascending; words have none. */
  amounts: string[]
  cost_details: {
    /** As the caller typed it, for bare numbers the site's; `''` for several currencies, and where there is no amount. */
    currency_symbol: string
    /** By ISO 4217; `''` where it is not known. */
    currency_code: string
    currency_position: '' | 'prefix' | 'postfix'
    /** Amounts as decimal strings, ascending; a word for zero, or a text without amounts, in lower case (X9): `free`, `donation`. */
    values: string[]
  }
}

/**
 * The cost as it is stored (H3, U3): one line of plain text. Takes a text, a number, or a list of them; null, `''`
 * and `[]` clear it. `undefined` for values that are no cost: objects, booleans, lists in lists, more than 255 characters.
 */
export function storedCost(input: unknown): string | undefined {
  if (input === null) return ''
  if (Array.isArray(input) && input.length > maxParts) return undefined
  const parts = (Array.isArray(input) ? input : [input]).map(storedPart)
  if (parts.includes(undefined)) return undefined
  // once more as a whole: the end of one part may close a tag of another
  const text = storedPart(parts.filter(part => part !== '').join('; '))
  return text === undefined || text.length > maxLength ? undefined : text
}

function storedPart(part: unknown): string | undefined {
  if (typeof part === 'number') return storedNumber(part)
  if (typeof part !== 'string' || part.length > 4 * maxLength) return undefined
  let text = part
  // until nothing is left to decode, so that a cost sent back as it came stays the same
  for (let next = normalizeLine(text); next !== text; next = normalizeLine(text)) text = next
  return text
}

function storedNumber(number: number): string | undefined {
  const text = String(number)
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined
  // three decimals would read as thousands
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}

/**
 * The presented form of a stored cost (H3, X8): the lowest and the highest amount in the caller's own number format, `0` as Free, and the site's
 * currency only for bare numbers. Text besides amounts is shown as it is.
 */
export function costOf(stored: string, site: SiteCurrency, language: Language): CostView {
  if (last?.stored === stored && last.site === site && last.language === language) return last.cost
  const cost = read(stored, site, language)
  last = { stored, site, language, cost }
  return cost
}

/** An event asks for its cost and for the parts of it, one after the other. */
let last: { stored: string; site: SiteCurrency; language: Language; cost: CostView } | undefined

function read(stored: string, site: SiteCurrency, language: Language): CostView {
  if (stored === '') return { cost: '', amounts: [], cost_details: noDetails }
  const amounts = amountsIn(stored)
  if (!amounts) return described(stored, site)
  const symbols = new Set(amounts.map(amount => amount.symbol).filter(symbol => symbol !== ''))
  const once = distinct(amounts)
  const of = { amounts: once.map(({ value }) => value) }
  const values = once.map(({ word, value }) => word?.toLowerCase() ?? value)
  if (symbols.size > 1)
    return { ...of, cost: asTyped(stored), cost_details: { ...noDetails, values } }
  const currency = amounts.find(amount => amount.symbol !== '') ?? ofSite(site)
  const sorted = [...amounts].sort((a, b) => Number(a.value) - Number(b.value))
  const isEnd = (_: Amount, at: number) => at === 0 || at === sorted.length - 1
  const ends = sorted.filter(isEnd).slice(0, values.length)
  return {
    ...of,
    cost: ends.map(end => formatAmount(end, currency, language)).join(' – '),
    cost_details: details(currency, values, site),
  }
}

type Currency = Pick<Amount, 'symbol' | 'position' | 'gap'>

/** Behind a number, and before one if it is a word, a blank parts it. */
const ofSite = ({ symbol, position }: SiteCurrency): Currency => ({
  symbol,
  position,
  gap: position === 'postfix' || /\p{L}$/u.test(symbol),
})

const asTyped = (stored: string) => escapeAngles(boundTogether(stored))

/** Words, perhaps with prices among them; numbers without a currency may be anything, an age or an hour. */
function described(stored: string, site: SiteCurrency): CostView {
  const prices = pricesIn(stored)
  const names = new Set(prices.map(({ symbol, unit }) => codeOf(symbol || (unit ?? ''), site)))
  const symbols = new Set(prices.map(({ symbol }) => symbol).filter(symbol => symbol !== ''))
  const first = prices.find(({ symbol }) => symbol !== '') ?? prices[0]
  const cost = asTyped(stored)
  const amounts = distinct(prices).map(({ value }) => value)
  const values = amounts.length > 0 ? amounts : [asTyped(stored.toLowerCase())]
  const isOne = first !== undefined && names.size === 1 && symbols.size <= 1
  return {
    cost,
    amounts,
    cost_details: isOne ? details(first, values, site) : { ...noDetails, values },
  }
}

function formatAmount(amount: Amount, currency: Currency, language: Language): string {
  if (Number(amount.value) === 0) return formatMessage(free, language)
  const { symbol, position, gap } = amount.symbol === '' ? currency : amount
  const sign = amount.value.startsWith('-') ? '-' : ''
  const blank = gap ? '\u00a0' : ''
  const typed = amount.typed.replaceAll(' ', '\u00a0')
  return sign + (position === 'prefix' ? symbol + blank + typed : typed + blank + symbol)
}

/** Ascending; the same amount once, however it was written. */
function distinct(amounts: readonly Amount[]): Amount[] {
  const once = new Map<number, Amount>()
  for (const amount of amounts)
    if (!once.has(Number(amount.value))) once.set(Number(amount.value), amount)
  return [...once].sort(([a], [b]) => a - b).map(([, amount]) => amount)
}

export const noDetails: CostView['cost_details'] = {
  currency_symbol: '',
  currency_code: '',
  currency_position: '',
  values: [],
}

const details = (
  { symbol, position, unit }: Pick<Amount, 'symbol' | 'position' | 'unit'>,
  values: string[],
  site: SiteCurrency,
): CostView['cost_details'] => ({
  currency_symbol: symbol,
  currency_code: codeOf(symbol || (unit ?? ''), site),
  currency_position: symbol === '' ? '' : position,
  values,
})

/** The cost of an event: a text, a number, or a list of them (H3). */
export const costType: FieldType<string | number | (string | number)[] | null, string, string> = {
  index: {},
  input: 'line',
  accepts: {
    anyOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
      { type: 'null' },
    ],
  },
  returns: { type: 'string' },
  column: 'text',
  blank: '',
  show: (stored, { currency, language }) => costOf(String(stored ?? ''), currency, language).cost,
  masked: '',
  clears: [null, '', 'list'],
  check(input) {
    const stored = storedCost(input)
    return stored === undefined ? fieldError(notACost) : value(stored)
  },
  sample: '$10 – $20',
}
