import { isObject } from '../../define/base/objects.ts'
import { members } from '../../define/list-types.ts'

/** The requested members by name; `all`: a member with everything in it. */
export type Tree = Map<string, Tree | 'all'>

const maxDepth = 10

export function treeOf(paths: readonly string[]): Tree {
  const tree: Tree = new Map()
  for (const path of paths) {
    const steps = path.split('.', maxDepth)
    const last = steps.pop() ?? ''
    treeAt(tree, steps)?.set(last, 'all')
  }
  return tree
}

/** The tree below some members; undefined: one of them is there with everything in it. */
function treeAt(tree: Tree, steps: readonly string[]): Tree | undefined {
  let at = tree
  for (const step of steps) {
    const next: Tree | 'all' = at.get(step) ?? new Map()
    if (next === 'all') return undefined
    at.set(step, next)
    at = next
  }
  return at
}

function pick(value: unknown, tree: Tree | 'all'): unknown {
  if (tree === 'all') return value
  if (Array.isArray(value)) return value.map(item => pick(item, tree))
  if (!isObject(value)) return value
  const picked: [name: string, value: unknown][] = []
  // a record has several times as many members as are requested
  for (const name in value) {
    const below = tree.get(name)
    if (below) picked.push([name, pick(value[name], below)])
  }
  return Object.fromEntries(picked)
}

/** `_fields=id,title,venue.city` leaves those alone in a response; it reaches into lists: `_fields=events.id,total` (P9). */
export function onlyFields(body: unknown, parameter: unknown): unknown {
  const paths = (members(parameter, 200) ?? []).filter(path => typeof path === 'string')
  return paths.length > 0 ? pick(body, treeOf(paths)) : body
}
