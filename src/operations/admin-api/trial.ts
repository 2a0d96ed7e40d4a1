import { triedParams } from '../../resources/admin-api/records.ts'
import type { Operations } from '../operation.ts'
import { schemaOf } from './schema-of.ts'

/** What is tried before it is saved. */
export const trialOperations = {
  'GET /tried-event': {
    name: 'tryEvent',
    access: 'session',
    summary: {
      en: 'What an event of these dates and this cost would show; nothing is stored',
      fr: 'Ce que montrerait un évènement de ces dates et de ce tarif ; rien n’est enregistré',
    },
    params: triedParams,
    returns: schemaOf('EventTrial'),
  },
} satisfies Operations
