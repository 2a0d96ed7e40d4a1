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
import type { MailName } from '../define/mail-messages.ts'
import type { StoredRecord } from '../define/record.ts'
import { htmlToText } from '../define/text/html.ts'
import { type Language, type Sentence, textIn } from '../define/text/language.ts'
import { type LocalText, textFor } from '../define/text/local-text.ts'
import { wallOf } from '../define/time/zone.ts'
import { attemptLimit, type Mail, type ProposalMails, type ShareCounts } from '../http/index.ts'
import type { Store } from '../store/index.ts'
import { type MailParams, type MailSite, mailOf } from './mail-texts.ts'

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
