import { reviewMailChoices } from '../../define/account-messages.ts'
import { oneOf } from '../../define/choice-types.ts'
import type { Param, Params } from '../../define/param.ts'
import { maxPassword, passwordLength } from '../../define/password.ts'
import { flag } from '../../define/scalar-types.ts'
import { exact, integer, listOf, type SchemaOf, text } from '../../define/schema.ts'
import { text as plain, secret } from '../../define/text-types.ts'
import { flag as yesOrNo } from '../../resources/admin-api/index.ts'
import { resourceNames } from '../../resources/index.ts'
import type { Operations } from '../api/operation.ts'
import { kindAmong, schemaOf } from './schema-of.ts'
import { fields, signedIn, who } from './session.ts'

/** One's own password, as confirmation. */
const own = {
  password: { ...fields.password, en: 'Your password.', fr: 'Votre mot de passe.' },
}

const guarded = ['wrong_password', 'too_many_attempts', 'rest_forbidden'] as const

const word: SchemaOf<string> = { type: 'string' }

const codes = listOf(word, {
  en: 'Each works once. Shown here only.',
  fr: 'Chacun sert une fois. Affichés ici seulement.',
})

/** The operations of users on their own account. */
export const ownAccountOperations = {
  'PATCH /account': {
    name: 'changeOwnAccount',
    access: 'session',
    summary: {
      en: 'Change your name, e-mail address, language or e-mails about events',
      fr: 'Modifier votre nom, votre adresse e-mail, votre langue ou vos e-mails sur les évènements',
    },
    params: {
      email: fields.email,
      name: fields.name,
      language: fields.language,
      review_mails: {
        type: oneOf(reviewMailChoices),
        en: 'How often you get e-mails about events that wait for review, as an editor. With none, none when someone else changes an event of yours either.',
        fr: 'La fréquence des e-mails sur les évènements en attente de relecture, pour les éditeurs. Avec none, aucun non plus quand quelqu’un d’autre modifie l’un de vos évènements.',
      },
      password: {
        type: fields.password.type,
        en: 'Your password; required for another e-mail address.',
        fr: 'Votre mot de passe ; obligatoire pour une autre adresse e-mail.',
      },
    },
    returns: exact({ en: 'Your account.', fr: 'Votre compte.' }, { user: schemaOf('Me') }),
    problems: guarded,
  },
  'POST /password': {
    name: 'changePassword',
    access: 'session',
    summary: {
      en: 'Change your password; your other sessions end',
      fr: 'Changer votre mot de passe ; vos autres sessions se ferment',
    },
    params: {
      ...own,
      new_password: {
        type: secret({ max: maxPassword, sample: 'a long password' }),
        required: true,
        en: `The new password: ${passwordLength.en}.`,
        fr: `Le nouveau mot de passe : ${passwordLength.fr}.`,
      },
      revoke_tokens: {
        type: flag(),
        en: 'Whether your tokens and application passwords are revoked too.',
        fr: 'Indique si vos jetons et mots de passe d’application sont révoqués aussi.',
      },
    },
    returns: signedIn,
    problems: guarded,
  },
  'GET /second-factor': {
    name: 'readSecondFactor',
    access: 'session',
    summary: {
      en: 'Read whether your second factor is on',
      fr: 'Lire si votre double authentification est activée',
    },
    returns: exact(
      { en: 'The second factor.', fr: 'La double authentification.' },
      {
        enabled: yesOrNo({ en: 'Whether it is on.', fr: 'Indique si elle est activée.' }),
        recovery_codes_left: integer({
          en: 'Recovery codes that were not used.',
          fr: 'Les codes de secours qui n’ont pas servi.',
        }),
      },
    ),
  },
  'POST /second-factor': {
    name: 'beginSecondFactor',
    access: 'session',
    summary: {
      en: 'Get a secret for an authenticator app',
      fr: 'Obtenir un secret pour une application d’authentification',
    },
    params: own,
    returns: exact(
      { en: 'A secret that is not confirmed yet.', fr: 'Un secret qui n’est pas encore confirmé.' },
      {
        secret: text({ en: 'To be typed, in Base32.', fr: 'À saisir, en Base32.' }),
        uri: text({ en: 'The content of the image.', fr: 'Le contenu de l’image.' }),
        qr: text({ en: 'The QR code, as SVG.', fr: 'Le code QR, en SVG.' }),
      },
    ),
    problems: guarded,
  },
  'POST /second-factor/confirm': {
    name: 'confirmSecondFactor',
    access: 'session',
    summary: {
      en: 'Turn the second factor on, with a code of the app; your other sessions end',
      fr: 'Activer la double authentification, avec un code de l’application ; vos autres sessions se ferment',
    },
    params: {
      code: {
        type: plain(40, '123456'),
        required: true,
        en: 'The six digits that the app shows.',
        fr: 'Les six chiffres que l’application affiche.',
      },
    },
    returns: exact(
      {
        en: 'The recovery codes of the second factor, which is now on.',
        fr: 'Les codes de secours de la double authentification, désormais activée.',
      },
      {
        recovery_codes: codes,
        token: text({
          en: 'The value to send as X-Almanac-Session.',
          fr: 'La valeur à envoyer dans X-Almanac-Session.',
        }),
      },
    ),
  },
  'POST /second-factor/codes': {
    name: 'newRecoveryCodes',
    access: 'session',
    summary: {
      en: 'Get new recovery codes; the old ones no longer work',
      fr: 'Obtenir de nouveaux codes de secours ; les anciens ne servent plus',
    },
    params: own,
    returns: exact(
      { en: 'New recovery codes.', fr: 'De nouveaux codes de secours.' },
      { recovery_codes: codes },
    ),
    problems: guarded,
  },
  'POST /second-factor/disable': {
    name: 'disableSecondFactor',
    access: 'session',
    summary: {
      en: 'Turn the second factor off; your other sessions end',
      fr: 'Désactiver la double authentification ; vos autres sessions se ferment',
    },
    params: own,
    returns: signedIn,
    problems: guarded,
  },
  'GET /zones': {
    name: 'listZones',
    access: 'session',
    summary: {
      en: 'The time zones that an event may have',
      fr: 'Les fuseaux horaires qu’un évènement peut avoir',
    },
    returns: exact(
      { en: 'The time zones.', fr: 'Les fuseaux horaires.' },
      {
        zones: listOf(word, {
          en: 'The IANA names of the zones.',
          fr: 'Les noms IANA des fuseaux.',
        }),
      },
    ),
  },
} satisfies Operations

