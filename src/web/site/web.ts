import { anonymous, type Caller } from '../../calendar/index.ts'
import { tableOf } from '../../define/base/objects.ts'
import { linkKinds } from '../../define/record.ts'
import { inEachLanguage, type Language, languageOfPath } from '../../define/text/language.ts'
import { Problem } from '../../problem/index.ts'
import { type PagedName, pagedNames } from '../../resources/index.ts'
import { adminPage, lookPage, previewPage } from '../editors/page.ts'
import { eventFile, listFeed } from '../feeds/feeds.ts'
import {
  asFeed,
  calendarFeed,
  calendarOf,
  newsFeed,
  newsOf,
  recordFeed,
} from '../feeds/reference.ts'
import { guideImage, guidePage, guidesPage } from '../guides/page.ts'
import { analyticsOrigin, policyFor } from '../layout/analytics.ts'
import { assetFile } from '../layout/assets.ts'
import {
  customNames,
  filtersOf,
  formDates,
  hasDates,
  isFilter,
  isForList,
  pageFilterNames,
  queryOf,
} from '../listing/filters.ts'
import { redirectedFilters } from '../listing/redirects.ts'
import { dayPage, weekPage } from '../pages/days.ts'
import { docsPage } from '../pages/docs.ts'
import { embedFrame, embedPage, embedScript } from '../pages/embed-frame.ts'
import { eventOnPage, eventPage } from '../pages/event.ts'
import { home } from '../pages/home.ts'
import { indexPage } from '../pages/index-of.ts'
import { linkedPage } from '../pages/linked.ts'
import { listPage } from '../pages/list.ts'
import { mapPage } from '../pages/map.ts'
import { eventsPage, monthPage, viewOfToday } from '../pages/month.ts'
import { problemPage, unsubscribePage } from '../pages/problem.ts'
import { recordPage } from '../pages/record.ts'
import { redirectedName } from '../parts/name-choice.ts'
import { policyForPlayers } from '../parts/prose.ts'
import {
  type Addresses,
  type AddressName,
  feedsOf,
  isShared,
  openAddresses,
  type Place,
} from '../shell/addresses.ts'
import { fileHeaders, pageHeaders, policyWith } from '../shell/headers.ts'
import { appIcon, favicon, manifestFile, touchIcon } from '../shell/icons.ts'
import type { Basis } from '../shell/notes.ts'
import {
  type Content,
  type Handler,
  type Links,
  type PageRequest,
  redirect,
  type World,
} from '../shell/page.ts'
import { openReading } from '../shell/reading.ts'
import { llmsFile, robotsFile, securityFile } from '../structured/llms.ts'
import { oembedFile } from '../structured/oembed-file.ts'
import { sitemapIndex, sitemapPart } from '../structured/sitemap-files.ts'
import { correctedPage, correctPage, reportedPage, reportPage } from '../submission/correct.ts'
import { proposedPage, proposePage } from '../submission/page.ts'

/** Pages that show more than the fields of a record. */
const ownPages: Partial<Record<PagedName, Handler>> = {
  event: eventPage,
  ...tableOf(linkKinds, linkedPage),
}

/** The handler of each address. */
const handlers: Record<AddressName, Handler> = {
  home,
  events: eventsPage,
  month: monthPage,
  week: weekPage,
  day: dayPage,
  thisMonth: viewOfToday('month'),
  thisWeek: viewOfToday('week'),
  today: viewOfToday('day'),
  list: listPage,
  listFrom: listPage,
  map: mapPage,
  mapFrom: mapPage,
  venues: indexPage('venue'),
  organizers: indexPage('organizer'),
  categories: indexPage('category'),
  feed: listFeed,
  rss: newsFeed,
  ical: calendarFeed,
  eventFile: request => eventFile(request),
  eventOnFile: request => eventFile(request),
  ...tableOf(pagedNames, kind => ownPages[kind] ?? recordPage(kind)),
  eventOn: eventOnPage,
  categoryRss: newsOf('category'),
  tagRss: newsOf('tag'),
  categoryIcal: calendarOf('category'),
  tagIcal: calendarOf('tag'),
  ...feedsOf(recordFeed),
  docs: docsPage,
  guides: guidesPage,
  guide: guidePage,
  guideImage,
  embed: embedPage,
  embedFrame,
  embedScript,
  propose: proposePage,
  proposed: proposedPage,
  correct: correctPage,
  corrected: correctedPage,
  eventReport: reportPage,
  eventReported: reportedPage,
  sitemap: sitemapIndex,
  sitemapPart,
  robots: robotsFile,
  llms: llmsFile,
  security: securityFile,
  oembed: oembedFile,
  favicon,
  touchIcon,
  appIcon,
  manifest: manifestFile,
  asset: assetFile,
  unsubscribe: unsubscribePage,
  admin: adminPage,
  preview: previewPage,
  look: lookPage,
  adminScreen: adminPage,
}

const feeds = ['feed', 'rss', 'ical', 'categoryRss', 'tagRss', 'categoryIcal', 'tagIcal'] as const

