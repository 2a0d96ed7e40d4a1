import type { Context } from '../base/context.ts'

const kind = 'erasure'
/** A process that has not said for so many seconds that it works has ended. */
const silentAfter = 10
/** Milliseconds between two words of a process that works. */
const reportEvery = 2000
/** Seconds until one that failed is tried again. */
const pause = 300
/** Few are ever under way. */
const atOnce = 100

type Place = Pick<Context, 'store' | 'erasureSealing'>

/** By the clock of the machine: that of the calendar may stand still. */
const seconds = () => Math.floor(Date.now() / 1000)

/** Stores whom an erasure is of until it is done: it writes record by record, and its process may end in between. */
export async function untilDone<T>(
  { store, erasureSealing }: Place,
  { who, user }: { who: string; user: number },
  work: () => Promise<T>,
): Promise<T> {
  const facts = { sealed: erasureSealing.seal(who), user, seen: seconds() }
  const id = await store.write(tx => tx.insert(kind, facts, {}))
  return carriedOut({ store, erasureSealing }, { id, who }, work)
}

type Unfinished = { id: number; who: string; signal?: AbortSignal | undefined }

async function carriedOut<T>(
  { store, erasureSealing }: Place,
  { id, who, signal }: Unfinished,
  work: () => Promise<T>,
): Promise<T> {
  const note = (seen: number) =>
    store.write(async tx => {
      if (await tx.get(kind, id)) await tx.update(kind, id, { seen })
    })
  // what cannot be stored now is stored the next time
  const timer = setInterval(() => void note(seconds()).catch(() => {}), reportEvery).unref()
  try {
    const result = await work()
    clearInterval(timer)
    // an earlier one of the same person, whose process has ended, is done with it
    await store.write(async tx => {
      for (const one of await tx.getMany(kind, await tx.idsAfter(kind, 0, atOnce)))
        if (one.id === id || erasureSealing.open(String(one.facts.sealed)) === who)
          await tx.remove(kind, one.id)
    })
    return result
  } catch (error) {
    // a process that is asked to end leaves it to the next
    if (!signal?.aborted) await note(seconds() + pause).catch(() => {})
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** Completes erasures whose process has ended; returns their number. */
export async function completeErasures(
  place: Place,
  erase: (who: string, user: number) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<number> {
  const { store, erasureSealing } = place
  let completed = 0
  for (const id of await store.idsAfter(kind, 0, atOnce)) {
    const taken = await store.write(async tx => {
      const stored = await tx.get(kind, id)
      if (!stored || Number(stored.facts.seen) > seconds() - silentAfter) return undefined
      const who = erasureSealing.open(String(stored.facts.sealed))
      // the key was renewed, so nobody can say any more whom it was of
      if (who === undefined) await tx.remove(kind, id)
      else await tx.update(kind, id, { seen: seconds() })
      return { who, user: Number(stored.facts.user) }
    })
    if (!taken) continue
    const { who, user } = taken
    if (who === undefined)
      throw new Error('an erasure could not be completed, because the key of the calendar is new')
    await carriedOut(place, { id, who, signal }, () => erase(who, user))
    completed += 1
  }
  return completed
}
