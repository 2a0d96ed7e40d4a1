/** The words of a path, and names such as `:id`, in order. */
export const segmentsOf = (path: string) => path.split('/').filter(segment => segment !== '')

/** The path as OpenAPI has it: `/events/{id}`. */
export const templateOf = (path: string) => path.replace(/:(\w+)/g, '{$1}')

/** The first name in a path. */
export const nameIn = (path: string) => /:(\w+)/.exec(path)?.[1]

/** All names in a path. */
export const namesInPath = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** The regular expression of each name in a path. */
type Captures = Readonly<Record<string, string>>

/** Finds the route of path segments, and the values of its parameters. Fixed segments match in any case, as in The Events Calendar. */
export function openPaths<R extends { path: string }, const C extends Captures>(
  routes: readonly R[],
  captures: C,
) {
  const table = routes.map(route => ({
    route,
    steps: segmentsOf(route.path).map(segment => {
      const name = nameIn(segment)
      return name === undefined ? segment : { name, pattern: new RegExp(`^${captures[name]}$`) }
    }),
  }))
  return (segments: readonly string[]) => {
    next: for (const { route, steps } of table) {
      if (steps.length !== segments.length) continue
      const captured: { [N in keyof C]?: string } = {}
      for (const [index, expected] of steps.entries()) {
        const segment = segments[index] ?? ''
        if (typeof expected === 'string') {
          if (segment.toLowerCase() !== expected) continue next
        } else if (expected.pattern.test(segment))
          Object.assign(captured, { [expected.name]: segment })
        else continue next
      }
      return { route, captured }
    }
    return undefined
  }
}
