import { setTimeout as sleep } from 'node:timers/promises'
import type { Language } from '../../define/text/language.ts'
import type { Connection } from '../contract/connection.ts'
import type { TextSearch } from '../contract/text-search.ts'
import { openFind, type Texts } from '../search/find.ts'
import { isAnswer, type Link, openLink } from './link.ts'

/** Letters that no more events have are found through the trigrams at once; of more, texts are read through in slices. */
const few = 20_000
/**
 * A trigram in any language of the server. Letters without one would be looked for in the whole index, and in all texts after that: half a minute at
 * a million events, more than reading the texts.
 */
const trigram = /[a-z0-9]{3}/
/** Up to so many events, reading all texts through costs less than an index. */
const fewest = 5000

/**
 * Where even the rarest trigram is in more than one text in eight, the index is not used: the server would look at all of these in
 * one statement that cannot be stopped, at a million events 3 to 6 s of its processor time. Reading all texts takes 2 to 3 s, in slices.
 */
const crowd = 1 / 8

/** All ids as one value: as rows, thousands of them would take the driver six times as long. */
export const having = `SELECT json_agg(id) AS ids FROM (SELECT id FROM search
  WHERE kind = 'event' AND language = ? AND text LIKE ? LIMIT ${few + 1}) AS found`

const literally = (letters: string) => letters.replace(/[\\%_]/g, character => `\\${character}`)

/**
 * Letters in the folded texts, which are those of every engine: results are the same to the letter. An index of trigrams (the extension pg_trgm)
 * makes rare letters quick; where the server does not have it, texts are read through.
 */
export function openSearch(
  url: string,
  connection: Connection,
  texts: Texts,
): TextSearch & { close(): Promise<void> } {
  const readThrough = openFind(texts, { slice: 4000, share: 1 / 2 })
  const indexing = openIndexing(url)
  let isIndexed = false
  let isClosed = false
  let shareOf = (_letters: string) => 0

  async function index(failed: (error: unknown) => void) {
    try {
      isIndexed = await indexing.make()
      if (isIndexed) shareOf = await openShares(connection)
    } catch (error) {
      if (!isClosed) failed(error)
    }
  }

  /** By the index; undefined: they are too many, or the server has not found them in the time that a statement may take. */
  async function fewWith(language: Language, letters: string): Promise<number[] | undefined> {
    try {
      const values = [language, `%${literally(letters)}%`]
      const ids = (await connection.get<{ ids: number[] | null }>(having, values))?.ids ?? []
      return ids.length > few ? undefined : ids
    } catch (error) {
      if (isAnswer(error) && error.code === '57014') return undefined
      throw error
    }
  }

  return {
    async find(language, letters, onMatch, stop) {
      const isHelped = isIndexed && trigram.test(letters) && shareOf(letters) <= crowd
      const started = performance.now()
      const ids = isHelped ? await fewWith(language, letters) : undefined
      if (!ids) return readThrough(language, letters, onMatch, stop)
      onMatch(ids)
      return performance.now() - started
    },
    begin(events, { progress, failed = () => {} } = {}) {
      if (isIndexed || events <= fewest) return
      progress?.(0, events)
      void index(failed).then(() => progress?.(events, events))
    },
    close() {
      isClosed = true
      return indexing.close()
    },
  }
}

/** Events from all over the calendar: enough to tell a share of one in eight from one in a hundred. */
const places = 256
/** From fewer texts nothing is estimated. */
const minTexts = 64
/** Texts that are counted before other work gets its turn. */
const atOnce = 8

/** Both texts of an event near each of so many ids, however many are missing between them. */
const sampled = `SELECT near.text
  FROM (SELECT min(id) AS first, max(id) AS last FROM search WHERE kind = 'event') AS ends,
    generate_series(first, last, greatest(1, (last - first) / ${places})) AS at,
    LATERAL (SELECT text FROM search WHERE kind = 'event' AND id >= at ORDER BY id, language LIMIT 2) AS near`

/**
 * Estimates, from a few hundred texts, the share of all texts that have the rarest trigram of some letters (0 to 1). An index search looks at that
 * many texts at least, and the server knows how many only once it has. Only the counts are stored, not the texts.
 */
async function openShares(connection: Connection): Promise<(letters: string) => number> {
  const texts = await connection.all<{ text: string }>(sampled)
  if (texts.length < minTexts) return () => 0
  const having = new Map<string, number>()
  for (const [at, { text }] of texts.entries()) {
    if (at % atOnce === 0) await new Promise(setImmediate)
    for (const gram of gramsOf(text)) having.set(gram, (having.get(gram) ?? 0) + 1)
  }
  return letters =>
    Math.min(...[...gramsOf(letters)].map(gram => having.get(gram) ?? 0)) / texts.length
}

/** Trigrams within words, which are the same whatever the language of the server is. */
function gramsOf(text: string): Set<string> {
  const grams = new Set<string>()
  for (const word of text.match(/[a-z0-9]{3,}/g) ?? [])
    for (let at = 0; at + 3 <= word.length; at++) grams.add(word.slice(at, at + 3))
  return grams
}

/** The number of the lock that a process holds while it makes the index. */
const lock = "hashtextextended('almanac search ' || current_schema(), 0)"
/** Interval in milliseconds between checks whether another process has created the index. */
const againMs = 500

const invalidIndex =
  "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass('search_trigrams') AND NOT indisvalid"

/**
 * Makes the index of trigrams, on a connection of its own, which may take as long as it takes. One process does it, the others wait:
 * an index that is being made looks like one that was broken off, which is made again.
 */
function openIndexing(url: string) {
  const link = openLink(url)
  const stopped = new AbortController()
  let making: Promise<boolean> | undefined

  /** Polls, because a statement that waits would keep a snapshot, and the index would wait for its end. */
  async function haveTurn(): Promise<boolean> {
    for (;;) {
      if (await isTrue(link, `SELECT pg_try_advisory_lock(${lock}) AS is`)) return true
      try {
        await sleep(againMs, undefined, { ref: false, signal: stopped.signal })
      } catch {
        return false
      }
    }
  }

  async function make() {
    try {
      if (!(await haveTurn())) return false
      // The lock goes with the connection.
      link.hold()
      await link.query({ text: 'CREATE EXTENSION IF NOT EXISTS pg_trgm' })
      const { rowCount } = await link.query({ text: invalidIndex })
      if (rowCount) await link.query({ text: 'DROP INDEX CONCURRENTLY search_trigrams' })
      await link.query({
        text: 'CREATE INDEX CONCURRENTLY IF NOT EXISTS search_trigrams ON search USING gin (text gin_trgm_ops)',
      })
      return true
    } catch (error) {
      if (stopped.signal.aborted) return false
      throw error
    } finally {
      link.release()
      await link.close()
    }
  }

  return {
    /** Resolves with true once it exists; false: the store was closed before. */
    make: () => (making ??= make()),
    async close() {
      stopped.abort()
      // The statement goes on at the server; its result is not awaited.
      link.drop()
      await making?.catch(() => {})
    },
  }
}

const isTrue = async (link: Link, text: string) =>
  (await link.query<{ is: boolean }>({ text })).rows[0]?.is === true
