import { oneOf } from '../../define/choice-types.ts'
import { ids } from '../../define/list-types.ts'
import type { Params } from '../../define/param.ts'
import { exact, listOf, text, whole } from '../../define/schema.ts'
import { text as plain } from '../../define/text-types.ts'
import { postNames } from '../../resources/index.ts'
import type { Operations } from '../operation.ts'

const ofAuthors = {
  kind: {
    type: oneOf(postNames),
    required: true,
    en: 'What kind of records.',
    fr: 'Le type de fiches.',
  },
  records: {
    type: ids(),
    required: true,
    en: 'The IDs of the records, up to 100.',
    fr: 'Les ID des fiches, 100 au plus.',
  },
} satisfies Params

/** Characters of a note at most. */
const longestNote = 2000

export const reviewOperations = {
  'POST /events/:id/return': {
    name: 'returnEvent',
    access: 'account',
    takesIfMatch: true,
    summary: {
      en: 'Give an event that waits for review back to its author, with a word; for those who may publish it',
      fr: 'Renvoyer à son auteur un évènement en attente de relecture, avec un mot ; pour qui peut le publier',
    },
    params: {
      note: {
        type: plain(longestNote, 'Please add the price.'),
        en: 'What the author is told. It is kept with the event until it is submitted again, and never public.',
        fr: 'Le mot adressé à l’auteur. Il reste avec l’évènement jusqu’à ce que celui-ci soit soumis de nouveau, et n’est jamais public.',
      },
    },
    returns: exact(
      { en: 'The event, a draft again.', fr: 'L’évènement, redevenu brouillon.' },
      {
        id: whole({ en: 'Its ID.', fr: 'Son ID.' }, 1),
        status: text({ en: 'draft', fr: 'draft' }),
      },
    ),
    problems: [
      ...(['rest_forbidden', 'rest-event-not-found', 'event_not_pending'] as const),
      'rest_precondition_failed',
    ],
  },
  'GET /authors': {
    name: 'listAuthors',
    access: 'account',
    summary: {
      en: 'What the authors of records are called, of records that one may read; for those who write',
      fr: 'Le nom des auteurs de fiches que l’on peut lire ; pour qui écrit',
    },
    params: ofAuthors,
    returns: exact(
      { en: 'Authors.', fr: 'Des auteurs.' },
      {
        authors: listOf(
          exact(
            { en: 'An author.', fr: 'Un auteur.' },
            {
              id: whole({ en: 'The ID of the user.', fr: 'L’ID de l’utilisateur.' }, 1),
              name: text({ en: 'The name that this user shows.', fr: 'Son nom affiché.' }),
            },
          ),
          {
            en: 'Each once; who shows no name is left out.',
            fr: 'Chacun une fois ; qui n’affiche pas de nom est omis.',
          },
        ),
      },
    ),
    problems: ['rest_forbidden'],
  },
} satisfies Operations
