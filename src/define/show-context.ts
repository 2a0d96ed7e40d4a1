import type { CustomField } from './custom-fields.ts'
import type { Language } from './text/language.ts'
import type { Locales } from './text/locales.ts'

/** The parts of a request that presenting a record needs. */
export type ShowContext = {
  language: Language
  /** Records have their texts in all languages too. */
  isInEveryLanguage?: boolean
  /** The locale of the site for each language. */
  locales: Locales
  /** Root of the API under the base URL of the request, without a slash at the end. */
  root: string
  /** Root of the API in a language, for links to translations. */
  rootIn: Record<Language, string>
  /** Public pages in a language, without a slash at the end. */
  homeIn: Record<Language, string>
  /** The URL of stored images. */
  uploads: string
  host: string
  /** First segment of the namespace: names the taxonomy of categories. */
  vendor: string
  zone: string
  /** The fields of events that the site has defined. */
  customFields: readonly CustomField[]
  currency: { symbol: string; position: 'prefix' | 'postfix'; code: string }
}
