import { once } from '../../define/base/objects.ts'
import { inEachLanguage, type Language, languages } from '../../define/text/language.ts'
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

const names = once(() =>
  inEachLanguage(of => new Intl.DisplayNames(of, { type: 'region', fallback: 'none' })),
)

/** The names of all countries in a language, in its order. */
export function countryNames(language: Language): string[] {
  return codes()
    .filter(code => !noCountries.has(code))
    .flatMap(code => names()[language].of(code) ?? [])
    .toSorted(new Intl.Collator(language).compare)
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes replaced by another one, such as those of former countries, are left out. */
const isCurrent = (code: string) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`

const codes = once(() => letters.flatMap(a => letters.map(b => a + b)).filter(isCurrent))

/** Codes by the names of countries in the languages of the calendar, and by themselves. */
const codesByName = once(() => {
  const byName = new Map(Object.entries(aliases))
  for (const language of languages)
    for (const code of codes()) {
      const name = names()[language].of(code)
      if (name === undefined) continue
      byName.set(folded(name), code)
      byName.set(folded(code), code)
    }
  return byName
})

/** The ISO 3166 code of a country that is written in a language of the calendar or as its code. */
export const countryCode = (country: string): string | undefined =>
  codesByName().get(folded(country))

/** A country that is named in another language of the calendar, in this one; what is no such name, as `USA`, stays. */
export function countryIn(country: string, language: Language): string {
  const code = countryCode(country)
  if (code === undefined) return country
  const isName = (of: Language) => folded(names()[of].of(code) ?? '') === folded(country)
  return isName(language) || !languages.some(isName)
    ? country
    : (names()[language].of(code) ?? country)
}
