import type { Sentence } from '../../../define/text/language.ts'
import { messages as shared } from '../../messages.ts'

export const messages = {
  reviewMails: { en: 'E-mails about events', fr: 'E-mails sur les évènements' },
  reviewMailsHint: {
    en: 'When events wait for review.',
    fr: 'Quand des évènements attendent la relecture.',
  },
  ownMailsHint: {
    en: 'When someone else changes, cancels or withdraws a published event of yours.',
    fr: 'Quand quelqu’un d’autre modifie, annule ou retire l’un de vos évènements publiés.',
  },
  now: { en: 'At once', fr: 'Immédiatement' },
  daily: { en: 'Once a day', fr: 'Une fois par jour' },
  none: { en: 'Never', fr: 'Jamais' },
  title: shared.account,
  profile: shared.profile,
  profileAbout: {
    en: 'You sign in as {login}. Your role is: {role}.',
    fr: 'Vous vous connectez sous l’identifiant {login}. Votre rôle : {role}.',
  },
  emailGuarded: {
    en: 'Links for a new password go to this address. The previous address is notified.',
    fr: 'Les liens pour choisir un nouveau mot de passe sont envoyés à cette adresse. L’ancienne adresse est prévenue.',
  },
  emailHint: { en: 'You can sign in with it too.', fr: 'Elle permet aussi de se connecter.' },
  language: { en: 'Language', fr: 'Langue' },
  languageHint: {
    en: 'The links that you are sent open in it.',
    fr: 'Les liens que vous recevez s’ouvrent dans cette langue.',
  },
  siteLanguage: shared.siteLanguage,
  passwordAbout: {
    en: 'A new password ends your sessions on other devices and cancels earlier links for a new password.',
    fr: 'Un nouveau mot de passe ferme vos sessions sur les autres appareils et annule les liens déjà envoyés pour en choisir un.',
  },
  revokeTokens: {
    en: 'Also revoke my tokens and application passwords',
    fr: 'Révoquer aussi mes jetons et mots de passe d’application',
  },
  present: { en: 'Current password', fr: 'Mot de passe actuel' },
  newPassword: { en: 'New password', fr: 'Nouveau mot de passe' },
  changePassword: { en: 'Change the password', fr: 'Changer le mot de passe' },
  passwordChanged: {
    en: 'Your password is changed. Your other sessions have ended.',
    fr: 'Votre mot de passe est changé. Vos autres sessions sont fermées.',
  },
  factor: shared.factor,
  factorAbout: {
    en: 'A code from an app on your phone, in addition to the password.',
    fr: 'Un code d’une application de votre téléphone, en plus du mot de passe.',
  },
  factorOff: { en: 'It is off.', fr: 'Elle est désactivée.' },
  factorOn: {
    en: 'It is on. {count} recovery {count|code|codes} left.',
    fr: 'Elle est activée. Il reste {count} {count|code|codes} de secours.',
  },
  turnOn: { en: 'Turn it on', fr: 'L’activer' },
  turnOff: { en: 'Turn it off', fr: 'La désactiver' },
  turnOffAbout: {
    en: 'Your password alone will open your account. Your other sessions end.',
    fr: 'Votre mot de passe seul ouvrira votre compte. Vos autres sessions se ferment.',
  },
  go: { en: 'Continue', fr: 'Continuer' },
  passwordFirst: {
    en: 'Enter your password first.',
    fr: 'Saisissez d’abord votre mot de passe.',
  },
  scan: {
    en: 'Scan this code with the app (any that makes six-digit codes), then enter the code that it shows.',
    fr: 'Scannez ce code avec l’application (toute application qui produit des codes à six chiffres convient), puis saisissez le code affiché.',
  },
  qr: { en: 'Image to scan with your phone', fr: 'Image à scanner avec votre téléphone' },
  byHand: { en: 'Or type this key into it:', fr: 'Ou saisissez-y cette clé :' },
  key: { en: 'Key', fr: 'Clé' },
  code: { en: 'Six-digit code', fr: 'Code à six chiffres' },
  confirm: { en: 'Confirm', fr: 'Confirmer' },
  codes: { en: 'Your recovery codes', fr: 'Vos codes de secours' },
  codesAbout: {
    en: 'Each opens your account once, when you do not have your phone. They are not shown again: keep them where you will find them.',
    fr: 'Chacun ouvre votre compte une fois, quand vous n’avez pas votre téléphone. Ils ne seront plus affichés : gardez-les là où vous les retrouverez.',
  },
  download: { en: 'Download', fr: 'Télécharger' },
  codesSaved: { en: 'I’ve saved them', fr: 'Je les ai enregistrés' },
  newCodes: { en: 'New recovery codes', fr: 'Nouveaux codes de secours' },
  newCodesAbout: {
    en: 'The codes that you have now will no longer work.',
    fr: 'Vos codes actuels ne seront plus valables.',
  },
  sessions: { en: 'Your sessions', fr: 'Vos sessions' },
  sessionsAbout: {
    en: 'Where you are signed in. Sign out any session you don’t recognize, then change your password.',
    fr: 'Les appareils où votre compte est ouvert. Fermez les sessions que vous ne reconnaissez pas, puis changez de mot de passe.',
  },
  here: { en: 'this one', fr: 'celle-ci' },
  on: { en: '{browser} on {system}', fr: '{browser} sur {system}' },
  lastUsed: { en: 'Last used', fr: 'Dernière activité :' },
  end: { en: 'Sign out', fr: 'Déconnecter' },
  endOne: { en: 'Sign out {name}', fr: 'Déconnecter {name}' },
  endOthers: { en: 'Sign out all others', fr: 'Déconnecter toutes les autres' },
  endAll: { en: 'Sign out everywhere', fr: 'Se déconnecter partout' },
  endAllAbout: {
    en: 'All of your sessions end, this one too. Tokens and application passwords keep working.',
    fr: 'Toutes vos sessions se ferment, celle-ci aussi. Jetons et mots de passe d’application restent valables.',
  },
} as const satisfies Record<string, Sentence>
