import {
  formatMessage,
  type Language,
  type Locale,
  languageIn,
  type Sentence,
} from '../text/language.ts'
import { formatDay, formatHour } from './day-formats.ts'

/** The time that a clock of a zone shows, as people write it. `wall`: read as UTC. Runs in browsers too. */
export const formatWallTime = (wall: Date, zone: string, locale: Locale): string =>
  `${momentIn(wall, locale)} (${formatZone(zone, languageIn(locale))})`

/** A day and its time: `6 March 2027, 8:30 pm`. */
export function momentIn(wall: Date, locale: Locale): string {
  const at = wall.getTime() / 1000
  return formatMessage(moment, locale, {
    day: formatDay(at, 'date', locale),
    hour: formatHour(at, locale),
  })
}

const moment: Sentence = { en: '{day}, {hour}', fr: '{day} à {hour}' }
const cityTime: Sentence = { en: '{city} time', fr: 'heure {city}' }

/** A zone by its city: `Toronto time`, `heure de Toronto`. Zones without a city keep their name. */
export function formatZone(zone: string, language: Language): string {
  const [, last] = /^[A-Z][A-Za-z]+\/(?:[\w-]+\/)?([A-Z][A-Za-z_-]+)$/.exec(zone) ?? []
  if (last === undefined || /^(?:Etc|SystemV|US|Canada|Brazil|Chile|Mexico)\//.test(zone))
    return zone
  const city = last.replaceAll('_', ' ')
  return formatMessage(cityTime, language, {
    city: language === 'fr' ? frenchCity(last, city) : city,
  })
}

const frenchCity = (last: string, city: string) =>
  french[last] ?? `${/^[AEIOUYÉH]/.test(city) ? 'd’' : 'de '}${city}`

/** Cities that French names otherwise, or with an article. */
const french: Record<string, string> = {
  Algiers: 'd’Alger',
  Athens: 'd’Athènes',
  Beirut: 'de Beyrouth',
  Belgrade: 'de Belgrade',
  Brussels: 'de Bruxelles',
  Bucharest: 'de Bucarest',
  Cairo: 'du Caire',
  Cayenne: 'de Cayenne',
  Copenhagen: 'de Copenhague',
  Damascus: 'de Damas',
  Dubai: 'de Dubaï',
  Edmonton: 'd’Edmonton',
  Guadeloupe: 'de la Guadeloupe',
  Havana: 'de La Havane',
  Halifax: 'de Halifax',
  Hong_Kong: 'de Hong Kong',
  Jerusalem: 'de Jérusalem',
  Kiev: 'de Kiev',
  Kyiv: 'de Kiev',
  Lisbon: 'de Lisbonne',
  London: 'de Londres',
  Martinique: 'de la Martinique',
  Mauritius: 'de Maurice',
  Mayotte: 'de Mayotte',
  Mexico_City: 'de Mexico',
  Montreal: 'de Montréal',
  Moscow: 'de Moscou',
  Noumea: 'de Nouméa',
  Prague: 'de Prague',
  Reunion: 'de La Réunion',
  Sao_Paulo: 'de São Paulo',
  Seoul: 'de Séoul',
  Shanghai: 'de Shanghai',
  Singapore: 'de Singapour',
  Sofia: 'de Sofia',
  St_Johns: 'de Saint-Jean de Terre-Neuve',
  Tahiti: 'de Tahiti',
  Tunis: 'de Tunis',
  Vienna: 'de Vienne',
  Warsaw: 'de Varsovie',
}
