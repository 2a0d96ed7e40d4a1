import type { Definitions } from './setting.ts'
import { chosenToken, oneOf, text } from './setting-types.ts'

/** Logs and metrics, for operators. */
export const watchSettings = {
  accessLog: {
    type: oneOf('off', 'combined', 'json'),
    default: 'off',
    en: 'Whether each request gets a line in a log of its own: combined, the format of Apache and nginx, or json.',
    fr: 'Indique si chaque requête reçoit une ligne dans un journal à part : combined, le format d’Apache et de nginx, ou json.',
  },
  accessLogFile: {
    type: text(
      /^[^\0]+$/,
      { en: 'the path of a file', fr: 'le chemin d’un fichier' },
      { canBeEmpty: true },
    ),
    default: '',
    en: 'The file of the access log, to which lines are added; empty: standard output.',
    fr: 'Le fichier du journal des accès, complété ligne par ligne ; vide : la sortie standard.',
  },
  metricsToken: {
    type: chosenToken(),
    default: '',
    secret: true,
    en: 'The token with which Prometheus reads /metrics; empty: there are no metrics.',
    fr: 'Le jeton avec lequel Prometheus lit /metrics ; vide : aucune métrique n’est exposée.',
  },
} as const satisfies Definitions
