import { inEachLanguage, isLanguage, type Language } from '../define/text/language.ts'

/** Where the app is, as its page says. Paths without a slash at the end. */
export type Place = {
  /** `/admin`, `/fr/admin` */
  base: string
  /** The same screens by language. */
  bases: Record<Language, string>
  /** Root of sign-in and accounts: `/admin/api`, `/fr/admin/api` */
  accounts: string
  language: Language
  /** Addresses of what maps are drawn of: tiles, where a server of them is set, and whose they are; else the land, and where countries are. */
  map: { tiles: string; source: string; land: string; countries: string }
}

export const placeOf = ({
  bases = '{}',
  language,
  tiles = '',
  tilesSource = '',
  land = '',
  countries = '',
}: DOMStringMap): Place => {
  const written = JSON.parse(bases)
  const known = inEachLanguage(of => String(written[of] ?? ''))
  const own = isLanguage(language) ? language : 'en'
  return {
    base: known[own],
    bases: known,
    accounts: `${known[own]}/api`,
    language: own,
    map: { tiles, source: tilesSource, land, countries },
  }
}