const token = {
  type: plain(200, 'alm_…'),
  required: true,
  en: 'The part of the link after #link=.',
  fr: 'Ce qui suit #link= dans le lien.',
} satisfies Param

export const linksOperations = {
  'POST /link': {
    name: 'readLink',
    access: 'anyone',
    summary: {
      en: 'Read the purpose of a one-time link',
      fr: 'Lire à quoi sert un lien à usage unique',
    },
    params: { token },
    returns: schemaOf('Link'),
    problems: ['link_expired', 'session_elsewhere', 'too_many_attempts'],
  },
  'POST /link/use': {
    name: 'useLink',
    access: 'anyone',
    summary: {
      en: 'Set a password by a one-time link; all sessions of the account end',
      fr: 'Choisir un mot de passe par un lien à usage unique ; toutes les sessions du compte se ferment',
    },
    params: { token, password: fields.password, name: fields.name },
    returns: who,
    problems: ['link_expired', 'session_needs_https', 'session_elsewhere', 'too_many_attempts'],
  },
  'POST /forgotten': {
    name: 'sendPasswordLink',
    access: 'anyone',
    summary: {
      en: 'Send a link for a new password by e-mail; the response is the same whether there is such an account or not',
      fr: 'Envoyer par e-mail un lien pour un nouveau mot de passe ; la réponse est la même, que ce compte existe ou non',
    },
    params: {
      login: {
        type: plain(254, 'alice'),
        required: true,
        en: 'The login or e-mail address.',
        fr: 'L’identifiant ou l’adresse e-mail.',
      },
    },
    returns: exact(
      { en: 'Confirms the request.', fr: 'Confirme la demande.' },
      { received: yesOrNo({ en: 'Always true.', fr: 'Toujours vrai.' }) },
    ),
    problems: ['rest_no_route', 'session_elsewhere', 'too_many_attempts'],
  },
} satisfies Operations

/** Characters of a query, and of a name. */
const limits = { query: 2000, name: 80 }

const view = exact(
  { en: 'A saved view.', fr: 'Une vue enregistrée.' },
  {
    id: integer({ en: 'Its ID.', fr: 'Son ID.' }, 1),
    name: text({ en: 'Its name.', fr: 'Son nom.' }),
    query: text({ en: 'The query of its URL.', fr: 'Les paramètres de son URL.' }),
    shared: yesOrNo({
      en: 'Whether it is offered to all accounts.',
      fr: 'Indique si elle est proposée à tous les comptes.',
    }),
    own: yesOrNo({
      en: 'Whether it belongs to the caller.',
      fr: 'Indique si elle appartient à l’appelant.',
    }),
  },
)

const newView = {
  kind: kindAmong(resourceNames),
  name: {
    type: plain(limits.name, 'Drafts without French'),
    required: true,
    en: 'Its name. A view of this name is replaced.',
    fr: 'Son nom. Une vue du même nom est remplacée.',
  },
  query: {
    type: plain(limits.query, 'tab=draft&missing=fr'),
    default: '',
    en: 'The query of the URL of the table.',
    fr: 'Les paramètres de l’URL du tableau.',
  },
  shared: {
    type: flag({ loose: true }),
    default: false,
    en: 'Offer it to all accounts; for editors and administrators.',
    fr: 'La proposer à tous les comptes ; réservé aux rôles editor et administrator.',
  },
} satisfies Params

export const viewsOperations = {
  'GET /views': {
    name: 'listViews',
    access: 'account',
    summary: {
      en: 'List the saved views of a table: yours, and those that are shared',
      fr: 'Lister les vues enregistrées d’un tableau : les vôtres, et celles qui sont partagées',
    },
    params: { kind: kindAmong(resourceNames) },
    returns: exact(
      { en: 'Saved views.', fr: 'Des vues enregistrées.' },
      { views: listOf(view, { en: 'The views, ordered by name.', fr: 'Les vues, par nom.' }) },
    ),
  },
  'POST /views': {
    name: 'saveView',
    access: 'account',
    summary: {
      en: 'Save a view of a table',
      fr: 'Enregistrer une vue d’un tableau',
    },
    params: newView,
    returns: view,
    status: 201,
  },
  'DELETE /views/:id': {
    name: 'removeView',
    access: 'account',
    summary: {
      en: 'Delete a saved view: yours, or as an editor a shared one',
      fr: 'Supprimer une vue enregistrée : la vôtre ou, pour le rôle editor, une vue partagée',
    },
    returns: exact({ en: 'An empty response.', fr: 'Une réponse vide.' }, {}),
    problems: ['saved_view_not_found'],
  },
} satisfies Operations
