import type { EventQuery, JournalEntry, Store } from '../calendar/kept.ts'
import { detailOf, type Entry } from './entry.ts'
import type { Validity } from './record-cache.ts'

/** What a kept list depends on besides the records that it shows. */
export type ListDependency =
  | { of: 'event'; matches(entry: Entry): boolean }
  | { of: 'kind'; kind: string; events: boolean }
  | { of: 'none' }

type Change = {
  seq: number
  kind: string
  was: Entry | undefined
  is: Entry | undefined
  isOpen: boolean
  counts: boolean
}

const mostTokens = 400_000
const mostChanges = 8192
const batch = 1000

/**
 * Follows the journal for all caches of this process: kills the tokens of records that changed, and remembers the last
 * changes of the list index, so that a kept list can be asked whether any of them touches it.
 */
export function followJournal(store: Pick<Store, 'journal' | 'lastSeq' | 'version'>) {
  const tokens = new Map<string, Validity>()
  /** Of terms whose count has changed while we follow: what it is now. */
  const counts = new Map<number, number>()
  let changes: Change[] = []
  let seq = 0
  /** The version of the store when the journal was last read. */
  let seen = -1
  let instant = 0
  /** Lists kept before this are not known to be right any more. */
  let oldest = 0
  let running: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined
  const listeners: ((entries: readonly JournalEntry[]) => Promise<void>)[] = []

  const kill = (key: string) => {
    const token = tokens.get(key)
    if (!token) return
    token.isOver = true
    tokens.delete(key)
  }

  function take(entry: JournalEntry) {
    const { was, is, counted = [] } = detailOf(entry)
    kill(`${entry.kind} ${entry.id}`)
    for (const [term, count] of counted) {
      counts.set(term, count)
      kill(`count ${term}`)
    }
    const isTold = entry.kind !== 'event' || was !== undefined || is !== undefined
    const removesTerm =
      entry.verb === 'remove' && (entry.kind === 'category' || entry.kind === 'tag')
    changes.push({
      seq: entry.seq,
      kind: entry.kind,
      was,
      is,
      isOpen: !isTold || removesTerm,
      counts: counted.length > 0,
    })
    instant = Math.max(instant, entry.instant)
  }

  async function read() {
    const version = store.version()
    for (;;) {
      const entries = await store.journal(seq, batch)
      // Indexes first: whoever finds a list outdated must find them up to date.
      if (entries.length > 0) for (const listener of listeners) await listener(entries)
      for (const entry of entries) take(entry)
      if (entries.length > 0) seq = (entries.at(-1) as JournalEntry).seq
      if (changes.length > mostChanges) {
        changes = changes.slice(-mostChanges / 2)
        oldest = (changes[0] as Change).seq
      }
      if (entries.length < batch) break
    }
    seen = version
  }

  const isTouched = (dependency: ListDependency, change: Change): boolean => {
    if (dependency.of === 'none') return false
    if (dependency.of === 'event') {
      if (change.isOpen) return true
      // Which places and people are seen, and the tree of categories, decide filters too.
      if (change.kind === 'venue' || change.kind === 'organizer' || change.kind === 'category')
        return true
      if (change.kind !== 'event') return false
      return (
        (change.was !== undefined && dependency.matches(change.was)) ||
        (change.is !== undefined && dependency.matches(change.is))
      )
    }
    return (
      change.kind === dependency.kind ||
      (dependency.events && change.kind === 'event') ||
      // Venues and organizers show images too.
      (dependency.kind === 'image' && !isTerm(change.kind)) ||
      (change.counts && isTerm(dependency.kind))
    )
  }

  /** Reads what is new; one reading at a time, and all who ask during one share the next. */
  function pull(): Promise<void> {
    queued ??= running
      .catch(() => {})
      .then(() => {
        queued = undefined
        running = read()
        return running
      })
    return queued
  }

  return {
    /** Begins at the present; what came before is in the database that everything is read from. */
    async begin() {
      seq = await store.lastSeq()
      oldest = seq
      const [last] = await store.journal(Math.max(0, seq - 1), 1)
      instant = last?.instant ?? 0
    },
    pull,
    /** Reads what is new if another process has written; to ask costs no reading. This one reads after each of its writes. */
    refresh: (): Promise<void> | undefined => (store.version() === seen ? undefined : pull()),
    validity(kind: string, id: number): Validity {
      const key = `${kind} ${id}`
      let token = tokens.get(key)
      if (token) return token
      if (tokens.size >= mostTokens) {
        for (const old of tokens.values()) old.isOver = true
        tokens.clear()
      }
      token = { isOver: false }
      tokens.set(key, token)
      return token
    },
    /** How many events have a term, when that has changed; it has a token of its own, of the kind `count`. */
    countOf: (term: number): number | undefined => counts.get(term),
    get seq() {
      return seq
    },
    /** When the calendar last changed, in Unix seconds. */
    get instant() {
      return instant
    },
    /** Has anything since `since` touched a list that depends on this? */
    hasTouched(dependency: ListDependency, since: number): boolean {
      if (since === seq) return false
      if (since < oldest) return true
      for (let index = changes.length - 1; index >= 0; index--) {
        const change = changes[index] as Change
        if (change.seq <= since) return false
        if (isTouched(dependency, change)) return true
      }
      return false
    },
    /** Tells of every entry before those who wait for `pull` go on. */
    listen(listener: (entries: readonly JournalEntry[]) => Promise<void>) {
      listeners.push(listener)
    },
  }
}

const isTerm = (kind: string) => kind === 'category' || kind === 'tag'

export type Changes = ReturnType<typeof followJournal>

/** Does an event belong to a list that anyone may see? Text is not looked at: a search may be asked once too often. */
export function matcher(query: EventQuery): (entry: Entry) => boolean {
  const { window, linked, featured, ticketed, parent, ids } = query
  const targets = linked.map(({ kind, targets }) => ({ kind, targets: new Set(targets) }))
  const wanted = ids && new Set(ids)
  return ({ at, links }) => {
    if (at.status !== 'publish' || at.hidden) return false
    for (const { edge, is, clock, at: bound } of window) {
      const value =
        clock === 'wall'
          ? edge === 'start'
            ? at.starts
            : at.ends
          : edge === 'start'
            ? at.utc_starts
            : at.utc_ends
      if (
        is === '>='
          ? value < bound
          : is === '>'
            ? value <= bound
            : is === '<='
              ? value > bound
              : value >= bound
      )
        return false
    }
    if (featured !== undefined && Boolean(at.featured) !== featured) return false
    // To anyone a protected event is not ticketed (A10).
    if (ticketed !== undefined && Boolean(at.ticketed && !at.protected) !== ticketed) return false
    if (parent !== undefined && at.parent !== parent) return false
    if (wanted && !wanted.has(at.event)) return false
    return targets.every(({ kind, targets: any }) => links[kind].some(id => any.has(id)))
  }
}
