import { namesIn } from '../../define/base/objects.ts'
import { importFormats, intervals, subscriptionStates } from '../../define/import-messages.ts'
import { exact, integer, text } from '../../define/schema.ts'
import { outcomeCounts } from './imports.ts'
import { flag, numberOrNull, orNull, textOrNull, time, timeOrNull, word } from './parts.ts'

export const subscription = exact(
  { en: 'A feed that is imported regularly.', fr: 'Un flux importé régulièrement.' },
  {
    id: integer({ en: 'Its ID.', fr: 'Son ID.' }, 1),
    state: word(subscriptionStates, {
      en: 'Whether it is read; disabled: it has failed for long.',
      fr: 'Indique s’il est lu ; disabled : il échoue depuis longtemps.',
    }),
    format: word(importFormats, { en: 'The format of the feed.', fr: 'Le format du flux.' }),
    url: text({ en: 'Its URL.', fr: 'Son URL.' }),
    source: text({ en: 'The name of the source.', fr: 'Le nom de la source.' }),
    every: word(namesIn(intervals), {
      en: 'How often it is read.',
      fr: 'La fréquence de lecture.',
    }),
    owner: integer({
      en: 'The ID of the user to whom its records belong.',
      fr: 'L’ID du compte à qui ses fiches appartiennent.',
    }),
    name: textOrNull({
      en: 'The name of this user; null if the account no longer exists.',
      fr: 'Son nom ; null si le compte n’existe plus.',
    }),
    checked: timeOrNull({ en: 'When it was read last.', fr: 'La dernière lecture.' }),
    next: time({ en: 'When it is read next.', fr: 'La prochaine lecture.' }),
    reading: flag({ en: 'Whether it is being read.', fr: 'Indique si la lecture est en cours.' }),
    failures: integer({ en: 'Failures in a row.', fr: 'Le nombre d’échecs de suite.' }),
    error: textOrNull({ en: 'Why it failed last.', fr: 'La raison du dernier échec.' }),
    import: numberOrNull({
      en: 'The ID of the last import that changed something.',
      fr: 'L’ID de la dernière importation qui a changé quelque chose.',
    }),
    brought: orNull(
      outcomeCounts({
        en: 'Events by what that import did with them; null: there is none.',
        fr: 'Les évènements selon ce que cette importation en a fait ; null : il n’y en a pas.',
      }),
    ),
  },
)
