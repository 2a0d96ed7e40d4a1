import { exact, integer, listOf, text } from '../../define/schema.ts'
import { flag, orNull, textOrNull, time, timeOrNull, word } from './parts.ts'

const events = integer({
  en: 'Events in it, those in the trash too.',
  fr: 'Les évènements qu’elle contient, corbeille comprise.',
})

const backup = exact(
  { en: 'A backup.', fr: 'Une sauvegarde.' },
  {
    name: text({ en: 'Its name.', fr: 'Son nom.' }),
    created: time({ en: 'When it was created.', fr: 'Sa date.' }),
    events,
    bytes: integer({ en: 'Its size.', fr: 'Sa taille.' }),
    encrypted: flag({
      en: 'Whether only the key opens it.',
      fr: 'Indique si elle ne s’ouvre qu’avec la clé.',
    }),
    has_key: flag({
      en: 'Whether secret.key is in it.',
      fr: 'Indique si elle contient secret.key.',
    }),
  },
)

export const backupsSchema = exact(
  {
    en: 'Backups, with the result of the last one.',
    fr: 'Les sauvegardes, avec le résultat de la dernière.',
  },
  {
    place: text({ en: 'Their folder or bucket.', fr: 'Leur dossier ou compartiment.' }),
    every: integer({
      en: 'Hours between two that the service makes by itself; 0: it makes none.',
      fr: 'Les heures entre deux sauvegardes que le service fait de lui-même ; 0 : aucune.',
    }),
    keep: integer({
      en: 'Backups that stay when the service has made another.',
      fr: 'Les sauvegardes conservées quand le service en a fait une autre.',
    }),
    encrypted: flag({
      en: 'Whether new ones are encrypted.',
      fr: 'Indique si les nouvelles sont chiffrées.',
    }),
    working: flag({
      en: 'Whether one is being made or verified.',
      fr: 'Indique si une sauvegarde est en cours, ou une vérification.',
    }),
    last: timeOrNull({
      en: 'When the service made its last one; null: it has made none.',
      fr: 'La date de la dernière que le service a faite ; null : aucune.',
    }),
    failure: textOrNull({
      en: 'Why the last attempt failed; null: it did not.',
      fr: 'La raison de l’échec de la dernière tentative ; null : elle a réussi.',
    }),
    verified: orNull(
      exact(
        { en: 'The last one that was verified here.', fr: 'La dernière vérifiée ici.' },
        {
          name: text({ en: 'Its name.', fr: 'Son nom.' }),
          at: time({ en: 'The time.', fr: 'La date.' }),
          problem: textOrNull({
            en: 'The fault that was found; null if there is none.',
            fr: 'Ce qui ne va pas ; null : rien.',
          }),
        },
      ),
    ),
    problem: textOrNull({
      en: 'Why they cannot be listed; null: they can.',
      fr: 'La raison pour laquelle elles ne peuvent pas être listées ; null : elles le sont.',
    }),
    backups: listOf(backup, {
      en: 'The backups, newest first.',
      fr: 'Les sauvegardes, de la plus récente à la plus ancienne.',
    }),
  },
)

export const downloadSchema = exact(
  { en: 'A file to download.', fr: 'Un fichier à télécharger.' },
  {
    url: text(
      {
        en: 'Its URL, for the same user, for five minutes.',
        fr: 'Son URL, pour la même personne, pendant cinq minutes.',
      },
      { format: 'uri' },
    ),
    file: text({ en: 'Its name.', fr: 'Son nom.' }),
  },
)

export const doctorSchema = exact(
  { en: 'The result of an examination.', fr: 'Le résultat d’un examen.' },
  {
    healthy: flag({ en: 'Whether nothing is wrong.', fr: 'Indique si tout va bien.' }),
    findings: listOf(
      exact(
        { en: 'One thing that was examined.', fr: 'Un point examiné.' },
        {
          check: text({ en: 'Its subject.', fr: 'Son objet.' }),
          level: word(['fine', 'warning', 'error'], {
            en: 'The level.',
            fr: 'Le niveau de gravité.',
          }),
          message: text({ en: 'The finding.', fr: 'Le constat.' }),
          advice: textOrNull({ en: 'The advice.', fr: 'Le conseil.' }),
        },
      ),
      { en: 'In the order of the command.', fr: 'Dans l’ordre de la commande.' },
    ),
  },
)
