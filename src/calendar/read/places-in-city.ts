import type { PostLinkKind } from '../../define/record.ts'
import { fold } from '../../define/text/fold.ts'
import { visibleTo } from '../access/access.ts'
import type { Caller, Context } from '../context.ts'

/** Limits: venues per city, and cities per request. */
const [maxPlaces, maxCities] = [1000, 10]

/** The venues of any of these cities that the caller may see: cities are called alike whatever their case and accents. */
export async function placesInCity(
  { store }: Context,
  { actor, language }: Caller,
  kind: PostLinkKind,
  cities: string,
): Promise<number[]> {
  const matches: number[] = []
  for (const city of new Set(cities.split(',', maxCities).map(fold))) {
    if (city === '') continue
    const { ids } = await store.listPosts({
      kind,
      visible: visibleTo(actor),
      search: { language, words: [city] },
      page: { limit: maxPlaces, offset: 0 },
    })
    for (const { id, facts } of await store.getMany(kind, ids))
      if (fold(String(facts.city ?? '')) === city) matches.push(id)
  }
  return matches
}
