import type { Params } from '../../define/param.ts'
import { flag } from '../../define/scalar-types.ts'
import { exact, integer, listOf, text } from '../../define/schema.ts'
import { text as plain } from '../../define/text-types.ts'
import { flag as yesOrNo } from '../../resources/admin-api/index.ts'
import { resourceNames } from '../../resources/index.ts'
import type { Operations } from '../api/operation.ts'
import { kindAmong } from './page-params.ts'

/** Characters of a query, and of a name. */
const limits = { query: 2000, name: 80 }

const view = exact(
  { en: 'A saved view.', fr: 'Une vue enregistrée.' },
  {
    id: integer({ en: 'Its ID.', fr: 'Son ID.' }, 1),
    name: text({ en: 'Its name.', fr: 'Son nom.' }),
    query: text({ en: 'The query of its URL.', fr: 'Les paramètres de son URL.' }),
    shared: yesOrNo({
      en: 'Whether it is offered to all accounts.',
      fr: 'Indique si elle est proposée à tous les comptes.',
    }),
    own: yesOrNo({
      en: 'Whether it belongs to the caller.',
      fr: 'Indique si elle appartient à l’appelant.',
    }),
  },
)

const newView = {
  kind: kindAmong(resourceNames),
  name: {
    type: plain(limits.name, 'Drafts without French'),
    required: true,
    en: 'Its name. A view of this name is replaced.',
    fr: 'Son nom. Une vue du même nom est remplacée.',
  },
  query: {
    type: plain(limits.query, 'tab=draft&missing=fr'),
    default: '',
    en: 'The query of the URL of the table.',
    fr: 'Les paramètres de l’URL du tableau.',
  },
  shared: {
    type: flag({ loose: true }),
    default: false,
    en: 'Offer it to all accounts; for editors and administrators.',
    fr: 'La proposer à tous les comptes ; réservé aux rôles editor et administrator.',
  },
} satisfies Params

export const viewsOperations = {
  'GET /views': {
    name: 'listViews',
    access: 'account',
    summary: {
      en: 'List the saved views of a table: yours, and those that are shared',
      fr: 'Lister les vues enregistrées d’un tableau : les vôtres, et celles qui sont partagées',
    },
    params: { kind: kindAmong(resourceNames) },
    returns: exact(
      { en: 'Saved views.', fr: 'Des vues enregistrées.' },
      { views: listOf(view, { en: 'The views, ordered by name.', fr: 'Les vues, par nom.' }) },
    ),
  },
  'POST /views': {
    name: 'saveView',
    access: 'account',
    summary: {
      en: 'Save a view of a table',
      fr: 'Enregistrer une vue d’un tableau',
    },
    params: newView,
    returns: view,
    status: 201,
  },
  'DELETE /views/:id': {
    name: 'removeView',
    access: 'account',
    summary: {
      en: 'Delete a saved view: yours, or as an editor a shared one',
      fr: 'Supprimer une vue enregistrée : la vôtre ou, pour le rôle editor, une vue partagée',
    },
    returns: exact({ en: 'An empty response.', fr: 'Une réponse vide.' }, {}),
    problems: ['saved_view_not_found'],
  },
} satisfies Operations
