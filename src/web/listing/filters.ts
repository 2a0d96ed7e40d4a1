import type { Values } from '../../define/param.ts'
import type { PageRequest } from '../shell/page.ts'
import { filterNames } from './filter-names.ts'

export { filterNames }
export type FilterName = (typeof filterNames)[number]
export type Filters = Partial<Record<FilterName, string>>

/** The filters of a request; what is empty asks nothing, as forms send it. */
export function filtersOf({ query }: Pick<PageRequest, 'query'>): Filters {
  const filters: Filters = {}
  if (query.size === 0) return filters
  for (const name of filterNames) {
    if (!query.has(name)) continue
    const value = query
      .getAll(name)
      .filter(each => each.trim() !== '')
      .join(',')
    if (value) filters[name] = value
  }
  return filters
}

/** A query string, with its question mark; empty without filters. */
export function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const said = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  if (said.length === 0) return ''
  const text = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text.replaceAll('%2C', ',')}`
}

/** Wall times from one to another, the last not included: what happens in between, whenever it began. */
export const within = (from: number, to: number, write: (at: number) => string): Values => ({
  // what ends when it begins is over, but for what begins and ends there at once
  ends_after: write(from - 1),
  starts_before: write(to),
  strict_dates: true,
})
