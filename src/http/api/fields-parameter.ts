import { members } from '../../define/list-types.ts'

type Tree = Map<string, Tree>

function treeOf(paths: string[]): Tree {
  const tree: Tree = new Map()
  for (const path of paths) {
    let at = tree
    for (const step of path.split('.').slice(0, 10)) {
      const next = at.get(step) ?? new Map()
      at.set(step, next)
      at = next
    }
  }
  return tree
}

function pick(value: unknown, tree: Tree): unknown {
  if (tree.size === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(item => pick(item, tree))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const below = tree.get(name)
      return below ? [[name, pick(inner, below)]] : []
    }),
  )
}

/** `_fields=id,title,venue.city` keeps those; it reaches into lists: `_fields=events.id,total` (P9). */
export function onlyFields(body: unknown, parameter: unknown): unknown {
  const paths = (members(parameter, 200) ?? []).filter(path => typeof path === 'string')
  return paths.length > 0 ? pick(body, treeOf(paths)) : body
}
