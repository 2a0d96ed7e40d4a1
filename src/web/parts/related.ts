import type { LinkKind } from '../../define/record.ts'
import { hrefOf } from '../listing/items.ts'
import type { RelatedEvents } from '../listing/related.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { titleOf, whenOfItem } from './event-parts.ts'

const headings = {
  venue: 'alsoAt',
  organizer: 'alsoBy',
  category: 'alsoIn',
  tag: 'alsoIn',
} as const satisfies Record<LinkKind, string>

/** Events that have something in common with the one of the page, below it. */
export function relatedPart(
  request: PageRequest,
  related: readonly RelatedEvents[],
): Html | string {
  if (related.length === 0) return ''
  const t = messagesIn(request.locale)
  return html`<section class="related" aria-labelledby="related"><h2 class="section" id="related">${t('related')}</h2>
${related.map(
  ({ kind, to, items }) =>
    html`<div><h3><a href="${hrefOf(request, kind, to)}">${t(headings[kind], { name: to.name.text })}</a></h3><ul>${items.map(
      item => html`<li>${titleOf(request, item)} <span>${whenOfItem(request, item)}</span></li>`,
    )}</ul></div>`,
)}</section>`
}
