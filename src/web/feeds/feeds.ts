import { hash } from 'node:crypto'
import {
  type Caller,
  type FullSeries,
  fallsBack,
  isVisibleLink,
  type Listing,
} from '../../calendar/index.ts'
import type { QueuePlace } from '../../common/index.ts'
import type { View } from '../../define/derived.ts'
import type { Values } from '../../define/param.ts'
import { postLinkKinds, termLinkKinds } from '../../define/record.ts'
import type { Requester } from '../../define/requester.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { formatMessage, isLanguage, type Language, pathIn } from '../../define/text/language.ts'
import { Problem } from '../../problem/index.ts'
import { asSeries, eventView, isSeries, linkFilters, viewIn } from '../../resources/index.ts'
import { dateOn, type Of } from '../listing/event-dates.ts'
import { eventIn } from '../listing/items.ts'
import { redirectedFilters, redirectedRecord, toSeries } from '../listing/redirects.ts'
import { type AddressName, addresses } from '../shell/addresses.ts'
import { type FeedExtension, feedExtensions } from '../shell/feed-extensions.ts'
import { logoOf } from '../shell/logo.ts'
import {
  type Content,
  type Handler,
  type PageRequest,
  redirect,
  type World,
} from '../shell/page.ts'
import type { Reading } from '../shell/reading.ts'
import { showContextOf } from '../shell/show-context.ts'
import { siteName } from '../shell/site-name.ts'
import { csv } from './csv.ts'
import type { FeedAbout, FeedFormat, FeedSeries, FeedWriter } from './format.ts'
import { ics, openIcs } from './ics.ts'
import { geojson, jsonFeed } from './json-feed.ts'
import { reminderIn } from './reminders.ts'
import { atom, rss } from './rss.ts'

/** A series as a file has it; undefined where it is none any more. */
function feedSeries(
  { view, dates, hidden, last }: FullSeries,
  context: ShowContext,
): FeedSeries | undefined {
  const event = eventView(view, context)
  const { repeats: recurrence } = event
  if (!recurrence) return undefined
  return { event, recurrence, dates: dates.map(date => eventView(date, context)), hidden, last }
}

/** Any list of events as a feed: takes the parameters of the list in the API, without pages. */
export const listFeed: Handler = request => {
  const ending = request.params.format?.toLowerCase()
  return feedOf(request, feedExtensions.find(one => one === ending) ?? 'rss')
}

/** The page that shows the same, and what its address asks for besides the query. */
type FeedPage = { page: AddressName; implied: Values; isReference?: boolean }

/** A feed of the query and of the filters that its URL implies. */
export function feedOf(
  request: PageRequest,
  extension: FeedExtension,
  feedPage: FeedPage = { page: 'events', implied: {} },
): Content | Promise<Content> {
  const sent = { ...sentTo(request), ...feedPage.implied }
  const { ml_language } = sent
  const requested = isLanguage(ml_language) ? ml_language : undefined
  // what is there under an address of its own is cached and linked there only
  if (requested && requested !== request.language)
    return redirect(inLanguage(request, requested), 302)
  const work = async (requester: Requester) => {
    const reader = await readerOf(request, sent, requester)
    const moved = await redirectedFilters(request, reader.reading)
    if (moved) return forReader(reader, moved)
    return writeFeed(request, reader, extension, { ...feedPage, sent })
  }
  const { world, requester } = request
  return request.query.has('token')
    ? world.queues.feeds.run(requester, () => work(requester))
    : shareWork(request, `${extension} ${request.url.search}`, work)
}

const inLanguage = ({ links, name, params, query }: PageRequest, language: Language) => {
  const others = new URLSearchParams(query)
  others.delete('ml_language')
  const search = others.toString()
  return links.path(name, params, language) + (search && `?${search}`)
}

/** Parameters of the feed itself are none of the list. */
const ofFeed = [
  'token',
  'ical',
  'outlook-ical',
  'feed',
  'post_type',
  'eventDisplay',
  'eventDate',
  'tribe-bar-date',
]

function sentTo({ world, url }: PageRequest): Values {
  const sent = world.listQuery(url.search)
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !ofFeed.includes(name)))
}

