import { oneOf } from '../../define/choice-types.ts'
import { mailNames } from '../../define/mail-messages.ts'
import type { Params } from '../../define/param.ts'
import { exact, listOf, text } from '../../define/schema.ts'
import { languages } from '../../define/text/language.ts'
import { word } from '../../resources/admin-api/index.ts'
import type { Operations } from '../api/operation.ts'

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
