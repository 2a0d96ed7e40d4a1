/** A term as the tree needs it. */
export type Term = { id: number; name: string; parent: number; count: number; color?: string }
export type Node = Term & { children: Node[] }

/** Terms below each other. A term without its parent is at the top, and so is one that would be below itself. */
export function treeOf(terms: readonly Term[]): Node[] {
  const nodes = new Map(terms.map((term): [number, Node] => [term.id, { ...term, children: [] }]))
  const top: Node[] = []
  for (const node of nodes.values()) {
    const above = nodes.get(node.parent)
    if (above && !isWithin(nodes, node.id, node.parent)) above.children.push(node)
    else top.push(node)
  }
  return top
}

/** True if `id` is the term `within`, or a term below it. Follows the parents, which may go in a circle. */
export function isWithin(
  terms: ReadonlyMap<number, Pick<Term, 'parent'>>,
  within: number,
  id: number,
): boolean {
  for (let at = id, steps = terms.size; at && steps >= 0; steps--) {
    if (at === within) return true
    at = terms.get(at)?.parent ?? 0
  }
  return false
}

/** All terms in the order of the tree, each with how deep it is. */
export const indented = (terms: readonly Term[]): (Term & { depth: number })[] => {
  const walk = (nodes: readonly Node[], depth: number): (Term & { depth: number })[] =>
    nodes.flatMap(({ children, ...term }) => [{ ...term, depth }, ...walk(children, depth + 1)])
  return walk(treeOf(terms), 0)
}

/** Where a term goes by one step: below the one before it, or out from below the one above. Undefined: there is nothing to go to. */
export function steppedTo(
  terms: readonly Term[],
  id: number,
  way: 'in' | 'out',
): number | undefined {
  const find = (nodes: readonly Node[], above: Node | undefined): number | undefined => {
    for (const [at, node] of nodes.entries()) {
      if (node.id === id) return way === 'in' ? nodes[at - 1]?.id : above && (above.parent || 0)
      const match = find(node.children, node)
      if (match !== undefined) return match
    }
    return undefined
  }
  return find(treeOf(terms), undefined)
}
