import { version } from '../../common/index.ts'
import type { Sentence } from '../../define/field-type.ts'
import { languageList, languages, textIn } from '../../define/text/language.ts'
import { formatBytes } from '../../define/text/number-formats.ts'
import { type ApiContext, homeOf } from './context.ts'

export const license = { name: 'MIT', url: 'https://opensource.org/license/mit' }

/** The introduction for callers. */
export const info = (c: ApiContext) => ({
  title: 'Almanac',
  version,
  description: paragraphs(c)
    .map(paragraph => textIn(paragraph, c.language))
    .join('\n\n'),
  contact: { name: new URL(c.root).host, url: homeOf(c) },
  license,
})

const prefixList = languages.map(language => `\`/${language}/…\``).join(', ')

const paragraphs = ({ settings: { timezone, bodyLimit, uploadLimit } }: ApiContext): Sentence[] => [
  {
    en: `A calendar of events with their venues, organizers, categories, tags and images, in ${languageList('en')}. The wire format is that of the REST API (v1) of The Events Calendar.`,
    fr: `Un agenda d’évènements avec leurs lieux, organisateurs, catégories, étiquettes et images, ${languageList('fr')}. Le format d’échange est celui de l’API REST v1 de The Events Calendar.`,
  },
  {
    en: `**Language.** The language of a request is \`ml_language\`, else that of the base URL (${prefixList}), else that of the site. A record has one ID and one set of common fields (dates, venue, cost …); its texts are written once per language.`,
    fr: `**Langue.** La langue d’une requête est \`ml_language\`, sinon celle de l’URL de base (${prefixList}), sinon celle du site. Une fiche a un seul ID et un seul jeu de champs communs (dates, lieu, tarif…) ; ses textes s’écrivent une fois par langue.`,
  },
  {
    en: '**Authentication.** Anyone may read. Writing takes HTTP Basic with an application password, or a bearer token. Wrong credentials are refused on every route.',
    fr: '**Authentification.** La lecture est ouverte à tous. L’écriture demande HTTP Basic avec un mot de passe d’application, ou un jeton d’accès (bearer). De mauvais identifiants sont refusés sur toutes les routes.',
  },
  {
    en: `**Dates** are \`YYYY-MM-DD HH:MM:SS\`, in the local time of the event; the time zone of the site is ${timezone}. Dates that are sent may also have an offset, be Unix timestamps, or be words in English or French (\`tomorrow 9am\`).`,
    fr: `**Les dates** sont au format \`YYYY-MM-DD HH:MM:SS\`, à l’heure locale de l’évènement ; le fuseau horaire du site est ${timezone}. Une date envoyée peut aussi comporter un décalage, être un horodatage Unix ou des mots en français ou en anglais (\`demain 9h\`).`,
  },
  {
    en: '**Errors** are `{ code, message, data }`. Codes never change, messages are in the language of the request, and all errors of a request are reported in one response.',
    fr: '**Les erreurs** ont la forme `{ code, message, data }`. Les codes ne changent jamais, les messages sont dans la langue de la requête, et toutes les erreurs d’une requête sont signalées en une seule réponse.',
  },
  {
    en: `**Bodies** are JSON, forms or multipart, up to ${formatBytes(bodyLimit, 'en')}; images up to ${formatBytes(uploadLimit, 'en')}. In addition to the types given here, numbers and booleans are accepted as text (\`"12"\`, \`"true"\`), and lists of IDs as text with commas.`,
    fr: `**Le corps** d’une requête est du JSON, un formulaire ou du multipart, jusqu’à ${formatBytes(bodyLimit, 'fr')} ; une image, jusqu’à ${formatBytes(uploadLimit, 'fr')}. Outre les types indiqués ici, les nombres et les booléens sont acceptés sous forme de texte (\`"12"\`, \`"true"\`), et les listes d’ID sous forme de texte avec des virgules.`,
  },
  {
    en: '**For limited clients.** Any request may add `_envelope=1`: the response is then 200 with `{ body, status, headers }` (Envelope) around what it would have been. Clients that can only send GET and POST name the method in `_method` (in the query or the body) or in the header `X-HTTP-Method-Override`. HEAD is answered as GET without a body. An `X-Request-Id` that is sent comes back in the response and in the log.',
    fr: '**Pour les clients limités.** Toute requête accepte `_envelope=1` : la réponse est alors 200, avec `{ body, status, headers }` (Envelope) autour de ce qu’elle aurait été. Un client qui n’envoie que GET et POST nomme la méthode dans `_method` (dans la requête ou le corps) ou dans l’en-tête `X-HTTP-Method-Override`. HEAD est traité comme GET, sans corps de réponse. Un `X-Request-Id` envoyé est repris dans la réponse et dans le journal.',
  },
  {
    en: '**Outside the API**, on the same server: `/health/live` and `/health/ready` show whether it runs and whether it can answer (200, else 503), and `/uploads/…` holds the files of images.',
    fr: '**Hors de l’API**, sur le même serveur : `/health/live` et `/health/ready` indiquent s’il fonctionne et s’il peut répondre (200, sinon 503), et `/uploads/…` contient les fichiers des images.',
  },
]

export const securitySchemes = {
  applicationPassword: {
    type: 'http',
    scheme: 'basic',
    description: {
      en: 'A login and one of its application passwords.',
      fr: 'Un identifiant et l’un de ses mots de passe d’application.',
    },
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description: { en: 'A bearer token.', fr: 'Un jeton d’accès.' },
  },
}

/** The root with a slash at its end, as clients of The Events Calendar expect it. */
export const servers = ({ root }: ApiContext) => [
  { url: `${root}/`, description: { en: 'The API root.', fr: 'La racine de l’API.' } },
]
