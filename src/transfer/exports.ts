import { Readable } from 'node:stream'
import {
  type Actor,
  anonymous,
  type Caller,
  differingFields,
  everyEvent,
  everyEventView,
  fallsBack,
  type Listing,
  type User,
} from '../calendar/index.ts'
import { growSlowly } from '../common/index.ts'
import type { Settings, SiteInput } from '../config/index.ts'
import { isNameIn, isObject, tableOf } from '../define/base/objects.ts'
import type { CustomField } from '../define/custom-fields.ts'
import type { View } from '../define/derived.ts'
import type { FieldError } from '../define/field-type.ts'
import type { Values } from '../define/param.ts'
import type { StoredRecord } from '../define/record.ts'
import { inEachLanguage, type Language, languages, type Sentence } from '../define/text/language.ts'
import { allTime } from '../define/time/all-time.ts'
import { formatWall } from '../define/time/clock.ts'
import {
  languageOf,
  present,
  problemBody,
  queryOf,
  type Service,
  showFor,
  withPluginLanguage,
} from '../http/index.ts'
import { csvOf, isClosed } from '../moving/csv/write-csv.ts'
import type { DifferingDate } from '../moving/index.ts'
import { secrets } from '../outside/secrets.ts'
import { Problem } from '../problem/index.ts'
import { customCell, resources } from '../resources/index.ts'
import { connect } from '../sdk/index.ts'
import { openService } from '../service.ts'
import { openJoinedIcs } from '../web/feeds/ics.ts'

/** The dates of a series on which something is otherwise, with the values that differ, as the API takes them. */
async function differingDates(of: Within, series: number): Promise<DifferingDate[]> {
  const { store, service } = of
  const { caller } = callerFor(of, {})
  const show = showFor(service, service.bases.main, '', caller.language)
  const dates = await store.seriesDates(series)
  const differing: DifferingDate[] = []
  for (let at = 0; at < dates.length; at += chunk) {
    const part = dates.slice(at, at + chunk)
    const patches = await store.datePatches(part.map(({ id }) => id))
    for (const date of part) {
      const patch = patches.get(date.id)
      if (!patch) continue
      const on = { ...date, occurrence: date.id, event: series, patched: true as const }
      const which = { ids: [series], dates: [on] }
      const [view] = await service.calendar.views('event', caller, which)
      if (!view) continue
      const names = differingFields({}, patch)
      const values = valuesOf({ ...present(show, view, true) }, names, caller.language)
      if (names.has('custom_fields'))
        values.custom_fields = customFieldsOf(view, service.site.customFields, caller.language)
      differing.push({ original: formatWall(date.original), ...values })
    }
  }
  return differing
}

/** In each language, and null where there is none: the series may have one. */
function customFieldsOf({ record }: View, fields: readonly CustomField[], main: Language) {
  const cellOf = (field: CustomField, language: Language) =>
    customCell(record.facts.custom_fields, field, language, main) ?? null
  const values: Values = {}
  for (const field of fields)
    values[field.name] = field.isTranslated
      ? tableOf(languages, language => cellOf(field, language))
      : cellOf(field, main)
  return values
}

function valuesOf(date: Values, names: ReadonlySet<string>, main: string): Values {
  const editing = isObject(date.editing) ? date.editing : {}
  const facts = isObject(editing.facts) ? editing.facts : {}
  const texts = isObject(editing.texts) ? editing.texts : {}
  const values: Values = {}
  const translations: Record<string, Values> = {}
  for (const name of names) {
    const [, language = '', field = ''] = /^(\w+)\.(\w+)$/.exec(name) ?? []
    const own = texts[language]
    if (field === '') values[name] = linked(name, date[name]) ?? date[name] ?? facts[name]
    else if (language === main) values[field] = isObject(own) ? own[field] : ''
    else
      translations[language] = {
        ...translations[language],
        [field]: isObject(own) ? own[field] : null,
      }
  }
  return { ...values, ...(Object.keys(translations).length > 0 && { translations }) }
}

/** The names of linked records and terms; undefined for any other field. */
function linked(name: string, value: unknown): unknown {
  const { fields } = resources.event
  const type = isNameIn(fields, name) ? fields[name].type : undefined
  const kind = type && 'refersLinked' in type ? type.refersLinked : undefined
  if (kind === undefined && !(type && 'offers' in type)) return undefined
  return [value]
    .flat()
    .filter(isObject)
    .map(one => (kind ? { [kind]: String(one[kind] ?? '') } : one.name))
}

/** The formats of exports. */
export type ExportFormat = 'archive' | 'ics' | 'csv' | 'ndjson'

/** `notes`: facts of the calendar that the format does not hold, once the stream has ended. */
type ExportStream = { stream: Readable; notes: readonly FieldError[]; close(): Promise<void> }

/**
 * A calendar, or the events of a filter (parameters of the list of events), as a stream that holds a few records at a time. A service
 * may run in the data folder.
 */
