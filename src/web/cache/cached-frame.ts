import { LRUCache } from 'lru-cache'
import type { Frame } from '../shell/open-frame.ts'
import type { PageRequest, World } from '../shell/page.ts'

/** Some years of months, in both languages; a frame has ten kilobytes. */
const most = 500

/**
 * Frames of pages, each made once while it is asked for. `make` takes nothing of the request but its language, its links, the
 * name of its address, and what `nameOf` names.
 */
export function keptFrame<Of>(
  nameOf: (asked: PageRequest, of: Of) => string,
  make: (asked: PageRequest, of: Of) => Frame,
): (asked: PageRequest, of: Of) => Frame {
  const worlds = new WeakMap<World, LRUCache<string, Frame>>()

  return (asked, of) => {
    const { world, links, language } = asked
    const kept =
      worlds.get(world) ?? new LRUCache<string, Frame>({ maxSize: most, sizeCalculation: () => 1 })
    worlds.set(world, kept)
    const name = `${links.publicUrl} ${language} ${nameOf(asked, of)}`
    const known = kept.get(name)
    if (known) return known
    const made = make(asked, of)
    kept.set(name, made)
    return made
  }
}