type Reader = { reading: Reading; isPersonal: boolean }

const forReader = ({ isPersonal }: Reader, content: Content): Content =>
  isPersonal ? { ...content, isPersonal } : content

/** The reader: anonymous, or the user of a token in the URL. Responses for a user are not cached. */
export async function readerOf(
  request: PageRequest,
  { ml_fallback }: Values = {},
  requester: Requester = request.requester,
): Promise<Reader> {
  const { world, query, language } = request
  const token = query.get('token')
  if (token === null && world.settings.private) throw new Problem('rest_not_logged_in')
  const { caller } = request.reading
  const fallback = fallsBack(ml_fallback, world.site)
  const own: Caller = { ...caller, language, fallback, requester }
  if (token === null) return { reading: request.readingAs(own), isPersonal: false }
  const { actor } = await world.enterFeed(token, requester.address)
  return { reading: request.readingAs({ ...own, actor }), isPersonal: true }
}

async function writeFeed(
  request: PageRequest,
  reader: Reader,
  extension: FeedExtension,
  { page, sent, isReference = false }: Omit<FeedPage, 'implied'> & { sent: Values },
): Promise<Content> {
  const { world } = request
  const { language } = reader.reading.caller
  const { occurrences } = feedFormats[extension]
  const asks = { occurrences: isReference && extension === 'ics' ? 'each' : occurrences, ...sent }
  const listing = await reader.reading.ids('event', asks, {
    allUpTo: world.settings.maxFeedEvents,
  })
  const inSeries = listing.values.occurrences === 'series'
  const title = await feedTitle(request, reader.reading, listing.values)
  const about = { ...aboutOf(request, title, page), isReference }
  const writer = feedFormats[extension].open(about)
  const context = showContextOf(request)
  await writeEvents(writer, reader.reading, { listing, context, inSeries })
  const name = `${pathIn(addresses.events, language)}.${extension}`
  return contentOf(reader, extension, writer.finish(), {
    'X-Total': String(listing.total),
    'Content-Disposition': `${extension === 'csv' ? 'attachment' : 'inline'}; filename="${name}"`,
  })
}

/**
 * One event, for a calendar of one’s own: a series with its rule, as in feeds, or the one date that the address says. That one has a UID
 * of its own: a RECURRENCE-ID without what recurs (RFC 5545, 3.8.4.4) is refused by some calendars and lost by others.
 */
export async function eventFile(
  request: PageRequest,
  { isReference = false } = {},
): Promise<Content> {
  const { slug = '', date } = request.params
  const reader = await readerOf(request)
  const view = await reader.reading.read('event', { slug })
  const event = eventIn(request, view)
  const moved = redirectedRecord(request, event)
  if (moved) return forReader(reader, moved)
  const of = { request, reading: reader.reading, view }
  const one = date === undefined ? undefined : await dateOn(of, date)
  if (date !== undefined && !one) return forReader(reader, await toSeries(of, 'eventFile'))
  const { title, id } = event
  const about = {
    ...aboutOf(request, title.text),
    reminder: reminderIn(request.query),
    isSingle: true,
    isReference,
  }
  const writer = openIcs(about)
  const series = one ? undefined : await seriesOf(of)
  if (series) writer.addSeries(series)
  else writer.add(one ?? event)
  const name = one ? `event-${id}-${one.date.replace('/', '-')}` : `event-${id}`
  return contentOf(reader, 'ics', writer.finish(), {
    'Content-Disposition': `attachment; filename="${name}.ics"`,
  })
}

/** The event with all its dates, if it is a series. Throws if the reader sees none of them. */
async function seriesOf({ request, reading, view }: Of): Promise<FeedSeries | undefined> {
  if (!isSeries(view.record)) return undefined
  const series = await reading.fullSeries(view)
  const isSeen =
    series && (series.dates.length > 0 || (await reading.dates(view, { limit: 1 })).total > 0)
  if (!isSeen) throw new Problem('rest_no_route')
  return feedSeries(series, showContextOf(request))
}

