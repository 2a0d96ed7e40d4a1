import type { Validity } from '../../common/cache.ts'
import type { View } from '../../define/derived.ts'
import { eachRecordIn } from '../../define/derived.ts'
import { derived } from '../../define/objects.ts'
import type { Links, PageRequest, World } from '../shell/page.ts'
import type { Written } from './format.ts'

/** An event as feeds show it, with its linked records. */
export type CachedEvent = {
  written: Written
  validities: readonly Validity[]
  isProtected: boolean
}

const eventsIn = derived((_: Links, { cache }: World) =>
  cache.table<string, CachedEvent>({
    sizeOf: ({ written, validities }) => 200 + written.bytes.length + 8 * validities.length,
    dependsOn: ({ validities }) => ({ validities }),
  }),
)

/**
 * Events as they were written for feeds that anyone may read, each on its date, and whole series by their IDs, by language and base URL; `readers`
 * names other conditions of their form. Opened before the list is read: entries written after a change may contain a date from before it, and are not
 * cached.
 */
export function openEventCache({ world, links }: PageRequest, readers: string) {
  const { changes } = world
  const since = changes.seq
  const all = eventsIn(links, world)
  const keyOf = (occurrence: number) => `${readers} ${occurrence}`

  return {
    get: (occurrence: number): CachedEvent | undefined => all.get(keyOf(occurrence)),
    /** `views`: the event; of a series it, and its dates that are otherwise. */
    set(occurrence: number, views: readonly View[], written: Written) {
      if (changes.seq !== since) return
      const handles = new Set<Validity>()
      for (const view of views)
        eachRecordIn(view, (kind, id) => {
          if (id) handles.add(changes.validity(kind, Number(id)))
        })
      const isProtected = views[0]?.masked === true
      all.set(keyOf(occurrence), { written, isProtected, validities: [...handles] })
    },
  }
}

export type EventCache = ReturnType<typeof openEventCache>
