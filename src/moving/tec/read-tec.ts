import type { Values } from '../../define/param.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { withoutQuery, withoutSlashes } from '../../define/text/uri.ts'
import { fittedId } from '../base/fitted-id.ts'
import {
  type Item,
  type PreviousName,
  type ReadContext,
  ReadError,
  type ReaderOptions,
  type Refused,
  type Source,
  type Yielded,
} from '../base/item.ts'
import { politely, robotsOf } from '../base/polite.ts'
import { apiAt, type Query, type Raw } from './api.ts'
import {
  becomesSeries,
  fewerRead,
  masked,
  noApi,
  noRobots,
  noTitle,
  notATime,
  onlyPublic,
  pageRefused,
  sampleDiffers,
} from './errors.ts'
import { arrayOf, problem, recordsOf, type Site } from './lists.ts'
import { type Pairs, pairsOf } from './pairs.ts'
import {
  embedded,
  type LinkedNames,
  type Listed,
  lastIds,
  linkedOf,
  listedIn,
  relatedItems,
  relatedLists,
} from './related.ts'
import { type Fitted, fittedSeries, sourceIdOf, stableId } from './series.ts'
import { apiOf, baseOf, headOf } from './site.ts'
import {
  eventFacts,
  eventTexts,
  idIn,
  isMasked,
  listIn,
  textIn,
  timesIn,
  withoutAbsent,
} from './values.ts'

/** All time: without dates, sites list what is to come. */
const allTime: Query = { start_date: '1900-01-01 00:00:00', end_date: '2199-12-31 23:59:59' }
const allStatuses: Query = { status: 'publish,future,draft,pending,private' }

/** The calendar of a site with The Events Calendar, by its public REST. */
export async function* readTec(
  source: Source,
  _: ReadContext,
  { authorization, series = false, keep_ids: keepsIds = false }: ReaderOptions,
): AsyncGenerator<Yielded> {
  const url = /^https?:\/\//i.test(source.name) ? source.name : `https://${source.name}`
  const fetch = politely(source, authorization, new URL(url).host)
  const allows = await robotsOf(url, fetch)
  const api = await apiOf(url, fetch)
  if (!api) throw new ReadError(noApi(url))
  if (authorization === undefined && !allows(api.root)) throw new ReadError(noRobots(api.root))
  const head = await headOf(baseOf(api), fetch)
  const site: Site = {
    api,
    language: head?.language,
    statuses: {},
    other: undefined,
    problems: [],
    keepsIds,
  }
  if (authorization !== undefined) {
    const { refused } = await api.get('events', { per_page: '1', ...allTime, ...allStatuses })
    if (refused === undefined) site.statuses = allStatuses
  }
  const first = await api.page('events', 1, { ...allTime, ...site.statuses })
  if ('refused' in first) throw new ReadError(pageRefused('events', 1, first.refused))
  site.other = await otherLanguage(site, first.records, head?.alternates ?? {}, fetch)
  yield { about: { total: first.total } }
  const needsAll = site.other !== undefined || series || keepsIds
  const events = needsAll ? await arrayOf(recordsOf(site, 'events', allTime)) : undefined
  const others = site.other ? await arrayOf(recordsOf(site, 'events', allTime, site.other.api)) : []
  const pairs: Pairs =
    site.other && events
      ? await pairsOf({ events, others, language: site.other.language, api, fetch, allows })
      : { of: new Map(), notes: new Map() }
  const linked = linkedOf(events ?? [], pairs)
  const lists = await relatedLists(site)
  if (keepsIds) yield { about: { last: lastIds([...(events ?? []), ...others], lists) } }
  yield* relatedItems(site, lists, linked)
  const item = eventReader(site, pairs, linked, listedIn(lists))
  let read = 0
  const sample: Raw[] = []
  const single = series && events ? yieldSeries(events, item) : undefined
  if (single) yield* single.items
  for await (const raw of single?.rest ?? events ?? recordsOf(site, 'events', allTime)) {
    if (read++ % 997 === 0 && sample.length < 5) sample.push(raw)
    yield item(raw)
  }
  read += single?.dates ?? 0
  const paired = new Set([...pairs.of.values()].map(idIn))
  for (const raw of others) if (!paired.has(idIn(raw))) yield item(raw, site.other?.language)
  yield* site.problems
  if (read < first.total) yield problem(fewerRead(read, first.total), api.root)
  yield* checkSample(site, sample)
  if (authorization !== undefined && site.statuses.status === undefined)
    yield { about: { read: { status: onlyPublic.sentence.en } } }
}

