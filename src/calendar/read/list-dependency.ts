import { linkKinds } from '../../define/record.ts'
import { type ListDependency, matcher } from '../../journal/list-dependency.ts'
import { type FileName, isFile, type ResourceName } from '../../resources/index.ts'
import type { FilterName } from '../../store/read/event-filters.ts'
import type { Listing } from './lists.ts'

/** Filters that other records decide too: which of them are seen, where venues are, the tree of categories. */
const deciding = [...linkKinds, 'located', 'near', 'wide'] as const satisfies readonly FilterName[]

/** A wide search looks at the names of tags too; those of all else that events link to touch any such list. */
const named: ListDependency[] = [{ of: 'kind', kind: 'tag', events: false, counts: false }]

/** Which images are seen changes with every record that may show one (A9). */
export const listOfKind = (kind: FileName): ListDependency => ({
  of: 'kind',
  kind,
  events: true,
  dependsOnPosts: true,
})

/** What a list depends on besides the records in it. */
export function dependencyOf(
  kind: ResourceName,
  { query, values }: Pick<Listing, 'query'> & { values: Record<string, unknown> },
): ListDependency {
  if (query) {
    // most lists are never asked whether a change touches them
    let matches: ReturnType<typeof matcher> | undefined
    const events: ListDependency = {
      of: 'event',
      ...(!deciding.some(name => query[name] !== undefined) && { linked: false }),
      matches(event) {
        matches ??= matcher(query)
        return matches(event)
      },
    }
    return query.wide ? { of: 'several', lists: [events, ...named] } : events
  }
  const counts =
    values.has_events !== undefined ||
    values.only_with_upcoming === true ||
    values.event !== undefined ||
    values.post !== undefined
  return isFile(kind) ? listOfKind(kind) : { of: 'kind', kind, events: counts }
}