export async function openExport(
  settings: Settings,
  site: SiteInput,
  { format, filter }: { format: ExportFormat; filter?: string | undefined },
): Promise<ExportStream> {
  growSlowly()
  if (format === 'archive')
    return { ...(await (await import('./archive.ts')).exportArchive(settings, site)), notes: [] }
  const of = await within(settings, site)
  const notes: FieldError[] = []
  const written = parts[format](of, filter, notes)
  return {
    stream: Readable.from(written, { objectMode: false }),
    notes,
    async close() {
      // what is being read is read to its end: the calendar closes after it
      await written.return(undefined)
      await of.close()
    },
  }
}

/** The service in this process, as an administrator: nothing listens. */
async function within(given: Settings, site: SiteInput) {
  const settings = {
    ...given,
    rateLimit: 0,
    logLevel: 'error' as const,
    maxPerPage: chunk,
    // nothing is read twice
    responseCache: 0,
    recordCache: 1_000_000,
    private: false,
  }
  const opened = await openService(settings, site, { readsOnce: true })
  const { accounts, root, fetch, service } = opened
  const administrator = (await accounts.list()).find(({ role }) => role === 'administrator')
  const token = administrator && letIn(service, administrator)
  return {
    root,
    fetch,
    store: opened.store,
    service,
    administrator,
    language: opened.settings.language,
    client: connect(root, { fetch, ...(token && { token }) }),
    close: opened.close,
  }
}

/**
 * A token by which this process alone lets a user read. It is never stored: an export that is killed leaves nothing that opens the
 * calendar.
 */
function letIn(service: Service, administrator: User): string {
  const token = secrets.newToken()
  const { authenticator } = service
  const entry = {
    actor: actorOf(administrator),
    // no stored credential has this ID
    credential: -1,
    language: '',
  } as const
  service.authenticator = {
    ...authenticator,
    bearer: async given => (secrets.isSame(given, token) ? entry : authenticator.bearer(given)),
  }
  return token
}

const actorOf = ({ id, login, role }: User): Actor => ({ id, login, role, scope: 'read' })

type Within = Awaited<ReturnType<typeof within>>

/** Events or dates that are read at once. */
const chunk = 200

/**
 * Events as users who may edit them see them; a series once: on its first date in the list, or `isWhole`, as another calendar takes it. A wrong
 * filter is refused before the first.
 */
const eventsOf = async (
  of: Within,
  filter: string | undefined,
  notes: FieldError[],
  isWhole = false,
) =>
  filter === undefined ? allEvents(of, notes) : listedEvents(of, await listed(of, filter), isWhole)

async function* allEvents(of: Within, notes: FieldError[]): AsyncGenerator<object> {
  const { administrator, service } = of
  if (!administrator) {
    for await (const ids of publicIds(everyEvent(of.store, true), notes))
      for (const id of ids) yield await of.client.events.read(id)
    return
  }
  const { caller } = callerFor(of, {})
  // as a read of each would answer, without the request
  const show = showFor(service, service.bases.main, '', caller.language)
  for await (const view of service.calendar.perform(everyEventView, caller))
    yield present(show, view, true)
}

async function* listedEvents(of: Within, { caller, listing }: Listed, isWhole: boolean) {
  const { service } = of
  const show = showFor(service, service.bases.main, '', caller.language)
  for (const part of inChunks(listing)) {
    const on = isWhole ? { ids: part.ids } : part
    for (const view of await service.calendar.views('event', caller, on)) yield present(show, view)
  }
}

async function* chosen({ store }: Within, { listing }: Listed) {
  for (const { ids } of inChunks(listing)) yield await store.getMany('event', ids)
}

type Listed = Awaited<ReturnType<typeof listed>>

/** The IDs of all events of a filter. A page of a list costs as much as all pages before it, so there is one. */
async function listed(of: Within, filter: string) {
  const { caller, values } = callerFor(of, queryOf(`?${filter}`, resources.event.filters))
  const query = { occurrences: 'series', ...allTime, ...values }
  const all = { ...caller, allUpTo: Number.MAX_SAFE_INTEGER }
  const listing = await of.service.calendar.list('event', all, query).catch(error => {
    throw error instanceof Problem ? new FilterError(error) : error
  })
  return { caller, listing }
}

/** The caller of a request with these parameters: an administrator, or an anonymous one if there is none. */
function callerFor({ administrator, language, service }: Within, query: Values) {
  const values = withPluginLanguage(query, service.address.namespace)
  const caller: Caller = {
    actor: administrator ? actorOf(administrator) : anonymous,
    language: languageOf({ language }, { language: undefined }, values),
    fallback: fallsBack(values.ml_fallback, service.site),
    editing: true,
  }
  return { caller, values }
}

function* inChunks({ ids, dates, showing }: Listing) {
  for (let at = 0; at < ids.length; at += chunk)
    yield {
      ids: ids.slice(at, at + chunk),
      ...(dates && { dates: dates.slice(at, at + chunk) }),
      ...(showing && { showing }),
    }
}

