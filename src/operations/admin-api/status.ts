import type { Operations } from '../api/operation.ts'
import { schemaOf } from './schema-of.ts'

/** The state of the service. */
export const statusOperations = {
  'GET /status': {
    name: 'readStatus',
    access: 'account',
    summary: {
      en: 'The state of the service, with points to check; for administrators',
      fr: 'L’état du service, avec les points à examiner ; pour les administrateurs',
    },
    returns: schemaOf('Status'),
  },
} satisfies Operations
