import type { Settings } from '../config/index.ts'
import { isNameIn } from '../define/base/objects.ts'
import type { MailName } from '../define/mail-messages.ts'
import type { Language } from '../define/text/language.ts'
import { type Letter, type LetterMessages, letterOf } from '../define/text/letter.ts'
import { ownText } from '../define/text/local-text.ts'
import type { Locales } from '../define/text/locales.ts'

const ends = {
  en: 'You get this e-mail because you are the author. This link stops these e-mails:',
  fr: 'Vous recevez cet e-mail parce que vous en êtes l’auteur. Ce lien y met fin :',
}

/** Their texts. */
const mailTexts = {
  /** Sent to an address that is not confirmed yet, so it contains nothing that the sender has typed. */
  received: {
    subject: { en: 'Your proposal at {site}', fr: 'Votre proposition sur {site}' },
    about: {
      en: 'Thank you. Your proposal has arrived, and the editors will look at it. Until then, you can correct it with this link:',
      fr: 'Merci. Votre proposition est arrivée et les éditeurs vont l’examiner. D’ici là, vous pouvez la corriger avec ce lien :',
    },
    after: {
      en: 'If you have not proposed an event, ignore this e-mail.',
      fr: 'Si vous n’avez pas proposé d’évènement, ignorez cet e-mail.',
    },
  },
  waiting: {
    subject: {
      en: '{count} {count|event waits|events wait} for review at {site}',
      fr: '{count} {count|évènement attend|évènements attendent} la relecture sur {site}',
    },
    about: {
      en: '{count} {count|event waits|events wait} for review at {site}:',
      fr: '{count} {count|évènement attend|évènements attendent} la relecture sur {site} :',
    },
    after: {
      en: 'You get this e-mail because you are an editor of {site}. You can change how often in your account. This link stops these e-mails:',
      fr: 'Vous recevez cet e-mail parce que vous faites partie des éditeurs de {site}. Vous pouvez en changer la fréquence dans votre compte. Ce lien y met fin :',
    },
  },
  published: {
    subject: {
      en: 'Your event is published at {site}',
      fr: 'Votre évènement est publié sur {site}',
    },
    about: {
      en: 'The editors of {site} have published your event “{title}”:',
      fr: 'Les éditeurs de {site} ont publié votre évènement « {title} » :',
    },
    after: {
      en: 'Thank you for your proposal. If the event changes or is cancelled, tell the editors here:',
      fr: 'Merci pour votre proposition. Si l’évènement change ou est annulé, dites-le aux éditeurs ici :',
    },
  },
  changed: {
    subject: {
      en: 'Your event at {site} has changed',
      fr: 'Votre évènement sur {site} a été modifié',
    },
    about: {
      en: 'An editor of {site} has changed your event “{title}”. Its history shows what is new:',
      fr: 'Un éditeur de {site} a modifié votre évènement « {title} ». Son historique montre ce qui est nouveau :',
    },
    after: ends,
  },
  cancelled: {
    subject: {
      en: 'Your event at {site} is cancelled',
      fr: 'Votre évènement sur {site} est annulé',
    },
    about: {
      en: 'An editor of {site} has marked your event “{title}” as cancelled:',
      fr: 'Un éditeur de {site} a marqué votre évènement « {title} » comme annulé :',
    },
    after: ends,
  },
  unpublished: {
    subject: {
      en: 'Your event at {site} is no longer published',
      fr: 'Votre évènement sur {site} n’est plus publié',
    },
    about: {
      en: 'An editor of {site} has withdrawn your event “{title}” from publication:',
      fr: 'Un éditeur de {site} a retiré votre évènement « {title} » de la publication :',
    },
    after: ends,
  },
  returned: {
    subject: {
      en: 'Your proposal at {site} needs a change',
      fr: 'Votre proposition sur {site} est à modifier',
    },
    about: {
      en: 'The editors of {site} have looked at your proposal “{title}” and ask you for a change.',
      fr: 'Les éditeurs de {site} ont examiné votre proposition « {title} » et vous demandent une modification.',
    },
    after: {
      en: 'Correct it with this link, or with the one that you received when you sent it.',
      fr: 'Corrigez-la avec ce lien, ou avec celui reçu au moment de l’envoi.',
    },
  },
  returnedToAuthor: {
    subject: {
      en: 'Your event at {site} needs a change',
      fr: 'Votre évènement sur {site} est à modifier',
    },
    about: {
      en: 'The editors of {site} have looked at your event “{title}” and ask you for a change. It is a draft again:',
      fr: 'Les éditeurs de {site} ont examiné votre évènement « {title} » et vous demandent une modification. Il est de nouveau un brouillon :',
    },
    after: {
      en: 'Submit it again once it is changed.',
      fr: 'Soumettez-le de nouveau une fois modifié.',
    },
  },
} as const satisfies Record<MailName, LetterMessages>

/** The setting that may stand in place of what an e-mail says first; others have none. */
const settingOf = {
  received: 'mailReceived',
  waiting: 'mailWaiting',
  published: 'mailPublished',
  returned: 'mailReturned',
  returnedToAuthor: 'mailReturned',
} as const satisfies Partial<Record<MailName, keyof Settings>>

type SettingOfMail = (typeof settingOf)[keyof typeof settingOf]
export type MailSite = Pick<Settings, SettingOfMail> & { locales: Locales }
export type MailParams = { name: string; site: string; title: string; count: number }

/** An e-mail in a language: with the text of the setting, or ours. */
export function mailOf(
  name: MailName,
  language: Language,
  site: MailSite,
  params: MailParams,
  more: { url?: string; note?: string; lastUrl?: string },
): Letter {
  const messages = mailTexts[name]
  const own = isNameIn(settingOf, name) ? ownText(site[settingOf[name]], language).trim() : ''
  return letterOf(messages, site.locales[language], params, {
    ...more,
    ...(own && {
      about: filled(own, name === 'received' ? { ...params, title: '', name: '' } : params),
    }),
  })
}

/** Names in braces are replaced, and whatever else stands there is text. */
const filled = (text: string, params: MailParams) =>
  text.replace(/\{(name|site|title|count)\}/g, (_, name: keyof MailParams) => String(params[name]))
