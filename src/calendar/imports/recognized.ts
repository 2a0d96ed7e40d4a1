import { existing, namesIn } from '../../define/base/objects.ts'
import type { FieldError } from '../../define/field-type.ts'
import type { Values } from '../../define/param.ts'
import { isDated, type StoredRecord } from '../../define/record.ts'
import type { Resource } from '../../define/resource.ts'
import { slugKey } from '../../define/text/slug.ts'
import { beforeStart, type Item, ReadError, type Yielded } from '../../moving/index.ts'
import { Problem } from '../../problem/index.ts'
import { resourceNames, resources, type WrittenName } from '../../resources/index.ts'
import { idName, type Reader } from '../../store/index.ts'
import type { Context } from '../base/context.ts'
import { idsOfSource, recordOfSource } from '../read/of-source.ts'
import { type Features, featuresOf } from './source-digests.ts'
import { inTurns, type StoredEvent, storedEvents } from './stored-events.ts'
import { dateAt } from './write-dates.ts'

/** The data by which records of a source are recognized. */
export type Recognizing = {
  /** The name of the source; with `source_id` it identifies a record. */
  source: string
  /** Writes nothing, and reports what would be. */
  isDry: boolean
  /** Continues where most of the source is new and most of its earlier records are missing. */
  accept_new: boolean
  /** True if the source is the same at each import; files may be others. */
  isFeed?: boolean | undefined
}

type Recognition = { context: Pick<Context, 'store'>; options: Recognizing }

/** Number of IDs that are looked up to detect a source that has given all of its events new ones. */
const sampled = 200
/** With fewer stored events of a source, the check is skipped. */
const minStored = 5
/** Maximum share of a source, in percent, that may be new in one run, and likewise missing. */
const maxNew = 70

/**
 * The items of a reader, with the IDs of the stored events: the public feeds of Office 365 give every event another UID at each download. Where most
 * IDs are new, events are recognized by their start, title and place. Stops a run in which most events would be new while most of the stored ones are
 * missing.
 */
export async function* recognized(
  recognition: Recognition,
  items: AsyncIterable<Yielded>,
): AsyncGenerator<Yielded> {
  const source = items[Symbol.asyncIterator]()
  const rest: AsyncIterable<Yielded> = { [Symbol.asyncIterator]: () => source }
  for (let next = await source.next(); !next.done; next = await source.next()) {
    yield next.value
    const ids = 'about' in next.value ? next.value.about.ids : undefined
    if (ids && (await isStrange(recognition, ids))) {
      yield* matched(recognition, rest)
      return
    }
  }
}

/** True if most IDs are new although the source was imported before. */
async function isStrange({ context: { store }, options }: Recognition, ids: readonly string[]) {
  const { source } = options
  const stored = (await idsOfSource(store, 'event', { source })) ?? []
  if (stored.length < minStored || ids.length < minStored) return false
  const step = Math.max(1, Math.floor(ids.length / sampled))
  const sample = ids.filter((_, at) => at % step === 0)
  let unknown = 0
  for (const source_id of sample)
    if (!(await recordOfSource(store, 'event', { source, source_id }))) unknown += 1
  return unknown * 2 > sample.length
}

async function* matched(
  recognition: Recognition,
  rest: AsyncIterable<Yielded>,
): AsyncGenerator<Yielded> {
  const all: Yielded[] = []
  for await (const each of rest) all.push(each)
  const events = all.filter(each => 'values' in each).filter(({ kind }) => isDated(kind))
  const byId = await storedEvents(recognition.context, recognition.options.source)
  const stored = [...byId.values()]
  const here = new Set(events.map(({ source_id }) => source_id))
  const unknown = events.filter(({ source_id }) => !byId.has(source_id))
  const ids = await storedIds(unknown, stored, here, { now: 0, further: [startKeys] })
  const fresh = unknown.filter(({ source_id }) => !byId.has(ids.get(source_id) ?? '')).length
  const removed = stored.length - (events.length - fresh)
  const isOther = fresh * 100 > maxNew * events.length && removed * 100 > maxNew * stored.length
  // files that share nothing are different files of one source
  const isSame = recognition.options.isFeed || fresh < events.length
  if (isOther && isSame && !recognition.options.isDry && !recognition.options.accept_new)
    throw new ReadError({
      sentence: tooManyNew,
      params: { fresh, all: events.length, gone: removed },
    })
  for (const each of all) {
    const source_id = 'values' in each && ids.get(each.source_id)
    if (!source_id || !byId.has(source_id)) yield each
    else {
      const { shared: _, ...item } = each
      yield { ...item, source_id }
    }
  }
}

