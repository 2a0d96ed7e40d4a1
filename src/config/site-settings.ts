import type { Sentence } from '../define/field-type.ts'
import { languages } from '../define/text/language.ts'
import type { Definitions } from './setting.ts'
import { oneOf, type SettingKind, text, zone } from './setting-types.ts'
import { paragraphs } from './text-types.ts'

/** The sending of mail: invitations, and links for forgotten passwords. */
export const mailSettings = {
  smtpUrl: {
    type: smtpAddress(),
    default: '',
    secret: true,
    en: 'The mail server that sends links and notices to people, with its user and password; empty: no e-mail is sent.',
    fr: 'Le serveur de messagerie qui envoie les liens et les avis, avec son utilisateur et son mot de passe ; vide : aucun e-mail n’est envoyé.',
  },
  mailFrom: {
    type: text(
      /^([^\p{Cc}<>"]{1,100} <[^\s@<>]{1,100}@[^\s@<>]{1,150}>|[^\s@<>]{1,100}@[^\s@<>]{1,150})$/u,
      {
        en: 'an e-mail address, or a name with one such as Calendar <calendar@example.org>',
        fr: 'une adresse e-mail, ou un nom avec une adresse, tel que Agenda <agenda@exemple.fr>',
      },
      { canBeEmpty: true },
    ),
    default: '',
    en: 'The sender of these e-mails.',
    fr: 'L’expéditeur de ces e-mails.',
  },
  mailReceived: ownText(
    { en: 'E-mail: proposal received', fr: 'E-mail : proposition reçue' },
    {
      en: 'The text for a visitor who has proposed an event, before the link for corrections; {site} stands for the site. Empty: the standard text.',
      fr: 'Le texte destiné à la personne qui a proposé un évènement, avant le lien de correction ; {site} désigne le site. Vide : le texte standard.',
    },
  ),
  mailWaiting: ownText(
    { en: 'E-mail: events wait', fr: 'E-mail : évènements en attente' },
    {
      en: 'The text for editors when events wait for review; {count} and {site} stand for their number and the site. Empty: the standard text.',
      fr: 'Le texte destiné aux éditeurs quand des évènements attendent la relecture ; {count} et {site} désignent leur nombre et le site. Vide : le texte standard.',
    },
  ),
  mailReturned: ownText(
    { en: 'E-mail: event returned', fr: 'E-mail : évènement renvoyé' },
    {
      en: 'The text for authors and visitors when their event is returned, before the note; {name}, {title} and {site} are replaced. Empty: the standard text.',
      fr: 'Le texte destiné à l’auteur d’un évènement renvoyé, avant le message ; {name}, {title} et {site} sont remplacés. Vide : le texte standard.',
    },
  ),
  mailPublished: ownText(
    { en: 'E-mail: event published', fr: 'E-mail : évènement publié' },
    {
      en: 'The text for authors and visitors when their event is published, before its URL; {name}, {title} and {site} are replaced. Empty: the standard text.',
      fr: 'Le texte destiné à l’auteur d’un évènement publié, avant son URL ; {name}, {title} et {site} sont remplacés. Vide : le texte standard.',
    },
  ),
} as const satisfies Definitions

/** A text in place of that of an e-mail, which may differ by language. */
function ownText(live: Sentence, about: Sentence) {
  return { type: paragraphs(2000), default: '', live, ...about }
}

function smtpAddress(): SettingKind<string> {
  return {
    expects: {
      en: 'a URL such as smtps://user:password@mail.example.org or smtp://localhost:25',
      fr: 'une URL telle que smtps://utilisateur:motdepasse@mail.exemple.fr ou smtp://localhost:25',
    },
    canBeEmpty: true,
    parse(written) {
      const address = written.trim()
      return address === '' || (/^smtps?:\/\/[^/?#\s]+\/?$/i.test(address) && URL.canParse(address))
        ? address
        : undefined
    },
  }
}

/**
 * The settings that data depend on. They are stored with the data, so that the service and every command agree; settings given at a start of the
 * service replace the stored ones.
 */
export const siteSettings = {
  language: {
    type: oneOf(...languages),
    default: 'en',
    en: 'The language used when a request asks for none. The first start stores that of the terminal.',
    fr: 'La langue utilisée quand une requête n’en demande aucune. Le premier démarrage enregistre celle du terminal.',
  },
  timezone: {
    type: zone(),
    default: 'UTC',
    live: { en: 'Time zone', fr: 'Fuseau horaire' },
    en: 'The time zone of the site, used for events that name none. The first start stores that of the machine.',
    fr: 'Le fuseau horaire du site, utilisé pour les évènements qui n’en indiquent pas. Le premier démarrage enregistre celui de la machine.',
  },
  currencyCode: {
    type: text(
      /^[A-Z]{3}$/,
      { en: 'three letters such as EUR', fr: 'trois lettres telles que EUR' },
      { tidy: written => written.toUpperCase() },
    ),
    default: 'USD',
    live: { en: 'Currency code', fr: 'Code de la monnaie' },
    en: 'The ISO 4217 code of the currency.',
    fr: 'Le code ISO 4217 de la monnaie.',
  },
} as const satisfies Definitions
