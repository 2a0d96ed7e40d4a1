type Outcome<T> = { done: T[]; failed: { item: T; error: Error }[] }

/** Does the same with each, a few at a time: one that fails stops no other. `progress` receives how many are done. */
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
