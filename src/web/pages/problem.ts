import { stopReviewMails } from '../../calendar/index.ts'
import { isCustomFilter } from '../../define/custom-fields.ts'
import { fieldErrorMessage } from '../../define/field-errors.ts'
import { formatMessage, type Locale, type Sentence, textIn } from '../../define/text/language.ts'
import { type Problem, problems } from '../../problem/index.ts'
import { layout } from '../layout/layout.ts'
import { filtersOf, queryOf } from '../listing/filters.ts'
import { searchBox } from '../parts/filters.ts'
import { isEventPage } from '../shell/addresses.ts'
import { type Html, html } from '../shell/html.ts'
import { type MessageName, messagesIn } from '../shell/messages.ts'
import type { Content, PageRequest } from '../shell/page.ts'
import { personal } from '../submission/page.ts'

const headings: Record<number, MessageName> = {
  401: 'isPrivate',
  403: 'notAllowed',
  404: 'notFound',
  410: 'removed',
  429: 'tooMany',
}

/** The page of a problem, in place of a record; for a protected event, that it has a password. */
export function problemPage(request: PageRequest, problem: Problem): Content {
  const { code, status } = problem
  const t = messagesIn(request.locale)
  const isProtected = code === 'event-password-protected'
  const heading = isProtected ? 'isProtected' : (headings[status] ?? 'wentWrong')
  const why = passing(problem, request.locale)
  const wrong = wrongFilters(request, problem)
  const title = wrong.length > 0 ? t('wrongFilters', { count: wrong.length }) : t(heading)
  const main = html`<h1>${title}</h1>
${wrong.length > 0 ? html`<ul>${wrong.map(({ sentence }) => html`<li>${sentence}</li>`)}</ul>` : ''}
${heading === 'notFound' ? html`<p>${t('notFoundAbout')}</p>` : ''}
${why ? html`<p>${why}</p>` : ''}
${isProtected ? unlockForm(request) : ''}
${heading === 'removed' ? html`<p>${t('removedAbout')}</p>` : ''}
${heading === 'notFound' || heading === 'removed' ? searchForm(request) : ''}
${status === 400 && request.url.search ? waysWithout(request, wrong) : ''}
<p><a href="${request.links.path('events')}">${t('toCalendar')}</a></p>
<p><a href="${request.links.path('list')}">${t('upcoming')}</a></p>`
  return {
    status,
    body: layout(request, { title, main, at: { name: 'events' }, isUnlisted: true }),
  }
}

type WrongFilter = { name: string; sentence: string }

/** The filters that are not valid, each with the error of the API. */
function wrongFilters({ query, language }: PageRequest, { status, extra }: Problem): WrongFilter[] {
  if (status !== 400 || query.size === 0) return []
  return Object.entries(extra.fieldErrors ?? {})
    .slice(0, maxWrong)
    .map(([name, error]) => ({ name, sentence: fieldErrorMessage(name, error, language) }))
}

const maxWrong = 12

/** The same view with the filters that are right, if there are any, and with none. */
function waysWithout(request: PageRequest, wrong: readonly WrongFilter[]): Html {
  const t = messagesIn(request.locale)
  const view = request.links.path(request.name, request.params)
  const names = new Set(wrong.map(({ name }) => name))
  const right = Object.entries(filtersOf(request)).filter(
    ([name]) => !names.has(name) && !(isCustomFilter(name) && names.has('custom_fields')),
  )
  const others =
    names.size > 0 && right.length > 0
      ? html`<p><a href="${view}${queryOf(Object.fromEntries(right))}">${t('withOtherFilters')}</a></p>`
      : ''
  return html`${others}<p><a href="${view}">${t('withoutFilters')}</a></p>`
}

const searchForm = (request: PageRequest): Html => {
  const { links, locale } = request
  const t = messagesIn(locale)
  return html`<search class="front-search"><form action="${links.path('list')}" method="get">
${searchBox(request)}
<button class="quiet">${t('search')}</button>
</form></search>`
}

/** A password opens the event for the one who sends it, on this page alone. */
function unlockForm({ form, links, locale, name, params }: PageRequest): Html | string {
  if (!isEventPage(name)) return ''
  const t = messagesIn(locale)
  const isWrong = typeof form === 'object'
  return html`<form class="unlock" method="post" action="${links.path(name, params)}">
<label for="password">${t('eventPassword')}</label>
<input id="password" name="password" type="password" autocomplete="off" maxlength="255" required${isWrong ? html` aria-invalid="true" aria-describedby="wrong-password"` : ''}>
<button>${t('unlock')}</button>
${isWrong ? html`<p class="wrong" id="wrong-password">${t('wrongPassword')}</p>` : ''}
</form>`
}

/** A problem that passes has the message of the API. */
function passing({ code, extra: { retryAfter, params = {} } }: Problem, locale: Locale) {
  if (retryAfter === undefined) return ''
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? textIn(value, locale) : value,
  ])
  return formatMessage(problems[code], locale, Object.fromEntries(values))
}

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
