import { randomUUID } from 'node:crypto'
import type { Whispers } from '../coordination.ts'
import { channel, type Link } from './link.ts'

/** What the name of their channel adds to that of commits. */
const suffix = ' whispers'

/** What processes tell each other that nobody waits for, and which of them does what one does, over the connection on which one hears. */
export function openWhispers(link: Link) {
  // Every process hears its own words too, behind its name.
  const self = `${randomUUID()} `
  const listeners = new Set<(text: string) => void>()
  const whispers: Whispers = {
    tell(text) {
      if (!link.isOpen) return
      const values = [self + text]
      link
        .query({ text: `SELECT pg_notify(${channel} || '${suffix}', $1)`, values })
        .catch(() => {})
    },
    hear: listener => void listeners.add(listener),
  }
  return {
    whispers,
    /** Listens on this connection. `name`: of the channel of commits. */
    begin: (name: string) => link.query({ text: `LISTEN "${name}${suffix}"` }),
    /** Is it the channel of whispers? */
    isOf: (name: string) => name.endsWith(suffix),
    heard(payload: string) {
      if (payload.startsWith(self)) return
      for (const listener of listeners) listener(payload.slice(self.length))
    },
    /**
     * One process of all holds a lock of the database, as long as its connection lasts. Asking again costs nothing, since a lock may
     * be held often. The server asks for signs of life itself: whoever has lost power does not hold it for hours.
     */
    async isFirst(): Promise<boolean> {
      const { rows } = await link.query<{ first: boolean }>({
        text: `SELECT pg_try_advisory_lock(hashtextextended('almanac schedule ' || current_schema(), 0)) AS first,
          set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '5', false),
          set_config('tcp_keepalives_count', '2', false)`,
      })
      return rows[0]?.first === true
    },
  }
}