/** Pages of a private calendar that stay public: they show no record, or need a token. */
const open: ReadonlySet<AddressName> = new Set<AddressName>([
  ...(['favicon', 'touchIcon', 'appIcon', 'manifest'] as const),
  ...([
    'asset',
    'docs',
    'guides',
    'guide',
    'guideImage',
    'robots',
    'security',
    'unsubscribe',
    'admin',
    'preview',
    'look',
    'adminScreen',
  ] as const),
  ...(['eventFile', 'eventOnFile'] as const),
  ...feeds,
])
const isOpen = (name: AddressName) => open.has(name)

const noPages: ReadonlySet<AddressName> = new Set<AddressName>([...feeds, 'asset'])
/** True for a page that is rendered for this request only, within some milliseconds. */
const isPage = (name: AddressName) => !noPages.has(name)

/** The pages of a calendar, which people and search engines link to. */
const linked: ReadonlySet<AddressName> = new Set<AddressName>([
  ...(['events', 'month', 'week', 'day', 'list', 'listFrom', 'map', 'mapFrom'] as const),
  ...(['venues', 'organizers', 'categories'] as const),
  ...pagedNames,
  'eventOn',
])
const isLinked = (name: AddressName) => linked.has(name)

/** The addresses that accept a form. */
const forms: Partial<Record<AddressName, { takesFile: boolean }>> = {
  propose: { takesFile: true },
  correct: { takesFile: true },
  eventReport: { takesFile: false },
  unsubscribe: { takesFile: false },
  event: { takesFile: false },
  eventOn: { takesFile: false },
}
const formAt = (name: AddressName) => forms[name]

/** A request as the server hands it on. */
type Request = Pick<PageRequest, 'method' | 'headers' | 'requester' | 'form' | 'signedIn'> & {
  url: string
  publicUrl: string
}

type Response = {
  status: number
  headers: Record<string, string>
  body: Buffer
  basis?: Basis | undefined
  encoded?: Content['encoded']
}

/** Everything but the API: pages, feeds and files. */
export function openWeb(world: World) {
  const addresses = openAddresses(world.site.language)
  const linksFor = linksOf(addresses, world)

  async function respond(incoming: Request): Promise<Response | undefined> {
    const place = addresses.match(decoded(partsOf(incoming.url).path))
    if (!place) return undefined
    const request = pageRequestOf(incoming, place)
    if (!isRead(request) && !incoming.form)
      throw new Problem('rest_no_route', { headers: { Allow: 'GET, HEAD' } })
    if (place.isOther || isMiswritten(addresses, request, place))
      return finish(request, movedTo(request, place))
    if (world.settings.private && !isOpen(place.name)) throw new Problem('rest_not_logged_in')
    return finish(request, await contentOf(request))
  }

  function pageRequestOf(
    { method, headers, requester, form, signedIn, publicUrl, ...incoming }: Request,
    place: Place,
  ): PageRequest {
    const { name, language, params } = place
    const url = partsOf(incoming.url)
    const caller = (): Caller => ({
      actor: anonymous,
      language,
      fallback: world.site.fallback,
      requester,
    })
    return {
      world,
      method,
      headers,
      requester,
      form,
      signedIn,
      url,
      name,
      language,
      locale: world.site.locales[language],
      params,
      query: new URLSearchParams(url.search),
      links: linksFor(publicUrl, language),
      reading: openReading(world, caller()),
      readingAs: as => openReading(world, as),
    }
  }

  return {
    respond,

    /** The form at this URL that may be sent, if there is one. */
    async formAt(url: string): Promise<{ takesFile: boolean } | undefined> {
      const place = addresses.match(decoded(partsOf(url).path))
      return place && !place.isOther ? formAt(place.name) : undefined
    },

    /** The error page, for clients that accept HTML. */
    async refuse(incoming: Request, problem: Problem): Promise<Response | undefined> {
      if (!/\btext\/html\b/.test(incoming.headers.accept ?? '')) return undefined
      const { path } = partsOf(incoming.url)
      const language = languageOfPath(path) ?? world.site.language
      const place = { name: 'home' as const, language, params: {}, isOther: false }
      const request = pageRequestOf(incoming, addresses.match(decoded(path)) ?? place)
      return finish(request, problemPage(request, problem))
    },
  }
}

/** A page has one URL: words in another case and other slashes lead to it, as in The Events Calendar. */
const isMiswritten = (
  addresses: Addresses,
  request: PageRequest,
  { name, language, params }: Place,
): boolean =>
  isRead(request) &&
  isLinked(name) &&
  decoded(request.url.path) !== decoded(addresses.path(name, language, params))

/** A feed, where the query asks for one, or else the page or file itself. */
async function contentOf(request: PageRequest): Promise<Content> {
  const feed = asFeed(request)
  if (feed) return feed
  // a page that is open in a private calendar decides itself what it shows
  const moved = isOpen(request.name) ? undefined : await redirectedQuery(request)
  return moved ?? inTurn(request)
}

const isRead = ({ method }: PageRequest) => method === 'GET' || method === 'HEAD'

