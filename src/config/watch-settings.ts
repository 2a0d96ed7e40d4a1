import type { Definitions } from './setting.ts'
import { chosenToken } from './setting-types.ts'

/** What is said of the service to whoever runs it. */
export const watchSettings = {
  metricsToken: {
    type: chosenToken(),
    default: '',
    secret: true,
    en: 'The token with which Prometheus reads /metrics; empty: there are no metrics.',
    fr: 'Le jeton avec lequel Prometheus lit /metrics ; vide : aucune métrique n’est exposée.',
  },
} as const satisfies Definitions
