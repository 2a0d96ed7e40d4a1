import { existing, isNameIn, namesIn, tableOf } from '../../define/base/objects.ts'
import { isDated, termLinkKinds } from '../../define/record.ts'
import type { Resource } from '../../define/resource.ts'
import { correctPath, stopPath } from '../../define/stop-path.ts'
import {
  inEachLanguage,
  type Language,
  languageOfPath,
  othersThan,
  pathIn,
  type Sentence,
} from '../../define/text/language.ts'
import { withoutSlashes } from '../../define/text/uri.ts'
import {
  fedNames,
  linkFilters,
  pagedNames,
  pagedPosts,
  type ResourceName,
  resources,
} from '../../resources/index.ts'
import { feedExtensions } from './feed-extensions.ts'

/** The placeholders of values in paths, with the pattern of each. */
const values = {
  slug: '[^/]+',
  day: '\\d{4}-\\d{2}-\\d{2}',
  date: '\\d{4}-\\d{2}-\\d{2}(?:/\\d{2}-\\d{2})?',
  month: '\\d{4}-\\d{2}',
  file: '[\\w.-]+',
  format: feedExtensions.join('|'),
  part: 'pages|\\d{1,7}',
  rest: '.*',
  kind: pagedPosts.join('|'),
  id: '\\d{1,15}',
  side: '\\d{1,4}',
} as const

type Path = Sentence

const wordsAfter = ({ page }: { page: Path }, rest: Path): Path => ({
  en: `${page.en}/:slug/${rest.en}`,
  fr: `${page.fr}/:slug/${rest.fr}`,
})
const recordPath = ({ page }: { page: Path }, rest = ''): Path => ({
  en: `${page.en}/:slug${rest}`,
  fr: `${page.fr}/:slug${rest}`,
})
/** The address of the feed of each resource that has one. */
export const feedsOf = <T>(of: (name: ResourceName) => T) => {
  const names: readonly ResourceName[] = fedNames
  return tableOf(
    fedNames.map(name => `${name}Feed` as const),
    (_, at) => of(existing(names[at])),
  )
}
const feedPath = (name: ResourceName): Path => {
  const { feed }: Resource = resources[name]
  return existing(feed)
}
/** The same in all languages; it is there once, under the main language. */
const shared = (path: string) => ({ en: path, fr: path, isShared: true })

/**
 * Every page address, once: the part after the base URL of a language, `:name` for a value. All are written with a slash at the end, as the `url` of
 * records has it, except for files; both forms are answered.
 */
export const addresses = {
  home: { en: '', fr: '' },
  events: { en: 'events', fr: 'evenements' },
  month: { en: 'events/month/:month', fr: 'evenements/mois/:month' },
  week: { en: 'events/week/:day', fr: 'evenements/semaine/:day' },
  day: { en: 'events/:day', fr: 'evenements/:day' },
  // without a date: the current day, week or month
  thisMonth: { en: 'events/month', fr: 'evenements/mois' },
  thisWeek: { en: 'events/week', fr: 'evenements/semaine' },
  today: { en: 'events/today', fr: 'evenements/aujourdhui' },
  list: { en: 'events/list', fr: 'evenements/liste' },
  listFrom: { en: 'events/list/:day', fr: 'evenements/liste/:day' },
  map: { en: 'events/map', fr: 'evenements/carte' },
  mapFrom: { en: 'events/map/:day', fr: 'evenements/carte/:day' },
  venues: { en: 'venues', fr: 'lieux' },
  organizers: { en: 'organizers', fr: 'organisateurs' },
  categories: { en: 'events/categories', fr: 'evenements/categories' },
  feed: { en: 'events.:format', fr: 'evenements.:format' },
  rss: { en: 'events/feed', fr: 'evenements/feed' },
  ical: { en: 'events/ical', fr: 'evenements/ical' },
  // before the page: a slug has no dot, but a path may
  eventFile: recordPath(resources.event, '.ics'),
  eventOnFile: recordPath(resources.event, '/:date.ics'),
  ...tableOf(pagedNames, name => recordPath(resources[name])),
  eventOn: recordPath(resources.event, '/:date'),
  categoryRss: recordPath(resources.category, '/feed'),
  tagRss: recordPath(resources.tag, '/feed'),
  categoryIcal: recordPath(resources.category, '/ical'),
  tagIcal: recordPath(resources.tag, '/ical'),
  ...feedsOf(feedPath),
  docs: { en: 'docs', fr: 'docs' },
  guides: { en: 'docs/guides', fr: 'docs/guides' },
  guideImage: shared('docs/guides/images/:file'),
  guide: { en: 'docs/guides/:slug', fr: 'docs/guides/:slug' },
  embed: { en: 'embed', fr: 'integrer' },
  embedFrame: { en: 'embed/calendar', fr: 'integrer/agenda' },
  embedScript: shared('embed.js'),
  propose: { en: 'events/submit', fr: 'evenements/proposer' },
  proposed: { en: 'events/submit/thanks', fr: 'evenements/proposer/merci' },
  correct: correctPath,
  corrected: { en: 'events/submit/corrected', fr: 'evenements/proposer/corrige' },
  eventReport: wordsAfter(resources.event, { en: 'report', fr: 'signaler' }),
  eventReported: { en: 'events/report/thanks', fr: 'evenements/signaler/merci' },
  sitemap: { en: 'sitemap.xml', fr: 'sitemap.xml' },
  sitemapPart: { en: 'sitemap-:part.xml', fr: 'sitemap-:part.xml' },
  robots: shared('robots.txt'),
  llms: shared('llms.txt'),
  security: shared('.well-known/security.txt'),
  oembed: shared('oembed'),
  favicon: shared('favicon.ico'),
  touchIcon: shared('apple-touch-icon.png'),
  appIcon: shared('icon-:side.png'),
  manifest: { en: 'manifest.webmanifest', fr: 'manifest.webmanifest' },
  asset: shared('assets/:file'),
  unsubscribe: stopPath,
  admin: { en: 'admin', fr: 'admin' },
  preview: { en: 'admin/preview/:kind/:id', fr: 'admin/preview/:kind/:id' },
  look: { en: 'admin/look', fr: 'admin/look' },
  adminScreen: { en: 'admin/:rest', fr: 'admin/:rest' },
} as const satisfies Record<string, Path & { isShared?: boolean }>

