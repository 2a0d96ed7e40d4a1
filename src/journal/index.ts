/** The log of changes, and what follows it. */

export { openCurrentStore } from './current-store.ts'
export { append, appendLeaving, appendSettings, detailOf, seenIn } from './entry.ts'
export { type Changes, pruneJournal } from './follower.ts'
export { isDecidable, type ListDependency, matcher } from './list-dependency.ts'
