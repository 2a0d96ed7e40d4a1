import type { View } from '../../calendar/house.ts'
import type { StoredRecord } from '../../calendar/kept.ts'
import { shown } from '../../calendar/texts.ts'
import { plainText } from '../../define/text/html.ts'
import { isoWithOffset } from '../../define/time/format.ts'
import { instantOf } from '../../define/time/zone.ts'
import { costOf } from '../../resources/event/cost.ts'
import { pageUrl, type Show } from './show.ts'

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
export function placeLinkedData(show: Show, record: StoredRecord) {
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
    description: text(record, 'description', show),
    url: pageUrl(show, record, show.language),
    address: { '@type': 'PostalAddress', ...address },
    ...(placed && {
      geo: { '@type': 'GeoCoordinates', latitude: facts.geo_lat, longitude: facts.geo_lng },
    }),
    telephone: facts.phone ?? '',
    sameAs: shown(record, 'website', show.language) ?? '',
  }
}

/** schema.org Person of an organizer, as the reference types it. */
export function organizerLinkedData(show: Show, record: StoredRecord) {
  const { facts } = record
  return {
    '@type': 'Person',
    name: nameOf(record, 'organizer', show),
    description: text(record, 'description', show),
    url: pageUrl(show, record, show.language),
    telephone: facts.phone ?? '',
    email: facts.email ?? '',
    sameAs: shown(record, 'website', show.language) ?? '',
  }
}

const codes: Record<string, string> = {
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  CHF: 'CHF',
  EUR: 'EUR',
  USD: 'USD',
  CAD: 'CAD',
  GBP: 'GBP',
}

/** schema.org Event. Only for events that anyone may see. */
export function eventLinkedData(
  show: Show,
  { record, image, venues, organizers }: View,
  url: string,
  imageUrl: string | undefined,
) {
  const { facts } = record
  const starts = Number(facts.starts)
  const ends = Number(facts.ends)
  const [venue] = venues
  const [organizer] = organizers
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: nameOf(record, 'title', show),
    description: text(record, 'excerpt', show) || text(record, 'description', show),
    ...(image && { image: imageUrl }),
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: isoWithOffset(starts, starts - Number(facts.utc_starts)),
    endDate: isoWithOffset(ends, ends - Number(facts.utc_ends)),
    ...(venue && { location: placeLinkedData(show, venue.record) }),
    ...(organizer && { organizer: organizerLinkedData(show, organizer.record) }),
    ...offers(show, record, url),
    performer: 'Organization',
  }
}

function offers(show: Show, { facts }: StoredRecord, url: string) {
  if (!facts.cost) return {}
  const { cost, cost_details } = costOf(String(facts.cost), show.currency, 'en')
  const { values, currency_symbol: symbol } = cost_details
  const amounts = values.filter(value => /^\d/.test(value))
  const price =
    amounts.length > 0
      ? [...new Set([amounts[0], amounts.at(-1)])].join(' – ')
      : values.includes('free')
        ? '0'
        : cost
  const isSite = !symbol || symbol === show.currency.symbol
  return {
    offers: {
      '@type': 'Offer',
      price,
      priceCurrency: isSite ? show.currency.code : (codes[symbol] ?? show.currency.code),
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
