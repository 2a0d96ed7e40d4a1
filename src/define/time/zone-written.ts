import { notAZone } from '../field-errors.ts'
import type { FieldError } from '../field-type.ts'
import { fold } from '../text/fold.ts'
import { zoneNames } from './zone.ts'

export { zoneWritten } from './zone.ts'

let cities: Map<string, string> | undefined

/** The zone that a lone city is in the name of: `Paris` is in `Europe/Paris`. */
export function zoneOfCity(text: string): string | undefined {
  if (text.length > 40) return undefined
  cities ??= new Map(
    zoneNames().flatMap(name =>
      name.includes('/') ? [[keyOf(name.slice(name.lastIndexOf('/') + 1)), name]] : [],
    ),
  )
  return cities.get(keyOf(text))
}

const keyOf = (city: string) => fold(city).replace(/[ _-]/g, ' ')

/** The error of a text that names no zone. */
export function noZone(text: string): FieldError {
  const near = zoneOfCity(text)
  return near === undefined ? notAZone : cityOnly(near)
}

const cityOnly = (zone: string): FieldError => ({
  sentence: {
    en: '{name} is not the name of a time zone. Did you mean {zone}?',
    fr: '{name} n’est pas le nom d’un fuseau horaire. Vouliez-vous dire {zone}\u202f?',
  },
  params: { zone },
})
