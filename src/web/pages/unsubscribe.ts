import { stopReviewMails } from '../../calendar/index.ts'
import { formatMessage, type Sentence } from '../../define/text/language.ts'
import { html } from '../shell/html.ts'
import type { Content, PageRequest } from '../shell/page.ts'
import { personal } from '../submission/page.ts'

const messages = {
  title: { en: 'E-mails about events', fr: 'E-mails sur les évènements' },
  about: {
    en: 'Your account gets an e-mail when events wait for review, or when someone else changes, cancels or withdraws yours.',
    fr: 'Votre compte reçoit un e-mail quand des évènements attendent la relecture, ou quand quelqu’un d’autre modifie, annule ou retire les vôtres.',
  },
  stop: { en: 'Stop these e-mails', fr: 'Ne plus recevoir ces e-mails' },
  stopped: {
    en: 'Your account gets no more of these e-mails. You can turn them on again in your account.',
    fr: 'Votre compte ne reçoit plus ces e-mails. Vous pouvez les rétablir dans votre compte.',
  },
  unknown: {
    en: 'This link no longer works. You can turn the e-mails off in your account.',
    fr: 'Ce lien n’est plus valable. Vous pouvez désactiver ces e-mails dans votre compte.',
  },
} as const satisfies Record<string, Sentence>

/**
 * Ends a user’s e-mails about events. A mail program posts there without a page before it (RFC 8058), so a form from
 * elsewhere counts too: the token is all that it takes, and ending them all that it does.
 */
export async function unsubscribePage(request: PageRequest): Promise<Content> {
  const { world, locale, query, form, method } = request
  const t = (name: keyof typeof messages) => formatMessage(messages[name], locale)
  const title = t('title')
  const page = (main: ReturnType<typeof html>, status = 200) =>
    personal(request, { title, main: html`<h1>${title}</h1>${main}` }, status)
  // without an action, the form goes to the URL that has the token: no page repeats it
  if (form === undefined && method !== 'POST')
    return page(html`<p>${t('about')}</p>
<form method="post"><p><button class="button">${t('stop')}</button></p></form>`)
  const isStopped = await world.calendar.perform(stopReviewMails, query.get('token') ?? '')
  return isStopped
    ? page(html`<p role="status">${t('stopped')}</p>`)
    : page(html`<p>${t('unknown')}</p>`, 404)
}
