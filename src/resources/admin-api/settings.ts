import { settingGroups, settingInputs, settingSources } from '../../define/account-messages.ts'
import { exact, listOf, text } from '../../define/schema.ts'
import { flag, numberOrNull, orNull, textOrNull, word } from './parts.ts'

/** A setting as it goes out. */
export const setting = exact(
  { en: 'A setting of the service.', fr: 'Un réglage du service.' },
  {
    name: text({ en: 'Its name.', fr: 'Son nom.' }),
    group: word(settingGroups, { en: 'Its group.', fr: 'Son groupe.' }),
    label: textOrNull({
      en: 'Its label in forms; null if it is read only at the start.',
      fr: 'Son libellé dans les formulaires ; null s’il n’est lu qu’au démarrage.',
    }),
    about: text({ en: 'Its purpose.', fr: 'Son rôle.' }),
    expects: text({ en: 'The form of its value.', fr: 'La forme de sa valeur.' }),
    input: word(settingInputs, { en: 'How it is typed.', fr: 'La façon de le saisir.' }),
    words: orNull(
      listOf(
        exact(
          { en: 'A choice.', fr: 'Un choix.' },
          {
            word: text({ en: 'Its value.', fr: 'Sa valeur.' }),
            label: text({ en: 'Its name.', fr: 'Son nom.' }),
          },
        ),
        { en: 'The choices, where they are few.', fr: 'Les choix, s’ils sont peu nombreux.' },
      ),
    ),
    where: orNull(
      exact(
        {
          en: 'The condition under which it has an effect.',
          fr: 'La condition pour qu’il ait un effet.',
        },
        {
          setting: text({ en: 'Another setting.', fr: 'Un autre réglage.' }),
          is: listOf(text({ en: 'A value.', fr: 'Une valeur.' }), {
            en: 'The values of the other setting with which it has an effect.',
            fr: 'Les valeurs de l’autre réglage avec lesquelles il a un effet.',
          }),
        },
      ),
    ),
    least: numberOrNull({ en: 'The least value.', fr: 'La plus petite valeur.' }),
    most: numberOrNull({ en: 'The greatest value.', fr: 'La plus grande valeur.' }),
    of: textOrNull({
      en: 'The resource of which it names a record.',
      fr: 'Le type de la fiche qu’il désigne.',
    }),
    can_be_empty: flag({ en: 'Whether it may be empty.', fr: 'Indique s’il peut être vide.' }),
    can_change: flag({
      en: 'Whether it can be changed now: it is not given where the service is started.',
      fr: 'Indique s’il peut être modifié maintenant : il n’est pas défini au démarrage du service.',
    }),
    source: word(settingSources, {
      en: 'The source of its value.',
      fr: 'La provenance de sa valeur.',
    }),
    source_name: text({
      en: 'The flag, variable or key that gives it.',
      fr: 'L’option, la variable ou la clé qui le définit.',
    }),
    value: {
      description: { en: 'Its value; null for secrets.', fr: 'Sa valeur ; null pour un secret.' },
    },
    default: { description: { en: 'The default.', fr: 'La valeur par défaut.' } },
    shown: textOrNull({
      en: 'The value as people write it, if that differs.',
      fr: 'La valeur telle qu’on l’écrit, si elle diffère.',
    }),
    default_shown: textOrNull({
      en: 'The default as people write it, if that differs.',
      fr: 'La valeur par défaut telle qu’on l’écrit, si elle diffère.',
    }),
    secret: flag({ en: 'Whether it is a secret.', fr: 'Indique si c’est un secret.' }),
    is_set: flag({ en: 'Whether it is set.', fr: 'Indique s’il est défini.' }),
  },
)
