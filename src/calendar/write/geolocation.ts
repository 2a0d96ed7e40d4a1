import type { FieldError } from '../../define/field-type.ts'
import type { Values } from '../../define/param.ts'
import type { Context } from '../context.ts'

const notAvailable: FieldError = {
  code: 'geolocation-not-available',
  sentence: {
    en: 'The geolocation extension is switched off.',
    fr: 'L’extension de géolocalisation est désactivée.',
  },
}
const nearestFirst: FieldError = {
  sentence: {
    en: '{name} does not go with geoloc_lat, whose events come nearest first. Expected one of the two.',
    fr: '{name} ne va pas avec geoloc_lat, dont les évènements viennent du plus proche au plus lointain. Attendu : l’un des deux.',
  },
}
const needs = (other: string): FieldError => ({
  code: 'geolocation-incomplete',
  sentence: {
    en: '{name} needs {other} too. Expected both.',
    fr: '{name} ne va pas sans {other}. Attendu : les deux.',
  },
  params: { other },
})

/** Errors of the geolocation filters (X1), and of an order that does not go with them. */
export function geolocationErrors(
  { site }: Pick<Context, 'site'>,
  sent: Values,
): Record<string, FieldError> {
  const hasOrder = sent.sort !== undefined && sent.geoloc_lat !== undefined
  return { ...placeErrors(site, sent), ...(hasOrder && { sort: nearestFirst }) }
}

function placeErrors(site: Context['site'], sent: Values): Record<string, FieldError> {
  const names = ['geoloc', 'geoloc_lat', 'geoloc_lng', 'geoloc_radius'].filter(
    name => sent[name] !== undefined,
  )
  if (!site.geolocation)
    return Object.fromEntries(
      names.filter(name => name !== 'geoloc_radius').map(name => [name, notAvailable]),
    )
  if (names.includes('geoloc_lat') === names.includes('geoloc_lng')) return {}
  return names.includes('geoloc_lat')
    ? { geoloc_lat: needs('geoloc_lng') }
    : { geoloc_lng: needs('geoloc_lat') }
}
