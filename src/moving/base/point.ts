import type { Values } from '../../define/param.ts'

/** A coordinate with a decimal point or comma; what else stands there is no number, not the beginning of one. */
function degreesIn(written: string): number {
  const number = written.trim().replace(',', '.')
  return /^[+-]?\d{1,3}(?:\.\d*)?$/.test(number) ? Number(number) : Number.NaN
}

/** The coordinates of a venue; undefined: they are none. Where 0, 0 stands, a program writes what it does not know. */
export function pointIn(latitude: string, longitude: string): Values | undefined {
  const [lat, lng] = [degreesIn(latitude), degreesIn(longitude)]
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return undefined
  return lat === 0 && lng === 0 ? {} : { geo_lat: lat, geo_lng: lng }
}
