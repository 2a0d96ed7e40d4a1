import { oneOf } from '../../define/choice-types.ts'
import { count } from '../../define/scalar-types.ts'
import { exact, listOf } from '../../define/schema.ts'
import { numberOrNull } from '../../resources/admin-api/index.ts'
import { activityKinds } from '../../resources/index.ts'
import type { Operations } from '../api/operation.ts'
import { before, perPage } from './page-params.ts'
import { schemaOf } from './schema-of.ts'

export const activityOperations = {
  'GET /activity': {
    name: 'listActivity',
    access: 'account',
    summary: {
      en: 'Who did what to which record, newest first, a bulk change or an import as one entry; for editors, and of accounts for administrators',
      fr: 'Qui a fait quoi sur quelle fiche, du plus récent au plus ancien, une modification groupée ou une importation en une seule entrée ; pour les éditeurs et, quant aux comptes, pour les administrateurs',
    },
    params: {
      user: {
        type: count(),
        en: 'Only what this user did.',
        fr: 'Seulement ce qu’a fait cette personne.',
      },
      kind: {
        type: oneOf(activityKinds),
        en: 'Only what was done to records of this kind.',
        fr: 'Seulement ce qui a été fait sur ce type de fiches.',
      },
      before,
      per_page: perPage(200, 50, { en: 'Entries on a page', fr: 'Le nombre d’entrées par page' }),
    },
    returns: exact(
      { en: 'A page of the change log.', fr: 'Une page du journal des modifications.' },
      {
        activity: listOf(schemaOf('Activity'), {
          en: 'Newest first.',
          fr: 'Du plus récent au plus ancien.',
        }),
        next: numberOrNull({
          en: 'The value of `before` for the older ones; null: there are none. A page may have few, or none, and yet a next.',
          fr: 'La valeur de `before` pour les plus anciennes ; null : il n’y en a pas. Une page peut en avoir peu, ou aucune, et pourtant une suite.',
        }),
      },
    ),
  },
} satisfies Operations
