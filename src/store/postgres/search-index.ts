import { setTimeout as sleep } from 'node:timers/promises'
import { type Link, openLink } from './link.ts'

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
export function openIndexing(url: string) {
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