const parts: Record<
  Exclude<ExportFormat, 'archive'>,
  (of: Within, filter: string | undefined, notes: FieldError[]) => AsyncGenerator<string>
> = {
  async *ndjson(of, filter, notes) {
    for await (const event of await eventsOf(of, filter, notes)) yield `${JSON.stringify(event)}\n`
  },
  async *csv(of, filter, notes) {
    const { head, row } = csvOf(of.language, of.service.site.customFields)
    const events = await eventsOf(of, filter, notes, true)
    let closed = 0
    yield head()
    for await (const event of events) {
      const presented: Values = { ...event }
      if (isClosed(presented)) closed++
      const isSeries = [presented.recurrence ?? []].flat().length > 0
      yield row(presented, isSeries ? await differingDates(of, Number(presented.id)) : [])
    }
    if (closed > 0) notes.push({ sentence: noPasswords, params: { count: closed } })
  },
  ics,
}

const noPasswords = {
  en: 'A table holds no passwords: {count} {count|event|events} with one {count|is|are} private in it.',
  fr: 'Un tableau ne contient pas de mots de passe\u00a0: {count} {count|évènement qui en a un y est privé|évènements qui en ont un y sont privés}.',
}

/** A wrong filter, with the response of the list of events in each language. */
class FilterError extends Error {
  readonly code: string
  readonly sentence: Sentence

  constructor(problem: Problem) {
    const sentence = inEachLanguage(language => problemBody(problem, language).message)
    super(sentence.en)
    this.code = problem.code
    this.sentence = sentence
  }
}

/** The feed of the calendar cannot be read. */
export class ExportError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The events could not be read (status ${status}).`)
    this.status = status
  }
}

/**
 * Published events, as the feed of the calendar has them, some at a time. The zones stand at the end (RFC 5545, 3.6, allows any
 * order): which years of them are needed is only known then.
 */
async function* ics(
  of: Within,
  filter: string | undefined,
  notes: FieldError[],
): AsyncGenerator<string> {
  const joined = openJoinedIcs()
  // first, so that a filter that is wrong is refused as in other formats
  const all =
    filter === undefined ? everyEvent(of.store, true) : chosen(of, await listed(of, filter))
  const feed = (ids: readonly number[]) => feedOf(of, filter, ids)
  // a feed of no event has the head of all, and no list is read for it
  const head = await feed([noId])
  yield joined.head(head)
  for await (const ids of publicIds(all, notes))
    if (ids.length > 0) yield joined.events(await feed(ids))
  yield joined.end()
}

/** An ID that no event has (R9). */
const noId = 2 ** 31 - 1

/** The IDs of those that are published; `notes` hears of those that are not, and of those that have a password. */
async function* publicIds(
  all: AsyncIterable<StoredRecord[]>,
  notes: FieldError[],
): AsyncGenerator<number[]> {
  let hidden = 0
  let closed = 0
  for await (const events of all) {
    const open = events.filter(({ facts }) => facts.status === 'publish')
    hidden += events.length - open.length
    closed += open.filter(({ facts }) => facts.password).length
    yield open.map(({ id }) => id)
  }
  if (hidden > 0) notes.push({ sentence: notPublic, params: { count: hidden } })
  if (closed > 0) notes.push({ sentence: withoutTexts, params: { count: closed } })
}

const notPublic = {
  en: 'The file has published events only: {count} {count|other (a draft, private or scheduled event) is|others (drafts, private and scheduled events) are} not in it. An archive has all.',
  fr: 'Le fichier ne contient que les évènements publiés\u00a0: {count} {count|autre (brouillon, évènement privé ou planifié) n’y figure|autres (brouillons, évènements privés ou planifiés) n’y figurent} pas. Une archive les contient tous.',
}
const withoutTexts = {
  en: '{count} {count|event with a password stands|events with a password stand} in the file without {count|its|their} texts: imported again, {count|it has|they have} no password.',
  fr: '{count} {count|évènement protégé par un mot de passe figure|évènements protégés par un mot de passe figurent} dans le fichier sans {count|son texte|leurs textes}\u00a0: importé de nouveau, aucun n’a de mot de passe.',
}

async function feedOf({ root, fetch }: Within, filter: string | undefined, ids: readonly number[]) {
  const query = new URLSearchParams(filter)
  for (const [name, value] of Object.entries(allTime)) if (!query.has(name)) query.set(name, value)
  // visitors, whose feed it is, have no choice
  for (const name of [...query.keys()]) if (/^status\b/.test(name)) query.delete(name)
  query.set('include', ids.join(','))
  let response = await fetch(new URL(`/events.ics?${query}`, root).href)
  // the feed of a language has its own URL
  const location = response.headers.get('location')
  if (location) response = await fetch(new URL(location, root).href)
  if (!response.ok) throw new ExportError(response.status)
  return response.text()
}
