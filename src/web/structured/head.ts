import { htmlToLine } from '../../define/text/html-to-lines.ts'
import {
  type Language,
  type Locale,
  languages,
  type Sentence,
  textIn,
} from '../../define/text/language.ts'
import { rowOf } from '../../define/text/locale-row.ts'
import type { Locales } from '../../define/text/locales.ts'
import { collapsedText } from '../../define/text/markup.ts'
import { formatWall, isoWithOffset } from '../../define/time/clock.ts'
import { instantOf, offsetAt } from '../../define/time/zone.ts'
import {
  type AnyView,
  availabilityTerms,
  countryCode,
  type EventView,
  type ImageFile,
  type ImageView,
  type OrganizerView,
  type VenueView,
} from '../../resources/index.ts'
import { placeLine } from '../feeds/entry.ts'
import { formatWhen } from '../feeds/when.ts'
import { shortened } from '../listing/items.ts'
import { type Html, html, raw } from '../shell/html.ts'
import { type IndexedName, indexAddresses, indexName } from '../shell/indexes.ts'
import { logoOf, siteImageOf } from '../shell/logo.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { siteName } from '../shell/site-name.ts'

/** A page that is of no single record: Open Graph, and the way to it. */
export function pageHead(
  request: PageRequest,
  {
    title,
    description = '',
    url,
  }: { title: string; description?: string | undefined; url: string },
): Html {
  return html`${previewElements({
    type: 'website',
    ...common(request),
    title,
    description,
    url,
    languages,
  })}${request.name === 'events' ? siteData(request) : ''}${url === start(request).url ? '' : scriptOf(breadcrumbs([start(request), { name: title, url }]))}${request.name === 'list' ? discovery(request, url, title) : ''}`
}

/** The page of an event: Open Graph, linked data, the way to it, and where other sites find what to embed. */
export function eventHead(request: PageRequest, event: EventView): Html {
  const { categories, linkedData } = event
  const { title, url, notice, when, where, summary } = describeEvent(request, event)
  const preview: Preview = {
    type: 'article',
    ...common(request),
    title,
    url,
    languages: event.languages,
    description: [notice, when, where, summary].filter(Boolean).join(' · '),
    image: imageOf(event.image) ?? previewOf(request),
    published: event.published,
    modified: event.modified,
  }
  const [category] = categories
  const crumbs: Crumb[] = [
    start(request),
    ...(category ? [{ name: category.name.text, url: category.urlIn(request.language) }] : []),
    { name: title, url },
  ]
  return html`${previewElements(preview)}${linkedData ? scriptOf(eventData(event, linkedData, request)) : ''}${scriptOf(breadcrumbs(crumbs))}${discovery(request, url, title)}`
}

/** The page of a venue or an organizer. */
export function linkedHead(
  request: PageRequest,
  kind: IndexedName,
  view: VenueView | OrganizerView,
): Html {
  const title = view.name.text
  const url = view.urlIn(request.language)
  const preview: Preview = {
    type: 'website',
    ...common(request),
    title,
    url,
    languages: view.languages,
    description: summaryOf(htmlToLine(view.description.text)),
    image: imageOf(view.image) ?? previewOf(request),
  }
  return html`${previewElements(preview)}${scriptOf(linkedRecordData(view))}${scriptOf(breadcrumbs([start(request), indexCrumb(request, kind), { name: title, url }]))}`
}

const indexCrumb = ({ links, locale }: PageRequest, kind: IndexedName): Crumb => ({
  name: indexName(kind, locale),
  url: links.url(indexAddresses[kind]),
})

/** An event in a few words, for what other sites show of it. */
export function describeEvent({ locale }: PageRequest, event: EventView) {
  const { held, venues } = event
  const [venue] = venues
  return {
    title: event.title.text,
    // empty where it takes place as announced
    notice: held === 'scheduled' ? '' : messagesIn(locale)(held),
    // of all dates: linked data has the same
    url: event.urlIn(event.language),
    when: formatWhen(event, locale),
    where: venue ? placeLine(venue) : '',
    summary: summaryOf(event.summary || htmlToLine(event.html)),
  }
}

const common = (request: PageRequest) => ({
  site: siteName(request),
  language: request.language,
  locales: request.world.site.locales,
  image: previewOf(request),
})

/** The image of the site, if the page has no other: link previews do not draw SVG. */
function previewOf(request: PageRequest): Preview['image'] {
  const image = siteImageOf(request, 'shareImage') ?? logoOf(request)
  const isPainted = image && image.type !== 'image/svg+xml'
  return isPainted ? { ...image, alt: siteName(request) } : undefined
}

/** The publisher of the calendar, for search engines that show its logo. */
function siteData(request: PageRequest): Html | string {
  const logo = logoOf(request)
  return logo
    ? scriptOf(
        organizationData({ name: siteName(request), url: start(request).url, logo: logo.url }),
      )
    : ''
}

