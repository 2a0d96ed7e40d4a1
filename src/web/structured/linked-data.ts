import { shown } from '../../define/record-texts.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { formatWall } from '../../define/time/format.ts'
import type { View } from '../../define/view.ts'
import { event } from '../../resources/event/event.ts'
import { embeddable } from '../../resources/linked-data.ts'
import { organization } from '../../resources/organizer/linked-data.ts'
import { organizer } from '../../resources/organizer/organizer.ts'
import { place } from '../../resources/venue/linked-data.ts'
import { venue } from '../../resources/venue/venue.ts'
import { type Html, raw } from '../shell/html.ts'

type Data = Record<string, unknown>

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null
const context = 'https://schema.org'

/**
 * The event in the words of schema.org: `json_ld` of the API, which keeps to the reference, made as Google asks for it. Undefined
 * where a password hides the event.
 */
export function eventData(view: View, show: ShowContext): Data | undefined {
  const data = event.shown.json_ld.show(view, show, { resource: event, isAlone: true })
  if (!data) return undefined
  const { facts } = view.record
  const { offers, organizer: first, location, ...rest } = data
  const day = (at: unknown) => formatWall(Number(at)).slice(0, 10)
  const others = view.organizers
    .slice(1)
    .map(({ record }) => embeddable(organization(record, organizer, show)))
  return {
    ...rest,
    '@context': context,
    ...(facts.all_day === 1 && { startDate: day(facts.starts), endDate: day(facts.ends) }),
    ...imageData(view, show),
    ...(location !== undefined && { location: located(location) }),
    ...(first !== undefined && { organizer: others.length > 0 ? [first, ...others] : first }),
    ...(isData(offers) && { offers: { ...offers, availability: `${context}/InStock` } }),
    inLanguage: show.language,
  }
}

/** An image with its measures, and what it shows in the language of the page. */
function imageData({ image }: View, { uploads, language }: ShowContext): Data {
  if (!image) return {}
  const { file, width, height } = image.facts
  const alt = shown(image, 'alt', language)
  const url = `${uploads}/${file}`
  return { image: [{ '@type': 'ImageObject', url, width, height, ...(alt && { caption: alt }) }] }
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
export function linkedRecordData(view: View, show: ShowContext): Data {
  const { record } = view
  const data =
    record.kind === 'venue' ? place(record, venue, show) : organization(record, organizer, show)
  return { '@context': context, ...embeddable(data), ...imageData(view, show) }
}

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
