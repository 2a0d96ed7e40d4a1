import type { Language } from '../../define/text/language.ts'
import type { Reader } from '../contract/store.ts'
import { openLine, type Rest } from './work-queue.ts'

/** More would only ask the same again: each has its own list to be looked up. */
const maxGrams = 12

/** Characters that SQLite's tokenizer skips or takes for others. */
const strange = /[\0\p{Cs}\ufffd-\uffff]/u

/** Letters three by three, as the trigram tokenizer cuts a text. None of fewer than three letters. */
export function gramsOf(letters: string): string[] {
  const points = [...letters]
  const grams = points
    .slice(2)
    .map((_, at) => points.slice(at, at + 3).join(''))
    .filter(gram => !strange.test(gram))
  return spread([...new Set(grams)])
}

/** A few of many, from the first to the last. */
function spread(grams: string[]): string[] {
  if (grams.length <= maxGrams) return grams
  const step = (grams.length - 1) / (maxGrams - 1)
  const places = Array.from({ length: maxGrams }, (_, n) => Math.round(n * step))
  return grams.filter((_, at) => places.includes(at))
}

const fewChanged = 2000
/** Where more than one event in eight may have the letters, reading all costs less than looking up each. */
const crowd = 1 / 8
const atOnce = 500

/** Steps take some milliseconds: after a quick one a longer one is tried, and the other way round. */
const sized = (size: number, took: number) =>
  took < 2 ? size * 4 : took > 8 ? Math.ceil(size / 4) : size

export type Texts = Pick<Reader, 'eventsWithText' | 'eventsOfText' | 'lastId'>
/** Receives events in parts, some of them twice. */
export type MatchListener = (ids: readonly number[]) => void

/** Events whose texts may have three letters each: undefined where they are too many. */
type Trigrams = {
  withAny(gram: string, language: Language, max: number): number[] | undefined
  /** All of some grams, of events after an id up to another. */
  withAll(
    grams: readonly string[],
    language: Language,
    span: Span,
    max: number,
  ): number[] | undefined
}

/** The state of an index: its trigrams, how far they go, and the events that have changed since. */
export type Indexed = { trigrams: Trigrams; until: number; changed: readonly number[] }

type FindOptions = {
  /** Number of events whose texts are read at a time. */
  slice: number
  /** The part of the time that long searches may take when they never end. */
  share: number
  /** A sequence of three letters in so few events that their texts are read one by one. */
  few?: number
  /** The trigrams that the index can look up. */
  indexed?: () => Indexed | undefined
  /** Called if the trigrams cannot be read. */
  spoiled?: (error: unknown) => void
}

type Sought = { language: Language; letters: string; grams: string[]; onMatch: MatchListener }
/** Events after an id, up to another. */
type Span = { after: number; last: number }

/** The texts to read, and the index. */
type Reading = { texts: Texts; indexed: () => Indexed | undefined } & Required<
  Pick<FindOptions, 'slice' | 'few' | 'spoiled'>
>

/**
 * Finds the events whose folded text has some letters: with trigrams where these help, otherwise by reading texts. The texts decide in
 * either case. Resolves with the duration of the reads in milliseconds; rejects once it is stopped.
 */
export function openFind(
  texts: Texts,
  { slice, share, few = 256, indexed = () => undefined, spoiled = () => {} }: FindOptions,
) {
  const line = openLine(share)
  const reading: Reading = { texts, slice, few, indexed, spoiled }
  return async (
    language: Language,
    letters: string,
    onMatch: MatchListener,
    stop?: AbortSignal,
  ): Promise<number> => {
    const started = performance.now()
    const sought: Sought = { language, letters, grams: gramsOf(letters), onMatch }
    const candidates = fewOf(reading, sought)
    if (!candidates) return line.run(rest => inSteps(reading, sought, rest), stop)
    await lookAt(reading, sought, candidates)
    return performance.now() - started
  }
}

/** Trigrams that could not be read exclude no text. */
function orSpoiled<T>({ spoiled }: Reading, question: () => T): T | undefined {
  try {
    return question()
  } catch (error) {
    spoiled(error)
    return undefined
  }
}

async function lookAt(
  { texts }: Reading,
  { language, letters, onMatch }: Sought,
  ids: readonly number[],
  pause?: Rest,
) {
  for (let at = 0; at < ids.length; at += atOnce) {
    const started = performance.now()
    onMatch(await texts.eventsOfText(language, letters, ids.slice(at, at + atOnce)))
    await pause?.(performance.now() - started)
  }
}

/** All events that may have the letters, where they are few. */
function fewOf(reading: Reading, { grams, language }: Sought): number[] | undefined {
  const index = orSpoiled(reading, reading.indexed)
  if (index?.until !== Number.POSITIVE_INFINITY || index.changed.length > fewChanged) return
  for (const gram of grams) {
    const few = orSpoiled(reading, () => index.trigrams.withAny(gram, language, reading.few))
    if (few) return [...new Set([...few, ...index.changed])]
  }
  return undefined
}

/** Looks at those of a span that may have the letters; does not where they are too many. */
async function step(
  reading: Reading,
  sought: Sought,
  { trigrams }: Indexed,
  span: Span,
): Promise<boolean> {
  const { grams, language } = sought
  const max = Math.ceil(reading.slice * crowd)
  const ids = orSpoiled(reading, () => trigrams.withAll(grams, language, span, max))
  if (ids) await lookAt(reading, sought, ids)
  return ids !== undefined
}

/** Searches with trigrams as far as they go, in steps as long as they are quick; returns where it ended. */
async function byTrigrams(
  reading: Reading,
  sought: Sought,
  index: Indexed,
  end: number,
  pause: Rest,
) {
  await lookAt(reading, sought, index.changed, pause)
  const { slice } = reading
  let size = slice
  for (let after = 0; ; ) {
    const started = performance.now()
    const last = Math.min(after + size, index.until, end)
    if (last <= after) return after
    const isDone = await step(reading, sought, index, { after, last })
    if (!isDone && size <= slice) return after
    if (isDone) after = last
    const took = performance.now() - started
    // Too many in a long span: the short one is tried before any longer one.
    size = isDone ? Math.max(slice, sized(size, took)) : slice
    await pause(took)
  }
}

async function inSteps(reading: Reading, sought: Sought, rest: Rest): Promise<number> {
  const { texts, slice } = reading
  const { language, letters, onMatch, grams } = sought
  let spent = 0
  const pause: Rest = async ms => {
    spent += ms
    await rest(ms)
  }
  const end = await texts.lastId('event')
  const index = grams.length > 0 ? orSpoiled(reading, reading.indexed) : undefined
  let after = index ? await byTrigrams(reading, sought, index, end, pause) : 0
  for (let size = slice; after < end; ) {
    const started = performance.now()
    const { ids, last = end } = await texts.eventsWithText(language, letters, after, size)
    onMatch(ids)
    after = last
    const took = performance.now() - started
    size = Math.min(slice, Math.max(Math.ceil(slice / 16), sized(size, took)))
    await pause(took)
  }
  return spent
}
