import { type Cell, isPlaced, isTree } from '../../define/record.ts'
import { daySeconds } from '../../define/time/clock.ts'
import {
  addTo,
  type Cities,
  citiesOf,
  countedIn,
  type FacetName,
  type FacetQuery,
  type Facets,
  monthOf,
  mostFrequent,
  type Tally,
} from '../contract/facets.ts'
import type { EventQuery, PostEntry } from '../contract/store.ts'
import { sees } from '../contract/visible.ts'
import { eventStatements } from './list-statements.ts'
import type { Source } from './records.ts'

type Group = { value: Cell; count: number }

/** The most groups of events with the same links that are read while the list index is not built. */
const maxGroups = 20_000

/** As the index counts, from the events grouped by all that they are linked to. Undefined: there are too many groups. */
export async function countFacets(
  source: Source,
  query: EventQuery,
  { names, venues: visible }: FacetQuery,
  nearest: readonly number[] | undefined,
  venues: readonly PostEntry[],
): Promise<Facets | undefined> {
  const facets: Facets = {}
  const seen = new Set(venues.filter(venue => sees(visible, venue)).map(({ id }) => id))
  const cities = citiesOf(venues, visible)
  const lineOf = await linesOf(source, names)
  for (const name of names) {
    const groups = await groupsOf(source, countedIn(query, name), name, nearest)
    if (groups.length > maxGroups) return undefined
    const tally: Tally = new Map()
    for (const { value, count } of groups)
      for (const each of new Set(valuesIn(name, value, lineOf, cities))) addTo(tally, each, count)
    if (name !== 'city') facets[name] = mostFrequent(tally, id => !isPlaced(name) || seen.has(id))
    else
      facets.city = mostFrequent(tally).map(({ value, count }) => ({
        value: cities.names[value] ?? '',
        count,
      }))
  }
  return facets
}

/** The columns that entries of a list are grouped by. */
const columns: Record<FacetName, string> = {
  category: 'o.category',
  tag: 'o.tag',
  venue: 'o.venue',
  city: 'o.venue',
  month: 'o.starts',
}

function groupsOf(
  { connection, dialect }: Source,
  { sorted: _, ...query }: EventQuery,
  name: FacetName,
  nearest: readonly number[] | undefined,
): Promise<Group[]> {
  const column = columns[name]
  const all = { ...query, page: { limit: 2 ** 31, offset: 0 } }
  const { sql, values } = eventStatements(all, dialect, nearest, `o.id, ${column}`).page
  // days: months differ in length. Databases round towards zero.
  const value = name === 'month' ? `(o.starts + ${cycles}) / ${daySeconds}` : column
  return connection.all<Group>(
    `SELECT ${value} AS value, count(*) AS count FROM (${sql}) o GROUP BY ${value} LIMIT ${maxGroups + 1}`,
    values,
  )
}

/** A time that makes all wall times positive: a multiple of a day. */
const cycles = 800_000 * daySeconds

function valuesIn(
  name: FacetName,
  value: Cell,
  lineOf: (category: number) => number[],
  { of }: Cities,
): number[] {
  if (name === 'month') return [monthOf(Number(value) * daySeconds - cycles)]
  const ids: number[] = value ? JSON.parse(String(value)) : []
  if (isTree(name)) return ids.flatMap(lineOf)
  return name === 'city' ? ids.flatMap(id => of.get(id) ?? []) : ids
}

/** Categories with all above them. */
async function linesOf({ connection }: Source, names: readonly FacetName[]) {
  const rows = names.some(isTree)
    ? await connection.all<{ id: number; parent: number }>(
        'SELECT id, parent FROM category WHERE parent > 0',
        [],
      )
    : []
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]))
  return (category: number) => {
    const line = new Set<number>()
    for (let id: number | undefined = category; id && !line.has(id); id = parents.get(id))
      line.add(id)
    return [...line]
  }
}
