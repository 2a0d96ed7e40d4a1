import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/** How long a page may take, in ms: the time limit of every step in a browser. */
export const patience = 45_000

/**
 * Reads until the result is the expected one, as a page may get there a moment after an action; fails as `assert.deepEqual` does.
 * A read that throws, as during a navigation, is repeated too.
 */
export async function becomes<T>(read: () => T | Promise<T>, expected: T): Promise<void> {
  const end = performance.now() + patience
  while (performance.now() < end) {
    const actual = await Promise.try(read).catch(() => undefined)
    if (isDeepStrictEqual(actual, expected)) return
    await pause(50)
  }
  assert.deepEqual(await read(), expected)
}
