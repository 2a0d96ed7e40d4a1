import { useQuery } from '@tanstack/react-query'
import { useApi } from '../context.tsx'
import { recordsOf } from '../forms/records.ts'
import { useLater } from '../parts/use-later.ts'
import type { Spot } from './degrees.ts'

/** No more of them are looked at. */
const max = 50
const none: readonly Spot[] = []

/** Where other venues are: those of a city, and where none is typed the newest ones. */
export function usePlaces(city: string, isWanted: boolean): readonly Spot[] {
  const api = useApi()
  const typed = useLater(city.trim())
  const { data = none } = useQuery({
    queryKey: ['venues', 'places', typed],
    queryFn: async ({ signal }): Promise<Spot[]> => {
      const query = {
        ...(typed !== '' && { search: typed }),
        per_page: max,
        status: 'any',
        _fields: ['id', 'city', 'geo_lat', 'geo_lng'],
      }
      const { items } = await recordsOf(api, 'venues').list(query, { signal })
      return items.flatMap(({ city: of, geo_lat: lat, geo_lng: lng }) => {
        const isThere = typed === '' || String(of).toLowerCase() === typed.toLowerCase()
        return isThere && typeof lat === 'number' && typeof lng === 'number' ? [{ lat, lng }] : []
      })
    },
    enabled: isWanted,
    retry: false,
  })
  return isWanted ? data : none
}
