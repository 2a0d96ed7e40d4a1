import { useQuery } from '@tanstack/react-query'
import { type Spot, spotOf } from '../../web/map/plane.ts'
import { recordsOf } from '../client/records.ts'
import { useApi, useKnown } from '../context.tsx'
import { useLater } from '../parts/use-later.ts'
import { type Countries, frameOfCountry } from './countries.ts'

/** Where other venues of a city are, and where a country lies, as far as that is known. */
export function useSurroundings({ city, country }: { city: string; country: string }, is: boolean) {
  const { map } = useKnown().place
  const api = useApi()
  const typedCity = useLater(city.trim())
  const { data: countries } = useQuery({
    queryKey: ['countries'],
    queryFn: async (): Promise<Countries> => (await fetch(map.countries)).json(),
    enabled: is && country.trim() !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const { data: near } = useQuery({
    queryKey: ['venues', 'in', typedCity],
    queryFn: async ({ signal }): Promise<Spot | null> => {
      const query = {
        search: typedCity,
        per_page: 50,
        status: 'any',
        _fields: ['id', 'city', 'geo_lat', 'geo_lng'],
      }
      const { items } = await recordsOf(api, 'venues').list(query, { signal })
      const found = items.find(
        each =>
          typeof each.geo_lat === 'number' &&
          typeof each.geo_lng === 'number' &&
          String(each.city).toLocaleLowerCase() === typedCity.toLocaleLowerCase(),
      )
      return found ? spotOf(Number(found.geo_lat), Number(found.geo_lng)) : null
    },
    enabled: is && typedCity !== '',
    retry: false,
  })
  return {
    city: (is && typedCity !== '' && near) || undefined,
    country: is && countries ? frameOfCountry(countries, country) : undefined,
  }
}
