type Outcome<T> = { done: T[]; failed: { item: T; error: Error }[] }

/** Does the same with each, a few at a time: one that fails stops no other. `progress` hears how many are through. */
export async function forEachOf<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  { atOnce = 4, progress = () => {} }: { atOnce?: number; progress?(through: number): void } = {},
): Promise<Outcome<T>> {
  const outcome: Outcome<T> = { done: [], failed: [] }
  // the workers share it: each takes what is next
  const waiting = items.values()
  let through = 0
  async function worker() {
    for (const item of waiting) {
      try {
        await work(item)
        outcome.done.push(item)
      } catch (error) {
        outcome.failed.push({
          item,
          error: error instanceof Error ? error : new Error(String(error)),
        })
      }
      progress(++through)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return outcome
}

type Batch<D, R> = { done: D[]; refused: R[] }

/** Sends so many at a time, one batch after the other. An error ends it: earlier batches stay done, and are returned with it. */
export async function inBatches<T, D, R>(
  all: readonly T[],
  send: (batch: T[]) => Promise<Batch<D, R>>,
  progress: (through: number) => void = () => {},
  size = 50,
): Promise<Batch<D, R> & { error?: Error }> {
  const outcome: Batch<D, R> = { done: [], refused: [] }
  for (let at = 0; at < all.length; at += size) {
    try {
      const { done, refused } = await send(all.slice(at, at + size))
      outcome.done.push(...done)
      outcome.refused.push(...refused)
    } catch (error) {
      return { ...outcome, error: error instanceof Error ? error : new Error(String(error)) }
    }
    progress(Math.min(at + size, all.length))
  }
  return outcome
}
