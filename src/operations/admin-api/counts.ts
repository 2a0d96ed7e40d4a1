import { oneOf } from '../../define/choice-types.ts'
import type { Params } from '../../define/param.ts'
import { exact } from '../../define/schema.ts'
import { countParams } from '../../resources/admin-api/records.ts'
import { postNames } from '../../resources/index.ts'
import type { Operations } from '../operation.ts'
import { schemaOf } from './schema-of.ts'

const params = {
  kind: {
    type: oneOf(postNames),
    required: true,
    en: 'The kind of records.',
    fr: 'Le type de fiches.',
  },
  ...countParams,
} satisfies Params

export const countsOperations = {
  'GET /counts': {
    name: 'countRecords',
    access: 'account',
    summary: {
      en: 'How many records of a kind there are, by status, as far as the caller sees them in lists',
      fr: 'Combien de fiches d’un type il y a, par statut, telles que l’appelant les voit dans les listes',
    },
    params,
    returns: exact(
      {
        en: 'Whenever they are and, of events, within the dates asked for.',
        fr: 'Toutes dates confondues et, parmi les évènements, dans les dates demandées.',
      },
      { counts: schemaOf('Counts'), later: schemaOf('Counts') },
      ['later'],
    ),
  },
} satisfies Operations
