import { decodeHTMLStrict } from 'entities/decode'
import { isObject } from '../../define/base/objects.ts'
import type { FieldError, Sentence } from '../../define/field-type.ts'
import type { Values } from '../../define/param.ts'
import { isLanguage } from '../../define/text/language.ts'
import { escapeLine, normalizeLine } from '../../define/text/markup.ts'
import { maxLengths } from '../../define/text-types.ts'
import {
  type Availability,
  availabilityTerms,
  isFree,
  statedAvailabilities,
} from '../../resources/index.ts'
import { webUrl } from '../base/fitted-id.ts'
import { pointIn } from '../base/point.ts'
import { type TimeReading, unreadEnd } from './event-times.ts'
import { type Node, nodesOf, termsOf, textOf, textsOf, typesOf } from './nodes.ts'

type ById = Map<string, Node>

/** One line, of the beginning alone: events may share a node with a long text. */
const cut = (text: string) =>
  normalizeLine(text.slice(0, maxLengths.line * 10))
    .slice(0, maxLengths.line)
    .toWellFormed()
const withoutAbsent = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  )
/** From `/` on, a URL is one of the site that has the page. */
const onSite = (text: string, page: string) =>
  text.startsWith('/') && URL.canParse(text, page) ? new URL(text, page).href : text

const isWebUrl = (text: string) => /^https?:/i.test(text) && webUrl(text) !== undefined

/** An event of schema.org as the API takes it, besides when it is; or what is wrong with it. `language`: that of the page, whose name or URL is `page`. */
export function valuesOf(
  node: Node,
  byId: ById,
  language: string,
  page = '',
): { values: Values; language: string; notes: FieldError[] } | FieldError {
  const names = textsOf(node.name)
  if (names.size === 0) for (const work of workOf(node)) names.set('', work)
  const own = names.has(language) || names.has('') ? language : ([...names.keys()][0] ?? language)
  const title = cut(names.get(own) ?? names.get('') ?? '')
  if (title === '') return noName
  const url = webUrl(onSite(textOf(node.url), page))
  const descriptions = textsOf(node.description)
  const values = {
    title,
    ...withoutAbsent({
      description: descriptionOf(descriptions.get(own) ?? descriptions.get('') ?? ''),
      website: url,
      image: imageOf(node.image, byId, page),
      cost: costOf(node, byId),
      registration_url: registrationOf(node, byId),
      organizer: organizersOf(node.organizer, byId),
      event_status: statusOf(node),
      availability: availabilityOf(node, byId),
    }),
    ...placeOf(node, byId),
    ...translationsOf(own, names, descriptions),
  }
  return { values, language: own, notes: unreadIn(node, byId, values) }
}

/** What is stated and cannot be read: the event stays, without it (I3). */
function unreadIn(node: Node, byId: ById, read: Values): FieldError[] {
  const url = textOf(node.url)
  const [image] = nodesOf(node.image, byId).map(imageUrl)
  const prices = nodesOf(node.offers, byId).flatMap(offer =>
    isObject(offer) ? pricesOf(offer, byId).map(textOf) : [],
  )
  const price = prices.find(each => each !== '' && amountOf(each) === undefined)
  return [
    url !== '' && read.website === undefined && unread('url', url, webAddress),
    image && read.image === undefined && unread('image', image, webAddress),
    price !== undefined && unread('price', price, number),
  ].filter(note => note !== false && note !== undefined && note !== '')
}

const webAddress = {
  en: 'a URL such as https://example.org',
  fr: 'une URL telle que https://example.org',
}
const later = {
  en: 'a date not before startDate, such as 2027-07-04T20:00:00',
  fr: 'une date qui n’est pas avant startDate, telle que 2027-07-04T20:00:00',
}
const number = { en: 'a number such as 12.50', fr: 'un nombre tel que 12.50' }

const unread = (name: string, value: string, expected: Sentence): FieldError => ({
  sentence: {
    en: `{name} cannot be read and is left out: “{value}”. Expected ${expected.en}.`,
    fr: `{name} est illisible et n’est pas repris\u00a0: «\u00a0{value}\u00a0». Attendu\u00a0: ${expected.fr}.`,
  },
  params: { name, value: value.slice(0, 60).toWellFormed() },
})

/** The note of an end that is stated and not read. */
export function endNotes(node: Node, reading: TimeReading): FieldError[] {
  const end = unreadEnd(node, reading)
  return end ? [unread(...end, later)] : []
}

