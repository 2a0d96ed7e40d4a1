import { randomUUID } from 'node:crypto'
import type { Broadcast } from '../coordination.ts'
import { channel, type Link } from './link.ts'

/** Suffix of the channel’s name. Processes of earlier versions listen on it too. */
const suffix = ' whispers'

/** Broadcast and the choice of the leader, over the connection that listens. */
export function openBroadcast(link: Link) {
  // PostgreSQL delivers to the sender too: the prefix tells its own messages from others.
  const self = `${randomUUID()} `
  const listeners = new Set<(text: string) => void>()
  const broadcast: Broadcast = {
    send(text) {
      if (!link.isOpen) return
      const values = [self + text]
      link
        .query({ text: `SELECT pg_notify(${channel} || '${suffix}', $1)`, values })
        .catch(() => {})
    },
    listen: listener => void listeners.add(listener),
  }
  return {
    broadcast,
    /** Listens on this connection. `name`: of the channel of commits. */
    begin: (name: string) => link.query({ text: `LISTEN "${name}${suffix}"` }),
    /** True for the channel of broadcasts. */
    isOf: (name: string) => name.endsWith(suffix),
    received(payload: string) {
      if (payload.startsWith(self)) return
      for (const listener of listeners) listener(payload.slice(self.length))
    },
    /**
     * The leader holds a lock of the database as long as its connection lasts. Taking it again costs nothing, since a session may hold
     * a lock often. Keep-alives let the server release it within seconds when a machine loses power.
     */
    async isLeader(): Promise<boolean> {
      const { rows } = await link.query<{ first: boolean }>({
        text: `SELECT pg_try_advisory_lock(hashtextextended('almanac schedule ' || current_schema(), 0)) AS first,
          set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '5', false),
          set_config('tcp_keepalives_count', '2', false)`,
      })
      return rows[0]?.first === true
    },
  }
}
