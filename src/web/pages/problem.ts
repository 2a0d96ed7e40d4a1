import type { Language } from '../../define/field-type.ts'
import { say } from '../../define/text/language.ts'
import { type Problem, problems } from '../../problem.ts'
import { html } from '../html.ts'
import { layout } from '../layout.ts'
import type { Asked, Content } from '../page.ts'
import { sayIn, type Word } from '../words.ts'

const headings: Record<number, Word> = { 401: 'isPrivate', 403: 'notFound', 404: 'notFound' }

/** What may not be seen is as if it were not there; a protected event says that it is. */
export function problemPage(asked: Asked, problem: Problem): Content {
  const { code, status } = problem
  const t = sayIn(asked.language)
  const isProtected = code === 'event-password-protected'
  const heading = isProtected ? 'isProtected' : (headings[status] ?? 'wentWrong')
  const why = passing(problem, asked.language)
  const main = html`<h1>${t(heading)}</h1>
${heading === 'notFound' ? html`<p>${t('notFoundAbout')}</p>` : ''}
${why ? html`<p>${why}</p>` : ''}
<p><a href="${asked.links.path('events')}">${t('toCalendar')}</a></p>`
  return {
    status: heading === 'notFound' ? 404 : status,
    body: layout(asked, { title: t(heading), main, at: { name: 'events' }, isUnlisted: true }),
  }
}

/** What is over in a while is said as the API says it. */
function passing({ code, extra: { retryAfter, params = {} } }: Problem, language: Language) {
  if (retryAfter === undefined) return ''
  const told = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? value[language] : value,
  ])
  return say(problems[code], language, Object.fromEntries(told))
}
