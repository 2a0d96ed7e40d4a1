import type { MapSource } from '../define/map-sources.ts'
import { inEachLanguage, isLanguage, type Language, type Locale } from '../define/text/language.ts'
import { isLocaleOf, usualLocale } from '../define/text/locales.ts'

/** Where the app is, as its page says. Paths without a slash at the end. */
export type Place = {
  /** `/admin`, `/fr/admin` */
  base: string
  /** The same screens by language. */
  bases: Record<Language, string>
  /** Root of sign-in and accounts: `/admin/api`, `/fr/admin/api` */
  accounts: string
  language: Language
  /** The locale of the site for it. */
  locale: Locale
  /** The source of maps; undefined: there are none. */
  map: MapSource | undefined
}

export const placeOf = ({ bases = '{}', language, locale, map }: DOMStringMap): Place => {
  const written = JSON.parse(bases)
  const addresses = inEachLanguage(of => String(written[of] ?? ''))
  const own = isLanguage(language) ? language : 'en'
  return {
    base: addresses[own],
    bases: addresses,
    accounts: `${addresses[own]}/api`,
    language: own,
    locale: isLocaleOf(own, locale) ? locale : usualLocale(own),
    map: map === undefined ? undefined : JSON.parse(map),
  }
}
