import type { Row } from '../../forms/records.ts'
import type { Term } from '../terms/tree.ts'
import type { Look } from './moves.ts'

/** A category with a color, as the legend has it. */
export type Colored = { id: number; name: string; color: string }

/** The colored category of an event: of its own the first, else the nearest above one of them. */
export function colorsOf(terms: readonly Term[]) {
  const byId = new Map(terms.map(term => [term.id, term]))
  const colored = (id: number): Colored | undefined => {
    const seen = new Set<number>()
    for (let term = byId.get(id); term && !seen.has(term.id); term = byId.get(term.parent)) {
      if (term.color) return { id: term.id, name: term.name, color: term.color }
      seen.add(term.id)
    }
    return undefined
  }
  return (row: Row): Colored | undefined => {
    for (const id of categoryIds(row)) {
      const category = colored(id)
      if (category) return category
    }
    return undefined
  }
}

const categoryIds = ({ categories }: Row): number[] =>
  Array.isArray(categories) ? categories.map((each: { id?: unknown }) => Number(each.id)) : []

/** The categories of the legend, by name. */
export function legendOf(
  rows: readonly Row[],
  colorOf: (row: Row) => Colored | undefined,
): Colored[] {
  const byId = new Map(rows.flatMap(row => pairOf(colorOf(row))))
  return [...byId.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

const pairOf = (of: Colored | undefined) => (of ? [[of.id, of] as const] : [])

/** `America/Argentina/Buenos_Aires` is `Buenos Aires`; nothing where it is that of the site. */
function zoneOf({ timezone }: Row, site: string): string | undefined {
  if (typeof timezone !== 'string' || timezone === '' || timezone === site) return undefined
  return timezone.split('/').at(-1)?.replaceAll('_', ' ')
}

export const lookOf = (row: Row, colored: Colored | undefined, site: string): Look => ({
  color: colored?.color,
  zone: zoneOf(row, site),
})

/** The filter of a period: some categories, public events or others. An empty choice shows everything. */
export type Filter = { categories: readonly number[]; state: 'all' | 'public' | 'open' }
export const everything: Filter = { categories: [], state: 'all' }

export function isWanted(row: Row, colored: Colored | undefined, filter: Filter): boolean {
  const isPublic = row.status === 'publish' || row.status === 'future'
  if (filter.state !== 'all' && isPublic !== (filter.state === 'public')) return false
  return (
    filter.categories.length === 0 ||
    (colored !== undefined && filter.categories.includes(colored.id))
  )
}
