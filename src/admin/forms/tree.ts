type Node = { id: number; name: string; parent: number }

/** A tree as a list: each after the one above it, with its depth. An item with an unknown parent stands at the top. */
export function inTree<T extends Node>(all: readonly T[]): (T & { depth: number })[] {
  const ids = new Set(all.map(({ id }) => id))
  const below = new Map<number, T[]>()
  for (const node of all) {
    const above = ids.has(node.parent) ? node.parent : 0
    below.set(above, [...(below.get(above) ?? []), node])
  }
  const listed: (T & { depth: number })[] = []
  const seen = new Set<number>()
  const walk = (above: number, depth: number) => {
    for (const node of below.get(above) ?? []) {
      if (seen.has(node.id)) continue
      seen.add(node.id)
      listed.push({ ...node, depth })
      walk(node.id, depth + 1)
    }
  }
  walk(0, 0)
  return listed
}
