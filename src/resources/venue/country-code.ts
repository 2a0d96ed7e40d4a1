import { once } from '../../define/base/objects.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { withoutAccents } from '../../define/text/letters.ts'

const aliases: Record<string, string> = {
  usa: 'US',
  us: 'US',
  'united states of america': 'US',
  'etats-unis d’amerique': 'US',
  "etats-unis d'amerique": 'US',
  uk: 'GB',
  'great britain': 'GB',
  'grande-bretagne': 'GB',
  england: 'GB',
  angleterre: 'GB',
  scotland: 'GB',
  ecosse: 'GB',
  wales: 'GB',
  'pays de galles': 'GB',
  'northern ireland': 'GB',
  'irlande du nord': 'GB',
}

const folded = (name: string) => withoutAccents(name.replaceAll('.', '')).toLowerCase().trim()

/** Unions, the world by parts, and codes for tests. */
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

/** The names of all countries in a language, in its order. */
export function countryNames(language: Language): string[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return codes()
    .filter(code => !noCountries.has(code))
    .flatMap(code => names.of(code) ?? [])
    .toSorted(new Intl.Collator(language).compare)
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes replaced by another one, such as those of former countries, are left out. */
const isCurrent = (code: string) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`

const codes = once(() => letters.flatMap(a => letters.map(b => a + b)).filter(isCurrent))

/** Codes by the names of countries in the languages of the calendar, and by themselves. */
const codesByName = once(() => {
  const byName = new Map(Object.entries(aliases))
  for (const language of languages) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of codes()) {
      const name = names.of(code)
      if (name === undefined) continue
      byName.set(folded(name), code)
      byName.set(folded(code), code)
    }
  }
  return byName
})

/** The ISO 3166 code of a country that is written in a language of the calendar or as its code. */
export const countryCode = (country: string): string | undefined =>
  codesByName().get(folded(country))
