import { LRUCache } from 'lru-cache'
import type { Filters } from '../listing/filters.ts'
import {
  type Filling,
  type Frame,
  filled,
  fillingOf,
  frameOf,
  openPath,
} from '../shell/open-frame.ts'
import type { PageRequest, World } from '../shell/page.ts'
import { barOf, type Choice, categoriesOf } from './filters.ts'
import { inputsOf } from './views.ts'

type Around = { categories: readonly Choice[]; bar: Frame; filling: Filling }

/** So many filters are remembered; longer ones than anyone clicks together are not. */
const [most, longest] = [200, 200]
const worlds = new WeakMap<World, LRUCache<string, Around>>()

function keptIn(world: World): LRUCache<string, Around> {
  const kept = worlds.get(world) ?? new LRUCache<string, Around>({ max: most })
  worlds.set(world, kept)
  return kept
}

/** What a page says of its filters, as it is filled into its frame: the query, the bar of filters, the inputs of the date picker. */
export async function aroundFilters(
  asked: PageRequest,
  filters: Filters,
  query: string,
  path: string,
): Promise<Filling> {
  const categories = await categoriesOf(asked)
  const { bar, filling } = await aroundOf(asked, { filters, query, categories })
  return { ...filling, bar: filled(bar, { path: Buffer.from(path) }) }
}

async function aroundOf(
  asked: PageRequest,
  {
    filters,
    query,
    categories,
  }: { filters: Filters; query: string; categories: readonly Choice[] },
): Promise<Around> {
  const { world, links, language } = asked
  const kept = keptIn(world)
  const name = `${links.publicUrl} ${language} ${query}`
  const known = kept.get(name)
  if (known?.categories === categories) return known
  const bar = frameOf((await barOf(asked, filters, openPath, categories)).toString())
  const inputs = Buffer.from(inputsOf(filters).toString())
  const around = { categories, bar, filling: { ...fillingOf(query), inputs } }
  // names of places and people may change
  if (query.length <= longest && !filters.venue && !filters.organizer) kept.set(name, around)
  return around
}
