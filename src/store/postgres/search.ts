import type { Connection } from '../connection.ts'
import { openFind, type Texts } from '../search/find.ts'
import type { TextSearch } from '../search/text-search.ts'
import { openIndexing } from './search-index.ts'

/** Letters that no more events have are found through the trigrams at once; of more, texts are read through in slices. */
const few = 20_000
/**
 * What is a trigram whatever the language of the server is. Letters without any would be looked for in the whole index, and in all
 * texts after that: at a million events for half a minute, which reading them through does not take.
 */
const trigram = /[a-z0-9]{3}/
/** Up to so many events, reading all texts through costs less than an index. */
const fewest = 5000

/** All ids as one value: as rows, thousands of them would take the driver six times as long. */
export const having = `SELECT json_agg(id) AS ids FROM (SELECT id FROM search
  WHERE kind = 'event' AND language = ? AND text LIKE ? LIMIT ${few + 1}) AS found`

const literally = (letters: string) => letters.replace(/[\\%_]/g, character => `\\${character}`)

/**
 * Letters in the folded texts, which are those of every engine: what is found is the same to the letter. An index of trigrams
 * (the extension pg_trgm) makes rare letters quick; where the server does not have it, texts are read through.
 */
export function openSearch(
  url: string,
  connection: Connection,
  texts: Texts,
): TextSearch & { close(): Promise<void> } {
  const readThrough = openFind(texts, { slice: 4000, share: 1 / 2 })
  const indexing = openIndexing(url)
  let isIndexed = false

  async function index(failed: (error: unknown) => void) {
    try {
      isIndexed = await indexing.make()
    } catch (error) {
      failed(error)
    }
  }

  return {
    async find(language, letters, found, stop) {
      if (!isIndexed || !trigram.test(letters)) return readThrough(language, letters, found, stop)
      const started = performance.now()
      const row = await connection.get<{ ids: number[] | null }>(having, [
        language,
        `%${literally(letters)}%`,
      ])
      const ids = row?.ids ?? []
      if (ids.length > few) return readThrough(language, letters, found, stop)
      found(ids)
      return performance.now() - started
    },
    begin(events, { progress, failed = () => {} } = {}) {
      if (isIndexed || events <= fewest) return
      progress?.(0, events)
      void index(failed).then(() => progress?.(events, events))
    },
    close: indexing.close,
  }
}
