import { ids } from '../../define/list-types.ts'
import type { Params } from '../../define/param.ts'
import { changedRecords, fieldValues, minutes, mostAtOnce } from '../../resources/admin-api/many.ts'
import { writtenNames } from '../../resources/index.ts'
import type { Operations } from '../operation.ts'
import { kindAmong } from './page-params.ts'
import { schemaOf } from './schema-of.ts'

const changeParams = {
  kind: kindAmong(writtenNames),
  records: {
    type: ids(undefined, mostAtOnce),
    required: true,
    en: `The IDs of the records, up to ${mostAtOnce}.`,
    fr: `Les ID des fiches, ${mostAtOnce} au plus.`,
  },
  change: {
    type: fieldValues({ status: 'draft' }),
    en: 'Fields and their values, as in a change of one record.',
    fr: 'Des champs et leurs valeurs, comme pour modifier une seule fiche.',
  },
  add: {
    type: fieldValues({ categories: [3] }),
    en: 'Links that are added to those of each event: IDs by field.',
    fr: 'Des liens ajoutés à ceux de chaque évènement : des ID par champ.',
  },
  remove: {
    type: fieldValues({ tags: [5] }),
    en: 'Links that are removed from each event: IDs by field.',
    fr: 'Des liens retirés de chaque évènement : des ID par champ.',
  },
  move: {
    type: minutes(),
    en: 'Minutes by which the dates of each event move, on its own clock.',
    fr: 'Le nombre de minutes dont se décalent les dates de chaque évènement, à sa propre heure.',
  },
} satisfies Params

export const manyOperations = {
  'POST /bulk': {
    name: 'changeRecords',
    access: 'account',
    summary: {
      en: 'Change several records alike, each by the checks and rights of any other change; what it returns undoes it. A status of trash moves them there',
      fr: 'Modifier plusieurs fiches de la même façon, chacune selon les contrôles et les droits de toute autre modification ; la réponse permet de l’annuler. Le statut trash les met à la corbeille',
    },
    params: changeParams,
    returns: schemaOf('ChangedMany'),
  },
  'POST /bulk/undo': {
    name: 'undoRecords',
    access: 'account',
    summary: {
      en: 'Write several records as they were before a change of several, those that nobody has changed since',
      fr: 'Rétablir plusieurs fiches telles qu’elles étaient avant une modification groupée, celles que personne n’a modifiées depuis',
    },
    params: {
      kind: kindAmong(writtenNames),
      changed: {
        type: changedRecords(),
        required: true,
        en: 'The records, as the change has returned them.',
        fr: 'Les fiches, telles que la modification les a renvoyées.',
      },
    },
    returns: schemaOf('ChangedMany'),
  },
} satisfies Operations
