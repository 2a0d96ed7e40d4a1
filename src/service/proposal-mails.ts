import {
  allUsers,
  type Context,
  correctionToken,
  type Reviewed,
  stopToken,
  titleIn,
  type User,
  userOf,
} from '../calendar/index.ts'
import type { Settings } from '../config/index.ts'
import { isNameIn } from '../define/base/objects.ts'
import type { MailName } from '../define/mail-messages.ts'
import type { StoredRecord } from '../define/record.ts'
import { htmlToText } from '../define/text/html.ts'
import { type Language, type Sentence, textIn } from '../define/text/language.ts'
import { type Letter, type LetterMessages, letterOf } from '../define/text/letter.ts'
import { type LocalText, ownText, textFor } from '../define/text/local-text.ts'
import type { Locales } from '../define/text/locales.ts'
import { wallOf } from '../define/time/zone.ts'
import { attemptLimit, type Mail, type ProposalMails, type ShareCounts } from '../http/index.ts'
import type { Store } from '../store/index.ts'

const ends = {
  en: 'You get this e-mail because you are the author of the event. This link stops these e-mails:',
  fr: 'Vous recevez cet e-mail parce que l’évènement est de vous. Ce lien met fin à ces e-mails :',
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
      fr: 'Vous recevez cet e-mail parce que vous faites partie des éditeurs de {site}. Vous pouvez en changer la fréquence dans votre compte. Ce lien met fin à ces e-mails :',
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
type MailSite = Pick<Settings, SettingOfMail> & { locales: Locales }
type MailParams = { name: string; site: string; title: string; count: number }

/** An e-mail in a language: with the text of the setting, or ours. */
function mailOf(
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

const hour = 3600
/** Anybody may type any address: each gets so many within an hour. Editors also have the list of waiting events. */
const maxMails = { sender: 3, editor: 10 }
/** Events that an e-mail names. */
const maxNamed = 10
/** The hour of the day from which the e-mail of the day goes, and the note that has the last day. */
const digest = { hour: 7, note: 'review-digest' }

type Site = MailSite & {
  siteName: LocalText
  language: Language
  publicUrl: string
  homeIn: Record<Language, string>
  /** The page that ends the e-mails of an account. */
  stopUrl(language: Language, token: string): string
  /** The page where a visitor corrects a proposal, or says that it is cancelled. */
  correctUrl(language: Language, token: string): string
}

type MailsOf = {
  mail: Mail | undefined
  context: Context
  site(): Site
  share: ShareCounts | undefined
  failed(error: unknown): void
}

/** The e-mails about events that wait for review, where mail is sent. None of them delays or fails what it is about. */
export function openProposalMails(of: MailsOf): ProposalMails {
  const { mail, site, share } = of
  const limitOf = (name: string, max: number) => attemptLimit({ max, window: hour, name, share })
  const ofSender = limitOf('proposal-mails', maxMails.sender)
  const ofEditor = limitOf('proposal-notices', maxMails.editor)

  function send(
    { to, language, limit }: To,
    name: MailName,
    { url, note, stopUrl, lastUrl = stopUrl, ...values }: MailValues,
  ) {
    const key = to.toLowerCase()
    if (!mail || limit.isExceeded(key)) return
    limit.failed(key)
    const here = site()
    const params = { name: '', title: '', count: 1, site: siteNameIn(here, language), ...values }
    const letter = mailOf(name, language, here, params, {
      ...(url && { url }),
      ...(note && { note }),
      ...(lastUrl && { lastUrl }),
    })
    mail.send(to, stopUrl ? { ...letter, headers: stopHeaders(stopUrl) } : letter)
  }
  return {
    isOn: mail !== undefined,
    sample: (name, language) => sampleOf(site(), name, language),
    received({ submission, link }) {
      if (!mail) return
      const { email, language = site().language } = submission
      send({ to: email, language, limit: ofSender }, 'received', { url: link })
    },
    ...toEditors(of, (to, values) => send({ ...to, limit: ofEditor }, 'waiting', values)),
    async reviewed(reviewed, addressIn) {
      const { submission, author, note } = reviewed
      const reader = submission ?? (await authorOf(of, author))
      if (!reader) return
      const { name, email, language = site().language } = reader
      const { title, url, edit } = addressIn(language)
      const own = submission ? correctionUrl(reviewed, language) : edit
      const values = { name, title: htmlToText(title) }
      const limit = submission ? ofSender : ofEditor
      const to = { to: email, language, limit }
      if (note === undefined) send(to, 'published', { ...values, url, lastUrl: own })
      else send(to, submission ? 'returned' : 'returnedToAuthor', { ...values, url: own, note })
    },
    async changed({ author, what }, addressIn) {
      const reader = await authorOf(of, author)
      if (!reader || reader.reviewMails === 'none') return
      const { name, email, language } = reader
      const { title, edit } = addressIn(language)
      const stopUrl = site().stopUrl(language, stopToken(of.context, author))
      send({ to: email, language, limit: ofEditor }, what, {
        name,
        title: htmlToText(title),
        url: edit,
        stopUrl,
      })
    },
  }

  /** Where the sender of a proposal corrects it; earlier versions stored no key for it. */
  function correctionUrl({ view, submission }: Reviewed, language: Language) {
    const { id } = view.record
    if (!submission?.key) return ''
    const token = correctionToken(of.context, id, submission.key)
    return site().correctUrl(language, `${id}.${token}`)
  }
}

type To = { to: string; language: Language; limit: ReturnType<typeof attemptLimit> }
type MailValues = Partial<MailParams> & {
  url?: string
  note?: string
  stopUrl?: string | undefined
  lastUrl?: string | undefined
}
type ToEditor = (to: Omit<To, 'limit'>, values: MailValues) => void

/** Those to editors: about a new submission, and once a day about waiting ones. */
function toEditors(
  { mail, context, site, failed }: MailsOf,
  send: ToEditor,
): Pick<ProposalMails, 'submitted' | 'daily'> {
  const { store } = context
  function toEditor(editor: User, events: readonly StoredRecord[], count: number) {
    const here = site()
    const language = editor.language || here.language
    const named = events.slice(0, maxNamed).map(event => htmlToText(titleIn(event, language)))
    send(
      { to: editor.email, language },
      {
        name: editor.name || editor.login,
        count,
        url: `${here.homeIn[language]}/admin/review/`,
        note: [...named, ...(count > named.length ? ['…'] : [])].join('\n'),
        stopUrl: here.stopUrl(language, stopToken(context, editor.id)),
      },
    )
  }
  async function daily() {
    const wall = wallOf(context.now(), context.site.zone)
    const day = String(Math.floor(wall / 86_400))
    const isEarly = wall % 86_400 < digest.hour * hour
    if (!mail || isEarly || (await store.note(digest.note)) === day) return
    await store.write(tx => tx.setNote(digest.note, day))
    const editors = await editorsWith(store, 'daily')
    if (editors.length === 0) return
    const { items, total } = await store.listEvents({
      visible: { statuses: ['pending'] },
      protectedOf: 'all',
      bySeries: true,
      page: { limit: maxNamed, offset: 0 },
    })
    if (total === 0) return
    const ids = items.map(({ event }) => event)
    const events = await store.getMany('event', ids)
    for (const editor of editors) toEditor(editor, events, total)
  }
  return {
    async submitted({ events, by }) {
      for (const editor of await editorsWith(store, 'now', by))
        toEditor(editor, events, events.length)
    },
    daily: () => daily().catch(failed),
  }
}

/** The author of an event as the reader of an e-mail; undefined: they get none. */
async function authorOf({ context, site }: MailsOf, author: number) {
  const stored = await context.store.get('user', author)
  const user = stored && userOf(stored)
  if (!user?.email || user.disabled !== null) return undefined
  const { name, login, email, language, reviewMails } = user
  return { name: name || login, email, language: language || site().language, reviewMails }
}

/** The editors who have subscribed to these e-mails. */
async function editorsWith(
  store: Store,
  choice: User['reviewMails'],
  except: ReadonlySet<number> = new Set(),
) {
  const users = (await allUsers(store)).map(userOf)
  return users.filter(
    ({ id, role, email, disabled, reviewMails }) =>
      (role === 'editor' || role === 'administrator') &&
      email !== '' &&
      disabled === null &&
      reviewMails === choice &&
      !except.has(id),
  )
}

/** A preview of an e-mail, with sample values. */
function sampleOf(here: Site, name: MailName, language: Language) {
  const title = textIn(samples.title, language)
  const params = { name: 'Alice', title, count: 1, site: siteNameIn(here, language) }
  const hasNote = name === 'returned' || name === 'returnedToAuthor'
  const url = `${here.homeIn[language]}/…`
  return mailOf(name, language, here, params, {
    url,
    ...(hasNote && { note: textIn(samples.note, language) }),
    ...(name === 'waiting' && { note: title }),
    ...(!hasNote && name !== 'received' && { lastUrl: url }),
  })
}

const samples = {
  title: { en: 'Summer fair', fr: 'Fête de l’été' },
  note: { en: 'Please add the price.', fr: 'Merci d’ajouter le tarif.' },
} as const satisfies Record<string, Sentence>

export const siteNameIn = (
  { siteName, publicUrl }: Pick<Site, 'siteName' | 'publicUrl'>,
  language: Language,
) => textFor(siteName, language) || new URL(publicUrl).host

/** Mail programs show a button for these, which posts to the URL (RFC 8058). */
const stopHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
