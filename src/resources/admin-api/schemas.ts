import {
  linkPurposes,
  reaches,
  reviewMailChoices,
  roles,
  scopes,
  tokenStates,
  tokenTypes,
} from '../../define/account-messages.ts'
import { tableOf } from '../../define/base/objects.ts'
import { customTypes } from '../../define/custom-fields.ts'
import type { Sentence } from '../../define/field-type.ts'
import {
  address,
  type Described,
  exact,
  integer,
  listOf,
  type Properties,
  ref,
  text,
} from '../../define/schema.ts'
import { languages } from '../../define/text/language.ts'
import { weekStartNames } from '../../define/text/week-start.ts'
import { resourceNames } from '../table.ts'
import { backupsSchema, doctorSchema, downloadSchema } from './backups.ts'
import { importDetails, importRecord, importRun, subscription } from './imports.ts'
import { activityEntry, manySchemas } from './many.ts'
import { flag, perLanguage, time, timeOrNull, word } from './parts.ts'
import { recordSchemas } from './records.ts'
import { setting, status } from './status.ts'
import { versionSchemas } from './versions.ts'
import { delivery, webhook } from './webhooks.ts'

const label = exact(
  { en: 'Its label.', fr: 'Son libellé.' },
  {
    en: text({ en: 'In English.', fr: 'En anglais.' }),
    fr: text({ en: 'In French.', fr: 'En français.' }),
  },
)
const customField = exact(
  { en: 'A custom field.', fr: 'Un champ personnalisé.' },
  {
    name: text({ en: 'Its name.', fr: 'Son nom.' }),
    type: word(customTypes, { en: 'Its type.', fr: 'Son type.' }),
    isTranslated: flag({
      en: 'Whether each language has a value of its own.',
      fr: 'Indique si chaque langue a sa propre valeur.',
    }),
    label,
    choices: listOf(
      exact(
        { en: 'A choice.', fr: 'Un choix.' },
        { word: text({ en: 'Its word.', fr: 'Son mot.' }), label },
      ),
      { en: 'The choices.', fr: 'Les choix.' },
    ),
  },
)
const id = integer({ en: 'Its ID.', fr: 'Son ID.' }, 1)
const login = text({ en: 'The login.', fr: 'L’identifiant.' })
const email = text({
  en: 'The e-mail address; empty where there is none.',
  fr: 'L’adresse e-mail ; vide s’il n’y en a pas.',
})
const name = text({ en: 'The displayed name.', fr: 'Le nom affiché.' })
const role = word(roles, { en: 'The role.', fr: 'Le rôle.' })
const language = word([...languages, ''], {
  en: 'The language of the screens; empty: that of the site.',
  fr: 'La langue des écrans ; vide : celle du site.',
})
const secondFactor = flag({
  en: 'Whether the second factor is on.',
  fr: 'Indique si la double authentification est activée.',
})
const created = time({ en: 'When it was created.', fr: 'La date de création.' })

const link = exact(
  { en: 'A one-time link.', fr: 'Un lien à usage unique.' },
  {
    url: address({
      en: 'The URL, returned only in this response.',
      fr: 'L’URL, renvoyée dans cette réponse seulement.',
    }),
    expires: time({ en: 'When it expires.', fr: 'La date d’expiration.' }),
    mailed: flag({
      en: 'Whether it is sent to the user by e-mail too.',
      fr: 'Indique s’il est envoyé aussi à la personne par e-mail.',
    }),
  },
)

const inLanguages = (description: Sentence) =>
  exact(
    description,
    perLanguage(address({ en: 'The URL for this language.', fr: 'L’URL dans cette langue.' })),
  )

