import type { EventQuery, ListEntry } from '../store/store.ts'

/** What a cached list depends on besides the records that it shows. */
export type ListDependency =
  | { of: 'event'; matches(entry: ListEntry): boolean }
  | { of: 'kind'; kind: string; events: boolean }
  | { of: 'none' }

/** What a line of the journal says to cached lists. */
export type Change = {
  seq: number
  kind: string
  was: ListEntry | undefined
  is: ListEntry | undefined
  /** An event changed and the line does not say how: any list of events may be touched. */
  isOpen: boolean
  /** Counts of terms changed. */
  counts: boolean
}

/** Can this change have touched a list that depends on that? */
export function isTouched(dependency: ListDependency, change: Change): boolean {
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

const isTerm = (kind: string) => kind === 'category' || kind === 'tag'

/** Does an event belong to a list that anyone may see? Text is not looked at: a search may be asked once too often. */
export function matcher(query: EventQuery): (entry: ListEntry) => boolean {
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
