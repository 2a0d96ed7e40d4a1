import { readBackupState } from '../backups/state.ts'
import { AccountProblem, type Actor, mayAdminister } from '../calendar/index.ts'
import { commit, version } from '../common/index.ts'
import { entriesOf, isNameIn } from '../define/base/objects.ts'
import { formatMessage, inEachLanguage, type Sentence } from '../define/text/language.ts'
import type { Service, ServiceStatus, StatusFigures, StatusFinding } from '../http/index.ts'
import type { Trouble, Worker } from '../outside/index.ts'
import { databaseBytes, diskOf, journalOf, type Measured, newestBackup } from './metrics.ts'

type Watched = Omit<Measured, 'requests' | 'supervision' | 'service'> & {
  service: Pick<Service, 'mail' | 'caches' | 'now'>
  worker: Worker | undefined
}

/** The state of the service, for administrators only. */
export async function statusFor(from: Watched, actor: Actor): Promise<ServiceStatus> {
  if (!mayAdminister(actor)) throw new AccountProblem('forbidden')
  const status = await read(from)
  return { ...status, findings: findingsOf(status, from.service.now()) }
}

async function read({ opened, service, log, storage, worker }: Watched): Promise<StatusFigures> {
  const { current, engine, settings, database } = opened
  // what cannot be read while the database or the disk is away must not hide the rest
  const [journal, disk, backup, supervision] = await Promise.all([
    journalOf(opened).catch(() => undefined),
    diskOf(settings).catch(() => null),
    newestBackup(opened).catch(() => undefined),
    worker?.reports.all().then(all => all.supervision),
  ])
  const { warn, error } = log.figures()
  return {
    version,
    commit: commit() ?? null,
    node: process.versions.node,
    database: database.isFile ? 'sqlite' : 'postgresql',
    started: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    trouble: storage.trouble ?? null,
    workers: {
      count: supervision?.workers ?? 1,
      restarts: supervision?.restarts ?? 0,
      number: worker?.number ?? null,
      memory: process.memoryUsage.rss(),
    },
    lists: {
      ready: current.index?.isReady === true,
      dates: current.index?.size ?? 0,
      repairs: current.repairs.count,
    },
    caches: entriesOf(service.caches()).map(([name, figures]) => ({ name, ...figures })),
    writes: {
      waiting: engine.writeFigures().waiting,
      position: journal?.position ?? null,
      behind: journal?.behind ?? null,
    },
    images: opened.imageFigures(),
    disk,
    database_bytes: (await databaseBytes(opened)) ?? null,
    last_backup: backup === undefined ? null : new Date(backup * 1000).toISOString(),
    backup_failures: (await readBackupState(engine).catch(() => undefined))?.failure?.count ?? 0,
    mail: service.mail?.figures() ?? null,
    log: { warnings: warn, errors: error },
  }
}

type FindingText = Omit<StatusFinding, 'level'>

const troubles: Record<Trouble, FindingText> = {
  storage_full: {
    message: {
      en: 'The disk is full: nothing can be written.',
      fr: 'Le disque est plein : rien ne peut être écrit.',
    },
    advice: {
      en: 'Make space. The service writes again by itself.',
      fr: 'Libérez de la place. Le service écrira de nouveau de lui-même.',
    },
  },
  storage_failing: {
    message: {
      en: 'The disk of the data folder cannot be used.',
      fr: 'Le disque du dossier de données est inutilisable.',
    },
    advice: {
      en: 'Look at the disk and at the permissions of the folder.',
      fr: 'Examinez le disque et les droits du dossier.',
    },
  },
  database_unreachable: {
    message: {
      en: 'The database cannot be reached.',
      fr: 'La base de données est injoignable.',
    },
    advice: {
      en: 'See whether the database server runs.',
      fr: 'Vérifiez que le serveur de base de données fonctionne.',
    },
  },
  database_newer: {
    message: {
      en: 'A newer version of Almanac has changed the database.',
      fr: 'Une version plus récente d’Almanac a modifié la base de données.',
    },
    advice: {
      en: 'Start this process again with that version.',
      fr: 'Relancez ce processus avec cette version.',
    },
  },
  database_damaged: {
    message: { en: 'The database is damaged.', fr: 'La base de données est endommagée.' },
    advice: {
      en: 'Stop the service and restore the newest backup.',
      fr: 'Arrêtez le service et restaurez la sauvegarde la plus récente.',
    },
  },
}

type Params = Record<string, string | number>
/** Undefined: not so. */
type Look = FindingText & {
  level: StatusFinding['level']
  isSo(of: StatusFigures, now: number): boolean | Params
}

/** Days after which a backup is old, as `doctor` says it. */
const oldAfter = 7
const daysSince = (at: string, now: number) => Math.floor((now - Date.parse(at) / 1000) / 86_400)