const start = ({ links, locale }: PageRequest): Crumb => ({
  name: messagesIn(locale)('events'),
  url: links.url('events'),
})

/** oEmbed: WordPress and others find by it what to show of an event. */
const discovery = ({ links }: PageRequest, url: string, title: string): Html =>
  html`${(['json', 'xml'] as const).map(format => {
    const href = `${links.url('oembed')}?${new URLSearchParams({ format, url })}`
    const type = format === 'json' ? 'application/json+oembed' : 'text/xml+oembed'
    return html`<link rel="alternate" type="${type}" href="${href}" title="${title}">\n`
  })}`

/** The shape that is nearest to that of link previews: as a crop, it has the focus of the image in view. */
function imageOf(image: ImageView | undefined): Preview['image'] {
  if (!image) return undefined
  const { type, alt } = image
  const far = ({ width, height }: ImageFile) => Math.abs(width / height - previewRatio)
  const shapes = image.shapes().filter(({ width }) => width >= minWidth)
  const { url, width, height } = shapes.sort((a, b) => far(a) - far(b))[0] ?? image
  return { url, width, height, type, alt: alt.text }
}

/** As Open Graph asks for images: 1,200 × 630. */
const previewRatio = 1200 / 630
/** Narrower ones stand small next to the text of a preview. */
const minWidth = 600

const maxSummary = 200

const summaryOf = (text: string) => shortened(collapsedText(text), maxSummary)

/** The preview of a page on other sites. */
type Preview = {
  type: 'website' | 'article'
  site: string
  title: string
  description: string
  url: string
  language: Language
  /** Languages in which there is such a page. */
  languages: readonly Language[]
  locales: Locales
  image?: { url: string; type: string; width: number; height: number; alt: string } | undefined
  /** Unix seconds. */
  published?: number | undefined
  modified?: number | undefined
}

/** `en_GB` */
const territory = (locale: Locale) => rowOf(locale).locale.replace('-', '_')
const iso = (at: number | undefined) =>
  at ? new Date(at * 1000).toISOString().replace('.000', '') : undefined

/** Open Graph by property, in order, without missing values. */
function openGraph(preview: Preview): [property: string, content: string][] {
  const { type, site, title, description, url, language, languages, locales, image } = preview
  const rows: [string, string | number | undefined][] = [
    ['og:type', type],
    ['og:site_name', site],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:locale', territory(locales[language])],
    ...languages
      .filter(each => each !== language)
      .map((each): [string, string] => ['og:locale:alternate', territory(locales[each])]),
    ['og:image', image?.url],
    ['og:image:type', image?.type],
    ['og:image:width', image?.width],
    ['og:image:height', image?.height],
    ['og:image:alt', image?.alt],
    ['article:published_time', type === 'article' ? iso(preview.published) : undefined],
    ['article:modified_time', type === 'article' ? iso(preview.modified) : undefined],
  ]
  return rows.flatMap(([property, content]) => (content ? [[property, String(content)]] : []))
}

/** Narrower images are shown small, next to the text. */
const wide = 600

/** The elements of the head. Twitter takes what it lacks from Open Graph. */
const previewElements = (preview: Preview): Html => html`${openGraph(preview).map(
  ([property, content]) => html`<meta property="${property}" content="${content}">\n`,
)}<meta name="twitter:card" content="${(preview.image?.width ?? 0) >= wide ? 'summary_large_image' : 'summary'}">
`

type Data = Record<string, unknown>

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null
const context = 'https://schema.org'

const unannounced: Sentence = { en: 'Venue to be announced', fr: 'Lieu à préciser' }

/** The event in the words of schema.org: `json_ld` of the API, which keeps to the reference, made as Google asks for it. */
function eventData(
  event: EventView,
  linkedData: Data,
  { language, locale }: Pick<PageRequest, 'language' | 'locale'>,
): Data {
  const { offers, organizer: first, location, description, ...rest } = linkedData
  const day = (at: number) => formatWall(at).slice(0, 10)
  const others = event.organizers.slice(1).map(organizer => organizer.linkedData)
  const about = htmlToLine(event.html) || description
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
const linkedRecordData = (view: Pick<AnyView, 'linkedData' | 'image'>): Data => ({
  '@context': context,
  ...view.linkedData,
  ...imageData(view),
})

/** The site itself. */
const organizationData = (of: { name: string; url: string; logo: string }): Data => ({
  '@context': context,
  '@type': 'Organization',
  ...of,
})

type Crumb = { name: string; url: string }

/** The way from the calendar to a page. */
const breadcrumbs = (crumbs: readonly Crumb[]): Data => ({
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
const scriptOf = (data: Data): Html =>
  raw(
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>\n`,
  )
