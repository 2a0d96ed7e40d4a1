const maxWait = 16
const places = 8192
/** Names per place. With one place per name, two names that collide would evict each other for ever. */
const shared = 4

/** Decides which values of a cache are worth their room. */
type Admission<K> = {
  /** True if a value that was requested and created is due for caching; the size is in bytes. */
  isDue(key: K, bytes: number): boolean
  /** It was cached, and something has changed. */
  ended(key: K, wasUsed: boolean): void
}

/**
 * A value that was invalidated before it was used is cached only after twice as many requests as the last time: with many writes, unused entries would fill the memory long before they are collected. `first` is the number of requests for a new value before it
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

/** The sources of something: it is valid while all of them are. */
export type WithValidities = { readonly validities: readonly Validity[] }

/** The dependencies of a cached value, all of them noted before it is read. A value without dependencies stays valid. */
export type Dependency<List> = {
  /** Records. */
  validities?: readonly Validity[]
  /** The records of parts that it contains. */
  from?: readonly WithValidities[]
  list?: List
  /** Position in the journal. */
  since?: number
  /** Unix seconds from which it is another. */
  until?: number
}

/** The log of changes, as caches follow it. */
export type Journal<List> = {
  readonly seq: number
  /** Another number: all that was cached before is wrong. */
  readonly generation: number
  hasTouched(list: List, since: number): boolean
}

type Options<K, V, List> = {
  /** Bytes that a value holds besides its entry. */
  sizeOf(value: V, key: K): number
  dependsOn(value: V): Dependency<List>
  /** Decides which values are worth caching; without it, all are. */
  admission?: Admission<K>
}

type Entry = {
  readonly table: { delete(key: unknown): boolean }
  readonly key: unknown
  readonly value: unknown
  readonly bytes: number
  readonly until: number
  /** Position in the journal at which it was last right. */
  since: number
  isUsed: boolean
  /** True if the entry was used since the last sweep. */
  isMarked: boolean
  older: Entry | undefined
  newer: Entry | undefined
}

/** An entry, its place in a table, and its key, as the heap grows by them. */
const entryBytes = 175

const areValid = (validities: readonly Validity[]): boolean => {
  for (const validity of validities) if (validity.isStale) return false
  return true
}
const isValid = ({ validities }: WithValidities) => areValid(validities)

/** For values that no change touches. */
const unchanging: Journal<unknown> = { seq: 0, generation: 0, hasTouched: () => false }
export const onNothing = () => ({})

/**
 * Entries in the order of their age, bounded by the bytes that they hold. A use only marks an entry; where room is needed, marks are
 * taken away from the oldest on, and the first entry without one is dropped (SIEVE). A page uses hundreds of values, and the exact order
 * of their use would cost more than finding them.
 */
function openMemory(max: number) {
  let held = 0
  let oldest: Entry | undefined
  let newest: Entry | undefined
  /** The entry that is evicted next. */
  let hand: Entry | undefined

  function remove(entry: Entry) {
    const { older, newer } = entry
    if (older) older.newer = newer
    else oldest = newer
    if (newer) newer.older = older
    else newest = older
    if (hand === entry) hand = newer
    entry.table.delete(entry.key)
    held -= entry.bytes
  }

  return {
    remove,
    get held() {
      return held
    },
    hasRoom: (more: number) => held + more < max,
    add(entry: Entry) {
      while (held + entry.bytes > max) {
        const at = hand ?? oldest
        if (!at) break
        hand = at.newer
        if (at.isMarked) at.isMarked = false
        else remove(at)
      }
      entry.older = newest
      if (newest) newest.newer = entry
      else oldest = entry
      newest = entry
      held += entry.bytes
    },
    clear() {
      while (oldest) remove(oldest)
    },
  }
}

/** The content of a cache, with its hits and misses. */
export type CacheFigures = { bytes: number; limit: number; hits: number; misses: number }

type CacheOptions<List> = { bytes: number; journal?: Journal<List>; now?: () => number }

