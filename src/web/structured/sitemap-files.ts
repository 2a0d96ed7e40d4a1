import type { StoredRecord } from '../../define/record.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { isoWithOffset } from '../../define/time/clock.ts'
import { Problem } from '../../problem/index.ts'
import {
  type AnyView,
  isSeries,
  isTerm,
  pagedNames,
  pagedPosts,
  viewIn,
} from '../../resources/index.ts'
import { element, xmlText } from '../feeds/xml.ts'
import { todayOf } from '../listing/now.ts'
import type { AddressName } from '../shell/addresses.ts'
import { indexAddresses } from '../shell/indexes.ts'
import type { Content, PageRequest } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'

const type = 'application/xml; charset=utf-8'

/** The number of IDs in a part. A sitemap may have 50,000 addresses; this many records are read in a moment. */
const idsPerPart = 2000
/** Pages of dates of a series: with these a part has 42,000 addresses at most. */
const maxDates = 20
/** Kinds of records that have pages: posts, which share one series of IDs, and terms. */
const [posts, terms] = [pagedPosts, pagedNames.filter(isTerm)]
/** Terms on the part of pages, of each kind. */
const maxTerms = 5000
/** A new part is announced within this time. */
const announcedWithin = 600

/** The parts of the sitemap of a language: pages and terms, then records by their IDs. */
export async function sitemapIndex(request: PageRequest): Promise<Content> {
  const { links, reading, world } = request
  const last = await lastId(request)
  reading.validUntil(world.now() + announcedWithin)
  const parts = Array.from({ length: Math.ceil(last / idsPerPart) }, (_, at) => String(at + 1))
  return {
    type,
    body: sitemapIndexXml(['pages', ...parts].map(part => links.url('sitemapPart', { part }))),
  }
}

const lastId = async ({ world }: PageRequest) =>
  Math.max(...(await Promise.all(posts.map(kind => world.calendar.lastId(kind)))))

/**
 * One part. It is cached until one of its records changes; only the last one, which new records come into, follows every change.
 */
export async function sitemapPart(request: PageRequest): Promise<Content> {
  const { params, reading, language, world } = request
  if (params.part?.toLowerCase() === 'pages')
    return { type, body: sitemapXml(await pages(request)) }
  const first = (Number(params.part) - 1) * idsPerPart + 1
  const last = await lastId(request)
  if (first < 1 || first > last) throw new Problem('rest_no_route')
  const ids = Array.from({ length: Math.min(idsPerPart, last - first + 1) }, (_, at) => first + at)
  const entries: SitemapEntry[] = []
  for (const kind of posts) {
    const records = await reading.records(kind, ids, { isGrowing: last < first + idsPerPart - 1 })
    for (const record of records) {
      const view = viewIn(kind, { record }, showContextOf(request))
      if (!view.isForAnyone) continue
      entries.push(...entryOf(view, language, world.site.language))
      if (isSeries(record)) entries.push(...(await nextDates(request, record)))
    }
  }
  // No sitemap is empty: where nothing of a part is for anyone, it names the calendar.
  return { type, body: sitemapXml(entries.length > 0 ? entries : pageOf(request, 'events')) }
}

/** The pages of the next dates of a series, which is listed itself. */
async function nextDates(request: PageRequest, series: StoredRecord): Promise<SitemapEntry[]> {
  const { language, reading, world } = request
  const dates = await reading.dateRecords(series, { from: todayOf(request), limit: maxDates })
  return dates.flatMap(record =>
    entryOf(viewIn('event', { record }, showContextOf(request)), language, world.site.language),
  )
}

/** The front page, the calendar itself, its indexes, and the categories and tags in use. */
async function pages(request: PageRequest): Promise<SitemapEntry[]> {
  const { reading, language, world } = request
  const front = world.settings.homePage === 'front' ? (['home'] as const) : []
  const addresses = [...front, 'events', ...Object.values(indexAddresses)] as const
  const entries = addresses.flatMap(name => pageOf(request, name))
  for (const kind of terms) {
    const { views } = await reading.list(kind, { per_page: maxTerms, hide_empty: true })
    for (const view of views)
      entries.push(
        ...entryOf(viewIn(kind, view, showContextOf(request)), language, world.site.language),
      )
  }
  return entries
}

const pageOf = ({ language, links, world }: PageRequest, name: AddressName): SitemapEntry[] =>
  entryIn(
    language,
    world.site.language,
    Object.fromEntries(languages.map(each => [each, links.url(name, {}, each)])),
  )

/** One address of a sitemap, and the same page in each language in which there is one. */
type SitemapEntry = {
  url: string
  /** Unix seconds. */
  modified?: number | undefined
  alternates: readonly { language: Language | 'x-default'; url: string }[]
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const sitemapIndexXml = (urls: readonly string[]): string =>
  `${declaration}<sitemapindex xmlns="${namespace}">\n${urls
    .map(url => `<sitemap>\n${element('loc', url)}</sitemap>\n`)
    .join('')}</sitemapindex>\n`

const sitemapXml = (entries: readonly SitemapEntry[]): string =>
  `${declaration}<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries
    .map(entryXml)
    .join('')}</urlset>\n`

const entryXml = ({ url, modified, alternates }: SitemapEntry) =>
  `<url>\n${element('loc', url)}${element('lastmod', modified ? isoWithOffset(modified, 0) : '')}${alternates
    .map(
      each =>
        `<xhtml:link rel="alternate" hreflang="${each.language}" href="${xmlText(each.url)}"/>\n`,
    )
    .join('')}</url>\n`

/** The same page in several languages; one language needs no alternates. */
function entryIn(
  language: Language,
  main: Language,
  urls: Partial<Record<Language, string>>,
  modified?: number,
): SitemapEntry[] {
  const url = urls[language]
  if (url === undefined) return []
  const first = urls[main] ?? url
  const alternates = languages.flatMap(each => {
    const its = urls[each]
    return its === undefined ? [] : [{ language: each, url: its }]
  })
  return [
    {
      url,
      modified,
      alternates:
        alternates.length > 1
          ? [...alternates, { language: 'x-default' as const, url: first }]
          : [],
    },
  ]
}

/** The page of a record in a language, where the record has its name in it. */
function entryOf(view: AnyView, language: Language, main: Language): SitemapEntry[] {
  const urls = Object.fromEntries(view.languages.map(each => [each, view.urlIn(each)]))
  return entryIn(language, main, urls, view.modified)
}
