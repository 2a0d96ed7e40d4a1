/** The log of changes, and what follows it. */

export { openCurrentStore } from './current-store.ts'
export { append, appendLeaving, appendSettings, detailOf, seenIn } from './entry.ts'
export type { Changes } from './follower.ts'
export { isDecidable, type ListDependency, matcher } from './list-dependency.ts'
export { pruneJournal } from './retention.ts'
