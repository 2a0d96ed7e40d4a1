import { isDated, isTermLink } from '../define/record.ts'
import type { JournalEntry } from '../store/store.ts'
import { detailOf } from './entry.ts'
import { type Change, isTouched, type ListDependency } from './list-dependency.ts'

const max = 8192

/** The last changes, to check whether any of them touches a cached list. */
export type RecentChanges = {
  list: Change[]
  /** The position after which every change is here. */
  since: number
}

export function remember(recent: RecentChanges, entry: JournalEntry) {
  const { was, is, counted = [] } = detailOf(entry)
  const { seq, kind, verb } = entry
  const hasDetail = !isDated(kind) || was !== undefined || is !== undefined
  // A term that goes leaves its events, which say nothing of it themselves.
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

/** Keeps the later half of them when there are too many. */
export function bound(recent: RecentChanges) {
  if (recent.list.length <= max) return
  recent.since = recent.list[recent.list.length - max / 2 - 1]?.seq ?? recent.since
  recent.list = recent.list.slice(-max / 2)
}

/** Has anything since a position touched a list that depends on this? What is not remembered may have. */
export function hasTouched(
  recent: RecentChanges,
  dependency: ListDependency,
  since: number,
): boolean {
  // A position that is not known is before all.
  if (!(since >= recent.since)) return true
  for (let index = recent.list.length - 1; index >= 0; index--) {
    const change = recent.list[index] as Change
    if (change.seq <= since) return false
    if (isTouched(dependency, change)) return true
  }
  return false
}
