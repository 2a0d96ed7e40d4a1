import { auditActions } from '../../define/account-messages.ts'
import { exact, integer, text } from '../../define/schema.ts'
import { activityKinds } from '../table.ts'
import { bulkChange } from './many.ts'
import { numberOrNull, orNull, textOrNull, time, word } from './parts.ts'

/** An entry of the change log; all of a bulk change or an import are one. */
export const activityEntry = exact(
  { en: 'An action of a user.', fr: 'Une action d’un utilisateur.' },
  {
    id: integer(
      {
        en: 'Its position in the change log.',
        fr: 'Sa position dans le journal des modifications.',
      },
      1,
    ),
    time: time({ en: 'The time.', fr: 'La date.' }),
    user: numberOrNull({
      en: 'The ID of the user; null: the service itself, or a visitor.',
      fr: 'L’ID de la personne ; null : le service lui-même, ou un visiteur.',
    }),
    name: textOrNull({
      en: 'The name of this user; null if the account no longer exists.',
      fr: 'Son nom ; null si le compte n’existe plus.',
    }),
    action: word(auditActions, { en: 'The action.', fr: 'L’action.' }),
    kind: word(activityKinds, { en: 'The kind of the record.', fr: 'Le type de la fiche.' }),
    record: integer({ en: 'The ID of the record.', fr: 'L’ID de la fiche.' }, 1),
    version: integer({
      en: 'The version of the record since.',
      fr: 'La version de la fiche depuis.',
    }),
    restored_from: numberOrNull({
      en: 'Of restored: the version that was brought back; null: the record came back from the trash.',
      fr: 'Pour restored : la version rétablie ; null : la fiche est revenue de la corbeille.',
    }),
    title: textOrNull({
      en: 'The current name of the record; null if it no longer exists.',
      fr: 'Le nom actuel de la fiche ; null si elle n’existe plus.',
    }),
    bulk: orNull(bulkChange),
    import: orNull(
      exact(
        { en: 'The import that it belongs to.', fr: 'L’importation dont elle fait partie.' },
        {
          id: integer({ en: 'Its ID.', fr: 'Son ID.' }, 1),
          from: text({
            en: 'The URL, or the name of the file.',
            fr: 'L’URL, ou le nom du fichier.',
          }),
        },
      ),
    ),
  },
)