const tooManyNew = {
  en: 'Of {all} events {fresh} would be new, and {gone} that were imported from this source are no longer in it. Nothing was written. If that is right, accept it and repeat the import (on the command line, with --accept-new); if this is another calendar, give its source a name of its own (--source).',
  fr: 'Sur {all} évènements, {fresh} seraient nouveaux, et {gone} déjà importés de cette source n’y sont plus. Rien n’a été enregistré. Si c’est bien cela, acceptez-le et répétez l’importation (en ligne de commande, avec --accept-new)\u202f; s’il s’agit d’un autre agenda, donnez un autre nom à sa source (--source).',
}

type Family = 'post' | 'term'
type Last = Record<Family, number>

/** IDs that were passed over for imports: above the first, up to the second. Only an import gives them. */
type Ranges = Record<Family, [above: number, upTo: number][]>

const rangesNote = 'kept ids'

/** No import raises IDs above this: they stay far below 2^31 (R9). */
const maxImportedId = 10_000_000

function rangesIn(note: string | undefined): Ranges {
  // what this program has written
  return note === undefined ? { post: [], term: [] } : JSON.parse(note)
}

/**
 * Reserves the IDs of a source, so that no new record gets one of them before its own record does. IDs that this calendar has assigned before are
 * never assigned again. Returns the ID that an item may have; `isDry`: as far as that can be foreseen.
 */
export async function reserveIds(
  { store }: Pick<Context, 'store'>,
  last: Last,
  isDry: boolean,
): Promise<(item: Pick<Item, 'kind' | 'id'>) => number | undefined> {
  const ranges = isDry
    ? await passedOver(store, last, family => lastOf(store, family))
    : await store.write(async tx => {
        const all = await passedOver(tx, last, (family, upTo) => tx.raiseIds(family, upTo))
        await tx.setNote(rangesNote, JSON.stringify(all))
        return all
      })
  return ({ kind, id }) =>
    id !== undefined &&
    ranges[resources[kind].family].some(([above, upTo]) => id > above && id <= upTo)
      ? id
      : undefined
}

const families = ['post', 'term'] as const

/** `raise` answers with the highest ID that was given before. */
async function passedOver(
  reader: Pick<Reader, 'note'>,
  last: Last,
  raise: (family: Family, upTo: number) => Promise<number>,
): Promise<Ranges> {
  const ranges = rangesIn(await reader.note(rangesNote))
  for (const family of families) {
    const upTo = Math.min(last[family], maxImportedId)
    if (ranges[family].some(range => range[1] >= upTo)) continue
    const above = await raise(family, upTo)
    if (above < upTo) ranges[family].push([above, upTo])
  }
  return ranges
}

async function lastOf(store: Pick<Reader, 'lastId'>, family: Family): Promise<number> {
  const kinds = resourceNames.filter(kind => resources[kind].family === family)
  return Math.max(...(await Promise.all(kinds.map(kind => store.lastId(kind)))))
}

/** Redirects the names of a record in its source to it, unless another record has that name. */
export async function leadTo(context: Context, item: Item, record: StoredRecord) {
  const { store } = context
  const { kind, id } = record
  for (const { name, original } of item.names ?? []) {
    const key = typeof name === 'number' ? idName(name) : slugKey(name)
    if (key === '' || (await store.movedTo(item.kind, key)) !== undefined) continue
    if (typeof name === 'string' && (await store.bySlug(kind, key)) !== undefined) continue
    const isOfDate = original !== undefined && isDated(item.kind)
    const date = isOfDate ? await dateAt(context, record, original) : undefined
    await store.write(tx => tx.keepName(item.kind, key, date?.id ?? id))
  }
}

