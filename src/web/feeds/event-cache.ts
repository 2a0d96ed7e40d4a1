import type { View } from '../../define/view.ts'
import type { Validity } from '../../journal/validity.ts'
import { type LatelyUsed, openLatelyUsed } from '../cache/lru.ts'
import { eachShown } from '../cache/notes.ts'
import type { World } from '../shell/page.ts'
import type { Written } from './format.ts'

/** An event as feeds have it, and all that it says something of. */
export type Kept = {
  written: Written
  made: readonly Validity[]
  isProtected: boolean
  isUsed?: boolean
}
type DateOf = { id: number; occurrence: number }

/** Besides its bytes: the entry, and about ten validities. */
const sizeOf = ({ written, made }: Kept) => 300 + written.bytes.length + 8 * made.length
const worlds = new WeakMap<World, LatelyUsed<string, Kept>>()

/**
 * Events as they were written for feeds that anyone may read: `readers` names what makes others of them, such as the language. Opened
 * before the list is read: what is written after a change may have a date in it that was read before, and is not kept.
 */
export function openKeptEvents(world: World, readers: string) {
  const { changes } = world
  const since = changes.seq
  const all =
    worlds.get(world) ?? openLatelyUsed<string, Kept>(world.settings.recordCache / 2, sizeOf)
  worlds.set(world, all)
  const keyOf = ({ id, occurrence }: DateOf) => `${readers} ${id} ${occurrence}`

  return {
    get(date: DateOf): Kept | undefined {
      const kept = all.get(keyOf(date))
      return kept?.made.every(({ isOver }) => !isOver) ? kept : undefined
    },
    set(date: DateOf, view: View, written: Written) {
      if (changes.seq !== since) return
      const made = new Set<Validity>()
      eachShown(view, (kind, id) => {
        if (id) made.add(changes.validity(kind, Number(id)))
      })
      const isProtected = view.masked === true
      all.set(keyOf(date), { written, isProtected, made: [...made] })
    },
  }
}

export type KeptEvents = ReturnType<typeof openKeptEvents>
