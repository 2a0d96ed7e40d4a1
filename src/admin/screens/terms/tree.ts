/** A term as the tree needs it. */
export type Term = {
  id: number
  name: string
  parent: number
  count: number
  /** Its place among those with the same parent; 0: none, after them. */
  position: number
  color?: string
}
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

/** The positions that change as a term goes up or down among those with the same parent; none where it is the first or last already. */
export function positionsAfter(
  terms: readonly Term[],
  id: number,
  way: 'up' | 'down',
): { term: Term; position: number }[] {
  const find = (nodes: readonly Node[]): readonly Node[] | undefined =>
    nodes.some(node => node.id === id)
      ? nodes
      : nodes.map(({ children }) => find(children)).find(Boolean)
  const all = new Map(terms.map(term => [term.id, term]))
  const ids = (find(treeOf(terms)) ?? []).map(node => node.id)
  const from = ids.indexOf(id)
  const to = way === 'up' ? from - 1 : from + 1
  if (from < 0 || to < 0 || to >= ids.length) return []
  const order = ids.toSpliced(from, 1).toSpliced(to, 0, id)
  return order.flatMap((each, at) => {
    const term = all.get(each)
    return term && term.position !== at + 1 ? [{ term, position: at + 1 }] : []
  })
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
