import { settingGroups, settingInputs, settingSources } from '../../define/account-messages.ts'
import type { Sentence } from '../../define/field-type.ts'
import { type Described, exact, integer, listOf, text } from '../../define/schema.ts'
import { flag, numberOrNull, orNull, textOrNull, time, timeOrNull, word } from './parts.ts'

/** The levels of findings: an error, or one that is to be expected. */
export const findingLevels = ['warning', 'error'] as const

const count = (en: string, fr: string) => integer({ en, fr })
const bytes = count

const finding = exact(
  { en: 'Something to look at.', fr: 'Un point à examiner.' },
  {
    level: word(findingLevels, {
      en: 'error: something does not work; warning: it works, and should be looked at.',
      fr: 'error : quelque chose ne fonctionne pas ; warning : tout fonctionne, mais un point est à examiner.',
    }),
    message: text({ en: 'The finding.', fr: 'Le constat.' }),
    advice: text({ en: 'The advice.', fr: 'Le conseil.' }),
  },
)

const cache = exact(
  { en: 'A cache.', fr: 'Un cache.' },
  {
    name: text({ en: 'Its name.', fr: 'Son nom.' }),
    bytes: bytes('Bytes that it holds.', 'Les octets qu’il contient.'),
    limit: bytes('Bytes that it may hold.', 'Les octets qu’il peut contenir.'),
    hits: count('Values found in it.', 'Les valeurs qui s’y trouvaient.'),
    misses: count(
      'Values not found in it, or found stale.',
      'Les valeurs qui n’y étaient pas, ou étaient périmées.',
    ),
  },
)

const part = { en: 'A part of it.', fr: 'Une partie de l’état.' } satisfies Sentence

/** The state of the service, for administrators. Figures of a process are those of the one that answers. */
export const status = exact(
  { en: 'The state of the service.', fr: 'L’état du service.' },
  {
    version: text({ en: 'The version of Almanac.', fr: 'La version d’Almanac.' }),
    commit: textOrNull({
      en: 'The commit that it was built from.',
      fr: 'Le commit dont elle est issue.',
    }),
    node: text({ en: 'The version of Node.', fr: 'La version de Node.' }),
    database: word(['sqlite', 'postgresql'], {
      en: 'The kind of database.',
      fr: 'Le type de base de données.',
    }),
    started: time({
      en: 'When the process that answers has started.',
      fr: 'Le démarrage du processus qui répond.',
    }),
    trouble: textOrNull({
      en: 'Why the service cannot write, as `/health/ready` names it; null: it can.',
      fr: 'Ce qui l’empêche d’écrire, comme dans `/health/ready` ; null : rien.',
    }),
    findings: listOf(finding, {
      en: 'Points to check; empty: none.',
      fr: 'Les points à examiner ; vide : aucun.',
    }),
    workers: exact(part, {
      count: count('Processes that serve the calendar.', 'Les processus qui servent l’agenda.'),
      restarts: count(
        'How often one was started again because it had ended.',
        'Combien de fois il a fallu en relancer un.',
      ),
      number: numberOrNull({
        en: 'The number of the one that answers; null: there is one process.',
        fr: 'Le numéro de celui qui répond ; null : il n’y a qu’un processus.',
      }),
      memory: bytes('Bytes of memory of the one that answers.', 'La mémoire de celui qui répond.'),
    }),
    lists: exact(part, {
      ready: flag({
        en: 'Whether lists come from the list index.',
        fr: 'Indique si les listes viennent de l’index des listes.',
      }),
      dates: count('Dates of events in the list index.', 'Les dates dans l’index des listes.'),
      repairs: count(
        'Records in which the list index differed from the database.',
        'Les fiches que l’index corrigé avait autrement que la base.',
      ),
    }),
    caches: listOf(cache, { en: 'The caches.', fr: 'Les caches.' }),
    writes: exact(part, {
      waiting: count('Writes that wait for the commit before theirs.', 'Les écritures en attente.'),
      position: numberOrNull({
        en: 'The line of the change log up to which this process is current; null while it is not notified of writes.',
        fr: 'La ligne du journal des modifications jusqu’à laquelle ce processus est à jour ; null tant qu’il n’est pas averti des écritures.',
      }),
      behind: numberOrNull({
        en: 'The number of lines that it lacks.',
        fr: 'Le nombre de lignes qui lui manquent.',
      }),
    }),
    images: exact(part, {
      working: count('Images being decoded.', 'Les images en cours de décodage.'),
      waiting: count('Images that wait for it.', 'Les images en attente.'),
    }),
    disk: orNull(
      exact(part, {
        free: bytes('Free bytes on the disk of the data folder.', 'Les octets libres.'),
        size: bytes('Bytes of that disk.', 'Les octets de ce disque.'),
      }),
    ),
    database_bytes: numberOrNull({
      en: 'Bytes of the SQLite database; null: it is on a server.',
      fr: 'Les octets de la base SQLite ; null : elle est sur un serveur.',
    }),
    last_backup: timeOrNull({
      en: 'When the newest backup was created, in the folder of backups or by the service; null: there is none.',
      fr: 'La date de la dernière sauvegarde, dans le dossier des sauvegardes ou par le service ; null : il n’y en a pas.',
    }),
    backup_failures: count(
      'Backups of the service that have failed since the last one that was made.',
      'Les sauvegardes du service échouées depuis la dernière réussie.',
    ),
    mail: orNull(
      exact(part, {
        sent: count('Mails sent since the start.', 'Les e-mails envoyés depuis le démarrage.'),
        delayed: count('Mails tried again.', 'Les e-mails retentés.'),
        failed: count('Mails given up.', 'Les e-mails abandonnés.'),
        waiting: count('Mails that wait.', 'Les e-mails en attente.'),
      }),
    ),
    log: exact(part, {
      warnings: count('Warnings since the start.', 'Les avertissements depuis le démarrage.'),
      errors: count('Errors since the start.', 'Les erreurs depuis le démarrage.'),
    }),
  },
)

export type Status = Described<typeof status>

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
