import { shown } from '../../define/record-texts.ts'
import { html } from '../html.ts'
import { layout } from '../layout.ts'
import type { Asked, Content } from '../page.ts'
import { sayIn } from '../words.ts'

/** Upcoming events. */
export async function listPage(asked: Asked): Promise<Content> {
  const { reading, language, links } = asked
  const t = sayIn(language)
  const { views } = await reading.list('event', { per_page: 50 }, 50)
  const main = html`<h1>${t('events')}</h1>
${views.length === 0 ? html`<p>${t('noEvents')}</p>` : ''}
<ol>${views.map(
    ({ record }) =>
      html`<li><a href="${links.path('event', { slug: shown(record, 'slug', language) ?? '' })}">${shown(record, 'title', language)}</a></li>`,
  )}</ol>`
  return { body: layout(asked, { title: t('events'), main }) }
}
