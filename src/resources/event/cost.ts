import type { Language, Sentence } from '../../define/text/language.ts'
import { say } from '../../define/text/language.ts'
import { plainLine } from '../../define/text/line.ts'
import type { Amount } from './amounts.ts'
import { amountsIn, pricesIn } from './amounts.ts'

const longest = 255
const mostParts = 100

const free: Sentence = { en: 'Free', fr: 'Gratuit' }

/** The currency of the site, for callers who name none. */
export type SiteCurrency = { symbol: string; position: 'prefix' | 'postfix' }

/** A cost on the wire (behaviour 1.4, 4.11). */
export type ShownCost = {
  cost: string
  cost_details: {
    /** As the caller typed it; `''` for bare numbers and for several currencies. */
    currency_symbol: string
    /** Always `''`, as in the reference. */
    currency_code: string
    currency_position: '' | 'prefix' | 'postfix'
    /** Amounts as decimal strings, ascending; for words, the words themselves. */
    values: string[]
  }
}

/**
 * The cost as it is kept (H3, U3): one line of plain text. Takes a text, a number, or a list of them; null, `''`
 * and `[]` clear it. `undefined` for what is no cost: objects, booleans, lists in lists, more than 255 characters.
 */
export function storedCost(input: unknown): string | undefined {
  if (input === null) return ''
  if (Array.isArray(input) && input.length > mostParts) return undefined
  const parts = (Array.isArray(input) ? input : [input]).map(storedPart)
  if (parts.includes(undefined)) return undefined
  // once more as a whole: the end of one part may close a tag of another
  const text = storedPart(parts.filter(part => part !== '').join('; '))
  return text === undefined || text.length > longest ? undefined : text
}

function storedPart(part: unknown): string | undefined {
  if (typeof part === 'number') return storedNumber(part)
  if (typeof part !== 'string' || part.length > 4 * longest) return undefined
  let text = part
  // until nothing is left to decode, so that a cost sent back as it came stays the same
  for (let next = plainLine(text); next !== text; next = plainLine(text)) text = next
  return text
}

function storedNumber(number: number): string | undefined {
  const text = String(number)
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined
  // three decimals would read as thousands
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}

/**
 * What callers see of a kept cost (H3): the lowest and the highest amount in the caller's own number format, `0`
 * as Free, and the site's currency only for bare numbers. Text that says more than amounts is shown as it is.
 */
export function costOf(stored: string, site: SiteCurrency, language: Language): ShownCost {
  if (stored === '') return shown('', [], '', '')
  const amounts = amountsIn(stored)
  if (!amounts) return described(stored)
  const symbols = new Set(amounts.map(amount => amount.symbol).filter(symbol => symbol !== ''))
  const values = valuesOf(amounts)
  if (symbols.size > 1) return shown(stored, values, '', '')
  const typed = amounts.find(amount => amount.symbol !== '')
  const currency = typed ?? site
  const sorted = [...amounts].sort((a, b) => Number(a.value) - Number(b.value))
  const ends = [sorted[0] as Amount, sorted.at(-1) as Amount].slice(0, values.length)
  const text = ends.map(end => shownAmount(end, currency, language)).join(' – ')
  return shown(text, values, typed?.symbol ?? '', typed?.position ?? '')
}

/** Words, perhaps with prices among them; numbers without a currency may be anything, an age or an hour. */
function described(stored: string): ShownCost {
  const prices = pricesIn(stored)
  if (prices.length === 0) return shown(stored, [stored.toLowerCase()], '', '')
  const symbols = new Set(prices.map(price => price.symbol))
  const price = prices[0] as Amount
  const known = symbols.size === 1 && price.symbol !== ''
  return shown(stored, valuesOf(prices), known ? price.symbol : '', known ? price.position : '')
}

function shownAmount(amount: Amount, currency: SiteCurrency, language: Language): string {
  if (Number(amount.value) === 0) return say(free, language)
  const { symbol, position } = amount.symbol === '' ? currency : amount
  const sign = amount.value.startsWith('-') ? '-' : ''
  return sign + (position === 'prefix' ? symbol + amount.typed : amount.typed + symbol)
}

/** Ascending; the same amount once, however it was written. */
function valuesOf(amounts: readonly Amount[]): string[] {
  const once = new Map<number, string>()
  for (const { value } of amounts) if (!once.has(Number(value))) once.set(Number(value), value)
  return [...once].sort(([a], [b]) => a - b).map(([, value]) => value)
}

function shown(
  cost: string,
  values: string[],
  symbol: string,
  position: '' | 'prefix' | 'postfix',
): ShownCost {
  return {
    cost,
    cost_details: {
      currency_symbol: symbol,
      currency_code: '',
      currency_position: position,
      values,
    },
  }
}