const site = exact(
  { en: 'The site.', fr: 'Le site.' },
  {
    name: text({ en: 'The name; may be empty.', fr: 'Le nom ; peut être vide.' }),
    accentColor: text({ en: 'The color of the site.', fr: 'La couleur du site.' }),
    weekStart: word(weekStartNames, {
      en: 'The day on which weeks begin.',
      fr: 'Le jour où commence la semaine.',
    }),
    language: word(languages, { en: 'The main language.', fr: 'La langue principale.' }),
    languages: listOf(
      exact(
        { en: 'A language.', fr: 'Une langue.' },
        {
          code: word(languages, { en: 'The code.', fr: 'Le code.' }),
          name: text({ en: 'Its own name.', fr: 'Son nom dans cette langue.' }),
        },
      ),
      { en: 'The languages of the site.', fr: 'Les langues du site.' },
    ),
    timezone: text({ en: 'The time zone.', fr: 'Le fuseau horaire.' }),
    currency: exact(
      { en: 'The currency.', fr: 'La monnaie.' },
      {
        symbol: text({ en: 'The symbol.', fr: 'Le symbole.' }),
        position: word(['prefix', 'postfix'], { en: 'Its position.', fr: 'Sa place.' }),
        code: text({ en: 'The ISO 4217 code.', fr: 'Le code ISO 4217.' }),
      },
    ),
    customFields: listOf(customField, {
      en: 'The fields of events that the site has defined.',
      fr: 'Les champs des évènements que le site a définis.',
    }),
    perPage: integer({ en: 'Records on a page.', fr: 'Le nombre de fiches par page.' }, 1),
    maxPerPage: integer({ en: 'The maximum.', fr: 'Le maximum.' }, 1),
    uploadLimit: integer({
      en: 'The maximum size of an image, in bytes.',
      fr: 'La taille maximale d’une image, en octets.',
    }),
    private: flag({
      en: 'Whether reading requires credentials.',
      fr: 'Indique si la lecture exige des identifiants.',
    }),
    version: text({ en: 'The version of Almanac.', fr: 'La version d’Almanac.' }),
    provider: text({
      en: 'The provider for single sign-on; empty if there is none.',
      fr: 'Le fournisseur par lequel on se connecte, outre le mot de passe ; vide : aucun.',
    }),
    findsPlaces: flag({
      en: 'Whether places can be searched for.',
      fr: 'Indique si l’on peut chercher des lieux.',
    }),
    sendsMail: flag({
      en: 'Whether links are sent by e-mail.',
      fr: 'Indique si des liens sont envoyés par e-mail.',
    }),
    root: exact(
      { en: 'The roots of the API.', fr: 'Les racines de l’API.' },
      {
        plain: address({ en: 'The root without a language.', fr: 'La racine sans langue.' }),
        ...perLanguage(
          address({ en: 'The root of this language.', fr: 'La racine de cette langue.' }),
        ),
      },
    ),
    home: inLanguages({ en: 'The public pages.', fr: 'Les pages publiques.' }),
  },
)

/** The records are named by their IDs, 0 for none. */
const newEvents = exact(
  { en: 'The initial values of a new event.', fr: 'Les valeurs initiales d’un nouvel évènement.' },
  {
    venue: integer({ en: 'The venue; 0: none.', fr: 'Le lieu ; 0 : aucun.' }),
    organizer: integer({ en: 'The organizer; 0: none.', fr: 'L’organisateur ; 0 : aucun.' }),
    category: integer({ en: 'The category; 0: none.', fr: 'La catégorie ; 0 : aucune.' }),
    image: integer({ en: 'The image; 0: none.', fr: 'L’image ; 0 : aucune.' }),
  },
)

const reach = (description: Sentence) => word(reaches, description)

const rights = exact(
  {
    en: 'The rights on the records of a resource.',
    fr: 'Les droits sur les fiches d’un type.',
  },
  {
    create: flag({
      en: 'Whether the user may create records.',
      fr: 'Indique si l’utilisateur peut créer des fiches.',
    }),
    publish: flag({
      en: 'Whether the user may publish records.',
      fr: 'Indique si l’utilisateur peut publier des fiches.',
    }),
    write_for_others: flag({
      en: 'Whether the user may write in the name of others.',
      fr: 'Indique si l’utilisateur peut écrire au nom d’autrui.',
    }),
    translate: flag({
      en: 'Whether the user changes the texts of all records, and nothing else.',
      fr: 'Indique si l’utilisateur modifie les textes de toutes les fiches, et rien d’autre.',
    }),
    read_unpublished: reach({
      en: 'Which unpublished records the user may read.',
      fr: 'Les fiches non publiées que l’utilisateur peut lire.',
    }),
    change: reach({
      en: 'Which unpublished records the user may change.',
      fr: 'Les fiches non publiées que l’utilisateur peut modifier.',
    }),
    change_published: reach({
      en: 'Which published records the user may change.',
      fr: 'Les fiches publiées que l’utilisateur peut modifier.',
    }),
    remove: reach({
      en: 'Which unpublished records the user may delete.',
      fr: 'Les fiches non publiées que l’utilisateur peut supprimer.',
    }),
    remove_published: reach({
      en: 'Which published records the user may delete.',
      fr: 'Les fiches publiées que l’utilisateur peut supprimer.',
    }),
    remove_permanently: reach({
      en: 'Which records the user may delete permanently.',
      fr: 'Les fiches que l’utilisateur peut supprimer définitivement.',
    }),
  },
)

const account = { id, login, email, name, role, language, created }

const me = exact(
  { en: 'The signed-in user.', fr: 'L’utilisateur connecté.' },
  {
    ...account,
    secondFactor,
    reviewMails: word(reviewMailChoices, {
      en: 'How often an editor gets e-mails about events that wait for review.',
      fr: 'La fréquence des e-mails sur les évènements en attente de relecture, pour les éditeurs.',
    }),
  },
)

const ofEachResource = <S>(of: S) => tableOf(resourceNames, () => of)

