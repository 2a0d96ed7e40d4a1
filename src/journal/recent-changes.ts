import { isDated, isTermLink } from '../define/record.ts'
import type { JournalEntry } from '../store/store.ts'
import { detailOf } from './entry.ts'
import { type Change, isTouched, type ListDependency } from './list-dependency.ts'

const max = 8192

/** Recent changes, to check whether one of them touches a cached list. */
export type RecentChanges = {
  list: Change[]
  /** The position after which every change is here. */
  since: number
}

export function remember(recent: RecentChanges, entry: JournalEntry) {
  const { was, is, counted = [] } = detailOf(entry)
  const { seq, kind, verb } = entry
  const hasDetail = !isDated(kind) || was !== undefined || is !== undefined
  // the events of a removed term have no line of their own
  const removesTerm = verb === 'remove' && isTermLink(kind)
  recent.list.push({
    seq,
    kind,
    was,
    is,
    isOpen: !hasDetail || removesTerm,
    counts: counted.length > 0,
  })
}

/** Drops the older half when there are too many. */
export function bound(recent: RecentChanges) {
  if (recent.list.length <= max) return
  recent.since = recent.list[recent.list.length - max / 2 - 1]?.seq ?? recent.since
  recent.list = recent.list.slice(-max / 2)
}

/** True if a change since a position may touch a list with this dependency, or if the position is too old to tell. */
export function hasTouched(
  recent: RecentChanges,
  dependency: ListDependency,
  since: number,
): boolean {
  // NaN compares as older than everything
  if (!(since >= recent.since)) return true
  for (let index = recent.list.length - 1; index >= 0; index--) {
    const change = recent.list[index] as Change
    if (change.seq <= since) return false
    if (isTouched(dependency, change)) return true
  }
  return false
}
