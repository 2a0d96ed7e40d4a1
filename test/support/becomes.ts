import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/** The time limit of every step in a browser, in ms. */
export const patience = 45_000

type Read<T> = () => T | Promise<T>

/**
 * Reads until the result is the expected one, as a page may get there a moment after an action; fails as `assert.deepEqual` does.
 * A read that throws, as during a navigation, is repeated too.
 */
export async function becomes<T>(read: Read<T>, expected: T): Promise<void> {
  if (await untilIt(read, actual => isDeepStrictEqual(actual, expected))) return
  assert.deepEqual(await read(), expected)
}

/** Reads until the text matches; fails as `assert.match` does. */
export async function matches(read: Read<string>, pattern: RegExp): Promise<void> {
  if (await untilIt(read, actual => pattern.test(actual))) return
  assert.match(await read(), pattern)
}

async function untilIt<T>(read: Read<T>, isSo: (actual: T) => boolean): Promise<boolean> {
  const end = performance.now() + patience
  while (performance.now() < end) {
    const actual = await Promise.try(read).catch(() => undefined)
    if (actual !== undefined && isSo(actual)) return true
    await pause(50)
  }
  return false
}
