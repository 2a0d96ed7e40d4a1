const maxWait = 16
const places = 8192
/** So many names share places: with one for each, any two that met in it would push each other out for ever, and never be cached. */
const shared = 4

/** Which values of a cache are worth their room. */
export type Admission<K> = {
  /** It was requested, and made, with so many bytes: is it to be cached now? */
  isDue(key: K, bytes: number): boolean
  /** It was cached, and something has changed. */
  ended(key: K, wasUsed: boolean): void
}

/**
 * A value that was invalidated before it was used is cached only after twice as many requests as the last time: with many writes,
 * what is cached in vain would fill the memory long before it is collected. `first` is the number of requests for a new value before it
 * is cached. Only a number made of each name is stored, and of names that share places the last ones: a crawl of a million URLs leaves
 * nothing behind. `reach`: after so many bytes of other values a second request counts as the first again, for the value would have been
 * evicted before it. Caching such values in vain costs the garbage collector more than making them.
 */
export function openAdmission(first: 0 | 1, reach = Number.POSITIVE_INFINITY): Admission<string> {
  const names = new Uint32Array(places)
  const requestedAt = new Float64Array(places)
  let offered = 0
  const left = new Uint8Array(places)
  const span = new Uint8Array(places)
  let turn = 0
  /** The place of a number; one that it may take if it has none. */
  function placeOf(number: number): number {
    const from = (number * shared) % places
    for (let at = from; at < from + shared; at++) if (names[at] === number) return at
    turn = (turn + 1) % shared
    return from + turn
  }
  return {
    isDue(key: string, bytes: number): boolean {
      offered += bytes
      const number = numberOf(key)
      const at = placeOf(number)
      const isNew = names[at] !== number
      if (isNew && first === 0) return true
      const distance = offered - (requestedAt[at] ?? 0)
      requestedAt[at] = offered
      if (isNew || distance > reach) {
        names[at] = number
        left[at] = span[at] = 0
        return false
      }
      const waits = left[at] ?? 0
      if (waits > 0) left[at] = waits - 1
      return waits === 0
    },
    ended(key: string, wasUsed: boolean) {
      const number = numberOf(key)
      const at = placeOf(number)
      const before = names[at] === number ? (span[at] ?? 0) : 0
      names[at] = number
      requestedAt[at] = offered
      left[at] = span[at] = wasUsed ? 0 : Math.min(maxWait, Math.max(1, 2 * before))
    },
  }
}

/** FNV-1a: names that differ have nearly always other numbers; where not, one is cached a little sooner or later. */
function numberOf(key: string): number {
  let number = 0x811c9dc5
  for (let at = 0; at < key.length; at++)
    number = Math.imul(number ^ key.charCodeAt(at), 0x01000193)
  return number >>> 0
}
