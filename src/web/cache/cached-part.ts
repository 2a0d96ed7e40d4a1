import type { Changes } from '../../journal/follower.ts'
import type { PageRequest, World } from '../shell/page.ts'
import type { Basis } from './notes.ts'

type Kept<T> = { part: T; basis: Basis }

/**
 * A part that most pages have: made once for each language, and again when the journal tells of a change that touches it. `make` takes
 * nothing of the request but its language and its links, and reads as anyone.
 */
export function keptPart<T>(
  make: (asked: PageRequest) => Promise<T>,
): (asked: PageRequest) => Promise<T> {
  const worlds = new WeakMap<World, Map<string, Kept<T>>>()

  return async asked => {
    const { world, reading, language, links } = asked
    const parts = worlds.get(world) ?? new Map<string, Kept<T>>()
    worlds.set(world, parts)
    // the base path is that of the settings: there are as many as languages
    const name = links.path('events') + language
    const known = parts.get(name)
    if (known && isRight(known.basis, world.changes)) {
      reading.part(known.basis)
      return known.part
    }
    const own = asked.readingAs(reading.caller)
    const part = await make({ ...asked, reading: own })
    const basis = own.basis()
    reading.part(basis)
    if (basis) parts.set(name, { part, basis })
    return part
  }
}

function isRight(basis: Basis, changes: Changes): boolean {
  if (basis.from.some(({ made }) => made.some(({ isOver }) => isOver))) return false
  if (changes.hasTouched(basis.list, basis.since)) return false
  basis.since = changes.seq
  return true
}
