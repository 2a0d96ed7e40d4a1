import { decodeHTMLStrict } from 'entities/decode'
import type { FieldError } from '../../define/field-type.ts'
import { isUrl } from '../../define/field-types.ts'
import { isObject } from '../../define/objects.ts'
import type { Values } from '../../define/param.ts'
import { escapeLine, normalizeLine } from '../../define/text/markup.ts'
import { maxLengths } from '../../define/text-types.ts'
import { daySeconds, formatWall, startOfDay, type WallTime } from '../../define/time/clock.ts'
import { isZone, offsetAt } from '../../define/time/zone.ts'
import {
  instantIn,
  readDuration,
  readTime,
  type WrittenTime,
  wallIn,
  writable,
} from '../ics/times.ts'
import { fixedZone } from '../ics/zones.ts'
import { type Node, nodesOf, termsOf, textOf, typesOf } from './nodes.ts'

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
const isWebUrl = (text: string) => /^https?:/i.test(text) && isUrl(text)

/** An event of schema.org as the API takes it, or what is wrong with it. */
export function valuesOf(node: Node, byId: ById, zone: string): Values | FieldError {
  const title = cut(textOf(node.name))
  if (title === '') return noName
  const when = whenOf(node, zone)
  if ('sentence' in when) return when
  const url = textOf(node.url)
  return {
    title,
    ...when,
    ...withoutAbsent({
      description: descriptionOf(textOf(node.description)),
      website: isWebUrl(url) ? url : undefined,
      image: imageOf(node.image, byId),
      cost: costOf(node, byId),
      organizer: organizersOf(node.organizer, byId),
      event_status: statusOf(node),
    }),
    ...placeOf(node, byId),
  }
}

const noName: FieldError = {
  sentence: { en: 'The event has no name.', fr: 'L’évènement n’a pas de nom (name).' },
}
const notADate = (value: string): FieldError => ({
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

/** A time with an offset is on the clock of the site, if that shows the same; else the offset is its zone. Days end with their last second. */
function whenOf(node: Node, site: string): Values | FieldError {
  const written = textOf(node.startDate)
  const start = readTime(written)
  if (!start) return notADate(written)
  const zone = zoneOf(start, site)
  const starts = wallAt(start, zone)
  const end = readTime(textOf(node.endDate))
  const length = end ? undefined : readDuration(textOf(node.duration))
  const ended = end
    ? endAt(end, zone)
    : length
      ? writable(starts + length.days * daySeconds + length.seconds)
      : undefined
  const isAllDay =
    start.isDay ||
    (starts === startOfDay(starts) && ended !== undefined && (ended + 1) % daySeconds === 0)
  const ends = Math.max(ended ?? starts, starts)
  return {
    start_date: formatWall(isAllDay ? startOfDay(starts) : starts),
    end_date: formatWall(isAllDay ? startOfDay(ends) + daySeconds - 1 : ends),
    timezone: zone,
    all_day: isAllDay,
  }
}

const wallAt = (time: WrittenTime, zone: string): WallTime =>
  wallIn(time, { zone, eventZone: zone })

/** A day as the end is meant to its end. */
const endAt = (time: WrittenTime, zone: string) =>
  wallAt(time, zone) + (time.isDay ? daySeconds - 1 : 0)

function zoneOf(start: WrittenTime, site: string): string {
  if (start.isDay || start.clock === 'local' || start.clock.offset === 0) return site
  const { offset } = start.clock
  if (offsetAt(instantIn(start, site), site) === offset) return site
  const fixed = fixedZone(offset)
  return fixed !== undefined && isZone(fixed) ? fixed : site
}

function imageOf(of: unknown, byId: ById): string | undefined {
  for (const image of nodesOf(of, byId)) {
    const url = typeof image === 'string' ? image : textOf(image.url ?? image.contentUrl)
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

/** The amounts of offers, with their currency. */
function costOf({ offers, isAccessibleForFree }: Node, byId: ById): string | undefined {
  const amounts = new Set<string>()
  for (const offer of nodesOf(offers, byId)) {
    if (!isObject(offer)) continue
    const currency = textOf(offer.priceCurrency).slice(0, 10)
    const prices = offer.lowPrice === undefined ? [offer.price] : [offer.lowPrice, offer.highPrice]
    for (const price of prices.map(textOf)) {
      if (!/^\d{1,9}(?:[.,]\d{1,3})?$/.test(price)) continue
      const amount = price.replace(',', '.')
      amounts.add(Number(amount) === 0 || currency === '' ? amount : `${amount} ${currency}`)
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

/** The venue, where one takes part online, or both. */
function placeOf(node: Node, byId: ById): Values {
  const places = nodesOf(node.location, byId)
  const isVirtual = (place: Node | string) =>
    typeof place === 'string' ? isWebUrl(place) : typesOf(place).includes('VirtualLocation')
  const virtual = places.find(isVirtual)
  const online =
    virtual === undefined ? '' : typeof virtual === 'string' ? virtual : textOf(virtual.url)
  const [real] = places.filter(place => !isVirtual(place))
  const venue = real === undefined ? undefined : venueOf(real, byId)
  const isOnline =
    virtual !== undefined ||
    termsOf(node.eventAttendanceMode).some(mode =>
      /^(?:Online|Mixed)EventAttendanceMode$/.test(mode),
    )
  return {
    ...(venue && { venue }),
    ...(isOnline && { attendance: venue ? 'mixed' : 'online' }),
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
    ...(isObject(geo) && pointOf(geo)),
  })
}

function pointOf({ latitude, longitude }: Node): Values {
  const [lat = Number.NaN, lng = Number.NaN] = [latitude, longitude].map(of =>
    Number.parseFloat(textOf(of)),
  )
  const isPoint = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (lat !== 0 || lng !== 0)
  return isPoint ? { geo_lat: lat, geo_lng: lng } : {}
}
