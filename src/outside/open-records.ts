import { isObject } from '../define/base/objects.ts'

/** Seconds after which a record is no longer open, unless its form has said again that it is. */
export const openFor = 60
/** Maximum number of noted records; the oldest are dropped first. */
const maxRecords = 10_000

/** Messages to the other processes (`Broadcast` in `store/store.ts`). */
type Broadcast = { send(text: string): void; listen(listener: (text: string) => void): void }

/**
 * The records that users have open in the editor, across all processes of a calendar. Nothing is stored: forms repeat the message, and each process
 * broadcasts it. A new process is complete after the next round.
 */
export function openRecords(broadcast: Broadcast | undefined, now: () => number) {
  /** By record, the least recent first: when each user had it open. */
  const seen = new Map<string, Map<number, number>>()

  function note(record: string, user: number) {
    const users = seen.get(record) ?? new Map<number, number>()
    seen.delete(record)
    seen.set(record, users.set(user, now()))
    for (const [other, at] of users) if (hasExpired(at)) users.delete(other)
    for (const [oldest, of] of seen) {
      if (seen.size <= maxRecords && ![...of.values()].every(hasExpired)) break
      seen.delete(oldest)
    }
  }
  const hasExpired = (at: number) => at + openFor < now()

  broadcast?.listen(text => {
    const message = messageIn(text)
    if (message) note(message.record, message.user)
  })

  /** Notes that a user has a record open, and returns the others who have. */
  return (record: string, user: number): number[] => {
    note(record, user)
    broadcast?.send(JSON.stringify({ open: { record, user } }))
    return [...(seen.get(record)?.keys() ?? [])].filter(other => other !== user)
  }
}

/** A message of another process. Others may write to the socket too, so impossible values are refused. */
function messageIn(text: string): { record: string; user: number } | undefined {
  try {
    const message: unknown = JSON.parse(text)
    const open = isObject(message) && isObject(message.open) ? message.open : {}
    const { record, user } = open
    const isRecord = typeof record === 'string' && /^\w{1,40}\/\d{1,15}$/.test(record)
    return isRecord && typeof user === 'number' && Number.isSafeInteger(user) && user > 0
      ? { record, user }
      : undefined
  } catch {
    return undefined
  }
}
