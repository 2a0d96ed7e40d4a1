import { formatMessage, type Locale, type Sentence } from '../../define/text/language.ts'

/** What maps say, in both languages. */
const mapMessages = {
  title: { en: 'Map of events', fr: 'Carte des évènements' },
  from: { en: 'Map of events from {day}', fr: 'Carte des évènements à partir du {day}' },
  places: {
    en: 'Map with {count} {count|venue|venues}; the list has the same',
    fr: 'Carte avec {count} {count|lieu|lieux} ; la liste les reprend',
  },
  placeOf: { en: 'Map: {name}', fr: 'Carte : {name}' },
  goTo: {
    en: '{number}. {name}, {count} {count|event|events}',
    fr: '{number}. {name}, {count} {count|évènement|évènements}',
  },
  group: {
    en: '{numbers}: {count} venues close together, show them nearer',
    fr: '{numbers} : {count} lieux proches, les voir de plus près',
  },
  venues: { en: 'Venues', fr: 'Lieux' },
  elsewhere: { en: 'Not on the map', fr: 'Hors de la carte' },
  moreDates: {
    en: 'and {count} more {count|date|dates}',
    fr: 'et {count} {count|autre date|autres dates}',
  },
  moreEvents: {
    en: '+ {count} more {count|event|events}',
    fr: '+ {count} {count|autre évènement|autres évènements}',
  },
  directions: {
    en: 'Directions on OpenStreetMap',
    fr: 'Itinéraire sur OpenStreetMap',
  },
  zoomIn: { en: 'Zoom in', fr: 'Agrandir' },
  zoomOut: { en: 'Zoom out', fr: 'Réduire' },
  whole: { en: 'Show all', fr: 'Tout afficher' },
  left: { en: 'Move west', fr: 'Vers l’ouest' },
  right: { en: 'Move east', fr: 'Vers l’est' },
  up: { en: 'Move north', fr: 'Vers le nord' },
  down: { en: 'Move south', fr: 'Vers le sud' },
  controls: { en: 'Move and zoom the map', fr: 'Déplacer et agrandir la carte' },
  keys: {
    en: 'Arrow keys move the map, plus and minus zoom.',
    fr: 'Les flèches déplacent la carte, plus et moins l’agrandissent ou la réduisent.',
  },
  outline: {
    en: 'Outline: Natural Earth',
    fr: 'Contours : Natural Earth',
  },
} as const satisfies Record<string, Sentence>

type MapMessageName = keyof typeof mapMessages

export const mapMessagesIn =
  (locale: Locale) =>
  (word: MapMessageName, params?: Readonly<Record<string, string | number>>): string =>
    formatMessage(mapMessages[word], locale, params)

/** Words that the script needs; `{…}` is filled in there. */
export const scriptMessages = (locale: Locale) => {
  const t = mapMessagesIn(locale)
  const names = [
    'zoomIn',
    'zoomOut',
    'whole',
    'left',
    'right',
    'up',
    'down',
    'controls',
    'keys',
  ] as const
  return {
    ...Object.fromEntries(names.map(name => [name, t(name)])),
    group: t('group', { numbers: '{numbers}', count: '{count}' }),
  }
}
