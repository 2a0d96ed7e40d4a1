import { isObject } from '../define/base/objects.ts'

/** Milliseconds for which counts are gathered before they are broadcast. */
const gatherFor = 50
/** Maximum number of keys that wait for the broadcast; others are counted here alone. */
const maxWaiting = 5000
/** Maximum count that one message may add to a key: a limit for faulty senders. */
const maxAtOnce = 1000

/** Maximum length of a message, in characters: PostgreSQL accepts 8000 bytes. */
const maxBytes = 7000

/** Messages to the other processes (`Broadcast` in `store/store.ts`). */
type Broadcast = { send(text: string): void; listen(listener: (text: string) => void): void }
type CountListener = (key: string, by: number) => void

/**
 * Counts that all processes of a calendar share, such as failed sign-ins: each process broadcasts its counts to the others. Nothing is
 * stored and no request waits; at most 20 messages are sent per second, however much is counted.
 */
export function shareCounts({ send, listen }: Broadcast) {
  const limits = new Map<string, CountListener>()
  const waiting = new Map<string, number>()
  let isFlushed = true

  function flush() {
    isFlushed = true
    const message: Record<string, number> = {}
    let length = 2
    for (const [name, by] of waiting) {
      length += name.length + String(by).length + 4
      if (length > maxBytes) break
      waiting.delete(name)
      if (by !== 0) message[name] = by
    }
    if (Object.keys(message).length > 0) send(JSON.stringify({ counts: message }))
    if (waiting.size > 0) soon()
  }

  function soon() {
    if (isFlushed) setTimeout(flush, gatherFor).unref()
    isFlushed = false
  }

  listen(text => {
    for (const [name, by] of countsIn(text)) {
      const at = name.indexOf(' ')
      limits.get(name.slice(0, at))?.(name.slice(at + 1), by)
    }
  })

  return (limit: string, onCount: CountListener): CountListener => {
    limits.set(limit, onCount)
    return (key, by) => {
      const name = `${limit} ${key}`
      if (waiting.size >= maxWaiting && !waiting.has(name)) return
      waiting.set(name, (waiting.get(name) ?? 0) + by)
      soon()
    }
  }
}

/** A message of another process. Others may write to the socket too, so impossible values are refused. */
function countsIn(text: string): [name: string, by: number][] {
  try {
    const message: unknown = JSON.parse(text)
    const counts = isObject(message) && isObject(message.counts) ? message.counts : {}
    return Object.entries(counts).flatMap(([name, by]) =>
      Number.isInteger(by) ? [[name, Math.max(-maxAtOnce, Math.min(Number(by), maxAtOnce))]] : [],
    )
  } catch {
    return []
  }
}
