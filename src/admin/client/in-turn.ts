/** Does the same with each, a few at a time: one that fails stops no other. Returns why some failed. */
export async function forEachOf<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  atOnce = 4,
): Promise<Error[]> {
  const errors: Error[] = []
  // the workers share it: each takes what is next
  const waiting = items.values()
  async function worker() {
    for (const item of waiting) {
      try {
        await work(item)
      } catch (error) {
        errors.push(error instanceof Error ? error : new Error(String(error)))
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return errors
}
