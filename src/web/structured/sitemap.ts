import { type Language, languages } from '../../define/text/language.ts'
import { isoWithOffset } from '../../define/time/clock.ts'
import type { AnyView } from '../../resources/view.ts'
import { element, xmlText } from '../feeds/xml.ts'

/** One address of a sitemap, and the same page in each language in which there is one. */
export type SitemapEntry = {
  url: string
  /** Unix seconds. */
  modified?: number | undefined
  alternates: readonly { language: Language | 'x-default'; url: string }[]
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export const sitemapIndexXml = (urls: readonly string[]): string =>
  `${declaration}<sitemapindex xmlns="${namespace}">\n${urls
    .map(url => `<sitemap>\n${element('loc', url)}</sitemap>\n`)
    .join('')}</sitemapindex>\n`

export const sitemapXml = (entries: readonly SitemapEntry[]): string =>
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
export function entryIn(
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
export function entryOf(view: AnyView, language: Language, main: Language): SitemapEntry[] {
  const urls = Object.fromEntries(view.languages.map(each => [each, view.urlIn(each)]))
  return entryIn(language, main, urls, view.modified)
}
