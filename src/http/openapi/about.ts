import type { Context } from './context.ts'

/** What to know before calling. */
export const info = (c: Context) => ({
  title: 'Almanac',
  version: '1.0.0',
  description: paragraphs(c).join('\n\n'),
  license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
})

/** `1 MB`, `29 kB`; in French `1 Mo`, `29 Ko`. */
function sizeOf({ language }: Context, bytes: number): string {
  const isLarge = bytes >= 1024 ** 2
  const number = isLarge ? Math.round((bytes / 1024 ** 2) * 10) / 10 : Math.round(bytes / 1024)
  const [large, small] = language === 'fr' ? ['Mo', 'Ko'] : ['MB', 'kB']
  return `${number.toLocaleString(language)} ${isLarge ? large : small}`
}

function paragraphs(c: Context): string[] {
  const { tell, settings } = c
  const body = sizeOf(c, settings.bodyLimit)
  const upload = sizeOf(c, settings.uploadLimit)
  return [
    tell(
      'A calendar of events with their venues, organizers, categories, tags and pictures, in English and French. The wire format is that of The Events Calendar.',
      'Un calendrier d’évènements avec leurs lieux, organisateurs, catégories, étiquettes et images, en anglais et en français. Le format d’échange est celui de The Events Calendar.',
    ),
    tell(
      '**Language.** `ml_language` decides, else the base address (`/en/…`, `/fr/…`), else the setting of the site. Every record has one ID and one set of facts; its texts are written once per language.',
      '**Langue.** `ml_language` décide, sinon l’adresse de base (`/en/…`, `/fr/…`), sinon le réglage du site. Une fiche a un seul ID et un seul jeu de faits ; ses textes s’écrivent une fois par langue.',
    ),
    tell(
      '**Who calls.** Reading is open to all. Writing takes HTTP Basic with an application password, or a bearer token. Wrong credentials are refused on every route.',
      '**Qui appelle.** La lecture est ouverte à tous. L’écriture demande HTTP Basic avec un mot de passe d’application, ou un jeton d’accès (bearer). De mauvais identifiants sont refusés sur toutes les routes.',
    ),
    tell(
      `**Dates** are \`YYYY-MM-DD HH:MM:SS\` on the clock of the event; the time zone of the site is ${settings.timezone}. What is sent may also carry an offset, be a Unix timestamp, or be said in words.`,
      `**Les dates** sont au format \`YYYY-MM-DD HH:MM:SS\`, à l’heure de l’évènement ; le fuseau horaire du site est ${settings.timezone}. On peut aussi envoyer un décalage, un horodatage Unix ou des mots.`,
    ),
    tell(
      '**Problems** are `{ code, message, data }`. Codes never change, messages are in the language of the request, and all flaws of a request are told at once.',
      '**Les problèmes** ont la forme `{ code, message, data }`. Les codes ne changent jamais, les messages sont dans la langue de la requête, et tous les défauts d’une requête sont dits à la fois.',
    ),
    tell(
      `**Bodies** are JSON, forms or multipart, up to ${body}; pictures up to ${upload}. HEAD is answered as GET without a body.`,
      `**Le corps** d’une requête est du JSON, un formulaire ou du multipart, jusqu’à ${body} ; une image, jusqu’à ${upload}. HEAD est traité comme GET, sans corps de réponse.`,
    ),
    tell(
      '**Beside the interface**, at the address of the server: `/health/live` and `/health/ready` tell whether it runs and whether it can answer (200, else 503), and `/uploads/…` holds the files of pictures.',
      '**À côté de l’interface**, à l’adresse du serveur : `/health/live` et `/health/ready` disent s’il fonctionne et s’il peut répondre (200, sinon 503), et `/uploads/…` contient les fichiers des images.',
    ),
  ]
}

export const securitySchemes = ({ tell }: Context) => ({
  applicationPassword: {
    type: 'http',
    scheme: 'basic',
    description: tell(
      'A login and one of its application passwords.',
      'Un identifiant et l’un de ses mots de passe d’application.',
    ),
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description: tell('An access token.', 'Un jeton d’accès.'),
  },
})

/** The root with a slash at its end, as clients of the reference expect it. */
export const servers = ({ root, tell }: Context) => [
  { url: `${root}/`, description: tell('The root of the interface.', 'La racine de l’interface.') },
]
