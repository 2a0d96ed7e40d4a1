import type { Operations } from '../operation.ts'
import { schemaOf } from './schema-of.ts'

/** The state of the service. */
export const statusOperations = {
  'GET /status': {
    name: 'readStatus',
    access: 'account',
    summary: {
      en: 'The state of the service, and what to look at; for administrators',
      fr: 'L’état du service, et ce qu’il faut examiner ; pour les administrateurs',
    },
    returns: schemaOf('Status'),
  },
} satisfies Operations
