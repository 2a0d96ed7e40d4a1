import { roleNames, roles } from '../define/account-messages.ts'
import type { Definitions } from './setting.ts'
import { integer, oneOf, type SettingKind, secretText, span, text } from './setting-types.ts'

/** The ways to sign in besides by password. */
export const signInSettings = {
  oidcIssuer: {
    type: issuer(),
    default: '',
    live: { en: 'OpenID Connect provider', fr: 'Fournisseur OpenID Connect' },
    en: 'The URL of an OpenID Connect provider by which people sign in to the admin screens; empty for none.',
    fr: 'L’URL d’un fournisseur OpenID Connect par lequel on se connecte aux écrans d’administration ; vide pour aucun.',
  },
  oidcClientId: {
    type: text(
      /^[\x21-\x7e]{1,300}$/,
      {
        en: 'an identifier of up to 300 characters',
        fr: 'un identifiant de 300 caractères au plus',
      },
      { canBeEmpty: true },
    ),
    default: '',
    live: { en: 'Client ID', fr: 'Identifiant client' },
    en: 'The identifier of this service at that provider.',
    fr: 'L’identifiant de ce service chez ce fournisseur.',
  },
  oidcClientSecret: {
    type: secretText(8),
    default: '',
    secret: true,
    live: { en: 'Client secret', fr: 'Secret client' },
    en: 'The secret of this service at that provider; empty where it gave none.',
    fr: 'Le secret de ce service chez ce fournisseur ; vide s’il n’en a pas donné.',
  },
  oidcLabel: {
    type: text(
      /^[^\p{Cc}<>]{1,50}$/u,
      { en: 'a name of up to 50 characters', fr: 'un nom de 50 caractères au plus' },
      { canBeEmpty: true },
    ),
    default: '',
    live: { en: 'Name of the provider', fr: 'Nom du fournisseur' },
    en: 'The name of that provider on the sign-in button; empty: the host of its URL.',
    fr: 'Le nom de ce fournisseur sur le bouton de connexion ; vide : l’hôte de son URL.',
  },
  oidcMatch: {
    type: oneOf('email', 'username'),
    default: 'email',
    live: {
      en: 'Matching of accounts',
      fr: 'Correspondance des comptes',
      words: {
        email: { en: 'By e-mail address', fr: 'Par l’adresse e-mail' },
        username: { en: 'By username', fr: 'Par le nom d’utilisateur' },
      },
    },
    en: 'How an account is found at its first sign-in by the provider: by the e-mail address, which the provider must have verified, or by the username (preferred_username), for providers where users cannot choose it.',
    fr: 'Comment un compte est trouvé à sa première connexion par le fournisseur : par l’adresse e-mail, que le fournisseur doit avoir vérifiée, ou par le nom d’utilisateur (preferred_username), pour les fournisseurs où personne ne peut le choisir.',
  },
  oidcNewUsers: {
    type: oneOf('none', ...roles.filter(role => role !== 'administrator').toReversed()),
    default: 'none',
    live: {
      en: 'Users of the provider without an account',
      fr: 'Personnes sans compte ici',
      words: { none: { en: 'Refused', fr: 'Accès refusé' }, ...roleNames },
    },
    en: 'The role of the account created for a user of the provider who has none here; without a role, they are refused.',
    fr: 'Le rôle du compte créé pour un utilisateur du fournisseur qui n’en a pas ici ; sans rôle, l’accès est refusé.',
  },
  sessionMaxAge: {
    type: span('s', 60, 31_536_000),
    default: 1_209_600,
    previousName: 'sessionLongest',
    live: { en: 'Maximum age of a session', fr: 'Durée maximale d’une session' },
    en: 'The maximum age of a session in the admin screens, in seconds.',
    fr: 'La durée maximale d’une session d’administration, en secondes.',
  },
  attemptLimit: {
    type: integer(1, 1_000_000),
    default: 20,
    live: { en: 'Failed attempts before a wait', fr: 'Échecs permis avant une attente' },
    en: 'The number of wrong credentials that one IP address may send for a login, or of wrong passwords for an event, before it must wait.',
    fr: 'Le nombre d’échecs d’authentification permis par adresse IP et par identifiant, ou de mots de passe erronés pour un évènement, avant une attente.',
  },
} as const satisfies Definitions

/** The issuer of identities: https, or on this machine. It is compared literally. */
function issuer(): SettingKind<string> {
  return {
    expects: {
      en: 'a URL such as https://accounts.example.org, with https unless it is on this machine',
      fr: 'une URL telle que https://comptes.exemple.fr, en https sauf sur cette machine',
    },
    canBeEmpty: true,
    parse(written) {
      const address = written.trim()
      if (address === '') return ''
      if (!/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/i.test(address) || !URL.canParse(address))
        return undefined
      const { protocol, hostname } = new URL(address)
      return protocol === 'https:' || isOfThisMachine(hostname) ? address : undefined
    },
  }
}

const isOfThisMachine = (host: string) =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
