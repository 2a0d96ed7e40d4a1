import { isDated, type StoredRecord } from '../../define/record.ts'
import { slugKey } from '../../define/text/slug.ts'
import { type Item, ReadError, type Yielded } from '../../moving/index.ts'
import { resourceNames, resources } from '../../resources/index.ts'
import { idName, type Reader } from '../../store/index.ts'
import type { Context } from '../base/context.ts'
import { idsOfSource, recordOfSource } from '../read/of-source.ts'
import { startKeys, storedIds } from './identified.ts'
import { storedEvents } from './stored-events.ts'
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
