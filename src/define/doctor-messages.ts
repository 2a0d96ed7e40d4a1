import type { Sentence } from './field-type.ts'

/** The result of a check, and advice. */
type FindingText = { state: Sentence; advice?: Sentence }

const unshownAdvice: Sentence = {
  en: 'An archive of an earlier version or a damage of the disk has left values that no program can show. Restore a backup from before, or delete each of them for good, with the token of an administrator, and create it again: curl -X DELETE -H "Authorization: Bearer TOKEN" "{url}/cal/events/v1/{first}?force=true".',
  fr: 'Une archive d’une version antérieure ou un disque endommagé a laissé des valeurs qu’aucun programme ne peut afficher. Restaurez une sauvegarde antérieure, ou supprimez chacune définitivement, avec le jeton d’un administrateur, et recréez-la\u00a0: curl -X DELETE -H "Authorization: Bearer TOKEN" "{url}/cal/events/v1/{first}?force=true".',
}

/** The messages of `doctor`: the possible results of each check. Errors that were thrown have a message of their own. */
export const doctor = {
  folder: {
    closed: {
      state: {
        en: 'The data folder {folder} can be written to, and is closed to other users.',
        fr: 'Le dossier de données {folder} est accessible en écriture et fermé aux autres utilisateurs.',
      },
    },
    open: {
      state: {
        en: 'Other users of this machine can enter the data folder {folder}.',
        fr: 'Les autres utilisateurs de cette machine peuvent entrer dans le dossier de données {folder}.',
      },
      advice: { en: 'Run: chmod 750 {folder}', fr: 'Lancez : chmod 750 {folder}' },
    },
  },
  owner: {
    others: {
      state: {
        en: '{count} {count|file or folder belongs|files or folders belong} to another user than the data folder, so the service cannot change {count|it|them}: {file}',
        fr: '{count} {count|fichier ou dossier appartient|fichiers ou dossiers appartiennent} à un autre utilisateur que le dossier de données, et le service ne peut pas {count|le|les} modifier : {file}',
      },
      advice: {
        en: 'Run as root: chown -R {uid}:{gid} {folder}',
        fr: 'Lancez en tant que root : chown -R {uid}:{gid} {folder}',
      },
    },
  },
  disk: {
    free: {
      state: {
        en: '{free} MB are free on the disk of {folder}.',
        fr: '{free} Mo sont libres sur le disque de {folder}.',
      },
    },
    tight: {
      state: {
        en: '{free} MB are free on the disk of {folder}: too little for a migration, which needs {needed} MB.',
        fr: '{free} Mo sont libres sur le disque de {folder} : trop peu pour une migration, qui demande {needed} Mo.',
      },
      advice: {
        en: 'Make space before the next update.',
        fr: 'Libérez de la place avant la prochaine mise à jour.',
      },
    },
    full: {
      state: {
        en: 'The disk of {folder} is nearly full: {free} MB are free.',
        fr: 'Le disque de {folder} est presque plein : {free} Mo sont libres.',
      },
      advice: {
        en: 'Make space: on a full disk the service refuses writes.',
        fr: 'Libérez de la place : sur un disque plein, le service refuse les écritures.',
      },
    },
  },
  database: {
    intact: {
      state: {
        en: 'The database is not damaged, its version is known, and the key fits.',
        fr: 'La base de données n’est pas endommagée, sa version est connue et la clé convient.',
      },
    },
    answers: {
      state: {
        en: 'The database server answers, the version of the database is known, and the key fits.',
        fr: 'Le serveur de base de données répond, la version de la base est connue et la clé convient.',
      },
    },
    damaged: {
      state: { en: 'The database is damaged.', fr: 'La base de données est endommagée.' },
      advice: {
        en: 'Stop the service and restore the newest backup: {program} backup restore',
        fr: 'Arrêtez le service et restaurez la sauvegarde la plus récente : {program} backup restore',
      },
    },
    none: {
      state: {
        en: 'There is no calendar in {dataFolder}.',
        fr: 'Il n’y a pas d’agenda dans {dataFolder}.',
      },
      advice: {
        en: 'Start one with {program} serve, or name the right folder with --data-folder.',
        fr: 'Créez-en un avec {program} serve, ou indiquez le bon dossier avec --data-folder.',
      },
    },
  },
  records: {
    whole: {
      state: { en: 'All records can be shown.', fr: 'Toutes les fiches peuvent être affichées.' },
    },
    unshown: {
      state: {
        en: 'The database has {count} {count|record|records} that cannot be shown in full and {count|is|are} left out of lists, pages and feeds: {names}.',
        fr: 'La base de données contient {count} {count|fiche qui ne peut pas être affichée entièrement et n’apparaît|fiches qui ne peuvent pas être affichées entièrement et n’apparaissent} ni dans les listes, ni sur les pages, ni dans les flux\u00a0: {names}.',
      },
      advice: unshownAdvice,
    },
    many: {
      state: {
        en: 'The database has {count} records that cannot be shown in full and are left out of lists, pages and feeds, among them {names}.',
        fr: 'La base de données contient {count} fiches qui ne peuvent pas être affichées entièrement et n’apparaissent ni dans les listes, ni sur les pages, ni dans les flux, dont {names}.',
      },
      advice: unshownAdvice,
    },
  },
  administrator: {
    there: {
      state: {
        en: '{count} {count|administrator|administrators} can sign in.',
        fr: '{count} {count|administrateur peut|administrateurs peuvent} se connecter.',
      },
    },
    locked: {
      state: {
        en: 'No administrator can sign in: the account {login} has no password.',
        fr: 'Aucun administrateur ne peut se connecter : le compte {login} n’a pas de mot de passe.',
      },
      advice: {
        en: 'Give it one: {program} users passwd {login}',
        fr: 'Donnez-lui-en un : {program} users passwd {login}',
      },
    },
    none: {
      state: { en: 'There is no administrator.', fr: 'Il n’y a pas d’administrateur.' },
      advice: {
        en: 'Create one: {program} users add NAME --role administrator',
        fr: 'Créez-en un : {program} users add NOM --role administrator',
      },
    },
  },
  clock: {
    right: {
      state: {
        en: 'The clock is not behind the last write.',
        fr: 'L’horloge n’est pas en retard sur la dernière écriture.',
      },
    },
    behind: {
      state: {
        en: 'The clock of this machine is {seconds} s behind the last write.',
        fr: 'L’horloge de cette machine a {seconds} s de retard sur la dernière écriture.',
      },
      advice: {
        en: 'Set the clock, and let the system keep it right (NTP).',
        fr: 'Réglez l’horloge, et laissez le système la tenir à l’heure (NTP).',
      },
    },
  },
  zones: {
    recent: {
      state: {
        en: 'The time-zone data is version {data}.',
        fr: 'Les données des fuseaux horaires sont à la version {data}.',
      },
    },
    old: {
      state: {
        en: 'The time-zone data are old: {data}.',
        fr: 'Les données des fuseaux horaires sont anciennes : {data}.',
      },
      advice: {
        en: 'Install a newer Node, which includes them.',
        fr: 'Installez un Node plus récent, qui les contient.',
      },
    },
  },
  index: {
    ready: {
      state: {
        en: 'The list index of the service is ready.',
        fr: 'L’index des listes du service est prêt.',
      },
    },
    idle: {
      state: {
        en: 'The service does not run here: it builds its list index when it starts.',
        fr: 'Le service ne fonctionne pas ici : il construit l’index des listes à son démarrage.',
      },
    },
    building: {
      state: {
        en: 'The service is building its list index; until then lists come from the database and are slower.',
        fr: 'Le service construit l’index des listes ; d’ici là, les listes viennent de la base de données et sont plus lentes.',
      },
      advice: {
        en: 'Wait a minute. If it does not end, look for “index” in the log.',
        fr: 'Attendez une minute. Si cela ne se termine pas, cherchez « index » dans le journal.',
      },
    },
    repaired: {
      state: {
        en: 'The list index differed from the database in {count} {count|record|records}, and was corrected.',
        fr: 'L’index des listes ne concordait pas avec la base de données pour {count} {count|fiche|fiches} ; il a été corrigé.',
      },
      advice: {
        en: 'There is nothing to do. Please report it, with the lines of the log that name these records.',
        fr: 'Il n’y a rien à faire. Merci de le signaler, avec les lignes du journal qui citent ces fiches.',
      },
    },
  },
  url: {
    answers: { state: { en: '{url} answers.', fr: '{url} répond.' } },
    none: {
      state: {
        en: 'No public URL is set: links in feeds and e-mails name this machine.',
        fr: 'Aucune URL publique n’est définie : les liens des flux et des e-mails nomment cette machine.',
      },
      advice: {
        en: 'Set publicUrl, such as https://events.example.org.',
        fr: 'Définissez publicUrl, par exemple https://agenda.example.org.',
      },
    },
    plain: {
      state: {
        en: 'The public URL {url} is not encrypted: nobody can sign in from another machine.',
        fr: 'L’URL publique {url} n’est pas chiffrée : personne ne peut se connecter depuis une autre machine.',
      },
      advice: {
        en: 'Put a proxy with a certificate in front of the service, and set an https URL.',
        fr: 'Placez un proxy avec un certificat devant le service, et donnez une URL en https.',
      },
    },
    unreachable: {
      state: {
        en: '{url} cannot be reached from here ({reason}).',
        fr: '{url} est injoignable d’ici ({reason}).',
      },
      advice: {
        en: 'Check that the name resolves to this server, the proxy is running and its certificate is valid.',
        fr: 'Vérifiez que le nom mène à ce serveur, que le proxy fonctionne et que son certificat est valable.',
      },
    },
    failing: {
      state: {
        en: '{url} answers with the error {status}.',
        fr: '{url} répond par l’erreur {status}.',
      },
      advice: {
        en: 'Check that the service is running and the proxy forwards to it.',
        fr: 'Vérifiez que le service fonctionne et que le proxy y mène.',
      },
    },
  },
  certificate: {
    valid: {
      state: {
        en: 'The certificate is valid for {days} {days|day|days}.',
        fr: 'Le certificat est valable {days} {days|jour|jours}.',
      },
    },
    soon: {
      state: {
        en: 'The certificate ends in {days} {days|day|days}.',
        fr: 'Le certificat expire dans {days} {days|jour|jours}.',
      },
      advice: {
        en: 'See why the proxy has not renewed it.',
        fr: 'Cherchez pourquoi le proxy ne l’a pas renouvelé.',
      },
    },
    over: {
      state: {
        en: 'The certificate ended {days} {days|day|days} ago.',
        fr: 'Le certificat a expiré il y a {days} {days|jour|jours}.',
      },
      advice: { en: 'Renew it.', fr: 'Renouvelez-le.' },
    },
  },
  mail: {
    answers: {
      state: {
        en: 'The mail server accepts e-mails from this service.',
        fr: 'Le serveur de messagerie accepte les e-mails de ce service.',
      },
    },
    unusable: {
      state: {
        en: 'The mail server cannot be used: {reason}.',
        fr: 'Le serveur de messagerie est inutilisable : {reason}.',
      },
      advice: {
        en: 'Correct smtpUrl, and try {program} mail test.',
        fr: 'Corrigez smtpUrl, puis essayez {program} mail test.',
      },
    },
    none: {
      state: {
        en: 'No mail server is set: nobody can reset a forgotten password by e-mail.',
        fr: 'Aucun serveur de messagerie n’est défini : personne ne peut réinitialiser un mot de passe oublié par e-mail.',
      },
      advice: {
        en: 'Set smtpUrl and mailFrom, and try {program} mail test.',
        fr: 'Définissez smtpUrl et mailFrom, et essayez {program} mail test.',
      },
    },
  },
  images: {
    folder: { state: { en: 'Images are in {folder}.', fr: 'Les images sont dans {folder}.' } },
    bucket: {
      state: {
        en: 'Images are in {bucket}, which answers.',
        fr: 'Les images sont dans {bucket}, qui répond.',
      },
    },
  },
  map: {
    there: {
      state: {
        en: 'Maps are drawn from {file}, down to zoom {zoom}.',
        fr: 'Les cartes sont dessinées d’après {file}, jusqu’au zoom {zoom}.',
      },
    },
    none: {
      state: {
        en: 'mapSource is file, but there is no {file}: pages have links in place of maps.',
        fr: 'mapSource vaut file, mais {file} n’existe pas : les pages ont des liens à la place des cartes.',
      },
      advice: {
        en: 'Put a PMTiles file there, or choose another source of maps.',
        fr: 'Placez-y un fichier PMTiles, ou choisissez une autre source de cartes.',
      },
    },
    broken: {
      state: {
        en: '{file} is not a version 3 PMTiles file with vector tiles or images: pages show links instead of maps.',
        fr: '{file} n’est pas un fichier PMTiles de version 3 avec des tuiles vectorielles ou des images : les pages ont des liens à la place des cartes.',
      },
      advice: {
        en: 'Extract it again, or convert it: pmtiles convert',
        fr: 'Extrayez-le de nouveau, ou convertissez-le : pmtiles convert',
      },
    },
  },
  backups: {
    recent: {
      state: {
        en: 'The newest backup is {name}.',
        fr: 'La sauvegarde la plus récente est {name}.',
      },
    },
    old: {
      state: {
        en: 'The newest backup, {name}, is {days} days old.',
        fr: 'La sauvegarde la plus récente, {name}, date de {days} jours.',
      },
      advice: {
        en: 'Make one every night: {program} backup create --keep 14',
        fr: 'Faites-en une chaque nuit : {program} backup create --keep 14',
      },
    },
    none: {
      state: {
        en: 'There is no backup in {folder}.',
        fr: 'Il n’y a pas de sauvegarde dans {folder}.',
      },
      advice: {
        en: 'Make one every night: {program} backup create --keep 14. If backups are elsewhere, name the folder with --to.',
        fr: 'Faites-en une chaque nuit : {program} backup create --keep 14. Si les sauvegardes sont ailleurs, indiquez le dossier avec --to.',
      },
    },
  },
} as const satisfies Record<string, Record<string, FindingText>>

/** The word before a line, by its level. */
export const doctorLevels = {
  fine: { en: 'fine', fr: 'bien' },
  warning: { en: 'warning', fr: 'attention' },
  error: { en: 'error', fr: 'erreur' },
} as const satisfies Record<string, Sentence>
