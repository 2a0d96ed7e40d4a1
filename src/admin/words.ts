import { type Language, type Sentence, say } from '../define/text/language.ts'

/** What the screens say besides the labels and sentences of the fields. */
const words = {
  admin: { en: 'Administration', fr: 'Administration' },
  signIn: { en: 'Sign in', fr: 'Se connecter' },
  signOut: { en: 'Sign out', fr: 'Se déconnecter' },
  login: { en: 'Login or e-mail address', fr: 'Identifiant ou adresse e-mail' },
  newLogin: { en: 'Login', fr: 'Identifiant' },
  password: { en: 'Password', fr: 'Mot de passe' },
  secondFactor: { en: 'Code of your second factor', fr: 'Code de votre second facteur' },
  secondFactorHint: {
    en: 'Six digits from your app, or a recovery code.',
    fr: 'Six chiffres de votre application, ou un code de récupération.',
  },
  needsHttps: {
    en: 'Signing in needs https, except on the machine itself. Ask whoever runs this site to set it up.',
    fr: 'La connexion exige https, sauf sur la machine elle-même. Adressez-vous à qui gère ce site.',
  },
  firstRun: { en: 'Welcome', fr: 'Bienvenue' },
  firstRunAbout: {
    en: 'There is no account yet. Make the first administrator with the code that the server printed when it started.',
    fr: 'Il n’y a pas encore de compte. Créez le premier administrateur avec le code que le serveur a affiché à son démarrage.',
  },
  setupCode: { en: 'One-time code', fr: 'Code à usage unique' },
  email: { en: 'E-mail address', fr: 'Adresse e-mail' },
  name: { en: 'Name', fr: 'Nom' },
  createAccount: { en: 'Create the account', fr: 'Créer le compte' },
  choosePassword: { en: 'Choose a password', fr: 'Choisissez un mot de passe' },
  hello: { en: 'Account of {login}', fr: 'Compte de {login}' },
  save: { en: 'Save', fr: 'Enregistrer' },
  loading: { en: 'Loading', fr: 'Chargement' },
  close: { en: 'Close', fr: 'Fermer' },
  cancel: { en: 'Cancel', fr: 'Annuler' },
  messages: { en: 'Messages', fr: 'Messages' },
  calendar: { en: 'Calendar', fr: 'Agenda' },
  tryAgain: { en: 'Try again', fr: 'Réessayer' },
  skip: { en: 'Skip to content', fr: 'Aller au contenu' },
  menu: { en: 'Menu', fr: 'Menu' },
  otherLanguage: { en: 'Français', fr: 'English' },
  toCalendar: { en: 'Visit the calendar', fr: 'Voir l’agenda' },
  users: { en: 'Users', fr: 'Utilisateurs' },
  account: { en: 'Your account', fr: 'Votre compte' },
  notHere: { en: 'This page does not exist', fr: 'Cette page n’existe pas' },
  notHereAbout: {
    en: 'The address may be mistyped, or you may not see this.',
    fr: 'L’adresse est peut-être mal saisie, ou vous n’y avez pas accès.',
  },
} as const satisfies Record<string, Sentence>

export type Word = keyof typeof words

export const wordsIn =
  (language: Language) =>
  (word: Word, params?: Record<string, string | number>): string =>
    say(words[word], language, params)
