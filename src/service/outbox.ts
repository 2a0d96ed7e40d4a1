import { allUsers, openWaitingMails, type Sealing, userOf } from '../calendar/index.ts'
import { type Language, type Sentence, textIn } from '../define/text/language.ts'
import { letterOf } from '../define/text/letter.ts'
import type { Locales } from '../define/text/locales.ts'
import type { Mail, Message } from '../http/index.ts'
import type { Store } from '../store/index.ts'
import { siteNameIn } from './proposal-mails.ts'

const ofFeeds = {
  subject: {
    en: 'A subscription of {site} was disabled',
    fr: 'Un abonnement de {site} a été désactivé',
  },
  about: {
    en: '{site} no longer reads {url}:',
    fr: '{site} ne lit plus {url}\u00a0:',
  },
  after: {
    en: 'Once the source can be read again, go on with it under Import; if its URL has changed, subscribe to the new one under the same name.',
    fr: 'Quand la source est de nouveau lisible, reprenez-le dans «\u00a0Importation\u00a0»\u202f; si son URL a changé, abonnez-vous à la nouvelle sous le même nom.',
  },
}

const ofWebhooks = {
  subject: {
    en: 'A webhook of {site} was disabled',
    fr: 'Un webhook de {site} a été désactivé',
  },
  about: {
    en: '{site} sends no more messages to {url}: they were not taken, and changes wait in the change log.',
    fr: '{site} n’envoie plus de messages à {url}\u00a0: ils n’ont pas été acceptés, et les changements attendent dans le journal des modifications.',
  },
  after: {
    en: 'Correct the receiver, and resume it under Webhooks.',
    fr: 'Corrigez le destinataire, puis reprenez l’envoi dans «\u00a0Webhooks\u00a0».',
  },
}

/** What was disabled, with the reason where it can be put in a sentence. */
type Disabled = { user: number; url: string; error?: Sentence | undefined }

type Site = Parameters<typeof siteNameIn>[0] & { language: Language; locales: Locales }
type FeedMails = {
  mail: Mail | undefined
  store: Store
  site(): Site
  failed(error: unknown): void
}

/** Writes to the owner of a subscription or a webhook that was disabled, or to all administrators where the owner is none any more. */
export function openDisabledMails({ mail, store, site, failed }: FeedMails) {
  async function send({ user, url, error }: Disabled, messages: typeof ofFeeds) {
    const users = (await allUsers(store)).map(userOf)
    const administrators = users.filter(
      ({ role, email, disabled }) => role === 'administrator' && email !== '' && disabled === null,
    )
    const owners = administrators.filter(({ id }) => id === user)
    const here = site()
    for (const reader of owners.length > 0 ? owners : administrators) {
      const language = reader.language || here.language
      const name = reader.name || reader.login
      const params = { name, site: siteNameIn(here, language), url }
      const note = error ? textIn(error, language) : ''
      mail?.send(reader.email, letterOf(messages, here.locales[language], params, { note }))
    }
  }
  const sender =
    (messages: typeof ofFeeds) =>
    (of: Disabled): void => {
      if (mail) send(of, messages).catch(failed)
    }
  return { feed: sender(ofFeeds), webhook: sender(ofWebhooks) }
}

/** A mail transport that says what became of a mail: false, it may go later. */
export type Transport = Omit<Mail, 'send' | 'resume'> & {
  send(to: string, message: Message, settled?: (isSettled: boolean) => void): void
}

type Outbox = {
  store: Store
  mail: Transport
  sealing: Sealing
  now(): number
  failed(error: unknown): void
}

type Written = { to: string; message: Message }

/** Stores each mail until it is sent or refused, so that one outlasts its process. */
export function openOutbox({ store, mail, sealing, now, failed }: Outbox): Mail {
  const waiting = openWaitingMails({ store, now }, sealing)
  const working = new Set<Promise<unknown>>()
  /** Mails that could not be sent for hours. */
  let givenUp = 0
  function track(work: Promise<unknown>) {
    const tracked = work.catch(failed).finally(() => working.delete(tracked))
    working.add(tracked)
  }
  /** Mails on their way from here: behind a slow server, that takes longer than a process is left alone with one. */
  const delivering = new Set<number>()
  function deliver(id: number, { to, message }: Written) {
    delivering.add(id)
    mail.send(to, message, isSettled => {
      delivering.delete(id)
      if (isSettled) track(waiting.remove(id))
    })
  }
  async function send(written: Written) {
    const id = await waiting.add(JSON.stringify(written)).catch(failed)
    // with a full disk they cannot be stored, but are still sent
    if (id === undefined) mail.send(written.to, written.message)
    else deliver(id, written)
  }
  return {
    ...mail,
    figures() {
      const figures = mail.figures()
      return { ...figures, failed: figures.failed + givenUp }
    },
    send: (to, message) => track(send({ to, message })),
    async resume() {
      for await (const id of waiting.due()) {
        if (delivering.has(id)) continue
        const taken = await waiting.take(id)
        if (taken?.text !== undefined) deliver(id, JSON.parse(taken.text))
        else if (taken) {
          givenUp++
          failed(new Error('a mail could not be sent for hours'))
        }
      }
    },
    async stop() {
      await mail.stop()
      // what ends may begin another: a mail that was sent is removed
      while (working.size > 0) await Promise.all(working)
    },
  }
}