/** A record is never lost by an optional value: one that the checks refuse is left out, as an image that no longer exists is. */
export async function withoutWrong<T>(
  kind: WrittenName,
  sent: Values,
  write: (values: Values) => Promise<T>,
  note: (error: FieldError) => void,
): Promise<T> {
  try {
    return await write(sent)
  } catch (error) {
    const wrong = error instanceof Problem ? (error.extra.fieldErrors ?? {}) : {}
    const names = namesIn(wrong)
    if (names.length === 0 || names.some(name => isNeeded(kind, name) || !(name in sent)))
      throw error
    const values = Object.fromEntries(Object.entries(sent).filter(([name]) => !(name in wrong)))
    const written = await write(values)
    for (const name of names) note(leftOut(kind, name, existing(wrong[name]), sent[name]))
    return written
  }
}

/** A record cannot be without these, or would be shown to more people. */
const needed = new Set(
  'start_date end_date status password date date_utc source source_id translations hide_from_listings'.split(
    ' ',
  ),
)
const isNeeded = (kind: WrittenName, name: string) =>
  needed.has(name) || name === resources[kind].titled

function leftOut(kind: WrittenName, name: string, error: FieldError, sent: unknown): FieldError {
  const { fields }: Resource = resources[kind]
  if (fields[name]?.type.isImage && typeof sent === 'string')
    return { sentence: noImage, params: { image: sent } }
  const { sentence, params, within } = error
  if (within) return { ...error, params: { name } }
  const { en, fr } = sentence
  return {
    sentence: { en: `${en} It is left out.`, fr: `${fr} Ce n’est pas repris.` },
    params: { ...params, name },
  }
}

const noImage = {
  en: 'The image {image} cannot be copied and is left out.',
  fr: 'L’image {image} ne peut pas être copiée et n’est pas reprise.',
}

/** R2: a start that the rule does not match stays the first date. */
export async function matchingStart<T>(
  sent: Values,
  write: (values: Values) => Promise<T>,
): Promise<T> {
  try {
    return await write(sent)
  } catch (error) {
    const { recurrence, start_date, all_day } = sent
    const isOfRule =
      error instanceof Problem && error.extra.fieldErrors?.recurrence && recurrence != null
    const digits = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/.exec(
      String(start_date),
    )
    if (!isOfRule || !digits) throw error
    const [, year, month, day, hour = '00', minute = '00', second = '00'] = digits
    const isDay = all_day === true
    const first = isDay
      ? `RDATE;VALUE=DATE:${year}${month}${day}`
      : `RDATE:${year}${month}${day}T${hour}${minute}${second}`
    try {
      return await write({ ...sent, recurrence: [recurrence, first].flat() })
    } catch {
      throw error
    }
  }
}

type Identifying = { context: Pick<Context, 'store' | 'now'>; options: { source: string } }

/**
 * The items of a reader with the IDs by which their events are stored. Events that share an ID at the source are identified by their start too (I8);
 * events without any are found again by what the source said of them.
 */
export async function* identified(
  { context, options }: Identifying,
  items: AsyncIterable<Yielded>,
): AsyncGenerator<Yielded> {
  let known: Known | undefined
  const all = async () => (known ??= knownOf(await storedEvents(context, options.source)))
  const here = new Set<string>()
  const unnamed: Item[] = []
  for await (const each of items) {
    if (!('values' in each) || !isDated(each.kind)) {
      if ('refused' in each && each.source_id !== undefined) here.add(each.source_id)
      yield each
      continue
    }
    const dated = each.earlier ? inItsYear(each, await all()) : each
    const item = dated.shared ? { ...dated, source_id: sharedId(dated, await all()) } : dated
    if (item.isUnnamed && (await all()).stored.size > 0) unnamed.push(item)
    else {
      here.add(item.source_id)
      yield item
    }
  }
  if (unnamed.length === 0) return
  const ids = await storedIds(unnamed, [...(await all()).stored.values()], here, {
    now: context.now(),
    // the same title says more than the same hour at the same place
    further: [titleKeys, placeKeys],
  })
  for (const item of unnamed)
    yield { ...item, source_id: ids.get(item.source_id) ?? item.source_id }
}

type Known = ReturnType<typeof knownOf>

/** `shares`: the beginnings of IDs that end in a start. */
const knownOf = (stored: ReadonlyMap<string, StoredEvent>) => ({
  stored,
  keys: new Set([...stored.values()].flatMap(allKeys)),
  shares: new Set(stored.keys().map(beforeStart)),
})

