import type { Language } from '../define/text/language.ts'

/** Where the app is, as its page says. Paths without a slash at the end. */
export type Place = {
  /** `/admin`, `/fr/admin` */
  base: string
  /** The same screens in the other language. */
  otherBase: string
  /** Root of sign-in and accounts: `/admin/api`, `/fr/admin/api` */
  accounts: string
  language: Language
  /** Addresses of what maps are drawn of: tiles, where a server of them is set, and whose they are; else the land, and where countries are. */
  map: { tiles: string; source: string; land: string; countries: string }
}

export const placeOf = ({
  base = '',
  otherBase = '',
  accounts = '',
  language,
  tiles = '',
  tilesSource = '',
  land = '',
  countries = '',
}: DOMStringMap): Place => ({
  base,
  otherBase,
  accounts,
  language: language === 'fr' ? 'fr' : 'en',
  map: { tiles, source: tilesSource, land, countries },
})
