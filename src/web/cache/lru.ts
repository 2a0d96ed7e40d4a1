type Used = { isUsed?: boolean }

/**
 * What was used lately, by size. A page asks for hundreds of things, and keeping them in the order of their use would cost more than
 * finding them: each is only marked, and what is not marked when room is needed goes.
 */
export function openLatelyUsed<K, V extends Used>(most: number, sizeOf: (of: V) => number) {
  const kept = new Map<K, V>()
  let hand = kept.entries()
  let size = 0

  /** Drops what stands at the hand, or spares it this time. */
  function turn() {
    const { value } = hand.next()
    if (!value) {
      hand = kept.entries()
      return
    }
    const [key, of] = value
    if (of.isUsed) of.isUsed = false
    else if (kept.delete(key)) size -= sizeOf(of)
  }

  return {
    get(key: K): V | undefined {
      const found = kept.get(key)
      if (found) found.isUsed = true
      return found
    },
    set(key: K, of: V) {
      const before = kept.get(key)
      if (before) size -= sizeOf(before)
      kept.set(key, of)
      size += sizeOf(of)
      while (size > most) turn()
    },
  }
}

export type LatelyUsed<K, V extends Used> = ReturnType<typeof openLatelyUsed<K, V>>
