import { LRUCache } from 'lru-cache'
import type { Html } from '../shell/html.ts'
import type { PageRequest, World } from '../shell/page.ts'

/** So many filters are remembered; longer ones than anyone clicks together are not. */
const [most, longest] = [200, 200]

/**
 * What says the same on every page with the same filters, written once for each of them. `make` takes nothing of the request but its
 * language and its links.
 */
export function keptHtml(
  make: (asked: PageRequest, query: string) => Html,
): (asked: PageRequest, query: string) => Html {
  const worlds = new WeakMap<World, LRUCache<string, Html>>()

  return (asked, query) => {
    const { world, links, language } = asked
    if (query.length > longest) return make(asked, query)
    const kept = worlds.get(world) ?? new LRUCache<string, Html>({ max: most })
    worlds.set(world, kept)
    const name = `${links.publicUrl} ${language} ${query}`
    const known = kept.get(name)
    if (known) return known
    const made = make(asked, query)
    kept.set(name, made)
    return made
  }
}