/** The title of what is shown at a screening or performed. */
const workOf = ({ workPresented, workPerformed }: Node): string[] =>
  [workPresented, workPerformed]
    .map(work => textOf(work))
    .filter(name => name !== '')
    .slice(0, 1)

function translationsOf(
  own: string,
  names: ReadonlyMap<string, string>,
  descriptions: ReadonlyMap<string, string>,
): Values {
  const others = [...names].filter(([each]) => each !== own && isLanguage(each))
  const translations = Object.fromEntries(
    others.map(([each, name]) => [
      each,
      withoutAbsent({ title: cut(name), description: descriptionOf(descriptions.get(each) ?? '') }),
    ]),
  )
  return others.length > 0 ? { translations } : {}
}

const noName: FieldError = {
  sentence: { en: 'The event has no name.', fr: 'L’évènement n’a pas de nom (name).' },
}
export const notADate = (value: string): FieldError => ({
  sentence: {
    en: 'startDate is not a date: “{value}”. Expected 2027-07-04 or 2027-07-04T20:00:00+02:00.',
    fr: 'startDate n’est pas une date\u00a0: «\u00a0{value}\u00a0». Attendu\u00a0: 2027-07-04 ou 2027-07-04T20:00:00+02:00.',
  },
  params: { value: value.slice(0, 60).toWellFormed() },
})

