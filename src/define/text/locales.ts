import { acuteSpelling, inEachLanguage, type Language, type Locale } from './language.ts'
import { type LanguageRow, languageTable } from './language-table.ts'
import { rowOf } from './locale-row.ts'
import type { WeekStart } from './week-start.ts'

/** The regions in which a language is written, its usual one first. */
export const regionsOf = {
  en: ['en-GB', 'en-US', 'en-CA'],
  fr: ['fr-FR', 'fr-CA', 'fr-CH', 'fr-BE'],
} as const satisfies Partial<Record<Language, readonly Locale[]>>

/** The locale of a site for each language. */
export type Locales = Record<Language, Locale>

type LocaleSettings = {
  englishRegion: (typeof regionsOf)['en'][number]
  frenchRegion: (typeof regionsOf)['fr'][number]
  frenchSpelling: 'grave' | 'acute'
}

export function localesOf({
  englishRegion,
  frenchRegion,
  frenchSpelling,
}: LocaleSettings): Locales {
  const spelling = frenchSpelling === 'acute' ? acuteSpelling : ''
  const chosen: Partial<Locales> = { en: englishRegion, fr: `${frenchRegion}${spelling}` }
  return inEachLanguage(language => chosen[language] ?? usualLocale(language))
}

/** The locale of a language where no site says another. */
export function usualLocale(language: Language): Locale {
  const { locale }: LanguageRow = languageTable[language]
  return `${language}-${locale.slice(language.length + 1)}`
}

/** The first day of the week in each language, as a site has chosen it or by its regions. */
export const weekStartsOf = (chosen: 'region' | WeekStart, locales: Locales) =>
  inEachLanguage(
    (language): WeekStart =>
      chosen === 'region' ? (rowOf(locales[language]).weekStart ?? 'monday') : chosen,
  )

export const isLocaleOf = (language: Language, tag: string | undefined): tag is Locale =>
  tag?.startsWith(`${language}-`) === true
