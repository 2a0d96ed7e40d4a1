import type { Store } from '../store/index.ts'

/** Lines per transaction; other writers get their turn in between. */
const slice = 500
/** The last removed line. The search index, which follows the journal by itself, reads it. */
const prunedKey = 'journal-pruned'

/**
 * Removes lines older than an instant (Unix seconds) in batches and returns their number. The last line stays: it holds the position of the
 * journal and the time of the last change.
 */
export async function pruneJournal(
  store: Pick<Store, 'journal' | 'write'>,
  before: number,
  isStopped = () => false,
): Promise<number> {
  let pruned = 0
  while (!isStopped()) {
    const entries = await store.journal(0, slice + 1)
    const younger = entries.findIndex(({ instant }) => instant >= before)
    const count = younger < 0 ? entries.length - 1 : Math.min(younger, entries.length - 1)
    const last = entries[count - 1]
    if (!last) return pruned
    await store.write(async tx => {
      await tx.dropJournal(last.seq)
      await tx.setNote(prunedKey, String(last.seq))
    })
    pruned += count
    await new Promise(setImmediate)
  }
  return pruned
}
