import { oneOf } from '../../define/choice-types.ts'
import { flag } from '../../define/flag-types.ts'
import { ids } from '../../define/list-types.ts'
import { count } from '../../define/number-types.ts'
import type { Params } from '../../define/param.ts'
import { linkKinds } from '../../define/record.ts'
import { exact, whole } from '../../define/schema.ts'
import { flag as yesOrNo } from '../../resources/admin-api/parts.ts'
import type { Operations } from '../operation.ts'

const params = {
  kind: {
    type: oneOf(linkKinds),
    required: true,
    en: 'The kind of records.',
    fr: 'Le type de fiches.',
  },
  into: {
    type: count(),
    required: true,
    en: 'The ID of the record that stays.',
    fr: 'L’ID de la fiche qui reste.',
  },
  from: {
    type: ids(),
    required: true,
    en: 'The IDs of the records that go: to the trash, categories and tags for good. Those that are gone already do no harm.',
    fr: 'Les ID des fiches qui s’en vont : à la corbeille, les catégories et étiquettes définitivement. Celles qui sont déjà parties ne gênent pas.',
  },
  fill: {
    type: flag({ loose: true }),
    default: false,
    en: 'Fill texts that the record that stays lacks with those of the others.',
    fr: 'Compléter les textes qui manquent à la fiche qui reste par ceux des autres.',
  },
} satisfies Params

export const mergeOperations = {
  'POST /merge': {
    name: 'mergeRecords',
    access: 'account',
    summary: {
      en: 'Merge venues, organizers, categories or tags into one of them, which gets all that is linked to the others. A request does a few thousand links; until `done`, the same one goes on where the last stopped',
      fr: 'Fusionner des lieux, organisateurs, catégories ou étiquettes en une seule fiche, qui reçoit tout ce qui est lié aux autres. Une requête traite quelques milliers de liens ; jusqu’à `done`, la même reprend là où la précédente s’est arrêtée',
    },
    params,
    returns: exact(
      { en: 'What was done.', fr: 'Ce qui a été fait.' },
      {
        done: yesOrNo({
          en: 'Whether all is done: with false, send the same request again.',
          fr: 'Indique si tout est fait : avec false, renvoyez la même requête.',
        }),
        changed: whole({
          en: 'How many events and categories this request changed.',
          fr: 'Le nombre d’évènements et de catégories que cette requête a modifiés.',
        }),
      },
    ),
    problems: ['rest_forbidden'],
  },
} satisfies Operations