/** Everything that is returned, by name. */
export const schemas = {
  ...versionSchemas,
  ...recordSchemas,
  ...manySchemas,
  Session: exact(
    { en: 'The signed-in user, and the site.', fr: 'L’utilisateur connecté, et le site.' },
    {
      state: word(['setup', 'signed-out', 'signed-in'], {
        en: 'Whether a user is signed in; setup: nobody can sign in yet.',
        fr: 'Indique si un utilisateur est connecté ; setup : personne ne peut encore se connecter.',
      }),
      canSignIn: flag({
        en: 'False over plain http to another machine: the browser would not keep the session.',
        fr: 'Faux en http vers une autre machine : le navigateur ne conserverait pas la session.',
      }),
      site,
      token: text({
        en: 'The value to send as X-Almanac-Session.',
        fr: 'La valeur à envoyer dans X-Almanac-Session.',
      }),
      user: ref<Described<typeof me>>('Me'),
      session: exact(
        { en: 'The session.', fr: 'La session.' },
        {
          id,
          created,
          expires: time({ en: 'When the session ends.', fr: 'La fin de la session.' }),
          idle_until: time({
            en: 'When it ends if it is not used.',
            fr: 'Sa fin si elle ne sert pas.',
          }),
        },
      ),
      may: exact(
        { en: 'The rights of the user.', fr: 'Les droits de l’utilisateur.' },
        {
          ...ofEachResource(rights),
          accounts: flag({
            en: 'Whether the user may manage accounts.',
            fr: 'Indique si l’utilisateur peut gérer les comptes.',
          }),
          imports: flag({
            en: 'Whether the user may import and subscribe to feeds.',
            fr: 'Indique si l’utilisateur peut importer et s’abonner à des flux.',
          }),
        },
      ),
      newEvents,
    },
    ['token', 'user', 'session', 'may', 'newEvents'],
  ),
  Me: me,
  OpenSession: exact(
    { en: 'A session of the user.', fr: 'Une session de l’utilisateur.' },
    {
      id,
      current: flag({ en: 'Whether it is this one.', fr: 'Indique si c’est celle-ci.' }),
      browser: text({ en: 'The browser, if known.', fr: 'Le navigateur, s’il est connu.' }),
      system: text({ en: 'The system, if known.', fr: 'Le système, s’il est connu.' }),
      agent: text({
        en: 'The User-Agent of the browser.',
        fr: 'L’en-tête User-Agent du navigateur.',
      }),
      address: text({ en: 'The IP address.', fr: 'L’adresse IP.' }),
      created,
      used: time({
        en: 'When it was last used, to the minute.',
        fr: 'La dernière utilisation, à la minute près.',
      }),
      expires: time({ en: 'When the session ends.', fr: 'La fin de la session.' }),
    },
  ),
  Link: exact(
    { en: 'The purpose of a one-time link.', fr: 'L’usage d’un lien à usage unique.' },
    {
      purpose: word(linkPurposes, { en: 'Its purpose.', fr: 'Son but.' }),
      login,
      name,
      language,
      expires: time({ en: 'When it expires.', fr: 'La date d’expiration.' }),
    },
  ),
  NewLink: link,
  User: exact(
    { en: 'An account.', fr: 'Un compte.' },
    {
      ...account,
      disabled: timeOrNull({
        en: 'Since when it is disabled; null: it is not.',
        fr: 'La date de désactivation ; null : il est actif.',
      }),
      has_password: flag({
        en: 'Whether it can sign in here.',
        fr: 'Indique s’il permet de se connecter ici.',
      }),
      second_factor: secondFactor,
      provider: flag({
        en: 'Whether it belongs to a person of the provider.',
        fr: 'Indique s’il appartient à une personne du fournisseur.',
      }),
      last_used: timeOrNull({
        en: 'When it was last used, by a session, token or application password.',
        fr: 'La dernière utilisation, par une session, un jeton ou un mot de passe d’application.',
      }),
    },
  ),
  Token: exact(
    {
      en: 'A token or application password.',
      fr: 'Un jeton ou un mot de passe d’application.',
    },
    {
      id,
      type: word(tokenTypes, { en: 'Its type.', fr: 'Son type.' }),
      name: text({ en: 'Its purpose.', fr: 'Son usage.' }),
      scope: word(scopes, { en: 'Its scope.', fr: 'Sa portée.' }),
      language: word([...languages, ''], {
        en: 'The only language that it writes; empty: all.',
        fr: 'La seule langue qu’il écrit ; vide : toutes.',
      }),
      last_characters: text({ en: 'Its last characters.', fr: 'Ses derniers caractères.' }),
      created,
      expires: timeOrNull({ en: 'When it expires.', fr: 'La date d’expiration.' }),
      last_used: timeOrNull({ en: 'When it was last used.', fr: 'La dernière utilisation.' }),
      state: word(tokenStates, { en: 'Its state.', fr: 'Son état.' }),
      user: integer({ en: 'The ID of its user.', fr: 'L’ID de son utilisateur.' }, 1),
      login,
    },
  ),
  Setting: setting,
  Status: status,
  Import: importRun,
  WholeImport: importDetails,
  ImportRecord: importRecord,
  Backups: backupsSchema,
  Download: downloadSchema,
  Examination: doctorSchema,
  Subscription: subscription,
  Webhook: webhook,
  Delivery: delivery,
  Activity: activityEntry,
} satisfies Properties
