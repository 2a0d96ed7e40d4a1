import type { Language, Locale } from '../../define/text/language.ts'
import type { Locales } from '../../define/text/locales.ts'
import { rowOf } from '../../define/time/locale-row.ts'
import { type Html, html } from '../shell/html.ts'

/** The preview of a page on other sites. */
export type Preview = {
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
export const previewElements = (preview: Preview): Html => html`${openGraph(preview).map(
  ([property, content]) => html`<meta property="${property}" content="${content}">\n`,
)}<meta name="twitter:card" content="${(preview.image?.width ?? 0) >= wide ? 'summary_large_image' : 'summary'}">
`
