import type { Locale, Sentence } from '../define/text/language.ts'
import { formatNumber } from '../define/text/number-formats.ts'

type Params = Record<string, string | number>
const names = new Set(['id', 'version', 'line'])

/** Large numbers as people of the region write them, except those that are names. */
export const counted = (params: Params, locale: Locale): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, of]) => {
      const isLarge = typeof of === 'number' && of >= 10_000 && !names.has(name)
      return [name, isLarge ? formatNumber(of, locale) : of]
    }),
  )

/** Messages that several screens share. Those of one folder of screens are in its own `messages.ts`. */
export const messages = {
  admin: { en: 'Administration', fr: 'Administration' },
  signIn: { en: 'Sign in', fr: 'Se connecter' },
  signInBy: { en: 'Sign in with {provider}', fr: 'Se connecter avec {provider}' },
  signInElsewhere: {
    en: 'You can also sign in in another tab and then continue here.',
    fr: 'Vous pouvez aussi vous reconnecter dans un autre onglet, puis poursuivre ici.',
  },
  otherTab: { en: 'Sign in in another tab', fr: 'Se connecter dans un autre onglet' },
  goOn: { en: 'Done', fr: 'C’est fait' },
  or: { en: 'or', fr: 'ou' },
  signOut: { en: 'Sign out', fr: 'Se déconnecter' },
  login: { en: 'Login or e-mail address', fr: 'Identifiant ou adresse e-mail' },
  newLogin: { en: 'Login', fr: 'Identifiant' },
  password: { en: 'Password', fr: 'Mot de passe' },
  secondFactor: {
    en: 'Code of your second factor',
    fr: 'Code de votre double authentification',
  },
  secondFactorHint: {
    en: 'Six digits from your app, or a recovery code.',
    fr: 'Six chiffres de votre application, ou un code de secours.',
  },
  needsHttps: {
    en: 'Signing in needs https, except on the machine itself. Ask the administrator of the site to set it up.',
    fr: 'La connexion exige https, sauf sur la machine elle-même. Adressez-vous à la personne qui gère ce site.',
  },
  firstRun: { en: 'Welcome', fr: 'Bienvenue' },
  firstRunAbout: {
    en: 'Nobody can sign in yet. Create an administrator with the code that the server printed when it started.',
    fr: 'Personne ne peut encore se connecter. Créez un administrateur avec le code que le serveur a affiché à son démarrage.',
  },
  setupCode: { en: 'One-time code', fr: 'Code à usage unique' },
  email: { en: 'E-mail address', fr: 'Adresse e-mail' },
  name: { en: 'Name', fr: 'Nom' },
  createAccount: { en: 'Create the account', fr: 'Créer le compte' },
  choosePassword: { en: 'Choose a password', fr: 'Choisissez un mot de passe' },
  hello: { en: 'Account of {login}', fr: 'Compte de {login}' },
  showPassword: { en: 'Show the password', fr: 'Afficher le mot de passe' },
  passwordShort: {
    en: 'At least {least} characters: {left} more.',
    fr: 'Au moins {least} caractères : encore {left}.',
  },
  passwordWeak: {
    en: 'Easy to guess: a few more words make it better.',
    fr: 'Facile à deviner : quelques mots de plus l’améliorent.',
  },
  passwordFair: { en: 'Good. Longer is better still.', fr: 'Bien. Plus long, c’est encore mieux.' },
  passwordStrong: { en: 'Very good.', fr: 'Très bien.' },
  passwordHint: {
    en: 'At least {least} characters. Several words are easy to remember and hard to guess.',
    fr: 'Au moins {least} caractères. Plusieurs mots se retiennent bien et se devinent mal.',
  },
  backToSignIn: { en: 'Go to sign-in', fr: 'Aller à la connexion' },
  linkExpired: { en: 'This link no longer works', fr: 'Ce lien n’est plus valable' },
  linkExpiredAbout: {
    en: 'It was used, or it is too old. Ask an administrator for another.',
    fr: 'Il a déjà servi, ou il est trop ancien. Demandez-en un autre à un administrateur.',
  },
  signInAgain: { en: 'Sign in again', fr: 'Reconnectez-vous' },
  signInAgainAbout: {
    en: 'Your session has ended. What you typed is still here, and your last action continues after you sign in.',
    fr: 'Votre session a pris fin. Ce que vous avez saisi est toujours là, et ce que vous veniez de faire se poursuit à votre retour.',
  },
  leave: { en: 'Leave without signing in', fr: 'Quitter sans se reconnecter' },
  forgotten: {
    en: 'Forgotten your password? An administrator can send you a link.',
    fr: 'Mot de passe oublié ? L’administration peut vous envoyer un lien.',
  },
  forgottenAsk: { en: 'Forgotten your password?', fr: 'Mot de passe oublié ?' },
  forgottenAbout: {
    en: 'We’ll e-mail you a link to reset it.',
    fr: 'Vous recevrez un e-mail avec un lien pour en choisir un autre.',
  },
  forgottenSend: { en: 'Send the link', fr: 'Envoyer le lien' },
  forgottenSent: {
    en: 'If there is such an account and it has an e-mail address, the link is on its way. It works for an hour.',
    fr: 'Si ce compte existe et a une adresse e-mail, l’e-mail est parti. Le lien est valable une heure.',
  },
  copy: { en: 'Copy', fr: 'Copier' },
  copied: { en: 'Copied', fr: 'Copié' },
  saved: { en: 'Saved', fr: 'Enregistré' },
  never: { en: 'never', fr: 'jamais' },
  previousPage: { en: 'Previous', fr: 'Précédente' },
  nextPage: { en: 'Next', fr: 'Suivante' },
  pageOf: { en: 'Page {page} of {pages}', fr: 'Page {page} sur {pages}' },
  pages: { en: 'Pages', fr: 'Pages' },
  save: { en: 'Save', fr: 'Enregistrer' },
  loading: { en: 'Loading', fr: 'Chargement' },
  close: { en: 'Close', fr: 'Fermer' },
  cancel: { en: 'Cancel', fr: 'Annuler' },
  leaveWindow: {
    en: 'What you typed here is not saved. Close anyway?',
    fr: 'Ce que vous avez saisi ici n’est pas enregistré. Fermer quand même ?',
  },
  messages: { en: 'Messages', fr: 'Messages' },
  calendar: { en: 'Calendar', fr: 'Agenda' },
  tryAgain: { en: 'Try again', fr: 'Réessayer' },
  skip: { en: 'Skip to content', fr: 'Aller au contenu' },
  menu: { en: 'Menu', fr: 'Menu' },
  help: { en: 'Help', fr: 'Aide' },
  toCalendar: { en: 'Visit the calendar', fr: 'Voir l’agenda' },
  content: { en: 'Content', fr: 'Contenu' },
  people: { en: 'People', fr: 'Personnes' },
  operation: { en: 'Operation', fr: 'Exploitation' },
  today: { en: 'Today', fr: 'Aujourd’hui' },
  review: { en: 'Review', fr: 'Relecture' },
  activity: { en: 'Activity', fr: 'Activité' },
  tokens: { en: 'Tokens', fr: 'Jetons' },
  users: { en: 'Users', fr: 'Comptes' },
  imports: { en: 'Import', fr: 'Importation' },
  status: { en: 'Status', fr: 'État du service' },
  backups: { en: 'Export and backups', fr: 'Export et sauvegardes' },
  webhooks: { en: 'Webhooks', fr: 'Webhooks' },
  settings: { en: 'Settings', fr: 'Réglages' },
  account: { en: 'Your account', fr: 'Votre compte' },
  notHere: { en: 'This page does not exist', fr: 'Cette page n’existe pas' },
  notHereAbout: {
    en: 'The URL may be mistyped, or you are not allowed to see this page.',
    fr: 'L’URL est peut-être mal saisie, ou vous n’y avez pas accès.',
  },
  search: { en: 'Search', fr: 'Rechercher' },
  goTo: { en: 'Go to…', fr: 'Aller à…' },
  factor: { en: 'Second factor', fr: 'Double authentification' },
  siteLanguage: { en: 'Site default', fr: 'Langue du site' },
  profile: { en: 'Profile', fr: 'Profil' },
  mine: { en: 'Mine', fr: 'Les miens' },
  enterKey: { en: 'Enter', fr: 'Entrée' },
  undo: { en: 'Undo', fr: 'Annuler' },
  empty: { en: 'empty', fr: 'vide' },
  alsoPublished: { en: 'Also published: {names}.', fr: 'Également publié : {names}.' },
  notPublished: {
    en: 'Not published, so visitors do not see: {names}.',
    fr: 'Non publié, donc invisible pour le public : {names}.',
  },
  duplicate: { en: 'Duplicate', fr: 'Dupliquer' },
  deleteForGood: { en: 'Delete permanently', fr: 'Supprimer définitivement' },
  publish: { en: 'Publish', fr: 'Publier' },
  add: { en: 'Add', fr: 'Ajouter' },
  userById: { en: 'User {id}', fr: 'Compte {id}' },
  showChoices: { en: 'Show the choices', fr: 'Afficher les choix' },
  visitorOrService: { en: 'Visitor or service', fr: 'Visiteur ou service' },
  yes: { en: 'yes', fr: 'oui' },
  no: { en: 'no', fr: 'non' },
} as const satisfies Record<string, Sentence>