const looks: readonly Look[] = [
  {
    level: 'error',
    isSo: ({ trouble, writes }) => trouble === null && writes.position === null,
    message: {
      en: 'This process is not notified of writes, so it uses no cache.',
      fr: 'Ce processus n’est pas averti des écritures : il n’utilise donc aucun cache.',
    },
    advice: {
      en: 'Look at the connection to the database; restart the process if that lasts.',
      fr: 'Examinez la connexion à la base de données ; relancez le processus si cela dure.',
    },
  },
  {
    level: 'warning',
    isSo: ({ writes: { behind } }) => (behind ?? 0) > 1000 && { count: behind ?? 0 },
    message: {
      en: 'This process is {count} lines behind the change log.',
      fr: 'Ce processus a {count} lignes de retard sur le journal des modifications.',
    },
    advice: {
      en: 'Look at the processor and the database; restart the process if that lasts.',
      fr: 'Examinez le processeur et la base de données ; relancez le processus si cela dure.',
    },
  },
  {
    level: 'warning',
    isSo: ({ lists }) => !lists.ready,
    message: {
      en: 'Lists come from the database and are slower.',
      fr: 'Les listes viennent de la base de données et sont plus lentes.',
    },
    advice: {
      en: 'This is normal after a start. If it lasts, the log explains why the list index cannot be built.',
      fr: 'C’est normal après un démarrage. Si cela dure, le journal du service indique pourquoi l’index des listes ne se construit pas.',
    },
  },
  {
    level: 'warning',
    isSo: ({ disk }) =>
      disk !== null &&
      disk.free < disk.size / 10 && { percent: Math.floor((disk.free / disk.size) * 100) },
    message: {
      en: '{percent}% of the disk of the data folder is free.',
      fr: '{percent} % du disque du dossier de données sont libres.',
    },
    advice: {
      en: 'Make space: on a full disk the service refuses writes.',
      fr: 'Libérez de la place : sur un disque plein, le service refuse les écritures.',
    },
  },
  {
    level: 'warning',
    isSo: ({ last_backup }) => last_backup === null,
    message: {
      en: 'There is no backup.',
      fr: 'Il n’y a pas de sauvegarde.',
    },
    advice: {
      en: 'Set backupEvery, unless your backups go elsewhere.',
      fr: 'Définissez backupEvery, sauf si vos sauvegardes vont ailleurs.',
    },
  },
  {
    level: 'warning',
    isSo: ({ last_backup: at }, now) =>
      at !== null && daysSince(at, now) > oldAfter && { days: daysSince(at, now) },
    message: {
      en: 'The newest backup is {days} days old.',
      fr: 'La dernière sauvegarde a {days} jours.',
    },
    advice: {
      en: 'Check backupEvery, or the timer that creates backups.',
      fr: 'Vérifiez backupEvery, ou le minuteur qui crée les sauvegardes.',
    },
  },
  {
    level: 'error',
    isSo: ({ backup_failures: count }) => count > 0 && { count },
    message: {
      en: '{count} {count|backup has|backups have} failed since the last one.',
      fr: '{count} {count|sauvegarde a échoué|sauvegardes ont échoué} depuis la dernière.',
    },
    advice: {
      en: 'The log explains why.',
      fr: 'Le journal du service indique pourquoi.',
    },
  },
  {
    level: 'warning',
    isSo: ({ mail }) => (mail?.failed ?? 0) > 0 && { count: mail?.failed ?? 0 },
    message: {
      en: '{count} {count|e-mail was|e-mails were} given up since the start.',
      fr: '{count} {count|e-mail abandonné|e-mails abandonnés} depuis le démarrage.',
    },
    advice: {
      en: '“almanac mail test ADDRESS” shows what the mail server says.',
      fr: '« almanac mail test ADRESSE » montre ce que dit le serveur de messagerie.',
    },
  },
  {
    level: 'warning',
    isSo: ({ workers: { restarts } }) => restarts > 0 && { count: restarts },
    message: {
      en: '{count} {count|process has|processes have} ended and were started again.',
      fr: '{count} {count|processus s’est arrêté et a été relancé|processus se sont arrêtés et ont été relancés}.',
    },
    advice: {
      en: 'The log says with which code. Look at the memory of the machine.',
      fr: 'Le journal du service indique avec quel code. Examinez la mémoire de la machine.',
    },
  },
  {
    level: 'warning',
    isSo: ({ log: { errors } }) => errors > 0 && { count: errors },
    message: {
      en: 'The log has {count} {count|error|errors} since the start.',
      fr: 'Le journal du service contient {count} {count|erreur|erreurs} depuis le démarrage.',
    },
    advice: { en: 'Read them there.', fr: 'Consultez-les dans ce journal.' },
  },
]

/** The findings for an administrator, errors first. */
function findingsOf(status: StatusFigures, now: number): StatusFinding[] {
  const { trouble } = status
  const findings: StatusFinding[] =
    trouble !== null && isNameIn(troubles, trouble)
      ? [{ level: 'error', ...troubles[trouble] }]
      : []
  for (const look of looks) {
    const params = look.isSo(status, now)
    if (params === false) continue
    const filled = params === true ? {} : params
    const phrase = (sentence: Sentence): Sentence =>
      inEachLanguage(language => formatMessage(sentence, language, filled))
    findings.push({ level: look.level, message: phrase(look.message), advice: phrase(look.advice) })
  }
  return findings
}