export type AddressName = keyof typeof addresses
export type AddressParams = Partial<Record<keyof typeof values, string>>

const names = namesIn(addresses)
/** True for pages of an event or of one of its dates. */
export const isEventPage = (name: AddressName) => isDated(name) || name === 'eventOn'
/** True for files that are the same in every language. */
export const isShared = (name: AddressName) => 'isShared' in addresses[name]

const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .replaceAll('.', '\\.')
      .replace(/:(\w+)/g, (_, name: keyof typeof values) => `(?<${name}>${values[name]})`)}$`,
    'i',
  )
const patterns = inEachLanguage(language =>
  names.map(name => ({ name, pattern: patternOf(pathIn(addresses[name], language)) })),
)

/** A path that leads somewhere. `isOther`: it is written otherwise than links are, by another base or in other words. */
export type Place = {
  name: AddressName
  language: Language
  params: AddressParams
  isOther: boolean
  /** The parameter of the list that this path has in it, where links have it in their query. */
  filter?: readonly [name: string, value: string]
}
type Match = Omit<Place, 'isOther'>

/** The views that The Events Calendar has of a term too, under the path of the term. */
const viewsOfTerms: ReadonlySet<AddressName> = new Set<AddressName>([
  'list',
  'listFrom',
  'map',
  'mapFrom',
  'month',
  'thisMonth',
  'week',
  'thisWeek',
  'day',
  'today',
])
const maxSegments = 12

/** A term as The Events Calendar writes its path: the slugs of its parents before its own, and a view behind it. */
function termMatch(
  rest: string,
  language: Language,
  match: (path: string) => Match | undefined,
): Match | undefined {
  for (const kind of termLinkKinds) {
    const base = `${pathIn(resources[kind].page, language)}/`
    if (!rest.toLowerCase().startsWith(base)) continue
    const segments = rest.slice(base.length).split('/', maxSegments + 1)
    if (segments.length > maxSegments) continue
    for (const [at, slug] of segments.entries()) {
      const after = segments.slice(at + 1).join('/')
      const own = match(base + segments.slice(at).join('/'))
      if (own) return own
      const view = match(`${pathIn(addresses.events, language)}/${after}`)
      if (view && viewsOfTerms.has(view.name)) return { ...view, filter: [linkFilters[kind], slug] }
    }
  }
  return undefined
}

/** Slugs are stored as they stand in a path; a date has a slash before its time. */
const inPath = (value: string) => (/^[\w.~%/-]*$/.test(value) ? value : encodeURIComponent(value))

/** Paths under the base URLs of a site: its main language has none before it, as in the `url` of records. */
export function openAddresses(main: Language) {
  function matchIn(language: Language, rest: string): Match | undefined {
    for (const { name, pattern } of patterns[language]) {
      const match = pattern.exec(rest)
      if (match) return { name, language, params: { ...match.groups } }
    }
    return undefined
  }
  return {
    /** The place of a decoded path; undefined: there is none. */
    match(path: string): Place | undefined {
      const named = languageOfPath(path)
      const rest = named === undefined ? path : path.slice(`/${named}`.length)
      const inside = withoutSlashes(rest).replace(/^\/+/, '')
      const own = matchIn(named ?? main, inside)
      if (own)
        return { ...own, isOther: named === main || (named !== undefined && isShared(own.name)) }
      const matches = (language: Language) => (path: string) => matchIn(language, path)
      for (const language of named ? [named] : [main, ...othersThan(main)]) {
        const place = matchIn(language, inside) ?? termMatch(inside, language, matches(language))
        if (place) return { ...place, isOther: true }
      }
      return undefined
    },

    /** The path of an address, under the path of the public URL. */
    path(name: AddressName, language: Language, params: AddressParams = {}): string {
      const prefix = language === main || isShared(name) ? '/' : `/${language}/`
      const { begins, rest, end } = written[language][name]
      let path = prefix + begins
      for (const { of, after } of rest) path += inPath(params[of] ?? '') + after
      return path + end
    },
  }
}

type ValueName = keyof typeof values
type Written = { begins: string; rest: { of: ValueName; after: string }[]; end: string }

/** A path taken apart at its values, since a page has hundreds of links. */
function writtenOf(path: string): Written {
  const [begins = '', ...parts] = path.split(/:(\w+)/)
  const rest: Written['rest'] = []
  for (let at = 0; at < parts.length; at += 2) {
    const [of = '', after = ''] = parts.slice(at)
    // patterns are made of the same names, and would not compile with another
    if (isNameIn(values, of)) rest.push({ of, after })
  }
  // a file has an ending, which may be a value
  const isFile = /\.[\w:]+$/.test(path) || path.endsWith(':file')
  return { begins, rest, end: path === '' || isFile ? '' : '/' }
}
const written = inEachLanguage(language =>
  tableOf(names, name => writtenOf(pathIn(addresses[name], language))),
)

export type Addresses = ReturnType<typeof openAddresses>
