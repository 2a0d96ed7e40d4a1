import type { Language } from '../../../define/text/language.ts'
import type { Reader } from '../../store.ts'
import type { Indexed } from './indexing.ts'
import { gramsOf } from './trigrams-of.ts'
import { openLine, type Rest } from './work-queue.ts'

const fewChanged = 2000
/** Where more than one event in eight may have the letters, reading all costs less than looking up each. */
const crowd = 1 / 8
const atOnce = 500

/** Steps take some milliseconds: after a quick one a longer one is tried, and the other way round. */
const sized = (size: number, took: number) =>
  took < 2 ? size * 4 : took > 8 ? Math.ceil(size / 4) : size

export type Texts = Pick<Reader, 'eventsWithText' | 'eventsOfText' | 'lastId'>
/** Told of events in parts, of some of them twice. */
export type Found = (ids: readonly number[]) => void

export type FindOptions = {
  /** So many events are read through at a time. */
  slice: number
  /** The part of the time that long searches may take when they never end. */
  share: number
  /** Three letters that no more events have: these are looked at one by one, whatever else is asked. */
  few?: number
  /** What trigrams there are to ask. */
  indexed?: () => Indexed | undefined
  /** They could not be asked. */
  spoiled?: (error: unknown) => void
}

type Sought = { language: Language; letters: string; grams: string[]; found: Found }
/** Events after an id, up to another. */
type Span = { after: number; last: number }

/**
 * Finds the events whose folded text has some letters: by trigrams where these help, else by reading texts through.
 * Either way it is the texts that tell. Resolves with the milliseconds that it took to read; rejects once it is stopped.
 */
export function openFind(
  texts: Texts,
  { slice, share, few: most = 256, indexed = () => undefined, spoiled = () => {} }: FindOptions,
) {
  const line = openLine(share)

  function asked<T>(question: () => T): T | undefined {
    try {
      return question()
    } catch (error) {
      spoiled(error)
      return undefined
    }
  }

  async function lookAt(
    { language, letters, found }: Sought,
    ids: readonly number[],
    pause?: Rest,
  ) {
    for (let at = 0; at < ids.length; at += atOnce) {
      const started = performance.now()
      found(await texts.eventsOfText(language, letters, ids.slice(at, at + atOnce)))
      await pause?.(performance.now() - started)
    }
  }

  /** All events that may have the letters, where they are few. */
  function fewOf({ grams, language }: Sought): number[] | undefined {
    const index = asked(indexed)
    if (index?.until !== Number.POSITIVE_INFINITY || index.changed.length > fewChanged) return
    for (const gram of grams) {
      const few = asked(() => index.trigrams.withAny(gram, language, most))
      if (few) return [...new Set([...few, ...index.changed])]
    }
    return undefined
  }

  /** Looks at those of a span that may have the letters; does not where they are too many. */
  async function step(sought: Sought, { trigrams }: Indexed, span: Span): Promise<boolean> {
    const { grams, language } = sought
    const ids = asked(() => trigrams.withAll(grams, language, span, Math.ceil(slice * crowd)))
    if (ids) await lookAt(sought, ids)
    return ids !== undefined
  }

  async function readThrough({ language, letters, found }: Sought, { after, last }: Span) {
    found(await texts.eventsWithText(language, letters, after, last))
  }

  /** By trigrams as far as these go, in steps as long as they are quick; tells where they ended. */
  async function byTrigrams(sought: Sought, index: Indexed, end: number, pause: Rest) {
    await lookAt(sought, index.changed, pause)
    let size = slice
    for (let after = 0; ; ) {
      const started = performance.now()
      const last = Math.min(after + size, index.until, end)
      if (last <= after) return after
      const isDone = await step(sought, index, { after, last })
      if (!isDone && size <= slice) return after
      if (isDone) after = last
      const took = performance.now() - started
      // Too many in a long span: the short one is tried before any longer one.
      size = isDone ? Math.max(slice, sized(size, took)) : slice
      await pause(took)
    }
  }

  async function inSteps(sought: Sought, rest: Rest): Promise<number> {
    let spent = 0
    const pause: Rest = async ms => {
      spent += ms
      await rest(ms)
    }
    const end = await texts.lastId('event')
    const index = sought.grams.length > 0 ? asked(indexed) : undefined
    let after = index ? await byTrigrams(sought, index, end, pause) : 0
    for (let size = slice; after < end; ) {
      const started = performance.now()
      await readThrough(sought, { after, last: after + size })
      after += size
      const took = performance.now() - started
      size = Math.min(slice, Math.max(Math.ceil(slice / 16), sized(size, took)))
      await pause(took)
    }
    return spent
  }

  return async (
    language: Language,
    letters: string,
    found: Found,
    stop?: AbortSignal,
  ): Promise<number> => {
    const started = performance.now()
    const sought: Sought = { language, letters, grams: gramsOf(letters), found }
    const few = fewOf(sought)
    if (!few) return line.run(rest => inSteps(sought, rest), stop)
    await lookAt(sought, few)
    return performance.now() - started
  }
}