/** Secrets are in no link. */
function aboutOf(request: PageRequest, title: string, page: AddressName = 'events'): FeedAbout {
  const { world, links, language, locale, query, url, params } = request
  const open = new URLSearchParams(query)
  open.delete('token')
  const search = open.toString() && `?${open}`
  for (const name of ofFeed) open.delete(name)
  return {
    title,
    language,
    locale,
    page: links.url(page, params) + (open.toString() && `?${open}`),
    self: links.publicUrl + url.path + search,
    host: world.host(),
    zone: world.site.zone,
    logo: logoOf(request),
    isSingle: false,
    isReference: false,
  }
}

function contentOf(
  { reading, isPersonal }: Reader,
  extension: FeedExtension,
  parts: readonly Buffer[],
  headers: Record<string, string>,
): Content {
  const body = Buffer.concat(parts)
  return {
    type: feedFormats[extension].mediaType,
    headers: {
      'X-Robots-Tag': 'noindex',
      'Content-Language': reading.caller.language,
      ...headers,
      ...(isPersonal && {
        'Cache-Control': 'private, no-cache',
        ETag: `"${hash('sha1', body, 'base64url').slice(0, 22)}"`,
      }),
    },
    body,
    reading,
    ...(isPersonal && { isPersonal }),
  }
}

/** The filters that a title names, in its order. */
const titledBy = [...termLinkKinds, ...postLinkKinds]
const maxNames = 5
const quoted = { en: '“{words}”', fr: '«\u00a0{words}\u00a0»' }

/** The name of a feed in a calendar: the site, and the chosen filters. */
async function feedTitle(request: PageRequest, reading: Reading, values: Values): Promise<string> {
  const { locale } = request
  const names: string[] = []
  for (const kind of titledBy) {
    const ids = values[linkFilters[kind]]
    if (!Array.isArray(ids) || ids.length > maxNames) continue
    for (const view of await reading.views(kind, { ids: ids.map(Number) }))
      if (isVisibleLink(reading.caller.actor, view.record))
        names.push(viewIn(kind, view, showContextOf(request)).name.text)
  }
  for (const words of [values.q, values.search])
    if (typeof words === 'string') names.push(formatMessage(quoted, locale, { words }))
  const site = siteName(request)
  return names.length === 0 ? site : `${site} – ${names.slice(0, maxNames).join(', ')}`
}

/** Batch sizes: events and series per read, and entries that are written before other work gets its turn. */
const slice = 100
const seriesSlice = 10
const written = 25

type FeedEvents = {
  listing: Listing
  context: ShowContext
  /** An entry for each series: whole in formats that have series as such, else under its own name on the date that is listed. */
  inSeries: boolean
}

/**
 * Writes the events of a list, each on its date, and those that have gone from it. A series may have thousands of entries: the file ends
 * with the one that fills it.
 */
async function writeEvents(
  writer: FeedWriter,
  reading: Reading,
  events: FeedEvents,
): Promise<void> {
  const { ids, perPage } = events.listing
  const progress = { entries: 0 }
  for (let from = 0; from < ids.length && progress.entries < perPage; from += slice) {
    await writeSlice({ writer, reading, progress, ...events }, from)
  }
  if (!writer.gone) return
  const listed = new Set(ids)
  for (const event of await reading.gone(events.listing))
    if (!listed.has(event.id)) writer.gone(event)
}

type Writing = FeedEvents & {
  writer: FeedWriter
  reading: Reading
  progress: { entries: number }
}

async function writeSlice(writing: Writing, from: number) {
  const { writer, reading, listing, context, progress, inSeries } = writing
  const { ids, dates } = listing
  const places = ids.slice(from, from + slice).map((_, at) => from + at)
  const isSeries = (place: number) => inSeries && dates?.[place] !== undefined
  const isWhole = (place: number) => writer.addSeries !== undefined && isSeries(place)
  const idAt = (place: number) => ids[place] ?? 0
  const read = await viewsAt(
    reading,
    listing,
    places.filter(place => !isWhole(place)),
  )
  const series = openSeries(writing, places.filter(isWhole).map(idAt))
  for (const place of places) {
    if (progress.entries >= listing.perPage) return
    if (place % written === 0) await othersTurn(reading)
    const view = read.get(place)
    if (isWhole(place)) await series.write(idAt(place))
    else if (view) {
      const own = isSeries(place) ? { ...view, record: asSeries(view.record) } : view
      writer.add(eventView(own, context))
      progress.entries += 1
    }
  }
}

