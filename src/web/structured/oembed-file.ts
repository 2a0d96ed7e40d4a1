import type { Language } from '../../define/text/language.ts'
import { Problem } from '../../problem/index.ts'
import { element } from '../feeds/xml.ts'
import { dateOn } from '../listing/event-dates.ts'
import { filtersOf, ofAnyView, queryOf } from '../listing/filters.ts'
import { eventIn } from '../listing/items.ts'
import { type AddressName, isEventPage, openAddresses, type Place } from '../shell/addresses.ts'
import { html } from '../shell/html.ts'
import type { Content, PageRequest } from '../shell/page.ts'
import { siteName } from '../shell/site-name.ts'
import { describeEvent } from './head.ts'

/** The preview of an event in the page of another site, by the URL of its page (oembed.com). */
export async function oembedFile(request: PageRequest): Promise<Content> {
  const { query, links, reading } = request
  const format = query.get('format') ?? 'json'
  if (format !== 'json' && format !== 'xml') return { status: 501, type: plain, body: '' }
  const page = query.get('url')
  if (page === null) throw new Problem('rest_missing_callback_param', { missing: ['url'] })
  const place = placeOf(request, page)
  if (place && listViews[place.name]) return listFile(request, { ...place, page, format })
  if (!place || !isEventPage(place.name)) throw new Problem('rest_no_route')
  const inLanguage = requestIn(request, place)
  const view = await reading.read('event', { slug: place.params.slug ?? '' })
  const { date } = place.params
  const of = { request: inLanguage, reading, view }
  const event = date === undefined ? eventIn(inLanguage, view) : await dateOn(of, date)
  if (!event) throw new Problem('rest_no_route')
  const [organizer] = event.organizers
  const response = oembedOf(
    {
      ...describeEvent(inLanguage, event),
      site: { name: siteName(inLanguage), url: links.url('events', {}, place.language) },
      author: organizer && { name: organizer.name.text, url: organizer.url },
      thumbnail: event.image,
    },
    { width: sizeOf(query.get('maxwidth')), height: sizeOf(query.get('maxheight')) },
  )
  return written(format, place.language, response)
}

/** The request in the language of the page that is embedded, whichever URL asks. */
const requestIn = (request: PageRequest, { language }: Pick<Place, 'language'>): PageRequest => ({
  ...request,
  language,
  locale: request.world.site.locales[language],
})

/** The views that a frame shows instead of a page. */
const listViews: Partial<Record<AddressName, 'month' | 'week' | 'list'>> = {
  month: 'month',
  thisMonth: 'month',
  week: 'week',
  thisWeek: 'week',
  list: 'list',
  listFrom: 'list',
}

const frameHeight = 640

/** A list of events, as a frame of the same view with the same filters. */
function listFile(
  request: PageRequest,
  place: Place & { page: string; format: 'json' | 'xml' },
): Content {
  const { links } = request
  const { name, params, language, filter, page, format } = place
  const inLanguage = requestIn(request, { language })
  const query = new URL(page).searchParams
  if (filter) query.set(...filter)
  const filters = ofAnyView(filtersOf({ ...inLanguage, query }))
  const start = params.month ?? params.day
  const src =
    links.url('embedFrame', {}, language) + queryOf({ ...filters, view: listViews[name], start })
  const title = siteName(inLanguage)
  const [width, height] = [
    Math.min(sizeOf(request.query.get('maxwidth')), 1000),
    Math.min(sizeOf(request.query.get('maxheight')), frameHeight),
  ]
  return written(format, language, {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: title,
    provider_url: links.url('events', {}, language),
    cache_age: 3600,
    html: html`<iframe src="${src}" title="${title}" width="${width}" height="${height}" loading="lazy"></iframe>`.toString(),
    width,
    height,
  })
}

function written(
  format: 'json' | 'xml',
  language: Language,
  response: Parameters<typeof oembedXml>[0],
): Content {
  const headers = { 'Content-Language': language }
  return format === 'json'
    ? { type: 'application/json; charset=utf-8', body: JSON.stringify(response), headers }
    : { type: 'text/xml; charset=utf-8', body: oembedXml(response), headers }
}

const plain = 'text/plain; charset=utf-8'

const sizeOf = (sent: string | null) =>
  sent !== null && /^\d{1,6}$/.test(sent) && Number(sent) > 0 ? Number(sent) : 1_000_000

/** The place of a URL of this site. */
function placeOf({ links, world }: PageRequest, url: string) {
  if (!URL.canParse(url) || !url.startsWith(`${links.publicUrl}/`)) return undefined
  const path = url.slice(links.publicUrl.length).replace(/[?#].*$/s, '')
  try {
    return openAddresses(world.site.language).match(decodeURIComponent(path))
  } catch {
    return undefined
  }
}

/** The values of an event in the page of another site. */
type Embedded = {
  title: string
  url: string
  notice: string
  when: string
  where: string
  site: { name: string; url: string }
  author?: { name: string; url: string } | undefined
  thumbnail?: { url: string; width: number; height: number } | undefined
}

const widest = 600
const height = 200

/** The response by name (oembed.com, 2.3.4.4): rich, a quotation that needs neither script nor style of ours. */
function oembedOf(event: Embedded, max: { width: number; height: number }) {
  const { title, url, notice, when, where, site, author, thumbnail } = event
  const about = [notice, when, where].filter(text => text !== '')
  return {
    version: '1.0',
    type: 'rich',
    title,
    ...(author && { author_name: author.name, author_url: author.url }),
    provider_name: site.name,
    provider_url: site.url,
    cache_age: 3600,
    ...(thumbnail &&
      thumbnail.width <= max.width &&
      thumbnail.height <= max.height && {
        thumbnail_url: thumbnail.url,
        thumbnail_width: thumbnail.width,
        thumbnail_height: thumbnail.height,
      }),
    html: html`<blockquote class="almanac-event"><p><a href="${url}">${title}</a></p>${about.map(
      text => html`<p>${text}</p>`,
    )}<p><a href="${site.url}">${site.name}</a></p></blockquote>`.toString(),
    width: Math.min(widest, max.width),
    height: Math.min(height, max.height),
  }
}

const oembedXml = (response: Record<string, string | number>): string =>
  `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${Object.entries(response)
    .map(([name, value]) => element(name, String(value)))
    .join('')}</oembed>\n`
