import { isDated } from '../../define/record.ts'
import { ReadError, type Yielded } from '../../moving/index.ts'
import type { Context } from '../base/context.ts'
import { idsOfSource, recordOfSource } from '../read/of-source.ts'
import { startKeys, storedIds } from './identified.ts'
import { storedEvents } from './stored-events.ts'

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
