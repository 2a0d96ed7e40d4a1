import { decodeHTMLStrict } from 'entities/decode'
import { isLanguage, type Language } from '../../define/text/language.ts'
import { pieces } from '../../define/text/markup.ts'
import { withoutQuery, withoutSlashes } from '../../define/text/uri.ts'
import type { FetchPage } from '../base/item.ts'
import { type Api, apiAt } from './api.ts'

/** The properties in the head of a page. */
type Head = {
  language: Language | undefined
  /** The page in other languages. */
  alternates: Partial<Record<Language, string>>
  /** The API roots that it names. */
  roots: string[]
}

const namespace = 'tribe/events/v1'

/** The API of a site, by its own URL or that of any of its pages; undefined where there is none. */
export async function apiOf(url: string, fetch: FetchPage): Promise<Api | undefined> {
  const [named] = /^.*?\/events\/v1(?=\/|$|[?&#])/.exec(url) ?? []
  if (named !== undefined) return apiAt(named, fetch)
  for (const root of await rootsOf(url, fetch)) {
    const api = apiAt(root, fetch)
    const body = await api.get('events', { per_page: '1' })
    if (Array.isArray(body.events)) return api
  }
  return undefined
}

async function rootsOf(url: string, fetch: FetchPage): Promise<string[]> {
  const base = withoutSlashes(withoutQuery(url)).replace(/\/wp-json$/, '')
  const head = await headOf(url, fetch)
  return [
    ...(head?.roots ?? []),
    `${base}/wp-json/${namespace}`,
    `${base}/?rest_route=/${namespace}`,
    `${new URL(url).origin}/wp-json/${namespace}`,
  ]
}

/** The base URL of the site that an API belongs to. */
export function baseOf({ root }: Api): string {
  const url = new URL(root)
  return `${url.origin}${url.pathname.replace(/\/(?:wp-json|index\.php)\/.*$|\/[^/]+\/events\/v1\/?$/, '')}/`
}

const largestPage = 4 * 1024 * 1024

/** The head of a page; undefined where it cannot be read. */
export async function headOf(url: string, fetch: FetchPage): Promise<Head | undefined> {
  const fetched = await fetch(url, {
    accept: ['text/html', 'application/xhtml+xml'],
    maxBytes: largestPage,
  })
  if ('refused' in fetched) return undefined
  const html = new TextDecoder().decode(fetched.bytes)
  const end = html.search(/<\/head|<body/i)
  const head: Head = { language: undefined, alternates: {}, roots: [] }
  const inHeader = fetched.headers['x-tec-api-root']
  if (inHeader) head.roots.push(inHeader)
  const [, hal] =
    /<([^<>]+)>;\s*rel="?https:\/\/api\.w\.org\/?"?/.exec(fetched.headers.link ?? '') ?? []
  if (hal && URL.canParse(hal, fetched.url)) head.roots.push(joined(new URL(hal, fetched.url).href))
  for (const piece of pieces(end < 0 ? html : html.slice(0, end))) {
    if (piece.kind !== 'open') continue
    if (piece.name === 'html') head.language = languageIn(attribute(piece.source, 'lang'))
    if (piece.name !== 'link' || !/\balternate\b/i.test(attribute(piece.source, 'rel') ?? ''))
      continue
    const href = attribute(piece.source, 'href') ?? ''
    if (!URL.canParse(href, fetched.url)) continue
    const language = languageIn(attribute(piece.source, 'hreflang'))
    const { href: target } = new URL(href, fetched.url)
    if (language) head.alternates[language] ??= target
    else if (/\/events\/v1(\/|$|\?)/.test(target))
      head.roots.push(target.replace(/(\/events\/v1).*$/, '$1'))
  }
  return head
}

const joined = (wpRoot: string) => `${withoutSlashes(wpRoot)}/${namespace}`

function attribute(tag: string, name: string): string | undefined {
  const [, quoted, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, 'i').exec(tag) ?? []
  const value = quoted ?? single ?? bare
  return value === undefined ? undefined : decodeHTMLStrict(value)
}

function languageIn(code: string | undefined): Language | undefined {
  const short = code?.slice(0, 2).toLowerCase()
  return isLanguage(short) ? short : undefined
}
