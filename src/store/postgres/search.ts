import type { Connection } from '../connection.ts'
import { idsOf } from '../records.ts'
import { openFind, type Texts } from '../search/find.ts'
import type { TextSearch } from '../search/text-search.ts'
import { openLink } from './link.ts'

/** Letters that no more events have are found through the trigrams at once; of more, texts are read through in slices. */
const few = 20_000
/** Fewer letters than these are in no trigram. */
const trigram = 3
/** Up to so many events, reading all texts through costs less than an index. */
const fewest = 5000

const literally = (letters: string) => letters.replace(/[\\%_]/g, character => `\\${character}`)

/**
 * Letters in the folded texts, which are those of every engine: what is found is the same to the letter. An index of trigrams
 * (the extension pg_trgm) makes rare letters quick; where the server does not have it, texts are read through.
 */
export function openSearch(url: string, connection: Connection, texts: Texts): TextSearch {
  const readThrough = openFind(texts, { slice: 4000, share: 1 / 2 })
  let isIndexed = false

  async function index(failed: (error: unknown) => void) {
    try {
      await makeIndex(url)
      isIndexed = true
    } catch (error) {
      failed(error)
    }
  }

  return {
    async find(language, letters, found, stop) {
      if (!isIndexed || letters.length < trigram) return readThrough(language, letters, found, stop)
      const started = performance.now()
      const rows = await connection.all<{ id: number }>(
        `SELECT id FROM search WHERE kind = 'event' AND language = ? AND text LIKE ? LIMIT ${few + 1}`,
        [language, `%${literally(letters)}%`],
      )
      if (rows.length > few) return readThrough(language, letters, found, stop)
      found(idsOf(rows))
      return performance.now() - started
    },
    begin(events, { progress, failed = () => {} } = {}) {
      if (isIndexed || events <= fewest) return
      progress?.(0, events)
      void index(failed).then(() => progress?.(events, events))
    },
  }
}

/** On a connection of its own, which may take as long as it takes. One that was broken off is there, but of no use: it is made again. */
async function makeIndex(url: string) {
  const link = openLink(url)
  try {
    await link.query({ text: 'CREATE EXTENSION IF NOT EXISTS pg_trgm' })
    const { rowCount } = await link.query({
      text: "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass('search_trigrams') AND NOT indisvalid",
    })
    if (rowCount) await link.query({ text: 'DROP INDEX CONCURRENTLY search_trigrams' })
    await link.query({
      text: 'CREATE INDEX CONCURRENTLY IF NOT EXISTS search_trigrams ON search USING gin (text gin_trgm_ops)',
    })
  } finally {
    await link.close()
  }
}
