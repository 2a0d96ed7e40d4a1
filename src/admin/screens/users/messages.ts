import type { Sentence } from '../../../define/text/language.ts'
import { messages as shared } from '../../messages.ts'

export const messages = {
  search: shared.search,
  role: { en: 'Role', fr: 'Rôle' },
  anyRole: { en: 'All roles', fr: 'Tous les rôles' },
  invite: { en: 'Invite someone', fr: 'Inviter quelqu’un' },
  inviteAbout: {
    en: 'They choose their password through a link that you send them.',
    fr: 'La personne choisit son mot de passe par un lien que vous lui envoyez.',
  },
  send: { en: 'Create the invitation', fr: 'Créer l’invitation' },
  link: { en: 'Link for {login}', fr: 'Lien pour {login}' },
  linkAbout: {
    en: 'Send it to {login} only: the person who opens it chooses the password. It works once, until {until}, and is not shown again.',
    fr: 'Envoyez-le à {login} seulement : la personne qui l’ouvre choisit le mot de passe. Il est valable une seule fois, jusqu’au {until}, et ne sera plus affiché.',
  },
  mailed: {
    en: 'It is also on its way to {login} by e-mail.',
    fr: 'Il a aussi été envoyé à {login} par e-mail.',
  },
  loginHint: {
    en: 'Letters, digits and . _ @ + -. It cannot be changed.',
    fr: 'Lettres, chiffres et . _ @ + -. Il ne peut pas être modifié.',
  },
  count: { en: '{count} {count|user|users}', fr: '{count} {count|compte|comptes}' },
  none: { en: 'No matching users.', fr: 'Aucun compte ne correspond.' },
  state: { en: 'State', fr: 'État' },
  lastUsed: { en: 'Last active', fr: 'Dernière activité' },
  created: { en: 'Since', fr: 'Depuis' },
  active: { en: 'active', fr: 'compte actif' },
  invited: { en: 'invited', fr: 'invitation envoyée' },
  disabled: { en: 'disabled', fr: 'compte désactivé' },
  factor: shared.factor,
  on: { en: 'on', fr: 'activée' },
  off: { en: 'off', fr: 'désactivée' },
  you: { en: 'you', fr: 'vous' },
  language: { en: 'Language of the screens', fr: 'Langue des écrans' },
  siteLanguage: shared.siteLanguage,
  profile: shared.profile,
  profileAbout: {
    en: 'Changing the role ends the sessions of this person.',
    fr: 'Changer de rôle ferme les sessions de cette personne.',
  },
  access: { en: 'Access', fr: 'Accès' },
  newLink: { en: 'New link', fr: 'Nouveau lien' },
  newLinkAbout: {
    en: 'For a forgotten password, or an invitation that was lost. An earlier link no longer works.',
    fr: 'Pour un mot de passe oublié ou une invitation perdue. Un lien précédent n’est plus valable.',
  },
  provider: { en: 'Signs in by', fr: 'Se connecte par' },
  unlink: { en: 'Unlink provider', fr: 'Dissocier du fournisseur' },
  unlinkAbout: {
    en: 'The link with the provider is removed. It is restored when someone with the same e-mail address or username signs in there.',
    fr: 'Le lien avec le fournisseur est rompu. Il se rétablit si une personne ayant la même adresse e-mail ou le même nom d’utilisateur se connecte par lui.',
  },
  resetFactor: { en: 'Reset the second factor', fr: 'Réinitialiser la double authentification' },
  resetFactorAbout: {
    en: 'For a lost phone: {login} signs in by password alone until they turn it on again. Verify the request.',
    fr: 'Pour un téléphone perdu : {login} se connecte avec son seul mot de passe jusqu’à une nouvelle activation. Vérifiez l’origine de la demande.',
  },
  endSessions: { en: 'End all sessions', fr: 'Fermer toutes les sessions' },
  endSessionsAbout: {
    en: '{login} has to sign in again everywhere.',
    fr: '{login} devra se reconnecter partout.',
  },
  ended: {
    en: '{count} {count|session|sessions} ended.',
    fr: '{count} {count|session fermée|sessions fermées}.',
  },
  disable: { en: 'Disable', fr: 'Désactiver' },
  disableAbout: {
    en: 'The sessions of {login} end, and tokens and links open nothing until you enable the account again. What they wrote stays.',
    fr: 'Les sessions de {login} se ferment ; ses jetons et ses liens n’ouvrent plus rien tant que vous ne réactivez pas le compte. Ce que cette personne a écrit reste.',
  },
  enable: { en: 'Enable', fr: 'Réactiver' },
  remove: { en: 'Delete the account', fr: 'Supprimer le compte' },
  removeAbout: {
    en: 'This cannot be undone. What {login} wrote stays; sessions, tokens and application passwords go.',
    fr: 'C’est irréversible. Ce que {login} a écrit reste ; sessions, jetons et mots de passe d’application disparaissent.',
  },
  removeTyped: {
    en: 'Type the login to confirm: {login}',
    fr: 'Saisissez l’identifiant pour confirmer : {login}',
  },
  removeWrong: { en: 'That is another login.', fr: 'C’est un autre identifiant.' },
  erase: { en: 'Erase what is stored about a person', fr: 'Effacer les données d’une personne' },
  eraseAbout: {
    en: 'Finds the account, organizers, submissions, earlier versions and imports with exactly this name, login or e-mail address. Nothing is changed before you confirm.',
    fr: 'Trouve le compte, les organisateurs, les propositions, les versions antérieures et les importations qui ont exactement ce nom, cet identifiant ou cette adresse e-mail. Rien n’est modifié avant votre confirmation.',
  },
  person: { en: 'Name, login or e-mail address', fr: 'Nom, identifiant ou adresse e-mail' },
  look: { en: 'Search', fr: 'Chercher' },
  nothingOf: {
    en: 'Nothing is stored about “{who}”.',
    fr: 'Rien n’est enregistré au sujet de « {who} ».',
  },
  eraseNow: { en: 'Erase permanently', fr: 'Effacer définitivement' },
  willErase: {
    en: 'To erase: {erased}. To look at: {stays}.',
    fr: 'À effacer : {erased}. À examiner : {stays}.',
  },
  haveErased: {
    en: 'Erased: {erased}. To look at: {stays}.',
    fr: 'Effacé : {erased}. À examiner : {stays}.',
  },
  done: { en: 'Done', fr: 'Terminé' },
  goes: { en: 'erased', fr: 'effacé' },
  stays: { en: 'stays', fr: 'reste' },
  back: { en: 'All users', fr: 'Tous les comptes' },
  tokens: shared.tokens,
} as const satisfies Record<string, Sentence>
