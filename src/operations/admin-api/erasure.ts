import { erasureOutcomes, personalPlaces } from '../../define/erasure-messages.ts'
import { flag } from '../../define/scalar-types.ts'
import { exact, integer, listOf, text } from '../../define/schema.ts'
import { text as plain } from '../../define/text-types.ts'
import { word } from '../../resources/admin-api/index.ts'
import type { Operations } from '../api/operation.ts'

/** The data that is stored about a person. */
export const erasureOperations = {
  'POST /erasure': {
    name: 'erasePerson',
    access: 'account',
    summary: {
      en: 'Find what is stored about a person, and erase it; for administrators',
      fr: 'Trouver ce qui est enregistré au sujet d’une personne, et l’effacer ; pour les administrateurs',
    },
    params: {
      who: {
        type: plain(200, 'ada@example.org'),
        required: true,
        en: 'Login, name or e-mail address, all of it.',
        fr: 'L’identifiant, le nom ou l’adresse e-mail, en entier.',
      },
      erase: {
        type: flag(),
        default: false,
        en: 'Whether to erase; otherwise nothing is changed.',
        fr: 'Indique s’il faut effacer ; sinon, rien n’est modifié.',
      },
    },
    returns: exact(
      { en: 'The result.', fr: 'Le résultat.' },
      {
        found: listOf(
          exact(
            { en: 'A place.', fr: 'Un emplacement.' },
            {
              place: word(personalPlaces, { en: 'Its name.', fr: 'Son nom.' }),
              kind: text({ en: 'The kind of the record.', fr: 'Le type de la fiche.' }),
              id: integer({ en: 'Its ID.', fr: 'Son ID.' }),
              title: text({ en: 'Its title or login.', fr: 'Son titre ou identifiant.' }),
              outcome: word(erasureOutcomes, {
                en: 'Whether it is erased or stays.',
                fr: 'Indique si cela est effacé ou reste.',
              }),
            },
          ),
          { en: 'The first 500.', fr: 'Les 500 premiers.' },
        ),
        erased: integer({
          en: 'The number of those that are erased.',
          fr: 'Le nombre de ceux qui sont effacés.',
        }),
        stays: integer({
          en: 'The number of those that stay.',
          fr: 'Le nombre de ceux qui restent.',
        }),
      },
    ),
  },
} satisfies Operations
