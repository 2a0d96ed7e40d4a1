import type { Sentence } from '../../define/text/language.ts'

/** The messages of the map on which a pin is set. */
export const messages = {
  map: { en: 'Map with the pin', fr: 'Carte avec l’épingle' },
  help: {
    en: 'Click to set the pin, or drag it. By keyboard: Enter sets it, the arrows move it (in small steps with Shift), + and − zoom. Two fingers or the mouse move the map.',
    fr: 'Cliquez pour poser l’épingle, ou faites-la glisser. Au clavier : Entrée la pose, les flèches la déplacent (par petits pas avec Maj), + et − changent l’échelle. Deux doigts ou la souris déplacent la carte.',
  },
  noMap: {
    en: 'Here the pin is set on a map once a source of maps is chosen in the settings.',
    fr: 'L’épingle se pose ici sur une carte, une fois la source des cartes choisie dans les réglages.',
  },
  search: { en: 'Search the address on OpenStreetMap', fr: 'Chercher l’adresse sur OpenStreetMap' },
  ask: {
    en: 'The map comes from {host}, which then sees your IP address. This browser remembers your choice.',
    fr: 'La carte vient de {host}, qui voit alors votre adresse IP. Ce navigateur retient votre choix.',
  },
  show: { en: 'Show the map', fr: 'Afficher la carte' },
  zoomIn: { en: 'Zoom in', fr: 'Agrandir' },
  zoomOut: { en: 'Zoom out', fr: 'Réduire' },
  center: { en: 'Show the pin', fr: 'Afficher l’épingle' },
  remove: { en: 'Remove the pin', fr: 'Retirer l’épingle' },
  at: { en: 'Pin at {lat}, {lng}', fr: 'Épingle : {lat}, {lng}' },
  none: { en: 'No pin yet', fr: 'Pas encore d’épingle' },
} as const satisfies Record<string, Sentence>
