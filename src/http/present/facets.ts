import type { ListFacets } from '../../calendar/index.ts'
import { localized } from '../../define/record-texts.ts'
import type { Resource } from '../../define/resource.ts'
import { type FacetCounts, isResource, resources } from '../../resources/index.ts'
import type { Show } from './context.ts'

/** Facets with the names of their records as lists of these show them. */
export function presentFacets(show: Show, facets: ListFacets): FacetCounts {
  const presented = Object.entries(facets).map(([param, values]) => [
    param,
    values.map(({ record, name, count }) => {
      if (!record || !isResource(record.kind)) return { name, count }
      const { fields, titled }: Resource = resources[record.kind]
      return {
        id: record.id,
        slug: localized(record, 'slug', show.language) ?? '',
        name: fields[titled]?.type.show?.(localized(record, titled, show.language), show) ?? '',
        count,
      }
    }),
  ])
  return Object.fromEntries(presented)
}