/** Series by their IDs, in that order. Some are read at a time: each may have thousands of dates. */
function openSeries(writing: Writing, ids: readonly number[]) {
  const { writer, reading, listing, context, progress } = writing
  const read = new Map<number, FullSeries>()
  return {
    async write(id: number) {
      if (!read.has(id)) {
        read.clear()
        const from = ids.indexOf(id)
        const next = { ...listing, ids: ids.slice(from, from + seriesSlice) }
        for (const one of await reading.listedSeries(next)) read.set(one.view.record.id, one)
      }
      const complete = read.get(id)
      const series = complete && feedSeries(complete, context)
      if (series) progress.entries += writer.addSeries?.(series) ?? 0
    },
  }
}

/** Gives other work its turn. Rejects once no client waits for the feed. */
async function othersTurn({ caller: { requester } }: Reading) {
  await new Promise(setImmediate)
  requester?.signal.throwIfAborted()
}

/** The events at these places of a list, without those that were removed since it was listed. */
async function viewsAt(
  reading: Reading,
  { ids, dates, showing }: Listing,
  places: readonly number[],
): Promise<Map<number, View>> {
  const read = new Map<number, View>()
  if (places.length === 0) return read
  const part = places.map(place => ids[place] ?? 0)
  const views = await reading.views('event', {
    ids: part,
    ...(showing && { showing }),
    ...(dates && { dates: places.map(place => dates[place]) }),
  })
  let at = 0
  for (const view of views) {
    while (part[at] !== view.record.id) at++
    read.set(places[at] ?? 0, view)
    at++
  }
  return read
}

export const feedFormats: Record<FeedExtension, FeedFormat> = {
  ics,
  rss,
  atom,
  json: jsonFeed,
  csv,
  geojson,
}

type Work = {
  since: number
  content: Promise<Content>
  place: QueuePlace
  /** Callers who wait for it; it ends with the last of them. */
  callers: number
  end: AbortController
}

/** The feeds in the making, by their query. */
const all = new WeakMap<World, Map<string, Work>>()

function worksOf(world: World): Map<string, Work> {
  const works = all.get(world) ?? new Map<string, Work>()
  all.set(world, works)
  return works
}

/**
 * A feed that many ask for at once is written once: calendars look for news on the hour. Requests after a change do not get a feed that was begun
 * before it. The work is for a requester who is gone when all of its callers are.
 */
export function shareWork(
  { world, links, url, requester }: PageRequest,
  name: string,
  work: (requester: Requester) => Promise<Content>,
): Promise<Content> {
  const works = worksOf(world)
  const key = `${links.publicUrl} ${url.path} ${name}`
  const since = world.changes.seq
  const forget = (ended: Work) => {
    if (works.get(key) === ended) works.delete(key)
  }
  const running = works.get(key)
  const shared = running?.since === since ? running : begin(world, since, requester, work)
  if (shared !== running) {
    works.set(key, shared)
    shared.content.finally(() => forget(shared)).catch(() => {})
  }
  join(shared, requester, forget)
  return shared.content
}

function begin(
  { queues }: World,
  since: number,
  { address }: Requester,
  work: (requester: Requester) => Promise<Content>,
): Work {
  const end = new AbortController()
  const requester = { address, signal: end.signal }
  const place = queues.feeds.place(requester)
  const content = place.ready.then(() => work(requester)).finally(place.leave)
  return { since, content, place, callers: 0, end }
}

/** Counts a caller, until the caller has gone or has the feed. */
function join(work: Work, { address, signal }: Requester, forget: (work: Work) => void) {
  work.callers++
  work.place.alsoFor(address)
  const leave = () => {
    if (--work.callers > 0) return
    // later callers get another
    forget(work)
    work.end.abort(signal.reason)
  }
  signal.addEventListener('abort', leave, { once: true })
  const done = () => signal.removeEventListener('abort', leave)
  work.content.then(done, done)
}
