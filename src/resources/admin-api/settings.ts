import { settingGroups, settingInputs, settingSources } from '../../define/account-messages.ts'
import { exact, listOf, text } from '../../define/schema.ts'
import { flag, numberOrNull, orNull, textOrNull, word } from './parts.ts'

/** A setting as it goes out. */
export const setting = exact(
  { en: 'A setting of the service.', fr: 'Un réglage du service.' },
  {
    name: text({ en: 'Its name.', fr: 'Son nom.' }),
    group: word(settingGroups, { en: 'What it belongs to.', fr: 'Ce dont il relève.' }),
    label: textOrNull({
      en: 'What forms call it; null where it is read at the start alone.',
      fr: 'Son nom dans les formulaires ; null s’il n’est lu qu’au démarrage.',
    }),
    about: text({ en: 'What it is for.', fr: 'Ce à quoi il sert.' }),
    expects: text({ en: 'What its value is like.', fr: 'Ce qu’est sa valeur.' }),
    input: word(settingInputs, { en: 'How it is typed.', fr: 'La façon de le saisir.' }),
    words: orNull(
      listOf(
        exact(
          { en: 'A choice.', fr: 'Un choix.' },
          {
            word: text({ en: 'Its value.', fr: 'Sa valeur.' }),
            label: text({ en: 'What it is called.', fr: 'Son nom.' }),
          },
        ),
        { en: 'The choices, where they are few.', fr: 'Les choix, s’ils sont peu nombreux.' },
      ),
    ),
    where: orNull(
      exact(
        { en: 'When it has an effect.', fr: 'Quand il sert.' },
        {
          setting: text({ en: 'Another setting.', fr: 'Un autre réglage.' }),
          is: listOf(text({ en: 'A value.', fr: 'Une valeur.' }), {
            en: 'The values of the other setting with which it has an effect.',
            fr: 'Les valeurs de l’autre avec lesquelles il sert.',
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
      fr: 'Indique s’il se modifie maintenant : il n’est pas donné là où le service est démarré.',
    }),
    source: word(settingSources, { en: 'Where its value is from.', fr: 'D’où vient sa valeur.' }),
    source_name: text({
      en: 'The flag, variable or key that gives it.',
      fr: 'L’option, la variable ou la clé qui le donne.',
    }),
    value: {
      description: { en: 'Its value; null for secrets.', fr: 'Sa valeur ; null pour un secret.' },
    },
    default: { description: { en: 'The default.', fr: 'La valeur par défaut.' } },
    shown: textOrNull({
      en: 'The value as people write it, where that is another way.',
      fr: 'La valeur comme on l’écrit, si c’est autrement.',
    }),
    default_shown: textOrNull({
      en: 'The default as people write it, where that is another way.',
      fr: 'La valeur par défaut comme on l’écrit, si c’est autrement.',
    }),
    secret: flag({ en: 'Whether it is a secret.', fr: 'Indique si c’est un secret.' }),
    is_set: flag({ en: 'Whether it is set.', fr: 'Indique s’il est donné.' }),
  },
)
