import type { VenueView } from '../../resources/index.ts'
import { hrefOf } from '../listing/items.ts'
import { mapMessagesIn } from '../map/messages.ts'
import { type Html, html } from '../shell/html.ts'
import type { PageRequest } from '../shell/page.ts'
import { inline } from './text.ts'

/** A venue in an event: its name, its address below, and a link to directions on another site. */
export function venuePart(request: PageRequest, venue: VenueView, directions?: string): Html {
  const { name, addressLines: lines } = venue
  return html`<div class="place"><a href="${hrefOf(request, 'venue', venue)}">${inline(name)}</a>${lines.length > 0 ? html`<address>${lines.map((line, at) => html`${at > 0 ? html`<br>` : ''}${line}`)}</address>` : ''}${directionsLink(request, directions)}</div>`
}

export function directionsLink({ locale }: PageRequest, to: string | undefined): Html | string {
  return to
    ? html`<a class="directions" href="${to}" rel="noopener">${mapMessagesIn(locale)('directions')}</a>`
    : ''
}
