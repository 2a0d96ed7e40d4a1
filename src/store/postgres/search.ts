import type { Language } from '../../define/text/language.ts'
import type { Connection } from '../connection.ts'
import { openFind, type Texts } from '../search/find.ts'
import type { TextSearch } from '../search/text-search.ts'
import { isAnswer } from './link.ts'
import { openIndexing } from './search-index.ts'
import { openShares } from './trigram-shares.ts'

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
