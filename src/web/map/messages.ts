import { tableOf } from '../../define/base/objects.ts'
import { formatMessage, type Locale, type Sentence } from '../../define/text/language.ts'

/** The messages of maps, in both languages. */
const mapMessages = {
  title: { en: 'Map of events', fr: 'Carte des évènements' },
  from: { en: 'Map of events from {day}', fr: 'Carte des évènements à partir du {day}' },
  places: {
    en: 'Map with {count} {count|venue|venues}; the list has the same',
    fr: 'Carte avec {count} {count|lieu|lieux} ; la liste les reprend',
  },
  placeOf: { en: 'Map: {name}', fr: 'Carte : {name}' },
  goTo: {
    en: '{name}, {count} {count|event|events}',
    fr: '{name}, {count} {count|évènement|évènements}',
  },
  group: {
    en: '{count} venues close together: zoom in',
    fr: '{count} lieux proches : agrandir',
  },
  venues: { en: 'Venues', fr: 'Lieux' },
  elsewhere: { en: 'Not on the map', fr: 'Hors de la carte' },
  moreEvents: {
    en: '+ {count} more {count|event|events}',
    fr: '+ {count} {count|autre évènement|autres évènements}',
  },
  directions: {
    en: 'Directions on OpenStreetMap',
    fr: 'Itinéraire sur OpenStreetMap',
  },
  onOpenStreetMap: { en: 'Show on OpenStreetMap', fr: 'Voir sur OpenStreetMap' },
  show: { en: 'Show the map', fr: 'Afficher la carte' },
  hide: { en: 'Hide the map', fr: 'Masquer la carte' },
  ask: {
    en: 'The map comes from {host}, which then sees your IP address. This browser remembers your choice.',
    fr: 'La carte vient de {host}, qui voit alors votre adresse IP. Ce navigateur retient votre choix.',
  },
  failed: { en: 'The map could not be loaded.', fr: 'La carte n’a pas pu être chargée.' },
  zoomIn: { en: 'Zoom in', fr: 'Agrandir' },
  zoomOut: { en: 'Zoom out', fr: 'Réduire' },
  whole: { en: 'Show all', fr: 'Tout afficher' },
  controls: { en: 'Zoom the map', fr: 'Agrandir et réduire la carte' },
  keys: {
    en: 'Arrow keys move the map, plus and minus zoom.',
    fr: 'Les flèches déplacent la carte, plus et moins l’agrandissent ou la réduisent.',
  },
} as const satisfies Record<string, Sentence>

type MapMessageName = keyof typeof mapMessages

export const mapMessagesIn =
  (locale: Locale) =>
  (word: MapMessageName, params?: Readonly<Record<string, string | number>>): string =>
    formatMessage(mapMessages[word], locale, params)

const scriptNames = [
  ...(['show', 'hide', 'failed', 'zoomIn', 'zoomOut', 'whole', 'controls', 'keys'] as const),
]
/** Messages that the script needs. */
export type ScriptMessages = Record<(typeof scriptNames)[number] | 'group' | 'ask', string>

/** `{count}` is filled in by the script. */
export function scriptMessages(locale: Locale, host: string): ScriptMessages {
  const t = mapMessagesIn(locale)
  return {
    ...tableOf(scriptNames, name => t(name)),
    group: t('group', { count: '{count}' }),
    ask: t('ask', { host }),
  }
}
