import { derived } from '../../define/base/objects.ts'
import { formatMessage, type Locale, languageIn } from '../../define/text/language.ts'
import { amountsIn } from './amounts.ts'
import { costOf, free } from './cost.ts'
import type { SiteCurrency } from './currencies.ts'

/**
 * A stored cost as a reader of the language writes it: `€12.50`, `12,50 €`. Amounts in one known currency are formatted; any other
 * text is shown as it was typed. The API shows the typed cost (H3).
 */
export function priceOf(stored: string, site: SiteCurrency, locale: Locale): string {
  const written = writtenIn(site)
  const key = `${locale} ${stored}`
  const cached = written.get(key)
  if (cached !== undefined) return cached
  const price = writePrice(stored, site, locale)
  if (written.size >= maxPrices) written.clear()
  written.set(key, price)
  return price
}

/** Events have few prices, and a feed thousands of events. */
const writtenIn = derived((_: SiteCurrency) => new Map<string, string>())
const maxPrices = 500

function writePrice(stored: string, site: SiteCurrency, locale: Locale): string {
  const { cost, amounts: values, cost_details } = costOf(stored, site, languageIn(locale))
  const { currency_code: code, currency_symbol: symbol } = cost_details
  const amounts = code === '' ? undefined : amountsIn(stored)
  const [low, high] = [values[0], values.at(-1)]
  if (!amounts || low === undefined || high === undefined || values.some(isUnsafe))
    return cost.replaceAll('&lt;', '<')
  // a bare sign, or the currency of the site, is written without its country: `$12`, not `CA$12`
  const isNarrow = code === site.code || /^\p{Sc}$/u.test(symbol)
  const money = { code, currencyDisplay: isNarrow ? 'narrowSymbol' : 'symbol', locale } as const
  if (low === high) return amountIn(money, low)
  const isRepeated = isCurrencyFirst(money) || amounts.every(amount => amount.symbol !== '')
  return `${amountIn(money, low, isRepeated)} – ${amountIn(money, high)}`
}

type Money = {
  code: string
  currencyDisplay: 'narrowSymbol' | 'symbol'
  locale: Locale
}

const isCurrencyFirst = (money: Money) =>
  formatOf(money, 0).formatToParts(1)[0]?.type === 'currency'

/** More digits than a number has are shown as typed. */
const isUnsafe = (value: string) => value.replace(/\D/g, '').length > 15

function amountIn(money: Money, value: string, hasCurrency = true): string {
  if (Number(value) === 0) return formatMessage(free, money.locale)
  const parts = formatOf(money, decimalsOf(value)).formatToParts(Number(value))
  if (hasCurrency) return parts.map(part => part.value).join('')
  // French writes the currency last, behind a no-break space
  return parts
    .filter(({ type }) => type !== 'currency' && type !== 'literal')
    .map(part => part.value)
    .join('')
}

const decimalsOf = (value: string) => value.replace(/^[^.]*\.?/, '').replace(/0+$/, '').length

const formats = new Map<string, Intl.NumberFormat>()
const maxFormats = 500

function formatOf({ code, currencyDisplay, locale }: Money, decimals: number) {
  const key = `${locale} ${code} ${currencyDisplay} ${decimals}`
  const cached = formats.get(key)
  if (cached) return cached
  const options = {
    style: 'currency',
    currency: code,
    currencyDisplay,
    trailingZeroDisplay: 'stripIfInteger',
  } as const
  const plain = new Intl.NumberFormat(locale, options)
  const { maximumFractionDigits: usual = 0 } = plain.resolvedOptions()
  const format =
    decimals <= usual
      ? plain
      : new Intl.NumberFormat(locale, { ...options, maximumFractionDigits: decimals })
  if (formats.size >= maxFormats) formats.clear()
  formats.set(key, format)
  return format
}
