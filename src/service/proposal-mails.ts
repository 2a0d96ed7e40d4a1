import { userOf } from '../calendar/people/account-types.ts'
import { allUsers } from '../calendar/people/users.ts'
import { htmlToText } from '../define/text/html.ts'
import type { Language } from '../define/text/language.ts'
import { type LetterMessages, letterOf } from '../define/text/letter.ts'
import { type LocalText, textFor } from '../define/text/local-text.ts'
import type { Locales } from '../define/text/locales.ts'
import { attemptLimit, type ShareCounts } from '../http/server/limits.ts'
import type { Mail, ProposalMails } from '../http/service.ts'
import type { Store } from '../store/store.ts'

const messages = {
  /** To an address that nobody has confirmed: it says nothing that the sender has typed. */
  received: {
    subject: { en: 'Your proposal at {site}', fr: 'Votre proposition sur {site}' },
    about: {
      en: 'Thank you. Your proposal has arrived, and the editors will look at it. Until then, you can correct it with this link:',
      fr: 'Merci. Votre proposition est arrivée et la rédaction va l’examiner. D’ici là, vous pouvez la corriger avec ce lien :',
    },
    after: {
      en: 'If you have not proposed an event, ignore this e-mail.',
      fr: 'Si vous n’avez pas proposé d’évènement, ignorez cet e-mail.',
    },
  },
  waiting: {
    subject: {
      en: 'An event waits for review at {site}',
      fr: 'Un évènement attend la relecture sur {site}',
    },
    about: {
      en: 'A visitor has proposed an event at {site}, or corrected one that was returned. It waits for review:',
      fr: 'Un visiteur a proposé un évènement sur {site}, ou corrigé un évènement renvoyé. Il attend la relecture :',
    },
    after: {
      en: 'You get this e-mail because you are an editor of {site}.',
      fr: 'Vous recevez cet e-mail parce que vous faites partie de la rédaction de {site}.',
    },
  },
  published: {
    subject: {
      en: 'Your event is published at {site}',
      fr: 'Votre évènement est publié sur {site}',
    },
    about: {
      en: 'The editors of {site} have published your event “{title}”:',
      fr: 'La rédaction de {site} a publié votre évènement « {title} » :',
    },
    after: { en: 'Thank you for your proposal.', fr: 'Merci pour votre proposition.' },
  },
  returned: {
    subject: {
      en: 'Your proposal at {site} needs a change',
      fr: 'Votre proposition sur {site} est à modifier',
    },
    about: {
      en: 'The editors of {site} have looked at your proposal “{title}” and ask you for a change.',
      fr: 'La rédaction de {site} a examiné votre proposition « {title} » et vous demande une modification.',
    },
    after: {
      en: 'Correct it with the link that you received when you sent it.',
      fr: 'Corrigez-la avec le lien reçu au moment de l’envoi.',
    },
  },
} as const satisfies Record<string, LetterMessages>

const hour = 3600
/** Anybody may type any address: to each, so many go within an hour. Editors have a list of what waits besides. */
const maxMails = { sender: 3, editor: 10 }

type Site = {
  siteName: LocalText
  language: Language
  locales: Locales
  publicUrl: string
  homeIn: Record<Language, string>
}

type MailsOf = {
  mail: Mail | undefined
  store: Store
  site(): Site
  share: ShareCounts | undefined
  failed(error: unknown): void
}

/** The e-mails about proposals of visitors, where mail is sent. None of them delays or fails what it is about. */
export function openProposalMails({ mail, store, site, share, failed }: MailsOf): ProposalMails {
  const limitOf = (name: string, max: number) => attemptLimit({ max, window: hour, name, share })
  const ofSender = limitOf('proposal-mails', maxMails.sender)
  const ofEditor = limitOf('proposal-notices', maxMails.editor)

  function send(
    limit: typeof ofSender,
    to: string,
    language: Language,
    kind: keyof typeof messages,
    { name = '', url = '', note = '', title = '' } = {},
  ) {
    const key = to.toLowerCase()
    if (!mail || limit.isOver(key)) return
    limit.failed(key)
    const { siteName, publicUrl, locales } = site()
    const params = { name, title, site: textFor(siteName, language) || new URL(publicUrl).host }
    mail.send(to, letterOf(messages[kind], locales[language], params, { url, note }))
  }

  async function toEditors() {
    const { language: main, homeIn } = site()
    for (const stored of await allUsers(store)) {
      const { role, email, disabled, language: own, name, login } = userOf(stored)
      if ((role !== 'editor' && role !== 'administrator') || !email || disabled !== null) continue
      const language = own || main
      const url = `${homeIn[language]}/admin/review/`
      send(ofEditor, email, language, 'waiting', { name: name || login, url })
    }
  }
  const later = (work: () => void | Promise<void>) => {
    if (mail) setImmediate(() => Promise.resolve().then(work).catch(failed))
  }

  return {
    isOn: mail !== undefined,
    received: ({ submission, link }) =>
      later(() => {
        const { email, language = site().language } = submission
        send(ofSender, email, language, 'received', { url: link })
        return toEditors()
      }),
    corrected: () => later(toEditors),
    /** `url`: the page of the event. */
    reviewed({ submission, note }, { title, url }) {
      const { name, email, language = site().language } = submission
      const of = {
        name,
        title: htmlToText(title),
        url: note === undefined ? url : '',
        note: note ?? '',
      }
      send(ofSender, email, language, note === undefined ? 'published' : 'returned', of)
    },
  }
}