/** The same site in another language of the calendar: where its pages link it, or by the parameter of plugins. */
async function otherLanguage(
  { api, language = languages[0], statuses }: Site,
  records: readonly Raw[],
  alternates: Partial<Record<Language, string>>,
  fetch: ReturnType<typeof politely>,
): Promise<Site['other']> {
  const own = new Set(records.map(idIn))
  for (const other of languages) {
    if (other === language) continue
    const base = alternates[other]
    const linked =
      base === undefined
        ? undefined
        : apiAt(`${withoutSlashes(withoutQuery(base))}/wp-json/tribe/events/v1`, fetch)
    for (const candidate of [
      ...(linked ? [linked] : []),
      apiAt(api.root, fetch, { lang: other }),
    ]) {
      const page = await candidate.page('events', 1, { ...allTime, ...statuses })
      // a site that does not know the language gives the same
      if (
        !('refused' in page) &&
        page.records.length > 0 &&
        !page.records.some(raw => own.has(idIn(raw)))
      )
        return { api: candidate, language: other }
    }
  }
  return undefined
}

type EventReader = (raw: Raw, language?: Language) => Item | Refused

function eventReader(
  { language, other, keepsIds }: Site,
  pairs: Pairs,
  linked: LinkedNames,
  listed: Listed,
): EventReader {
  /** The linked records by their IDs at the site: those of another language are those of this one. */
  const named = (kind: keyof LinkedNames, of: unknown): Values[] =>
    listIn(of).map(record => {
      const own = idIn(record)
      const source_id = linked[kind].get(own) ?? own
      return listed[kind].has(source_id) ? { source_id } : { source_id, ...embedded(kind, record) }
    })
  return (raw, own = language) => {
    const texts = eventTexts(raw)
    const at = { part: textIn(raw.url) || idIn(raw) }
    const source_id = fittedId(sourceIdOf(raw))
    if (texts.title === undefined) return { kind: 'event', refused: noTitle, at, source_id }
    const { times, unread } = timesIn(raw)
    const faults = unread.map(name => notATime(name, textIn(raw[name])))
    const [fault] = faults
    if (fault && times.start_date === undefined)
      return { kind: 'event', refused: fault, at, source_id }
    const pair = pairs.of.get(idIn(raw))
    const values = withoutAbsent({
      ...texts,
      ...times,
      ...eventFacts(raw),
      categories: named('category', raw.categories),
      tags: named('tag', raw.tags),
      venue: named('venue', raw.venue),
      organizer: named('organizer', raw.organizer),
      translations: pair && other ? { [other.language]: eventTexts(pair) } : undefined,
    })
    const review = pairs.notes.get(idIn(raw))
    const notes = [...(isMasked(raw) ? [masked] : []), ...(review ? [review] : []), ...faults]
    const [id, other_id] = [stableId(raw), pair && stableId(pair)]
    return {
      kind: 'event',
      source_id,
      at,
      values,
      ...(own && { language: own }),
      ...(notes.length > 0 && { notes }),
      ...(keepsIds && id !== undefined && { id }),
      ...(keepsIds && other_id !== undefined && { names: [{ name: other_id }] }),
    }
  }
}

/** Dates that a rule gives, as series; the others. */
function yieldSeries(events: readonly Raw[], item: EventReader) {
  const { series, single } = fittedSeries(events)
  const dates = [...series.values()].reduce((count, { dates }) => count + dates.length, 0)
  return {
    items: [...series].map(([key, fitted]) => seriesItem(key, fitted, item)),
    rest: single,
    dates,
  }
}

function seriesItem(key: string, { dates, lines }: Fitted, item: EventReader): Yielded {
  const [first = {}] = dates
  const read = item(first)
  if ('refused' in read) return read
  const [base]: [string] = JSON.parse(key)
  const { slug: _, ...values } = read.values
  const names: PreviousName[] = [...(read.names ?? [])]
  const own = dates.flatMap((raw, at) => {
    const date = item(raw)
    if ('refused' in date) return []
    const original = textIn(raw.start_date)
    for (const { slug } of [date.values, ...Object.values(date.values.translations ?? {})])
      if (typeof slug === 'string' && slug !== '') names.push({ name: slug, original })
    if (at === 0) return []
    for (const name of [date.id, ...(date.names ?? []).map(({ name }) => name)])
      if (name !== undefined) names.push({ name, original })
    const { slug, start_date, end_date, date: published, ...own } = date.values
    const differs = Object.entries(own).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(values[name]),
    )
    return differs.length === 0
      ? []
      : [{ original: String(start_date), at: date.at, values: Object.fromEntries(differs) }]
  })
  return {
    ...read,
    source_id: fittedId(base),
    values: { ...values, slug: base.split('/').findLast(part => part !== ''), recurrence: lines },
    names,
    ...(own.length > 0 && { dates: own }),
    notes: [...(read.notes ?? []), becomesSeries(dates.length, lines[0] ?? '')],
  }
}

/** Some events again, one by one: a list may be what a cache had. */
async function* checkSample(site: Site, sample: readonly Raw[]): AsyncGenerator<Refused> {
  for (const raw of sample) {
    const again = await site.api.get(`events/${idIn(raw)}`)
    const isSame = again.start_date === raw.start_date && again.title === raw.title
    if (again.refused === undefined && !isSame) yield { ...problem(sampleDiffers, textIn(raw.url)) }
  }
}
