import type { View } from '../../calendar/context.ts'
import { shown } from '../../calendar/texts.ts'
import type { StoredRecord } from '../../define/record.ts'
import { plainText } from '../../define/text/html.ts'
import { withoutTags } from '../../define/text/markup.ts'
import { plainShown } from '../../define/text/plain-text.ts'
import { isoWithOffset } from '../../define/time/format.ts'
import { instantOf } from '../../define/time/zone.ts'
import { costOf } from '../../resources/event/cost.ts'
import { pageUrl, type Show } from './context.ts'

const text = (record: StoredRecord, name: string, { language }: Show) =>
  plainText(shown(record, name, language) ?? '')

const present = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value))

const privately = { en: 'Private: ', fr: 'Privé : ' }

/** Private places and people say so by their name, as in the reference. */
const nameOf = (record: StoredRecord, name: string, { language }: Show) =>
  (record.facts.status === 'private' ? privately[language] : '') +
  (shown(record, name, language) ?? '')

/** schema.org Place of a venue (behaviour 1.11). */
export const placeLinkedData = (show: Show, record: StoredRecord) => embeddable(place(show, record))

function place(show: Show, record: StoredRecord) {
  const { facts } = record
  const address = present({
    streetAddress: facts.address,
    addressLocality: facts.city,
    addressRegion: facts.state || facts.province,
    postalCode: facts.zip,
    addressCountry: facts.country,
  })
  const placed = facts.geo_lat !== null && facts.geo_lng !== null
  return {
    '@type': 'Place',
    name: nameOf(record, 'venue', show),
    ...present({ description: text(record, 'description', show) }),
    url: pageUrl(show, record, show.language),
    address: { '@type': 'PostalAddress', ...address },
    ...(placed && {
      geo: { '@type': 'GeoCoordinates', latitude: facts.geo_lat, longitude: facts.geo_lng },
    }),
    ...present({ telephone: facts.phone, sameAs: shown(record, 'website', show.language) }),
  }
}

/** schema.org Organization: most who run events are one, and the reference's Person is wrong for all of these (X8). */
export const organizerLinkedData = (show: Show, record: StoredRecord) =>
  embeddable(organizer(show, record))

const organizer = (show: Show, record: StoredRecord) => ({
  '@type': 'Organization',
  name: nameOf(record, 'organizer', show),
  ...present({ description: text(record, 'description', show) }),
  url: pageUrl(show, record, show.language),
  ...present({
    telephone: record.facts.phone,
    email: record.facts.email,
    sameAs: shown(record, 'website', show.language),
  }),
})

/** schema.org Event. Only for events that anyone may see. */
export function eventLinkedData(show: Show, view: View, url: string, imageUrl?: string) {
  const { record, venues, organizers } = view
  const { facts } = record
  const [starts, ends] = [Number(facts.starts), Number(facts.ends)]
  const [venue] = venues
  const [first] = organizers
  return embeddable({
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: nameOf(record, 'title', show),
    ...present({
      description: text(record, 'excerpt', show) || text(record, 'description', show),
      image: imageUrl,
    }),
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: isoWithOffset(starts, starts - Number(facts.utc_starts)),
    endDate: isoWithOffset(ends, ends - Number(facts.utc_ends)),
    ...(venue && { location: place(show, venue.record) }),
    ...(first && { organizer: organizer(show, first.record) }),
    ...offers(show, record, url),
  })
}

/** The lowest price as a number, and its span if there are several; none where there is no amount in one currency (X8). */
function offers(show: Show, { facts }: StoredRecord, url: string) {
  const { currency_code: code, values } = costOf(
    String(facts.cost ?? ''),
    show.currency,
    show.language,
  ).cost_details
  const amounts = values.map(Number).filter(amount => amount >= 0)
  const [low, high] = [amounts[0], amounts.at(-1)]
  if (low === undefined || code === '') return {}
  return {
    offers: {
      '@type': low === high ? 'Offer' : 'AggregateOffer',
      price: low,
      ...(low !== high && { lowPrice: low, highPrice: high }),
      priceCurrency: code,
      url,
      category: 'primary',
      availability: 'inStock',
      validFrom: isoWithOffset(
        Number(facts.date),
        Number(facts.date) - instantOf(Number(facts.date), show.zone),
      ),
    },
  }
}

/** JSON that stands for a text, written so that it can stand in a script element: `<` as `\u003c`. */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }

/**
 * Linked data is there to be put into pages as it comes: no text has tags in it, what may yet begin one is an entity, and
 * a `<` that is left is written so that it cannot end the script around it.
 */
function embeddable<T>(data: T): T {
  if (typeof data === 'string') return (data.includes('<') ? plainly(data) : data) as T
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, embeddable(value)]),
  ) as T
}

function plainly(text: string): unknown {
  const plain = plainShown(withoutTags(text).trim())
  return plain.includes('<') ? rawJSON(JSON.stringify(plain).replaceAll('<', '\\u003c')) : plain
}
