import type { Definitions } from './setting.ts'
import { type SettingKind, text } from './setting-types.ts'

/** How the service sends mail: invitations, and links for forgotten passwords. */
export const mailSettings = {
  smtpUrl: {
    type: smtpAddress(),
    default: '',
    secret: true,
    en: 'The mail server by which links are sent to people, with its user and password; empty: no mail is sent.',
    fr: 'Le serveur d’e-mail par lequel des liens sont envoyés, avec son utilisateur et son mot de passe ; vide : aucun e-mail n’est envoyé.',
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
    en: 'The sender of that mail.',
    fr: 'L’expéditeur de ces e-mails.',
  },
} as const satisfies Definitions

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
