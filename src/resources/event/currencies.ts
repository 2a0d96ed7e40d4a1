import { isNameIn } from '../../define/base/objects.ts'

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
export function codeOf(typed: string, site: SiteCurrency): string {
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
