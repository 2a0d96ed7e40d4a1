import { htmlToText } from '../../define/text/html.ts'
import { type Sentence, textIn } from '../../define/text/language.ts'
import { formatWall, isoWithOffset } from '../../define/time/clock.ts'
import { instantOf, offsetAt } from '../../define/time/zone.ts'
import {
  type AnyView,
  availabilityTerms,
  countryCode,
  type EventView,
} from '../../resources/index.ts'
import { type Html, raw } from '../shell/html.ts'
import type { PageRequest } from '../shell/page.ts'

type Data = Record<string, unknown>

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null
const context = 'https://schema.org'

const unannounced: Sentence = { en: 'Venue to be announced', fr: 'Lieu à préciser' }

/** The event in the words of schema.org: `json_ld` of the API, which keeps to the reference, made as Google asks for it. */
export function eventData(
  event: EventView,
  linkedData: Data,
  { language, locale }: Pick<PageRequest, 'language' | 'locale'>,
): Data {
  const { offers, organizer: first, location, description, ...rest } = linkedData
  const day = (at: number) => formatWall(at).slice(0, 10)
  const others = event.organizers.slice(1).map(organizer => organizer.linkedData)
  const about = htmlToText(event.html) || description
  const name = textIn(unannounced, locale)
  return {
    ...rest,
    '@context': context,
    // the page of each date has an Event of its own, which names this one as its superEvent
    ...(event.repeats && !event.isDate && { '@type': 'EventSeries' }),
    ...(about !== undefined && { description: about }),
    ...(event.isAllDay && { startDate: day(event.starts), endDate: day(event.ends) }),
    ...rescheduled(event),
    ...imageData(event),
    location: located(location ?? { '@type': 'Place', name, address: name }),
    ...(first !== undefined && { organizer: others.length > 0 ? [first, ...others] : first }),
    ...offersData(event, offers),
    ...(event.isFree && { isAccessibleForFree: true }),
    inLanguage: language,
  }
}

/** An event that takes place at another time than announced says when that was. */
function rescheduled({ announcedStart: at, isAllDay, held, zone }: EventView): Data {
  if (at === undefined) return {}
  const iso = isoWithOffset(at, offsetAt(instantOf(at, zone), zone))
  return {
    ...(held === 'scheduled' && { eventStatus: `${context}/EventRescheduled` }),
    previousStartDate: isAllDay ? iso.slice(0, 10) : iso,
  }
}

/** An event that does not take place as announced cannot be booked. Several prices are a span; without prices there is only the URL. */
function offersData(event: EventView, offers: unknown): Data {
  const { isOff, availability: places, registrationUrl } = event
  const availability = `${context}/${availabilityTerms[isOff ? 'sold_out' : places]}`
  if (isData(offers)) {
    const { price: _, ...span } = offers
    const isSpan = 'lowPrice' in offers
    return { offers: { ...(isSpan ? span : offers), availability } }
  }
  const url = registrationUrl || (places && event.url)
  return url ? { offers: { '@type': 'Offer', url, availability } } : {}
}

/** An image in several shapes, each with its measures, and what it shows in the language of the page. */
function imageData({ image }: Pick<AnyView, 'image'>): Data {
  if (!image) return {}
  const { credit } = image
  const { text: caption } = image.alt
  return {
    image: image.shapes().map(({ url, width, height }) => ({
      '@type': 'ImageObject',
      url,
      width,
      height,
      ...(caption && { caption }),
      ...(credit && { creditText: credit }),
    })),
  }
}

/** A place must have an address: without one, its name is used. Known countries are codes. */
function located(location: unknown): unknown {
  if (Array.isArray(location)) return location.map(located)
  if (!isData(location) || location['@type'] !== 'Place') return location
  const { address } = location
  if (!isData(address)) return location
  if (Object.keys(address).length === 1) return { ...location, address: location.name }
  const code = countryCode(String(address.addressCountry ?? ''))
  return code === undefined
    ? location
    : { ...location, address: { ...address, addressCountry: code } }
}

/** The page of a venue or an organizer. */
export const linkedRecordData = (view: Pick<AnyView, 'linkedData' | 'image'>): Data => ({
  '@context': context,
  ...view.linkedData,
  ...imageData(view),
})

/** The site itself. */
export const organizationData = (of: { name: string; url: string; logo: string }): Data => ({
  '@context': context,
  '@type': 'Organization',
  ...of,
})

export type Crumb = { name: string; url: string }

/** The way from the calendar to a page. */
export const breadcrumbs = (crumbs: readonly Crumb[]): Data => ({
  '@context': context,
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, url }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: url,
  })),
})

/** As it stands in a page: nothing in it can end the script. */
export const scriptOf = (data: Data): Html =>
  raw(
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>\n`,
  )
