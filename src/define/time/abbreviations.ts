import type { Instant } from './clock.ts'

/**
 * The abbreviation of PHP for the clock of a region (its `T`): `EDT`, `CEST`, or the offset where people use no letters: `-05`, `+0530`. Intl has the
 * abbreviations of each English-speaking country; the few that are not used there are in the table below.
 */
export function lettersOf(region: string, instant: Instant, offset: number): string {
  const digits = offsetDigits(offset)
  const own = table[canonicalName(region)]
  if (own !== undefined) return own[digits] ?? digits
  for (const locale of locales) {
    const letters = shortName(locale, region, instant)
    const foreign = letters === 'UTC' || (letters === 'GMT' && offset !== 0)
    if (/^[A-Z]{2,5}$/.test(letters) && !foreign) return letters
  }
  return digits
}

const locales = ['en-US', 'en-ZA', 'en-GB', 'en-CA', 'en-AU', 'en-IN', 'en-HK', 'en-NZ']

function shortName(locale: string, timeZone: string, instant: Instant): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(
    instant * 1000,
  )
  return parts.find(part => part.type === 'timeZoneName')?.value ?? ''
}

function canonicalName(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
}

function offsetDigits(offset: number): string {
  const minutes = Math.floor(Math.abs(offset) / 60)
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0')
  const rest = minutes % 60 === 0 ? '' : String(minutes % 60).padStart(2, '0')
  return (offset < 0 ? '-' : '+') + hours + rest
}

const digitsOnly = {}
const mexican = { '-07': 'MST', '-06': 'MDT' }
const cuban = { '-05': 'CST', '-04': 'CDT' }
const chinese = { '+08': 'CST', '+09': 'CDT' }
const western = { '+07': 'WIB' }
const israeli = { '+02': 'IST', '+03': 'IDT' }
const korean = { '+09': 'KST', '+10': 'KDT' }
const british = { '+00': 'GMT', '+01': 'BST' }
const russian = { '+03': 'MSK', '+04': 'MSK' }
const chamorro = { '+10': 'ChST' }
const samoan = { '-11': 'SST' }

/** By the name that ICU gives the zone; an offset that is missing here has no letters. */
const table: Record<string, Record<string, string>> = {
  'America/Adak': { '-10': 'HST', '-09': 'HDT' },
  'America/Dawson': { '-08': 'PST', '-07': 'MST' },
  'America/Hermosillo': mexican,
  'America/Mazatlan': mexican,
  'America/Whitehorse': { '-08': 'PST', '-07': 'MST' },
  'America/Havana': cuban,
  'America/Miquelon': digitsOnly,
  'Antarctica/Casey': digitsOnly,
  'Antarctica/Troll': digitsOnly,
  'Asia/Shanghai': chinese,
  'Asia/Macau': chinese,
  'Asia/Taipei': chinese,
  'Asia/Colombo': digitsOnly,
  'Asia/Dubai': digitsOnly,
  'Asia/Muscat': digitsOnly,
  'Asia/Jakarta': western,
  'Asia/Pontianak': western,
  'Asia/Jayapura': { '+09': 'WIT' },
  'Asia/Makassar': { '+08': 'WITA' },
  'Asia/Jerusalem': israeli,
  'Asia/Karachi': { '+05': 'PKT', '+06': 'PKST' },
  'Asia/Kuala_Lumpur': digitsOnly,
  'Asia/Kuching': digitsOnly,
  'Asia/Singapore': digitsOnly,
  'Asia/Manila': { '+08': 'PST', '+09': 'PDT' },
  'Asia/Pyongyang': korean,
  'Asia/Seoul': korean,
  'Asia/Tokyo': { '+09': 'JST', '+10': 'JDT' },
  'Australia/Eucla': digitsOnly,
  'Australia/Lord_Howe': digitsOnly,
  'Europe/Dublin': { '+00': 'GMT', '+01': 'IST' },
  'Europe/Guernsey': british,
  'Europe/Isle_of_Man': british,
  'Europe/Jersey': british,
  'Europe/Kirov': russian,
  'Europe/Moscow': russian,
  'Europe/Simferopol': { ...russian, '+02': 'EET' },
  'Europe/Volgograd': russian,
  'Pacific/Chatham': digitsOnly,
  'Pacific/Guam': chamorro,
  'Pacific/Saipan': chamorro,
  'Pacific/Midway': samoan,
  'Pacific/Pago_Pago': samoan,
}
