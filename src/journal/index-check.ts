import { type Compared, noneCompared, sizeOf } from '../store/listing/compared.ts'
import type { ListIndex } from '../store/listing/list-index.ts'
import type { Changes } from './follower.ts'

/** So many records that a list named and may not show are remembered until the next check. */
const maxDoubted = 1000
/** A difference counts if it is there so often, each time with the journal read to its end in between. */
const looks = 3

type Checked = {
  /** The index of this process, where there is one. */
  index(): ListIndex | undefined
  changes: Pick<Changes, 'pull' | 'renew' | 'isDeaf'>
  /** Hears of records that the index had otherwise than the database; they have been put right. */
  repaired(ids: Compared): void
}

/**
 * Compares the list index with the database, some records at a time: those that a list named and may not show, those that changed recently,
 * then all others in turn. What differs is taken in again, and nothing that was made of lists before is used any longer.
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
    /** A list named a record that it may not show: it is compared next. */
    doubt(kind: string, id: number) {
      const ids = isCompared(kind) ? doubted[kind] : undefined
      if (ids && ids.length < maxDoubted && !ids.includes(id)) ids.push(id)
    },
    /** Compares some records. */
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
