import type { StoredRecord } from '../../define/record.ts'
import { regionOf } from '../../resources/venue/region.ts'
import { type Html, html } from '../html.ts'
import { linkedOf } from '../items.ts'
import { mapSayIn } from '../map/words.ts'
import type { Asked } from '../page.ts'
import { inline } from './text.ts'

/** The lines of a postal address. */
export function addressOf({ facts }: StoredRecord): string[] {
  const text = (value: unknown) => String(value ?? '').trim()
  const city = [text(facts.zip), text(facts.city)].filter(Boolean).join(' ')
  const region = regionOf(facts)
  return [
    text(facts.address),
    [city, region === text(facts.city) ? '' : region].filter(Boolean).join(', '),
    text(facts.country),
  ].filter(Boolean)
}

/** A venue in an event: its name, its address below, and where somebody else shows the way. */
export function venuePart(asked: Asked, venue: StoredRecord, directions?: string): Html {
  const { name, href } = linkedOf(asked, venue)
  const lines = addressOf(venue)
  return html`<div class="place"><a href="${href}">${inline(name)}</a>${lines.length > 0 ? html`<address>${lines.map((line, at) => html`${at > 0 ? html`<br>` : ''}${line}`)}</address>` : ''}${directionsLink(asked, directions)}</div>`
}

export function directionsLink({ language }: Asked, to: string | undefined): Html | string {
  return to
    ? html`<a class="directions" href="${to}" rel="noopener">${mapSayIn(language)('directions')}</a>`
    : ''
}
