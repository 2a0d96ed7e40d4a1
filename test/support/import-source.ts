import type { Source } from '../../src/moving/base/item.ts'

/** A source of imports for tests of readers: these bytes, in one part or in several. Nothing can be fetched. */
export const sourceOf = (
  name: string,
  bytes: string | Uint8Array | (() => AsyncIterable<Uint8Array>),
): Source => ({
  name,
  bytes:
    typeof bytes === 'function'
      ? bytes
      : async function* () {
          yield Buffer.from(bytes as Uint8Array)
        },
  fetch: async () => ({ refused: 'status 404' }),
  signal: new AbortController().signal,
})
