import type { Language } from '../define/text/language.ts'
import { regionsOf } from '../define/text/locales.ts'
import type { Settings } from './config.ts'

type FirstSite = Partial<
  Pick<Settings, 'language' | 'currencyCode' | 'englishRegion' | 'frenchRegion'>
>

/** Currencies of the regions of English and French calendars; elsewhere the defaults of the settings apply. */
const currencies: Record<string, string> = {
  ...Object.fromEntries(['BE', 'FR', 'IE', 'LU', 'MC'].map(region => [region, 'EUR'])),
  AU: 'AUD',
  CA: 'CAD',
  CH: 'CHF',
  GB: 'GBP',
  NZ: 'NZD',
  US: 'USD',
}

/** The regions of both languages in a country, such as Canada; where it is usual, nothing is stored. */
function regionsFor(region: string): Pick<FirstSite, 'englishRegion' | 'frenchRegion'> {
  const english = regionsOf.en.find((of, at) => at > 0 && of.endsWith(region))
  const french = regionsOf.fr.find((of, at) => at > 0 && of.endsWith(region))
  return { ...(english && { englishRegion: english }), ...(french && { frenchRegion: french }) }
}

/** The site that the first start stores, by the language of the terminal and its locale, such as `fr_CA.UTF-8`. */
export function firstSite(language: Language, locale: string): FirstSite {
  const [, region] = /^[a-z]+[_-]([A-Z]{2})\b/.exec(locale) ?? []
  const code = region === undefined ? (language === 'fr' ? 'EUR' : undefined) : currencies[region]
  const regions = region === undefined ? {} : regionsFor(region)
  if (code === undefined) return { language, ...regions }
  return { language, ...regions, currencyCode: code }
}

/** The settings: what each is, how they are read, and how those of the site are kept. */

export {
  flagOf,
  pairedWith,
  readSettings,
  type Setting,
  type SettingName,
  type Settings,
  type Source,
  settings,
  siteSettings,
  unknownSettingMessage,
  variableOf,
} from './config.ts'
export { byLabels, describeSettings, labelOf } from './describe.ts'
export { storageSettings } from './limit-settings.ts'
export { type Live, type LiveChange, openLive, type SettingValues, wrongValue } from './live.ts'
export { signInSettings } from './sign-in-settings.ts'
export { bucketIn, bucketLike, bucketName } from './storage-types.ts'
export {
  definitionOf,
  isSealed,
  type Listening,
  lastListening,
  lastUrl,
  liveNames,
  readStored,
  type SiteInput,
  settle,
  storableNames,
  storedSettings,
  storeListening,
  valuesIn,
} from './stored-site.ts'
