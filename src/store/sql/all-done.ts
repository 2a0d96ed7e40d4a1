/**
 * Waits until all promises have settled, then throws the first failure. No work is left running, so a rollback undoes all
 * of it.
 */
export async function allDone<T>(started: readonly Promise<T>[]): Promise<T[]> {
  // most groups have one statement for each table
  const [only] = started
  if (only && started.length === 1) return [await only]
  let first: { error: unknown } | undefined
  const done: T[] = []
  await Promise.all(
    started.map((each, at) =>
      each.then(
        value => {
          done[at] = value
        },
        error => {
          first ??= { error }
        },
      ),
    ),
  )
  if (first) throw first.error
  return done
}