/** A redirect to the present URL of the same filters or view. */
const redirectedQuery = async (request: PageRequest) =>
  (await redirectedName(request)) ??
  (await redirectedFilters(request, request.reading)) ??
  redirectedView(request)

/** Feeds have a queue of their own, files are ready, and forms are rare and do not wait. */
function inTurn(request: PageRequest) {
  const { name, requester, world } = request
  const work = () => handlers[name](request)
  return isRead(request) && isPage(name) ? world.queues.pages.run(requester, work) : work()
}

function partsOf(url: string): PageRequest['url'] {
  const mark = url.indexOf('?')
  return mark < 0
    ? { path: url, search: '' }
    : { path: url.slice(0, mark), search: url.slice(mark) }
}

/** A path that cannot be decoded has no page. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '\0'
  }
}

/** A redirect to the canonical path, with the filter that the other path has in it. */
function movedTo({ links, name, params, url }: PageRequest, { filter }: Place) {
  const search = new URLSearchParams(url.search)
  if (filter) search.set(...filter)
  return redirect(links.path(name, params) + (filter ? `?${search}` : url.search))
}

/** Made once for each base URL of the service, of which there are few. */
function linksOf(addresses: Addresses, { site }: World) {
  const byName = new Map<string, Links>()
  return (publicUrl: string, language: Language): Links => {
    const name = `${language} ${publicUrl}`
    const links = byName.get(name) ?? linksUnder(publicUrl, language)
    byName.set(name, links)
    return links
  }

  function linksUnder(publicUrl: string, pageLanguage: Language): Links {
    const { pathname } = new URL(publicUrl)
    const under = pathname === '/' ? '' : pathname
    const home = (language: Language) =>
      language === site.language ? publicUrl : `${publicUrl}/${language}`
    return {
      publicUrl,
      homeIn: inEachLanguage(home),
      path: (name, params, language = pageLanguage) =>
        under + addresses.path(name, language, params),
      url: (name, params, language = pageLanguage) =>
        publicUrl + addresses.path(name, language, params),
    }
  }
}

function finish(request: PageRequest, content: Content): Response {
  const { reading, language, name, world } = request
  const {
    status = 200,
    type = 'text/html; charset=utf-8',
    body,
    encoded,
    isPersonal,
    varies,
  } = content
  const isPage = type.startsWith('text/html')
  const origin = isPage ? analyticsOrigin(request) : undefined
  const own = content.headers?.['Content-Security-Policy'] ?? policyWith()
  const policy = isPage ? policyForPlayers(own, body) : own
  return {
    status,
    headers: {
      'Content-Type': type,
      ...(isPage ? pageHeaders : fileHeaders),
      // feeds too: a URL of one language has content of that language
      ...((isPage || !isShared(name)) && { 'Content-Language': language }),
      ...(isPage && world.settings.robots === 'none' && { 'X-Robots-Tag': 'noindex, nofollow' }),
      ...(isPersonal && { 'Cache-Control': 'private, no-store' }),
      ...content.headers,
      ...(isPage &&
        (origin !== undefined || policy !== own) && {
          'Content-Security-Policy': origin ? policyFor(policy, origin) : policy,
        }),
    },
    body: typeof body === 'string' ? Buffer.from(body) : body,
    ...(status === 200 && !isPersonal && { basis: (content.reading ?? reading).basis() }),
    ...(encoded && { encoded }),
    ...(varies && { varies }),
  }
}

/** Views that take filters, and where a range of dates or a place is shown instead: by the view itself, without its own day. */
const views: Partial<Record<AddressName, AddressName>> = {
  home: 'list',
  events: 'list',
  month: 'list',
  week: 'list',
  day: 'list',
  list: 'list',
  listFrom: 'list',
  map: 'map',
  mapFrom: 'map',
}
const withOwnDay: ReadonlySet<AddressName> = new Set<AddressName>(['listFrom', 'mapFrom'])

/**
 * Where the same filters have a URL of their own: without what a form sends empty, in the words of the API, and in a view that has
 * them all.
 */
function redirectedView({ name, query, links, params }: PageRequest): Content | undefined {
  const view = views[name]
  // the date picker is led on by itself
  if (query.size === 0 || view === undefined || query.has('date')) return undefined
  const filters = filtersOf({ query })
  const isElsewhere = withOwnDay.has(name)
    ? hasDates(filters)
    : view !== name && (isForList(filters) || (name === 'home' && Object.keys(filters).length > 0))
  if (isElsewhere) return redirect(links.path(view) + queryOf(filters), 302)
  const isClean =
    !formDates.some(of => query.has(of)) &&
    [...pageFilterNames, ...customNames(query)].every(hasText)
  if (isClean) return undefined
  const others = [...query].filter(([of]) => !allowedNames.has(of) && !isFilter(of))
  return redirect(
    links.path(name, params) + queryOf({ ...filters, ...Object.fromEntries(others) }),
    302,
  )

  function hasText(of: string) {
    return query.getAll(of).every(value => value.trim() !== '')
  }
}

const allowedNames: ReadonlySet<string> = new Set([...pageFilterNames, ...formDates])
