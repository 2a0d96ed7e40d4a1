import { allUsers, type Subscription, userOf } from '../calendar/index.ts'
import { type Language, textIn } from '../define/text/language.ts'
import { letterOf } from '../define/text/letter.ts'
import type { Locales } from '../define/text/locales.ts'
import type { Mail } from '../http/index.ts'
import type { Store } from '../store/index.ts'
import { siteNameIn } from './proposal-mails.ts'

const messages = {
  subject: {
    en: 'A subscription of {site} was disabled',
    fr: 'Un abonnement de {site} a été désactivé',
  },
  about: {
    en: '{site} no longer reads {url}:',
    fr: '{site} ne lit plus {url}\u00a0:',
  },
  after: {
    en: 'Correct its URL or the source under Import, and enable it again.',
    fr: 'Corrigez son URL ou la source dans «\u00a0Importation\u00a0», puis réactivez-le.',
  },
}

type Site = Parameters<typeof siteNameIn>[0] & { language: Language; locales: Locales }
type FeedMails = {
  mail: Mail | undefined
  store: Store
  site(): Site
  failed(error: unknown): void
}

/** Tells the owner of a subscription that it was disabled, or all administrators where the owner is none any more. Delays nothing. */
export function openFeedMails({ mail, store, site, failed }: FeedMails) {
  async function send({ user, url, error }: Subscription) {
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
  return (subscription: Subscription): void => {
    if (mail) send(subscription).catch(failed)
  }
}
