import type { Problem } from '../../problem.ts'
import { html } from '../html.ts'
import { layout } from '../layout.ts'
import type { Asked, Content } from '../page.ts'
import { sayIn, type Word } from '../words.ts'

const headings: Record<number, Word> = { 401: 'isPrivate', 403: 'notFound', 404: 'notFound' }

/** What may not be seen is as if it were not there; a protected event says that it is. */
export function problemPage(asked: Asked, { code, status }: Problem): Content {
  const t = sayIn(asked.language)
  const isProtected = code === 'event-password-protected'
  const heading = isProtected ? 'isProtected' : (headings[status] ?? 'wentWrong')
  const main = html`<h1>${t(heading)}</h1>
${heading === 'notFound' ? html`<p>${t('notFoundAbout')}</p>` : ''}
<p><a href="${asked.links.path('events')}">${t('toCalendar')}</a></p>`
  return {
    status: heading === 'notFound' ? 404 : status,
    body: layout(asked, { title: t(heading), main, at: { name: 'events' }, isUnlisted: true }),
  }
}
