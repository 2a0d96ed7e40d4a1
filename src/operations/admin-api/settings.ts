import { isObject } from '../../define/base/objects.ts'
import { oneOf } from '../../define/choice-types.ts'
import { wrongType } from '../../define/field-errors.ts'
import type { Checked, FieldType } from '../../define/field-type.ts'
import { untyped } from '../../define/field-types.ts'
import { mailNames } from '../../define/mail-messages.ts'
import type { Params } from '../../define/param.ts'
import { exact, listOf, text } from '../../define/schema.ts'
import { languages } from '../../define/text/language.ts'
import { email } from '../../define/text-types.ts'
import { word, flag as yesOrNo } from '../../resources/admin-api/index.ts'
import type { Operations } from '../api/operation.ts'
import { schemaOf } from './schema-of.ts'

const returns = exact(
  { en: 'The settings.', fr: 'Les réglages.' },
  {
    settings: listOf(schemaOf('Setting'), {
      en: 'All of them, in the order of their groups.',
      fr: 'Tous, dans l’ordre de leurs groupes.',
    }),
  },
)

type ByName = Readonly<Record<string, unknown>>
const { in: _, ...anything } = untyped()
const byName = {
  ...anything,
  accepts: { type: 'object', additionalProperties: true },
  sample: { perPage: 20 },
  check: (input: unknown): Checked<ByName> =>
    isObject(input) ? { value: input } : { fieldError: wrongType('object') },
} satisfies FieldType
const outcome = exact(
  { en: 'The result of the test.', fr: 'Le résultat du test.' },
  {
    works: yesOrNo({ en: 'Whether it worked.', fr: 'Indique si cela a fonctionné.' }),
    reason: text({
      en: 'Why not: a code of the mail server, or empty.',
      fr: 'La raison de l’échec : un code du serveur de messagerie, ou rien.',
    }),
  },
)

/** The settings that administrators change while the service runs. */
export const settingsOperations = {
  'GET /settings': {
    name: 'readSettings',
    access: 'account',
    summary: {
      en: 'The settings of the service, and which of them can be changed while it runs; for administrators',
      fr: 'Les réglages du service, et ceux qui peuvent être modifiés pendant qu’il fonctionne ; pour les administrateurs',
    },
    returns,
  },
  'PATCH /settings': {
    name: 'changeSettings',
    access: 'account',
    summary: {
      en: 'Change settings: all that are sent, at once, or none. `If-Match` with the ETag of the settings as they were read protects changes that others have made since',
      fr: 'Modifier des réglages : tous ceux qui sont envoyés, ensemble, ou aucun. `If-Match`, avec l’ETag des réglages lus, préserve ce que d’autres ont modifié depuis',
    },
    takesLargeBody: true,
    params: {
      settings: {
        type: byName,
        required: true,
        en: 'New values by name; null for the default. A file is a `data:` URL in base64.',
        fr: 'Les nouvelles valeurs, par nom ; null pour la valeur par défaut. Un fichier est une URL `data:` en base64.',
      },
    },
    returns,
    problems: ['rest_precondition_failed'],
  },
  'POST /settings/mail-test': {
    name: 'testMail',
    access: 'account',
    summary: {
      en: 'Send a test e-mail by the mail server of the settings; for administrators',
      fr: 'Envoyer un e-mail de test par le serveur de messagerie des réglages ; pour les administrateurs',
    },
    params: {
      to: {
        type: email(),
        required: true,
        en: 'The recipient’s address.',
        fr: 'L’adresse du destinataire.',
      },
    },
    returns: outcome,
  },
  'POST /settings/provider-test': {
    name: 'testProvider',
    access: 'account',
    summary: {
      en: 'Reach the OpenID Connect provider of the settings; for administrators',
      fr: 'Joindre le fournisseur OpenID Connect des réglages ; pour les administrateurs',
    },
    returns: outcome,
  },
} satisfies Operations

/** The state of the service. */
export const statusOperations = {
  'GET /status': {
    name: 'readStatus',
    access: 'account',
    summary: {
      en: 'The state of the service, with points to check; for administrators',
      fr: 'L’état du service, avec les points à examiner ; pour les administrateurs',
    },
    returns: schemaOf('Status'),
  },
} satisfies Operations

const oneMail = {
  name: {
    type: oneOf(mailNames),
    required: true,
    en: 'The name of the e-mail.',
    fr: 'Le nom de l’e-mail.',
  },
  language: {
    type: oneOf(languages),
    required: true,
    en: 'Its language.',
    fr: 'Sa langue.',
  },
} satisfies Params

const mail = exact(
  { en: 'An e-mail.', fr: 'Un e-mail.' },
  {
    name: word(mailNames, { en: 'The name of the e-mail.', fr: 'Le nom de l’e-mail.' }),
    language: word(languages, { en: 'Its language.', fr: 'Sa langue.' }),
    subject: text({ en: 'Its subject.', fr: 'Son objet.' }),
    text: text({ en: 'Its text.', fr: 'Son texte.' }),
  },
)

export const mailsOperations = {
  'GET /mails': {
    name: 'listMails',
    access: 'account',
    summary: {
      en: 'The e-mails about submissions as they are sent, with sample values; for administrators',
      fr: 'Les e-mails sur les propositions tels qu’ils sont envoyés, avec des valeurs d’exemple ; pour les administrateurs',
    },
    returns: exact(
      { en: 'E-mails.', fr: 'Des e-mails.' },
      {
        mails: listOf(mail, {
          en: 'The e-mails in each language.',
          fr: 'Les e-mails dans chaque langue.',
        }),
      },
    ),
  },
  'POST /mails/test': {
    name: 'sendTestMail',
    access: 'session',
    summary: {
      en: 'Send one of these e-mails to your own address; for administrators',
      fr: 'Envoyer l’un de ces e-mails à votre propre adresse ; pour les administrateurs',
    },
    params: oneMail,
    returns: exact(
      { en: 'The e-mail is sent.', fr: 'L’e-mail est envoyé.' },
      { to: text({ en: 'Your e-mail address.', fr: 'Votre adresse e-mail.' }) },
    ),
    problems: ['rest_no_route', 'rest_forbidden'],
  },
} satisfies Operations
