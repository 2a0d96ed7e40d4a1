import { type Compared, noneCompared, sizeOf } from '../store/listing/compared.ts'
import type { ListIndex } from '../store/listing/list-index.ts'
import type { Changes } from './follower.ts'

/** Maximum number of doubtful records that are noted until the next check. */
const maxDoubted = 1000
/** A difference counts after this many checks, each with the journal read to its end in between. */
const looks = 3

type Checked = {
  /** The index of this process, once it is built. */
  index(): ListIndex | undefined
  changes: Pick<Changes, 'pull' | 'renew' | 'isDeaf'>
  /** Receives the records whose index entries differed from the database and were corrected. */
  repaired(ids: Compared): void
}

/**
 * Compares the list index with the database in batches: first the doubtful records, then those that changed recently, then all others in
 * turn. A record that differs is indexed again, and every cached list is dropped.
 */
export function openIndexCheck({ index: indexNow, changes, repaired }: Checked) {
  let doubted = noneCompared()
  let running: Promise<void> | undefined

  async function look() {
    const index = indexNow()
    if (!index?.isReady || changes.isDeaf) return
    let wrong = joined(doubted, await index.nextCompared())
    doubted = noneCompared()
    for (let n = 0; n < looks && sizeOf(wrong) > 0; n++) {
      if (n > 0) await changes.pull()
      wrong = await index.differing(wrong)
    }
    if (sizeOf(wrong) === 0 || !index.isReady) return
    await index.takeAgain(wrong)
    changes.renew()
    repaired(wrong)
  }

  return {
    /** Notes a record that a list named although it may not show it; the next check compares it first. */
    doubt(kind: string, id: number) {
      const ids = isCompared(kind) ? doubted[kind] : undefined
      if (ids && ids.length < maxDoubted && !ids.includes(id)) ids.push(id)
    },
    /** Compares one batch of records. */
    look(): Promise<void> {
      running ??= look().finally(() => {
        running = undefined
      })
      return running
    },
  }
}

const isCompared = (kind: string): kind is keyof Compared => kind in noneCompared()

const joined = (some: Compared, others: Compared): Compared => ({
  event: [...new Set([...some.event, ...others.event])],
  venue: [...new Set([...some.venue, ...others.venue])],
  organizer: [...new Set([...some.organizer, ...others.organizer])],
})
