import { derived } from '../../define/base/objects.ts'
import type { Basis } from './notes.ts'
import type { Links, PageRequest, World } from './page.ts'

type Part<T> = { value: T; basis: Basis }
/** `make` is handed a reading of its own, and takes nothing of the request but its language, its links, and what `key` names. */
type Options<Of, T> = {
  /** Undefined: it is not cached. */
  key(request: PageRequest, of: Of): string | undefined
  /** Bytes of a value. */
  sizeOf(value: T): number
  make(request: PageRequest, of: Of): T | Promise<T>
}

/**
 * A part of pages, made once for each language, base URL and key, in the memory of the world. It depends on all that `make` reads by its
 * reading, and so does the page that has it.
 */
export function cached<T, Of = void>({ key, sizeOf, make }: Options<Of, T>) {
  const tableOf = derived((_: Links, { cache }: World) =>
    cache.table<string, Part<T>>({
      sizeOf: ({ value }, key) => key.length + sizeOf(value),
      dependsOn: ({ basis }) => basis,
    }),
  )
  return async (request: PageRequest, of: Of): Promise<T> => {
    const { world, reading, links } = request
    const table = tableOf(links, world)
    const name = key(request, of)
    const cached = name === undefined ? undefined : table.get(name)
    if (cached) {
      reading.part(cached.basis)
      return cached.value
    }
    const own = request.readingAs(reading.caller)
    const value = await make({ ...request, reading: own }, of)
    const basis = own.basis()
    reading.part(basis)
    if (basis && name !== undefined) table.set(name, { value, basis })
    return value
  }
}