/** An event whose year is not written, in the year in which its source had it. */
function inItsYear(item: Item, { stored, keys }: Known): Item {
  const { source_id, earlier } = item
  if (!earlier) return item
  const values = { ...item.values, ...earlier.values }
  const features = featuresOf(values)
  const isIts = item.isUnnamed
    ? allKeys({ source_id, features }).some(key => keys.has(key))
    : stored.get(source_id)?.features.start === features.start
  return isIts ? { ...item, values, notes: earlier.notes } : item
}

/** An event alone under its ID keeps it when it moves, unless that ID is known to be that of several. */
function sharedId(item: Item, { stored, shares }: Known): string {
  const { source_id, shared } = item
  if (!shared || stored.has(shared.dated)) return shared?.dated ?? source_id
  const alone = stored.get(shared.id)
  if (alone?.features.start === featuresOf(item.values).start) return shared.id
  if (source_id === shared.dated) return source_id
  return shares.has(shared.before) ? shared.dated : shared.id
}

type Row = { source_id: string; features: Features }

/**
 * The IDs under which events are stored whose own IDs say nothing, by these. Of those that share title, start and place, the ones that are as before go
 * first; an event that is new takes the place of one that is gone. `here`: IDs that others have.
 */
async function storedIds(
  items: readonly Item[],
  stored: readonly StoredEvent[],
  here: ReadonlySet<string>,
  { now, further }: { now: number; further: readonly ((row: Row) => string[])[] },
): Promise<Map<string, string>> {
  const rows = new Map<string, Row>()
  for await (const { source_id, values } of inTurns(items))
    rows.set(source_id, { source_id, features: featuresOf(values) })
  const ids = new Map<string, string>()
  const taken = new Set(here)
  const take = ({ source_id }: Row, id: string) => {
    ids.set(source_id, id)
    taken.add(id)
  }
  const left = () => [...rows.values()].filter(({ source_id }) => !ids.has(source_id))
  const free = () => events.filter(({ source_id }) => !taken.has(source_id))
  const events = stored.toSorted((a, b) => Number(a.isGone) - Number(b.isGone))
  // of what an older program has stored, no more than the ID is known
  for (const { source_id, features } of free()) {
    const row = rows.get(source_id)
    if (row && features.said === '') take(row, source_id)
  }
  for (const keysOf of [sameKeys, allKeys]) {
    const groups = groupsOf(free(), keysOf)
    for await (const row of inTurns(left()))
      for (const group of keysOf(row).map(key => groups.get(key) ?? [])) {
        while (taken.has(group[0]?.row.source_id ?? '')) group.shift()
        if (group[0] && !ids.has(row.source_id)) take(row, group[0].row.source_id)
      }
  }
  for (const keysOf of further) {
    await new Promise(setImmediate)
    const missing = free().filter(({ ends, isGone }) => ends >= now && !isGone)
    const [open, fresh] = [groupsOf(missing, keysOf), groupsOf(left(), keysOf)]
    for (const row of left()) {
      const event = only(open, keysOf(row))
      if (event && only(fresh, keysOf(event))) take(row, event.source_id)
    }
  }
  const used = new Set(stored.map(({ source_id }) => source_id))
  for (const row of left()) {
    let id = row.source_id
    for (let at = 2; used.has(id) || taken.has(id); at++) id = `${row.source_id}-${at}`
    take(row, id)
  }
  return ids
}

const groupsOf = (rows: readonly Row[], keysOf: (row: Row) => string[]) =>
  Map.groupBy(
    rows.flatMap(row => keysOf(row).map(key => ({ key, row }))),
    ({ key }) => key,
  )

function only(groups: ReturnType<typeof groupsOf>, keys: readonly string[]) {
  const found = keys.flatMap(key => groups.get(key)?.slice(0, 2) ?? [])
  const [first, ...others] = new Set(found.map(({ row }) => row))
  return others.length === 0 ? first : undefined
}

const sameKeys = ({ features: { said } }: Row) => [said]
const allKeys = ({ features: { start, titles, place } }: Row) =>
  titles.map(title => `${title} ${start} ${place}`)
const startKeys = ({ features: { start, titles } }: Row) =>
  titles.map(title => `${title} at ${start}`)
const titleKeys = (row: Row) => {
  const { titles, place } = row.features
  return [...startKeys(row), ...(place ? titles.map(title => `${title} in ${place}`) : [])]
}
const placeKeys = ({ features: { start, place } }: Row) => (place ? [`${start} ${place}`] : [])