/**
 * Memory for cached values, shared by several tables: the values that are used most stay, of whatever table. The dependencies of a value are checked
 * when it is used, against the journal.
 */
export function openCache<List = never>({ bytes, journal = unchanging, now }: CacheOptions<List>) {
  const memory = openMemory(bytes)
  let { generation } = journal
  let hits = 0
  let misses = 0

  function isRight(entry: Entry, { validities, from, list }: Dependency<List>): boolean {
    if (validities && !areValid(validities)) return false
    if (from && !from.every(isValid)) return false
    if (list !== undefined && journal.hasTouched(list, entry.since)) return false
    entry.since = journal.seq
    return true
  }

  function table<K, V>({ sizeOf, dependsOn, admission }: Options<K, V, List>): Table<K, V> {
    const entries = new Map<K, Entry>()
    return {
      get(key) {
        if (generation !== journal.generation) {
          memory.clear()
          generation = journal.generation
        }
        const entry = entries.get(key)
        if (!entry) {
          misses++
          return undefined
        }
        // this key holds a value of this table
        const value = entry.value as V
        const isLate = entry.until !== Number.POSITIVE_INFINITY && now && now() >= entry.until
        if (isLate || (entry.since !== journal.seq && !isRight(entry, dependsOn(value)))) {
          memory.remove(entry)
          misses++
          if (!isLate) admission?.ended(key, entry.isUsed)
          return undefined
        }
        hits++
        entry.isUsed = entry.isMarked = true
        return value
      },
      set(key, value) {
        const before = entries.get(key)
        if (before) memory.remove(before)
        const size = sizeOf(value, key)
        if (admission && !admission.isDue(key, size)) return
        const dependency = dependsOn(value)
        const { validities = [], from = [] } = dependency
        // what it was made from may have ended while it was made
        if (!areValid(validities) || !from.every(isValid)) return
        const entry = newEntry(entries, key, value, size, dependency)
        if (entry.bytes > bytes) return
        memory.add(entry)
        entries.set(key, entry)
      },
    }
  }

  return {
    /** True if this many bytes fit without evicting anything. */
    hasRoom: memory.hasRoom,
    figures: (): CacheFigures => ({ bytes: memory.held, limit: bytes, hits, misses }),
    table,
  }
}

/** Without a position, the value is checked at its first use. */
const newEntry = (
  table: Entry['table'],
  key: unknown,
  value: unknown,
  size: number,
  { since = Number.NaN, until = Number.POSITIVE_INFINITY }: Dependency<unknown>,
): Entry => ({
  table,
  key,
  value,
  bytes: entryBytes + size,
  until,
  since,
  isUsed: false,
  isMarked: false,
  older: undefined,
  newer: undefined,
})

export type Cache<List> = ReturnType<typeof openCache<List>>
export type Table<K, V> = {
  /** The value, if it is cached and still right. */
  get(key: K): V | undefined
  set(key: K, value: V): void
}

/** Represents the current state of one record; stale once the record has changed. Values derived from the record hold it. */
export type Validity = { isStale: boolean }

const max = 400_000

/** One handle per record that a cached value depends on. */
export function openValidities() {
  const kinds = new Map<string, Map<number, Validity>>()
  let count = 0
  const endAll = () => {
    for (const handles of kinds.values())
      for (const handle of handles.values()) handle.isStale = true
    kinds.clear()
    count = 0
  }
  function handlesOf(kind: string): Map<number, Validity> {
    const existing = kinds.get(kind)
    if (existing) return existing
    const created = new Map<number, Validity>()
    kinds.set(kind, created)
    return created
  }
  return {
    of(kind: string, id: number): Validity {
      const existing = kinds.get(kind)?.get(id)
      if (existing) return existing
      if (count >= max) endAll()
      const handle = { isStale: false }
      handlesOf(kind).set(id, handle)
      count++
      return handle
    },
    end(kind: string, id: number) {
      const handles = kinds.get(kind)
      const handle = handles?.get(id)
      if (!handle) return
      handle.isStale = true
      handles?.delete(id)
      count--
    },
    endAll,
  }
}
