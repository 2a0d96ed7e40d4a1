import type { TokenType } from '../../../define/account-messages.ts'
import type { Sentence } from '../../../define/text/language.ts'
import { messages as shared } from '../../messages.ts'

export const messages = {
  title: shared.tokens,
  about: {
    en: 'Tokens let programs and calendar apps act on your behalf without your password.',
    fr: 'Un jeton permet à un programme ou à un agenda d’agir en votre nom, sans connaître votre mot de passe.',
  },
  mine: shared.mine,
  all: { en: 'All', fr: 'Tous' },
  whose: { en: 'Owner', fr: 'Titulaire' },
  create: { en: 'New token', fr: 'Nouveau jeton' },
  make: { en: 'Create', fr: 'Créer' },
  type: { en: 'Type', fr: 'Type' },
  name: { en: 'What it is for', fr: 'À quoi il sert' },
  nameHint: {
    en: 'So that you know later which to revoke: “phone”, “website”.',
    fr: 'Pour savoir plus tard lequel révoquer : « téléphone », « site web ».',
  },
  scope: { en: 'Permissions', fr: 'Droits' },
  read: { en: 'Reading only', fr: 'La lecture seule' },
  write: { en: 'Reading and writing', fr: 'Lecture et écriture' },
  admin: { en: 'Everything, accounts too', fr: 'Tout, comptes compris' },
  language: { en: 'Writes', fr: 'Langue d’écriture' },
  anyLanguage: { en: 'Both languages', fr: 'Les deux langues' },
  expires: { en: 'Expires', fr: 'Expire le' },
  forever: { en: 'Never expires', fr: 'N’expire pas' },
  expiresHint: { en: 'Empty: never expires.', fr: 'Vide : n’expire pas.' },
  secret: { en: 'Your new secret', fr: 'Votre nouveau secret' },
  secretAbout: {
    en: 'Copy it now: it is not shown again.',
    fr: 'Copiez-le maintenant : il ne sera plus affiché.',
  },
  secretLogin: {
    en: 'It goes with your login, {login}.',
    fr: 'Il accompagne votre identifiant, {login}.',
  },
  none: { en: 'There are none yet.', fr: 'Il n’y en a pas encore.' },
  owner: { en: 'Owner', fr: 'Titulaire' },
  lastUsed: { en: 'Last used', fr: 'Dernière utilisation :' },
  neverUsed: { en: 'Never used', fr: 'Jamais utilisé' },
  revoke: { en: 'Revoke', fr: 'Révoquer' },
  revokeOne: { en: 'Revoke {name}', fr: 'Révoquer {name}' },
  revokeAbout: {
    en: '“{name}” stops working immediately.',
    fr: '« {name} » cesse de fonctionner immédiatement.',
  },
  past: {
    en: '{count} expired or revoked',
    fr: '{count} {count|expiré ou révoqué|expirés ou révoqués}',
  },
} as const satisfies Record<string, Sentence>

export const typeHints = {
  token: {
    en: 'For programs: sent in the header Authorization, after the word Bearer.',
    fr: 'Pour les programmes : envoyé dans l’en-tête Authorization, après le mot Bearer.',
  },
  'application-password': {
    en: 'For apps that ask for a login and a password, as those of WordPress do.',
    fr: 'Pour les applications qui demandent identifiant et mot de passe, comme celles de WordPress.',
  },
  'feed-token': {
    en: 'For calendar apps that subscribe to a feed: it is part of the URL and can only read.',
    fr: 'Pour les agendas abonnés à un flux : il figure dans l’URL et ne permet que la lecture.',
  },
} as const satisfies Record<TokenType, Sentence>
