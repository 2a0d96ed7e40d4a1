import type { Language } from '../../define/text/language.ts'
import { formatWall } from '../../define/time/format.ts'
import type { AnyView, EventView } from '../../resources/view.ts'
import { type Html, raw } from '../shell/html.ts'

type Data = Record<string, unknown>

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null
const context = 'https://schema.org'

/** The event in the words of schema.org: `json_ld` of the API, which keeps to the reference, made as Google asks for it. */
export function eventData(event: EventView, linkedData: Data, language: Language): Data {
  const { offers, organizer: first, location, ...rest } = linkedData
  const day = (at: number) => formatWall(at).slice(0, 10)
  const others = event.organizers.slice(1).map(organizer => organizer.linkedData)
  return {
    ...rest,
    '@context': context,
    ...(event.isAllDay && { startDate: day(event.starts), endDate: day(event.ends) }),
    ...imageData(event),
    ...(location !== undefined && { location: located(location) }),
    ...(first !== undefined && { organizer: others.length > 0 ? [first, ...others] : first }),
    ...(isData(offers) && { offers: { ...offers, availability: `${context}/InStock` } }),
    inLanguage: language,
  }
}

/** An image with its measures, and what it shows in the language of the page. */
function imageData({ image }: Pick<AnyView, 'image'>): Data {
  if (!image) return {}
  const { url, width, height, alt } = image
  return {
    image: [{ '@type': 'ImageObject', url, width, height, ...(alt.text && { caption: alt.text }) }],
  }
}

/** A place must have an address: where none is known, its name is what people ask the way by. */
function located(location: unknown): unknown {
  if (Array.isArray(location)) return location.map(located)
  if (!isData(location) || location['@type'] !== 'Place') return location
  const { address } = location
  const isEmpty = isData(address) && Object.keys(address).length === 1
  return isEmpty ? { ...location, address: location.name } : location
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