/** Some write HTML, some HTML with entities for its tags, some plain text. */
function descriptionOf(text: string): string {
  const decoded = /&(?:lt|amp|gt|quot|#)/.test(text) ? decodeHTMLStrict(text) : text
  const isRich = /<\/?[a-z]/i.test(decoded.slice(0, decoded.lastIndexOf('>') + 1))
  return (isRich ? decoded : escapeLine(decoded)).slice(0, maxLengths.text)
}

const imageUrl = (image: Node | string) =>
  typeof image === 'string' ? image : textOf(image.url ?? image.contentUrl)

function imageOf(of: unknown, byId: ById, page: string): string | undefined {
  for (const image of nodesOf(of, byId)) {
    const url = onSite(imageUrl(image), page)
    if (isWebUrl(url)) return url
  }
  return undefined
}

const statuses: Record<string, string> = {
  EventScheduled: 'scheduled',
  EventRescheduled: 'scheduled',
  EventCancelled: 'cancelled',
  EventPostponed: 'postponed',
  EventMovedOnline: 'moved_online',
}
/** Of several, the one that is not usual: an event may be rescheduled and move online. */
function statusOf({ eventStatus }: Node) {
  const stated = termsOf(eventStatus).flatMap(term => statuses[term] ?? [])
  return stated.find(status => status !== 'scheduled') ?? stated[0]
}

const availabilityWords: Record<string, Availability> = {
  ...Object.fromEntries(statedAvailabilities.map(word => [availabilityTerms[word], word])),
  OutOfStock: 'sold_out',
}
/** The best of what offers say. Those of an event that is off cannot be had, however many places there are. */
function availabilityOf(node: Node, byId: ById): Availability | undefined {
  if (['cancelled', 'postponed'].includes(statusOf(node) ?? '')) return undefined
  const terms = nodesOf(node.offers, byId).flatMap(offer =>
    isObject(offer) ? termsOf(offer.availability) : [],
  )
  const stated = new Set(terms.map(term => availabilityWords[term]))
  return statedAvailabilities.find(word => stated.has(word))
}

/** The amounts of offers, with their currency. */
function costOf({ offers, isAccessibleForFree }: Node, byId: ById): string | undefined {
  const amounts = new Set<string>()
  for (const offer of nodesOf(offers, byId)) {
    if (!isObject(offer)) continue
    const of = priced(offer, byId)
    const currency = textOf(of.priceCurrency ?? offer.priceCurrency).slice(0, 10)
    for (const price of pricesOf(offer, byId)) {
      const amount = amountOf(textOf(price))
      if (amount === undefined) continue
      const isBare = /^[\d.]+$/.test(amount)
      amounts.add(
        !isBare || Number(amount) === 0 || currency === '' ? amount : `${amount} ${currency}`,
      )
    }
  }
  if (amounts.size === 0)
    return /^(?:true|https?:\/\/schema\.org\/True)$/i.test(textOf(isAccessibleForFree))
      ? '0'
      : undefined
  return [...amounts]
    .toSorted((a, b) => Number.parseFloat(a) - Number.parseFloat(b))
    .join(' – ')
    .slice(0, 255)
}

/** One price, or the lowest and the highest. */
function pricesOf(offer: Node, byId: ById): unknown[] {
  const of = priced(offer, byId)
  return of.lowPrice === undefined && of.minPrice === undefined
    ? [of.price]
    : [of.lowPrice ?? of.minPrice, of.highPrice ?? of.maxPrice]
}

/** The node that has the price: the offer, or its specification. */
function priced(offer: Node, byId: ById): Node {
  if (offer.price !== undefined || offer.lowPrice !== undefined) return offer
  const [specification] = nodesOf(offer.priceSpecification, byId)
  return isObject(specification) ? specification : offer
}

/** A number, with its groups joined; a price with its currency, and a word for free, as it is. */
function amountOf(price: string): string | undefined {
  if (price.length <= 100 && isFree(price)) return price
  if (/^\d{1,9}(?:[.,]\d{1,2})?$/.test(price) || /^\d{1,9}\.\d{3}$/.test(price))
    return price.replace(',', '.')
  const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/
  if (grouped.test(price)) return price.replaceAll(',', '')
  return price.length <= 30 && /\d/.test(price) && /[\p{Sc}\p{L}]/u.test(price) ? price : undefined
}

/** The page of the first offer that has one of its own. */
function registrationOf({ offers, url }: Node, byId: ById): string | undefined {
  const pages = nodesOf(offers, byId).flatMap(offer =>
    isObject(offer) ? (webUrl(textOf(offer.url)) ?? []) : [],
  )
  return pages.find(page => page !== webUrl(textOf(url)))
}

function organizersOf(of: unknown, byId: ById): Values[] | undefined {
  const all = nodesOf(of, byId).flatMap(one => {
    if (typeof one === 'string') return isWebUrl(one) ? [] : [{ organizer: cut(one) }]
    const organizer = cut(textOf(one.name))
    const [url, email] = [textOf(one.url), textOf(one.email).replace(/^mailto:/i, '')]
    if (organizer === '') return []
    return [
      withoutAbsent({
        organizer,
        phone: cut(textOf(one.telephone)),
        email: /^[^\s@]+@[^\s@]+$/.test(email) ? email : undefined,
        website: isWebUrl(url) ? url : undefined,
      }),
    ]
  })
  return all.length > 0 ? all.slice(0, 20) : undefined
}

/** More are no places of one event. */
const maxVenues = 10

/** The venues, where one takes part online, or both. */
function placeOf(node: Node, byId: ById): Values {
  const places = nodesOf(node.location, byId)
  const isVirtual = (place: Node | string) =>
    typeof place === 'string' ? isWebUrl(place) : typesOf(place).includes('VirtualLocation')
  const virtual = places.find(isVirtual)
  const online =
    virtual === undefined ? '' : typeof virtual === 'string' ? virtual : textOf(virtual.url)
  const venues = places
    .filter(place => !isVirtual(place))
    .flatMap(place => venueOf(place, byId) ?? [])
    .slice(0, maxVenues)
  const venue = venues.length > 1 ? venues : venues[0]
  const isOnline =
    virtual !== undefined ||
    termsOf(node.eventAttendanceMode).some(mode =>
      /^(?:Online|Mixed)EventAttendanceMode$/.test(mode),
    )
  return {
    ...(venues.length > 0 && { venue }),
    ...(isOnline && { attendance: venues.length > 0 ? 'mixed' : 'online' }),
    ...(isOnline && isWebUrl(online) && { online_url: online }),
  }
}

function venueOf(place: Node | string, byId: ById): Values | undefined {
  if (typeof place === 'string') return { venue: cut(place) }
  const isAddress = typesOf(place).includes('PostalAddress')
  const [address = ''] = isAddress ? [place] : nodesOf(place.address, byId)
  const parts: Values =
    typeof address === 'string'
      ? { address: cut(address) }
      : {
          address: cut(textOf(address.streetAddress)),
          city: cut(textOf(address.addressLocality)),
          province: cut(textOf(address.addressRegion)),
          zip: cut(textOf(address.postalCode)),
          country: cut(textOf(address.addressCountry)),
        }
  const venue = cut(textOf(place.name)) || textOf(parts.address) || textOf(parts.city)
  if (venue === '') return undefined
  const [url, geo] = [
    textOf(place.url ?? place.sameAs),
    Array.isArray(place.geo) ? place.geo[0] : place.geo,
  ]
  return withoutAbsent({
    venue,
    ...parts,
    phone: cut(textOf(place.telephone)),
    website: isWebUrl(url) ? url : undefined,
    ...(isObject(geo) && pointIn(textOf(geo.latitude), textOf(geo.longitude))),
  })
}
