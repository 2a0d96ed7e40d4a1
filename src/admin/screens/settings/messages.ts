import type { Sentence } from '../../../define/text/language.ts'
import type { Setting, SettingSource } from '../../../sdk/index.ts'
import { messages as shared } from '../../messages.ts'

export const messages = {
  about: {
    en: 'What you save is in effect at once, on all pages, in feeds and in the API.',
    fr: 'Ce que vous enregistrez prend effet aussitôt, sur toutes les pages, dans les flux et dans l’API.',
  },
  value: { en: 'Value: {expects}.', fr: 'Valeur : {expects}.' },
  given: {
    en: 'It is set where the service is started ({source}), and cannot be changed here.',
    fr: 'Ce réglage est défini au démarrage du service ({source}) et ne se modifie pas ici.',
  },
  chooseColor: { en: 'Choose a color', fr: 'Choisir une couleur' },
  themeAbout: {
    en: 'Begin with one of these themes, or with a file. Nothing is in effect until you save.',
    fr: 'Partez d’un de ces thèmes, ou d’un fichier. Rien ne prend effet avant l’enregistrement.',
  },
  plainTheme: { en: 'Plain', fr: 'Sobre' },
  importTheme: { en: 'Open a theme file', fr: 'Ouvrir un fichier de thème' },
  exportTheme: { en: 'Save as a theme file', fr: 'Enregistrer en fichier de thème' },
  noTheme: {
    en: 'This file is not a theme.',
    fr: 'Ce fichier n’est pas un thème.',
  },
  showPreview: { en: 'Show a preview', fr: 'Afficher un aperçu' },
  hidePreview: { en: 'Hide the preview', fr: 'Masquer l’aperçu' },
  preview: { en: 'The list of events in this theme', fr: 'La liste des évènements avec ce thème' },
  chooseFile: { en: 'Choose a file', fr: 'Choisir un fichier' },
  chosenFile: {
    en: '{file} is stored when you save.',
    fr: '{file} sera enregistré avec le formulaire.',
  },
  stale: {
    en: 'Another administrator has changed the settings since you read them. The form now shows their changes next to yours. Check both, and save again.',
    fr: 'Un autre administrateur a modifié les réglages depuis votre lecture. Ses modifications sont maintenant affichées, avec ce que vous avez saisi : vérifiez le tout, puis enregistrez de nouveau.',
  },
  others: { en: 'At the start of the service', fr: 'Au démarrage du service' },
  othersAbout: {
    en: 'The service reads these settings when it starts. The operator of the service can change them.',
    fr: 'Ces réglages sont lus au démarrage du service. Seule la personne qui l’exploite peut les modifier.',
  },
  setting: { en: 'Setting', fr: 'Réglage' },
  valueAndSource: { en: 'Value and source', fr: 'Valeur et source' },
  on: { en: 'on', fr: 'activé' },
  off: { en: 'off', fr: 'désactivé' },
  nextStart: {
    en: 'a change takes effect at the next start',
    fr: 'une modification prend effet au prochain démarrage',
  },
  toDefault: { en: 'Back to the default: {value}', fr: 'Revenir à la valeur par défaut : {value}' },
  empty: shared.empty,
  secretIsSet: {
    en: 'One is stored; it is never shown. Type another to replace it.',
    fr: 'Une valeur est enregistrée ; elle n’est jamais affichée. Saisissez-en une autre pour la remplacer.',
  },
  secretNotSet: { en: 'None is stored.', fr: 'Aucune valeur n’est enregistrée.' },
  removeSecret: { en: 'Remove', fr: 'Supprimer' },
  search: { en: 'Search settings', fr: 'Chercher un réglage' },
  noneFound: { en: 'No setting matches.', fr: 'Aucun réglage ne correspond.' },
  unsaved: { en: 'Unsaved changes:', fr: 'À enregistrer :' },
  groups: { en: 'Groups of settings', fr: 'Groupes de réglages' },
  origin: {
    en: 'Default: {standard}. Now: {source}.',
    fr: 'Par défaut : {standard}. Actuellement : {source}.',
  },
  testsStored: {
    en: 'The test uses the settings that are stored. Save first.',
    fr: 'Le test utilise les réglages enregistrés. Enregistrez d’abord.',
  },
  mailTo: { en: 'Send a test e-mail to', fr: 'Envoyer un e-mail de test à' },
  sendTest: { en: 'Send a test e-mail', fr: 'Envoyer un e-mail de test' },
  mailWorks: {
    en: 'The mail server has accepted the e-mail to {to}.',
    fr: 'Le serveur de messagerie a accepté l’e-mail pour {to}.',
  },
  mailFails: {
    en: 'The e-mail could not be sent ({reason}).',
    fr: 'L’e-mail n’a pas pu être envoyé ({reason}).',
  },
  noMail: { en: 'No mail server is set.', fr: 'Aucun serveur de messagerie n’est défini.' },
  testProvider: { en: 'Test the provider', fr: 'Tester le fournisseur' },
  providerWorks: { en: 'The provider can be reached.', fr: 'Le fournisseur est joignable.' },
  providerPrivate: {
    en: 'The provider is at a private address. The person who runs the service can allow it in fetchAllow, where the service is started.',
    fr: 'Le fournisseur est à une adresse privée. La personne qui gère le service peut l’autoriser dans fetchAllow, là où le service est démarré.',
  },
  providerFails: {
    en: 'The provider does not respond at this URL.',
    fr: 'Le fournisseur ne répond pas à cette URL.',
  },
  noProvider: { en: 'No provider is set.', fr: 'Aucun fournisseur n’est défini.' },
  noRecord: { en: 'none', fr: 'aucune fiche' },
  recordGone: {
    en: 'The record with the ID {id} no longer exists. New events begin without it.',
    fr: 'La fiche d’identifiant {id} n’existe plus. Les nouveaux évènements commencent sans elle.',
  },
  isSet: { en: 'set', fr: 'défini' },
  notSet: { en: 'not set', fr: 'non défini' },
} as const satisfies Record<string, Sentence>

export const groupMessages = {
  site: { en: 'Site', fr: 'Site' },
  pages: { en: 'Pages', fr: 'Pages' },
  files: { en: 'Logo and images', fr: 'Logo et images' },
  analytics: { en: 'Analytics', fr: 'Mesure d’audience' },
  theme: { en: 'Colors and fonts', fr: 'Couleurs et polices' },
  layout: { en: 'Header and footer', fr: 'En-tête et pied de page' },
  lists: { en: 'Lists and feeds', fr: 'Listes et flux' },
  events: { en: 'New events', fr: 'Nouveaux évènements' },
  mail: { en: 'E-mail', fr: 'E-mail' },
  signIn: { en: 'Sign-in and sessions', fr: 'Connexion et sessions' },
  limits: { en: 'Limits and history', fr: 'Limites et historique' },
  service: { en: 'Service', fr: 'Service' },
} as const satisfies Record<Setting['group'], Sentence>

/** The source of a value. */
export const sourceMessages = {
  flag: { en: 'flag {name}', fr: 'option {name}' },
  environment: { en: 'variable {name}', fr: 'variable {name}' },
  file: { en: 'settings file, {name}', fr: 'fichier de réglages, {name}' },
  stored: { en: 'set here', fr: 'défini ici' },
  default: { en: 'the default', fr: 'la valeur par défaut' },
  program: { en: 'program', fr: 'programme' },
} as const satisfies Record<SettingSource, Sentence>
