import type { Sentence } from '../../define/text/language.ts'

/** What the map says on which a pin is set. */
export const messages = {
  map: { en: 'Map with the pin', fr: 'Carte avec l’épingle' },
  help: {
    en: 'Click to set the pin, or drag it. By keyboard: Enter sets it, the arrows move it, with Shift by a little, + and − zoom. Two fingers or the mouse move the map.',
    fr: 'Cliquez pour poser l’épingle, ou faites-la glisser. Au clavier : Entrée la pose, les flèches la déplacent, avec Maj de très peu, + et − changent l’échelle. Deux doigts ou la souris déplacent la carte.',
  },
  outline: {
    en: 'Coasts and borders: Natural Earth. Streets are seen where a server of map tiles is set.',
    fr: 'Côtes et frontières : Natural Earth. Les rues s’affichent si un serveur de tuiles est configuré.',
  },
  zoomIn: { en: 'Zoom in', fr: 'Agrandir' },
  zoomOut: { en: 'Zoom out', fr: 'Réduire' },
  center: { en: 'Show the pin', fr: 'Afficher l’épingle' },
  remove: { en: 'Remove the pin', fr: 'Retirer l’épingle' },
  at: { en: 'Pin at {lat}, {lng}', fr: 'Épingle : {lat}, {lng}' },
  none: { en: 'No pin yet', fr: 'Pas encore d’épingle' },
} as const satisfies Record<string, Sentence>
