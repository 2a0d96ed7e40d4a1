import { formatMessage, type Locale, textIn } from '../../define/text/language.ts'
import { type Problem, problems } from '../../problem/problem.ts'
import { isEventPage } from '../addresses.ts'
import { searchBox } from '../parts/search-box.ts'
import { type Html, html } from '../shell/html.ts'
import { layout } from '../shell/layout.ts'
import { type MessageName, messagesIn } from '../shell/messages.ts'
import type { Content, PageRequest } from '../shell/page.ts'

const headings: Record<number, MessageName> = {
  401: 'isPrivate',
  403: 'notAllowed',
  404: 'notFound',
  429: 'tooMany',
}

/** What a page says in place of its record; of a protected event, that it has a password. */
export function problemPage(request: PageRequest, problem: Problem): Content {
  const { code, status } = problem
  const t = messagesIn(request.locale)
  const isProtected = code === 'event-password-protected'
  const heading = isProtected ? 'isProtected' : (headings[status] ?? 'wentWrong')
  const why = passing(problem, request.locale)
  const main = html`<h1>${t(heading)}</h1>
${heading === 'notFound' ? html`<p>${t('notFoundAbout')}</p>` : ''}
${why ? html`<p>${why}</p>` : ''}
${isProtected ? unlockForm(request) : ''}
${heading === 'notFound' ? searchForm(request) : ''}
${status === 400 && request.url.search ? html`<p><a href="${request.links.path(request.name, request.params)}">${t('withoutFilters')}</a></p>` : ''}
<p><a href="${request.links.path('events')}">${t('toCalendar')}</a></p>
<p><a href="${request.links.path('list')}">${t('upcoming')}</a></p>`
  return {
    status,
    body: layout(request, { title: t(heading), main, at: { name: 'events' }, isUnlisted: true }),
  }
}

const searchForm = (request: PageRequest): Html => {
  const { links, locale } = request
  const t = messagesIn(locale)
  return html`<search class="filters"><form action="${links.path('list')}" method="get">
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

/** What is over in a while is said as the API says it. */
function passing({ code, extra: { retryAfter, params = {} } }: Problem, locale: Locale) {
  if (retryAfter === undefined) return ''
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? textIn(value, locale) : value,
  ])
  return formatMessage(problems[code], locale, Object.fromEntries(values))
}
