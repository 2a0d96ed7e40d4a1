import {
  filtersOf,
  formDates,
  hasDates,
  isForList,
  pageFilterNames,
  queryOf,
} from '../listing/filters.ts'
import type { AddressName } from '../shell/addresses.ts'
import { type Content, type PageRequest, redirect } from '../shell/page.ts'

/** Views that take filters, and where a range of dates or a place is shown instead: by the view itself, without its own day. */
const views: Partial<Record<AddressName, AddressName>> = {
  home: 'list',
  events: 'list',
  month: 'list',
  week: 'list',
  day: 'list',
  list: 'list',
  listFrom: 'list',
  map: 'map',
  mapFrom: 'map',
}
const withOwnDay: ReadonlySet<AddressName> = new Set<AddressName>(['listFrom', 'mapFrom'])

/**
 * Where the same filters have a URL of their own: without what a form sends empty, in the words of the API, and in a view that has
 * them all.
 */
export function redirectedView({ name, query, links, params }: PageRequest): Content | undefined {
  const view = views[name]
  // the date picker is led on by itself
  if (query.size === 0 || view === undefined || query.has('date')) return undefined
  const filters = filtersOf({ query })
  const isElsewhere = withOwnDay.has(name)
    ? hasDates(filters)
    : view !== name && (isForList(filters) || (name === 'home' && Object.keys(filters).length > 0))
  if (isElsewhere) return redirect(links.path(view) + queryOf(filters), 302)
  const isClean = !formDates.some(of => query.has(of)) && pageFilterNames.every(hasText)
  if (isClean) return undefined
  const others = [...query].filter(([of]) => !allowedNames.has(of))
  return redirect(
    links.path(name, params) + queryOf({ ...filters, ...Object.fromEntries(others) }),
    302,
  )

  function hasText(of: string) {
    return query.getAll(of).every(value => value.trim() !== '')
  }
}

const allowedNames: ReadonlySet<string> = new Set([...pageFilterNames, ...formDates])
